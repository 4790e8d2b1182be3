#include "workshop.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "event/thread_name.h"
#include "report/model/text.h"

namespace heddle::report::testing {

namespace {

// Headers that compile in no time: ctest compiles this for every test. Each call prints the number of the
// line that it stands on and its return address as an address of the file.
constexpr char kProbes[] = R"(#pragma once
#include <link.h>
#include <pthread.h>
#include <cstdint>
#include <cstdio>

inline int find_bias(dl_phdr_info* info, std::size_t, void* bias) {
  *static_cast<std::uintptr_t*>(bias) = info->dlpi_addr;
  return 1;
}
inline void print(const char* label, const void* address) {
  std::uintptr_t bias = 0;
  dl_iterate_phdr(find_bias, &bias);
  std::printf("%s %lx\n", label, static_cast<unsigned long>(reinterpret_cast<std::uintptr_t>(address) - bias));
}
inline void print(int line, const void* address) {
  char label[20];
  std::snprintf(label, sizeof label, "%d", line);
  print(label, address);
}
#define PROBE(line) print(line, __builtin_return_address(0))
#define CALLED_FROM(label) print(label, __builtin_return_address(0))
#define GLOBAL(variable) print(#variable, &(variable))

[[gnu::noinline]] inline void lock(pthread_mutex_t&, int line = __builtin_LINE()) { PROBE(line); }
[[gnu::noinline]] inline void wait(pthread_cond_t&, int line = __builtin_LINE()) { PROBE(line); }
[[gnu::noinline]] inline void notify(pthread_cond_t&, int line = __builtin_LINE()) { PROBE(line); }
[[gnu::noinline]] inline void check(bool, int line = __builtin_LINE()) { PROBE(line); }
[[gnu::noinline]] inline bool load(bool& flag, int line = __builtin_LINE()) { PROBE(line); return flag; }
[[gnu::noinline]] inline int* allocate(int line = __builtin_LINE()) { PROBE(line); return nullptr; }
[[gnu::noinline]] inline void join(int, int line = __builtin_LINE()) { PROBE(line); }
)";

constexpr char kBank[] = R"(#include "probes.h"
#include <numeric>

struct Account {
  int number;
  pthread_mutex_t mutex;
  int balance;
};

pthread_mutex_t mutex_a, mutex_b;
Account accounts[2];
pthread_cond_t filled;
bool ready = true;
int total = 150;

void deposit() {
  CALLED_FROM("deposit");
  lock(mutex_a);
  lock(mutex_b);
}

void withdraw() {
  CALLED_FROM("withdraw");
  lock(mutex_b);   // the other way round
  lock(mutex_a);
}

void consume() {
  wait(filled);
}

void produce() {
  notify(filled);
}

void spin() {
  while (!load(ready)) {
  }
  while (!load(
      ready)) {
  }
}

[[gnu::always_inline]] inline void audit_account(Account& account) {
  lock(account.mutex);
}

void audit() {
  audit_account(accounts[1]);
}

void visit_all() {
  std::accumulate(accounts, accounts + 1, 0, [](int sum, Account& account) {
    CALLED_FROM("visitor");
    print("visit_all", static_cast<void***>(__builtin_frame_address(0))[0][1]);
    check(account.balance == 0);
    return sum + account.balance;
  });
}

int main() {
  deposit();
  withdraw();
  consume();
  produce();
  spin();
  audit();
  visit_all();
  allocate();
  join(0);
  check(total == 200);
  GLOBAL(mutex_a), GLOBAL(mutex_b), GLOBAL(accounts[1].balance), GLOBAL(accounts[1].mutex);
  GLOBAL(filled), GLOBAL(ready), GLOBAL(total);
}
)";

int line_of(const std::string& text, const std::string& part) {
  const std::size_t at = text.find(part);
  if (at == std::string::npos) return 0;
  return static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) + 1;
}

std::string output_of(const std::string& command) {
  std::string output;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  std::array<char, 4096> buffer;
  for (std::size_t count = 0; (count = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    output.append(buffer.data(), count);
  pclose(pipe);
  return output;
}

std::string make_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "heddle-report-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) std::abort();
  return std::filesystem::canonical(pattern).string();
}

constexpr std::uint64_t kBias = 0x5555'5555'4000;

Module module_of(const std::string& path) {
  Module module;
  module.path = path;
  module.build_id = "c0ffee";
  module.bias = module.start = kBias;
  module.size = 0x100000;
  module.instrumented = true;
  return module;
}

}  // namespace

Bank& Bank::instance() {
  static Bank bank;
  return bank;
}

Bank::Bank() : folder_(make_folder()), symbolizer_(folder_), places_(modules_, symbolizer_) {
  std::ofstream(folder_ + "/probes.h") << kProbes;
  std::ofstream(folder_ + "/bank.cc") << kBank;
  std::istringstream lines(output_of(
      "cd '" + folder_ + "' && g++ -std=c++20 -g -O0 -fno-omit-frame-pointer bank.cc -o bank && ./bank"));
  std::string label;
  std::uint64_t address = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.rfind(' ');
    if (space == std::string::npos) continue;
    label = line.substr(0, space);
    address = std::stoull(line.substr(space + 1), nullptr, 16);
    addresses_.emplace(label, address);
  }
  modules_.modules.push_back(module_of(folder_ + "/bank"));
}

