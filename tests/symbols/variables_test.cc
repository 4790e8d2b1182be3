// Global and static variables of real programs, down to the member or element at an address.
#include <gtest/gtest.h>

#include "symbols/symbolizer.h"
#include "test_program.h"

namespace heddle::symbols::testing::variables_test {
namespace {

constexpr const char* kProgram = R"(#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <time.h>
#include "probe.h"
struct Account {
  int number;
  long balance;
  std::mutex mutex;
};
struct Base { int base_value; };
struct Pool : Base {
  virtual ~Pool() {}
  std::mutex mutex;
  Account accounts[3];
  union { int as_int; float as_float; };
  unsigned low : 4, high : 12;
  static std::mutex shared_lock;
};
std::mutex Pool::shared_lock;
std::mutex mutex_a;
namespace bank {
int total;
namespace { int hidden; }
template <typename T> struct Cache { static inline int hits; };
}
static long counters[4];
int grid[2][3];
Account account;
Account accounts[5];
Pool pool;
std::array<Account, 4> array;
std::pair<int, Account> pair;
std::atomic<long> atomic;
std::string text;
std::map<int, int> map;
timespec when;
thread_local int first_local;
thread_local Account local_account;
__attribute__((noinline)) void transfer(int from, int to) {
  static std::mutex lock;
  static int calls;
  calls += from + to;
  DATA("static", lock);
  DATA("calls", calls);
  {
    static long nested;
    nested += from;
    DATA("nested", nested);
  }
}
inline int next_number() {
  static int numbers;
  DATA("inline-static", numbers);
  return ++numbers;
}
int main() {
  transfer(1, 2);
  next_number();
  auto lambda = [] { static int in_lambda; ++in_lambda; DATA("lambda-static", in_lambda); };
  lambda();
  DATA("mutex_a", mutex_a);
  DATA("class-static", Pool::shared_lock);
  DATA("namespace", bank::total);
  DATA("anonymous", bank::hidden);
  DATA("template", bank::Cache<int>::hits);
  DATA("element", counters[2]);
  DATA("grid", grid[1][2]);
  DATA("account", account);
  DATA("balance", account.balance);
  DATA("array-member", accounts[2].balance);
  DATA("array-mutex", accounts[4].mutex);
  DATA("pool", pool);
  DATA("pool-mutex", pool.mutex);
  DATA("pool-account", pool.accounts[1].mutex);
  DATA("pool-base", pool.base_value);
  DATA("pool-union", pool.as_float);
  DATA("std-array", array[3].balance);
  DATA("pair", pair.second.balance);
  DATA("atomic", atomic);
  DATA("text", text);
  DATA("map", map);
  DATA("timespec", when.tv_nsec);
  counters[0] = grid[0][0] = first_local = 1;
  TLS("tls", first_local);
  TLS("tls-member", local_account.balance);
}
)";

// Compiles quickly, unlike the one above.
constexpr const char* kSmallProgram = R"(#include "probe.h"
struct Account { int number; long balance; char name[24]; };
Account account;
Account accounts[5];
long counters[4];
int main() {
  DATA("account", account);
  DATA("balance", accounts[2].balance);
  DATA("name", accounts[4].name);
  DATA("counter", counters[2]);
}
)";

class Variables : public ::testing::TestWithParam<Build> {
 protected:
  void SetUp() override {
    if (!is_installed(GetParam().compiler)) GTEST_SKIP() << GetParam().compiler << " is not installed";
    folder_.write("probe.h", kProbeHeader);
  }

  void build(const char* text) {
    folder_.write("bank.cc", text);
    const Outcome compiled = run_in(folder_.path(), GetParam().compiler + " " + GetParam().flags +
                                                        " -std=c++20 bank.cc -o bank -pthread");
    ASSERT_EQ(compiled.status, 0) << compiled.output;
    program_ = folder_.file("bank");
    addresses_ = printed_addresses(folder_.path(), "./bank");
  }

  uint64_t address(const std::string& label) {
    EXPECT_TRUE(addresses_.contains(label)) << label << " was not printed";
    return addresses_[label];
  }
  Variable variable(const std::string& label, uint64_t access_size = 0) {
    return symbolizer_.variable(program_, address(label), access_size).value_or(Variable{});
  }

  TemporaryFolder folder_;
  Symbolizer symbolizer_;
  std::string program_;
  std::map<std::string, uint64_t> addresses_;
};

