// Functions, files and lines of real programs, with the calls that were inlined.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "symbols/symbolizer.h"
#include "test_program.h"

namespace heddle::symbols::testing {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> functions(const std::vector<SourceFrame>& frames) {
  std::vector<std::string> names;
  for (const SourceFrame& frame : frames) names.push_back(frame.function);
  return names;
}

class Frames : public ::testing::TestWithParam<Build> {
 protected:
  void SetUp() override {
    if (!is_installed(GetParam().compiler)) GTEST_SKIP() << GetParam().compiler << " is not installed";
    folder_.write("probe.h", kProbeHeader);
  }

  // Compiles `text` as bank.cc and runs it.
  void build(const std::string& text) {
    text_ = text;
    folder_.write("bank.cc", text);
    const Outcome compiled =
        run_in(folder_.path(), GetParam().compiler + " " + GetParam().flags + " bank.cc -o bank -pthread");
    ASSERT_EQ(compiled.status, 0) << compiled.output;
    program_ = folder_.file("bank");
    addresses_ = printed_addresses(folder_.path(), "./bank");
  }

  uint64_t address(const std::string& label) {
    EXPECT_TRUE(addresses_.contains(label)) << label << " was not printed";
    return addresses_[label];
  }
  const std::vector<SourceFrame>& frames(const std::string& label) {
    return symbolizer_.frames(program_, address(label), true);
  }
  SourceFrame user_frame(const std::string& label) {
    return symbolizer_.user_frame(program_, address(label), true).value_or(SourceFrame{});
  }
  bool optimised() const { return GetParam().flags.find("-O2") != std::string::npos; }