Bank::~Bank() {
  std::error_code error;
  std::filesystem::remove_all(folder_, error);
}

SiteId Bank::site(const std::string& line_text) const {
  const auto found = addresses_.find(std::to_string(line_of(kBank, line_text)));
  EXPECT_NE(found, addresses_.end()) << line_text;
  return found == addresses_.end() ? kNoSite : static_cast<SiteId>(found->second);
}

SiteId Bank::caller(const std::string& label) const {
  const auto found = addresses_.find(label);
  EXPECT_NE(found, addresses_.end()) << label;
  return found == addresses_.end() ? kNoSite : static_cast<SiteId>(found->second);
}

Location Bank::global(const std::string& name) const {
  Location location;
  location.kind = ObjectKind::kGlobal;
  location.offset = caller(name);
  return location;
}

std::string Bank::place(const std::string& line_text) const {
  return "bank.cc:" + std::to_string(line_of(kBank, line_text));
}

Ghost::Ghost() : places_(modules_, symbolizer_) {
  modules_.modules.push_back(module_of("/nowhere/ghost"));
  Module library = module_of("/nowhere/libspectre.so.1");
  library.bias = 0x7f00'0000'0000;
  library.start = library.bias + 0x1000;
  library.first = static_cast<SiteId>(modules_.modules.front().size);
  modules_.modules.push_back(library);
}

Location heap(SiteId site, std::uint32_t ordinal, const std::string& thread, std::uint64_t offset) {
  Location location;
  location.kind = ObjectKind::kHeap;
  location.allocation_site = site;
  location.ordinal = ordinal;
  location.thread = name_hash(thread);
  location.object = combine(combine(location.thread, site), ordinal);
  location.offset = offset;
  return location;
}

Location stack(const std::string& thread, std::uint64_t offset) {
  Location location;
  location.kind = ObjectKind::kStack;
  location.thread = name_hash(thread);
  location.offset = offset;
  return location;
}

ThreadReport thread(const std::string& name, ThreadState state, OperationKind kind, SiteId site,
                    const Location& object, ThreadId waits_for) {
  ThreadReport report;
  report.name = name;
  report.state = state;
  report.next.kind = kind;
  report.next.site = site;
  report.object = object;
  report.waits_for = waits_for;
  if (site != kNoSite) report.stack = {site};
  return report;
}

ThreadReport finished(const std::string& name) {
  return thread(name, ThreadState::kFinished, OperationKind::kNone, kNoSite);
}

Failure lock_order_deadlock(const Bank& bank) {
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.shape = DeadlockShape::kCycle;
  failure.cycle = {1, 2};
  failure.thread = 1;
  failure.site = bank.site("lock(mutex_b);\n}");
  ThreadReport main =
      thread("main", ThreadState::kBlocked, OperationKind::kThreadJoin, bank.site("join(0)"), {}, 1);
  main.next.peer = 1;
  ThreadReport first =
      thread("main.0", ThreadState::kBlocked, OperationKind::kLock, failure.site, bank.global("mutex_b"), 2);
  first.held = {{bank.global("mutex_a"), bank.site("lock(mutex_a);\n  lock(mutex_b)")}};
  first.stack.push_back(bank.caller("deposit"));
  ThreadReport second = thread("main.1", ThreadState::kBlocked, OperationKind::kLock,
                               bank.site("lock(mutex_a);\n}"), bank.global("mutex_a"), 1);
  second.held = {{bank.global("mutex_b"), bank.site("lock(mutex_b);   //")}};
  second.stack.push_back(bank.caller("withdraw"));
  failure.threads = {main, first, second};
  return failure;
}

PredictedDeadlock predicted_deadlock(const Bank& bank) {
  const Failure failure = lock_order_deadlock(bank);
  PredictedDeadlock deadlock;
  for (const ThreadId member : failure.cycle) {
    const ThreadReport& report = failure.threads[member];
    deadlock.members.push_back({report.name, report.object, report.next.site, false, report.held[0].lock,
                                report.held[0].site, false});
  }
  deadlock.execution = 2;
  return deadlock;
}

Failure failed_assertion(const Bank& bank) {
  Failure failure;
  failure.kind = FailureKind::kAssertion;
  failure.thread = 0;
  failure.site = bank.site("check(total == 200)");
  failure.text = "assertion `total == 200' failed";
  failure.threads = {thread("main", ThreadState::kEnabled, OperationKind::kThreadJoin, failure.site),
                     finished("main.0"), finished("main.1")};
  return failure;
}

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, width(line));
  return widest;
}

}  // namespace heddle::report::testing