TEST_P(Variables, AreNamedAsTheUserWroteThem) {
  build(kProgram);
  struct Expected {
    const char* label;
    const char* name;
    const char* place;
    const char* type;
  };
  for (const Expected& expected : {
           Expected{"mutex_a", "mutex_a", "mutex_a", "std::mutex"},
           Expected{"class-static", "Pool::shared_lock", "Pool::shared_lock", "std::mutex"},
           Expected{"namespace", "bank::total", "bank::total", "int"},
           Expected{"anonymous", "bank::hidden", "bank::hidden", "int"},
           Expected{"template", "bank::Cache<int>::hits", "bank::Cache<int>::hits", "int"},
           Expected{"static", "transfer()::lock", "transfer()::lock", "std::mutex"},
           Expected{"calls", "transfer()::calls", "transfer()::calls", "int"},
           Expected{"nested", "transfer()::nested", "transfer()::nested", "long"},
           Expected{"inline-static", "next_number()::numbers", "next_number()::numbers", "int"},
           Expected{"lambda-static", "main::lambda#1()::in_lambda", "main::lambda#1()::in_lambda", "int"},
           Expected{"element", "counters", "counters[2]", "long"},
           Expected{"grid", "grid", "grid[1][2]", "int"},
           Expected{"account", "account", "account.number", "int"},
           Expected{"balance", "account", "account.balance", "long"},
           Expected{"array-member", "accounts", "accounts[2].balance", "long"},
           Expected{"array-mutex", "accounts", "accounts[4].mutex", "std::mutex"},
           Expected{"pool-mutex", "pool", "pool.mutex", "std::mutex"},
           Expected{"pool-account", "pool", "pool.accounts[1].mutex", "std::mutex"},
           Expected{"pool-base", "pool", "pool.base_value", "int"},
           Expected{"pool-union", "pool", "pool.as_int", "int"},
           Expected{"std-array", "array", "array[3].balance", "long"},
           Expected{"pair", "pair", "pair.second.balance", "long"},
           Expected{"atomic", "atomic", "atomic", "std::atomic<long>"},
           Expected{"map", "map", "map", "std::map<...>"},
       }) {
    const Variable found = variable(expected.label);
    EXPECT_EQ(found.name, expected.name) << expected.label;
    EXPECT_EQ(found.place, expected.place) << expected.label;
    std::string type = found.type;
    if (type.starts_with("long int")) type = "long";           // GCC's name of it.
    if (type == "std::map<int, int>") type = "std::map<...>";  // Clang leaves defaults out.
    if (type == "std::atomic<long int>") type = "std::atomic<long>";
    EXPECT_EQ(type, expected.type) << expected.label;
    EXPECT_EQ(found.place_offset, 0U) << expected.label;
    EXPECT_EQ(found.file, "bank.cc") << expected.label;
    EXPECT_FALSE(found.is_thread_local);
  }
  EXPECT_EQ(variable("static").full_name, "transfer(int, int)::lock");
  EXPECT_EQ(variable("mutex_a").line, line_of(kProgram, "std::mutex mutex_a;"));
  EXPECT_EQ(variable("timespec").place, "when.tv_nsec");

  const auto first = symbolizer_.tls_variable(program_, address("tls"));
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->name, "first_local");
  EXPECT_EQ(first->type, "int");
  EXPECT_TRUE(first->is_thread_local);
  const auto member = symbolizer_.tls_variable(program_, address("tls-member"));
  ASSERT_TRUE(member.has_value());
  EXPECT_EQ(member->place, "local_account.balance");
  EXPECT_FALSE(symbolizer_.tls_variable(program_, 1U << 20U).has_value());
}

TEST_P(Variables, KeepOffsets) {
  build(kSmallProgram);
  const Variable element = variable("balance");
  EXPECT_EQ(element.place, "accounts[2].balance");
  EXPECT_EQ(element.size, 5 * 40U);
  EXPECT_EQ(element.offset, 2 * 40U + 8);
  EXPECT_EQ(element.place_offset, 0U);
  // In the middle of something: that, and how far in.
  const auto inside = symbolizer_.variable(program_, address("balance") + 3);
  ASSERT_TRUE(inside.has_value());
  EXPECT_EQ(inside->place, "accounts[2].balance");
  EXPECT_EQ(inside->place_offset, 3U);
  // Padding belongs to the structure.
  EXPECT_EQ(symbolizer_.variable(program_, address("account") + 5).value_or(Variable{}).place, "account");
  // One past the end is another's.
  EXPECT_NE(symbolizer_.variable(program_, address("name") + 24).value_or(Variable{}).name, "accounts");
}

TEST_P(Variables, AnAccessToAllIsNotOneToTheFirstMember) {
  build(kSmallProgram);
  EXPECT_EQ(variable("account", 4).place, "account.number");
  EXPECT_EQ(variable("account", 16).place, "account");
  EXPECT_EQ(variable("counter", 8).place, "counters[2]");
  EXPECT_EQ(variable("counter", 16).place, "counters");
  EXPECT_EQ(variable("name", 1).place, "accounts[4].name[0]");
  EXPECT_EQ(variable("name", 8).place, "accounts[4].name");
}

INSTANTIATE_TEST_SUITE_P(Of, Variables, ::testing::ValuesIn(builds()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace heddle::symbols::testing::variables_test