  TemporaryFolder folder_;
  Symbolizer symbolizer_;
  std::string text_;
  std::string program_;
  std::map<std::string, uint64_t> addresses_;
};

TEST_P(Frames, NameFunctionFileAndLine) {
  build(R"(#include "probe.h"
namespace {
__attribute__((noinline)) void hidden() {
  HERE("hidden");
}
}
struct Bank {
  __attribute__((noinline)) void transfer(int from, int to) const {
    if (from != to) HERE("member");
  }
};
template <typename T> struct Queue {
  template <typename U> __attribute__((noinline)) void push(U value) {
    if (value) HERE("template");
  }
};
extern "C" __attribute__((noinline)) void plain_c() {
  HERE("c");
}
int main() {
  hidden();
  Bank().transfer(1, 2);
  Queue<long>().push(1);
  plain_c();
  HERE("main"); HERE("again");
}
)");
  struct Expected {
    const char* label;
    const char* function;
    const char* full;
  };
  for (const Expected& expected : {Expected{"hidden", "hidden", "(anonymous namespace)::hidden()"},
                                   Expected{"member", "Bank::transfer", "Bank::transfer(int, int) const"},
                                   Expected{"template", "Queue::push", "void Queue<long>::push<int>(int)"},
                                   Expected{"c", "plain_c", "plain_c"}, Expected{"main", "main", "main"}}) {
    const SourceFrame& frame = frames(expected.label).front();
    EXPECT_EQ(frame.function, expected.function);
    EXPECT_EQ(frame.full_function, expected.full);
    EXPECT_EQ(frame.file, "bank.cc");
    EXPECT_EQ(frame.path, folder_.file("bank.cc"));
    EXPECT_EQ(frame.line, line_of(text_, std::string("HERE(\"") + expected.label)) << expected.label;
    EXPECT_FALSE(frame.inlined);
    EXPECT_FALSE(frame.library);
  }
  EXPECT_TRUE(symbolizer_.has_debug_info(program_));

  const std::vector<LineRange> lines = symbolizer_.lines(program_);
  const auto line = [&](const char* label) -> uint64_t {
    const auto next = std::ranges::lower_bound(lines, address(label), {}, &LineRange::address);
    return next == lines.begin() ? 0 : std::prev(next)->line;
  };
  std::set<uint64_t> different;
  for (const char* label : {"hidden", "member", "template", "c", "main"}) different.insert(line(label));
  EXPECT_EQ(different.size(), 5u);
  EXPECT_FALSE(different.contains(0));
  EXPECT_EQ(line("again"), line("main"));
}

TEST_P(Frames, ExpandInlinedFunctions) {
  build(R"(#include "probe.h"
struct Account {
  [[gnu::always_inline]] void take() {
    HERE("inner");  // in take
  }
};
[[gnu::always_inline]] inline void withdraw(Account& account) {
  account.take();  // in withdraw
}
__attribute__((noinline)) void serve() {
  Account account;
  withdraw(account);  // in serve
}
int main() {
  serve();
}
)");
  const std::vector<SourceFrame>& chain = frames("inner");
  EXPECT_EQ(functions(chain), (std::vector<std::string>{"Account::take", "withdraw", "serve"}));
  ASSERT_EQ(chain.size(), 3U);
  EXPECT_EQ(chain[0].line, line_of(text_, "in take"));
  EXPECT_EQ(chain[1].line, line_of(text_, "in withdraw"));
  EXPECT_EQ(chain[2].line, line_of(text_, "in serve"));
  EXPECT_TRUE(chain[0].inlined);
  EXPECT_TRUE(chain[1].inlined);
  EXPECT_FALSE(chain[2].inlined);
  for (const SourceFrame& frame : chain) {
    EXPECT_EQ(frame.file, "bank.cc");
    EXPECT_GT(frame.column, 0);
  }
  EXPECT_EQ(user_frame("inner").function, "Account::take");
}

// The program defines pthread_mutex_lock itself and prints who called it.
TEST_P(Frames, ShowALockAtTheUsersLine) {
  build(R"(#include <mutex>
#include "probe.h"
static bool watching = false;
extern "C" __attribute__((noinline)) int pthread_mutex_lock(pthread_mutex_t*) noexcept {
  void* caller = __builtin_return_address(0);
  if (watching) probe_print("locked", caller);
  return 0;
}
extern "C" int pthread_mutex_unlock(pthread_mutex_t*) noexcept { return 0; }
std::mutex mutex;
int balance;
__attribute__((noinline)) void deposit() {
  std::lock_guard<std::mutex> guard(mutex);  // the lock
  balance += 1;
}
int main() {
  watching = true;
  deposit();
}
)");
  const std::vector<SourceFrame>& chain = frames("locked");
  EXPECT_TRUE(chain.front().library);
  if (!optimised()) {
    // Not inlined: all at this address is the library's, the caller has to look at the next frame of the
    // stack.
    EXPECT_FALSE(symbolizer_.user_frame(program_, address("locked"), true).has_value());
    return;
  }
  EXPECT_GE(chain.size(), 3U);
  EXPECT_EQ(user_frame("locked").function, "deposit");
  EXPECT_EQ(user_frame("locked").file, "bank.cc");
  EXPECT_EQ(user_frame("locked").line, line_of(text_, "the lock"));
  for (const SourceFrame& frame : chain)
    EXPECT_EQ(frame.library, frame.function != "deposit") << frame.full_function;
}

TEST_P(Frames, TellTheUsersLambdasFromWhatCallsThem) {
  build(R"(#include <functional>
#include <thread>
#include "probe.h"
struct Key { int value; };
template <> struct std::hash<Key> {
  __attribute__((noinline)) size_t operator()(const Key& key) const {
    HERE("specialisation");
    return key.value;
  }
};
__attribute__((noinline)) void print_caller() { probe_print("invoker", __builtin_return_address(0)); }
int main() {
  std::function<void()> task = [] {
    HERE("lambda");
  };
  task();
  std::thread thread([] { HERE("thread"); });
  thread.join();
  std::function<void()> direct = print_caller;
  direct();
  std::hash<Key>()({1});
}
)");
  for (const char* label : {"lambda", "thread"}) {
    const SourceFrame frame = user_frame(label);
    EXPECT_THAT(frame.function, HasSubstr("main::lambda#")) << frame.full_function;
    EXPECT_EQ(frame.line, line_of(text_, std::string("HERE(\"") + label));
    for (const SourceFrame& other : frames(label)) {
      EXPECT_EQ(other.library, other.function.starts_with("std::")) << other.full_function;
    }
  }
  const std::vector<SourceFrame>& invoker = frames("invoker");
  for (const SourceFrame& frame : invoker) {
    EXPECT_EQ(frame.library, frame.function != "main") << frame.full_function;
  }
  EXPECT_TRUE(invoker.front().library);
  EXPECT_EQ(user_frame("specialisation").function, "std::hash::operator()");
}

INSTANTIATE_TEST_SUITE_P(Of, Frames, ::testing::ValuesIn(builds()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace heddle::symbols::testing
