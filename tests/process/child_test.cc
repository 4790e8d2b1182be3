#include "process/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "process/collect.h"

namespace heddle::process {
namespace {

ChildOptions shell(const std::string& script) {
  ChildOptions options;
  options.words = {"/bin/sh", "-c", script};
  return options;
}

Ending ending_of(const ChildOptions& options) {
  Result<Child> child = Child::start(options);
  EXPECT_TRUE(child) << child.error();
  return child ? child->wait() : Ending::lost();
}

std::string output_of(const ChildOptions& options) {
  const Result<Collected> collected = collect(options, Keep::kOutput);
  EXPECT_TRUE(collected) << collected.error();
  return collected ? collected->output : "";
}

Pipe new_pipe() {
  Result<Pipe> pipe = make_pipe();
  EXPECT_TRUE(pipe) << pipe.error();
  return pipe ? std::move(*pipe) : Pipe();
}

TEST(Child, TellsHowItEnded) {
  const Ending fine = ending_of(shell("exit 0"));
  EXPECT_TRUE(fine.is_success());
  EXPECT_EQ(fine.exit_status(), 0);
  const Ending failed = ending_of(shell("exit 7"));
  EXPECT_FALSE(failed.is_success());
  EXPECT_EQ(failed.exit_status(), 7);
  EXPECT_EQ(failed.signal(), 0);
  EXPECT_EQ(failed.shell_status(), 7);
  const Ending killed = ending_of(shell("kill -9 $$"));
  EXPECT_FALSE(killed.is_success());
  EXPECT_EQ(killed.exit_status(), std::nullopt);
  EXPECT_EQ(killed.signal(), SIGKILL);
  EXPECT_EQ(killed.signal_name(), "Killed");
  EXPECT_EQ(killed.shell_status(), 137);
}

TEST(Child, SaysWhyItCannotStart) {
  ChildOptions options;
  options.words = {"/nowhere/at/all"};
  EXPECT_EQ(Child::start(options).error(), "No such file or directory");
  options.words = {"/etc/passwd"};
  EXPECT_EQ(Child::start(options).error(), "Permission denied");
  options = shell("exit 0");
  options.folder = "/nowhere/at/all";
  EXPECT_EQ(Child::start(options).error(), "No such file or directory");
}

TEST(Child, IsLookedForOnPathWhenAsked) {
  ChildOptions options;
  options.words = {"sh", "-c", "exit 3"};
  EXPECT_FALSE(Child::start(options));
  options.search_path = true;
  EXPECT_EQ(ending_of(options).exit_status(), 3);
  options.words = {"heddle-has-no-such-program"};
  EXPECT_EQ(Child::start(options).error(), "No such file or directory");
}

TEST(Child, HasOurVariablesAndItsOwn) {
  setenv("HEDDLE_TEST_INHERITED", "ours", 1);
  setenv("HEDDLE_TEST_CHANGED", "before", 1);
  ChildOptions options = shell("echo $HEDDLE_TEST_INHERITED $HEDDLE_TEST_CHANGED $HEDDLE_TEST_NEW");
  options.variables = {{"HEDDLE_TEST_CHANGED", "after"}, {"HEDDLE_TEST_NEW", "new"}};
  EXPECT_EQ(output_of(options), "ours after new\n");
  EXPECT_STREQ(std::getenv("HEDDLE_TEST_CHANGED"), "before");
  EXPECT_EQ(std::getenv("HEDDLE_TEST_NEW"), nullptr);
}

TEST(Child, RunsInItsFolder) {
  ChildOptions options = shell("pwd -P");
  options.folder = "/";
  EXPECT_EQ(output_of(options), "/\n");
}

TEST(Child, HasTheStreamsItIsGiven) {
  const Result<Descriptor> input = make_memory_file("heddle-test", "given");
  ASSERT_TRUE(input) << input.error();
  Pipe output = new_pipe();
  Pipe errors = new_pipe();
  ChildOptions options = shell("cat; echo out; echo err >&2");
  options.input = Stream::to(*input);
  options.output = Stream::to(output.write_end);
  options.errors = Stream::to(errors.write_end);
  EXPECT_TRUE(ending_of(options).is_success());
  output.write_end.close();
  errors.write_end.close();
  EXPECT_EQ(read_to_end(output.read_end), "givenout\n");
  EXPECT_EQ(read_to_end(errors.read_end), "err\n");
}

TEST(Child, ReadsNothingAndWritesNowhere) {
  ChildOptions options = shell("cat; [ -c /dev/stdout ] && [ -c /dev/stderr ]");
  options.input = options.output = options.errors = Stream::nowhere();
  EXPECT_TRUE(ending_of(options).is_success());
}

// Our own streams may be closed; then /dev/null gets their numbers.
TEST(Child, HasStreamsWhereWeHaveNone) {
  ChildOptions without_streams;
  without_streams.body = [] {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(stream);
    ChildOptions options = shell("cat && echo out && echo err >&2");
    options.input = options.output = options.errors = Stream::nowhere();
    Result<Child> child = Child::start(options);
    return child && child->wait().is_success() ? 0 : 1;
  };
  EXPECT_TRUE(ending_of(without_streams).is_success());
}

TEST(Child, HasOnlyTheDescriptorsThatAreKept) {
  const Pipe pipe = new_pipe();
  const std::string number = std::to_string(pipe.read_end.number());
  ChildOptions options = shell("[ -e /proc/self/fd/" + number + " ]");
  EXPECT_FALSE(ending_of(options).is_success());
  options.kept = {pipe.read_end.number()};
  EXPECT_TRUE(ending_of(options).is_success());
}

TEST(Child, HasASessionOfItsOwn) {
  ChildOptions options;
  options.body = [] { return getsid(0) == getpid() ? 0 : 1; };
  EXPECT_EQ(ending_of(options).exit_status(), 1);
  options.own_session = true;
  EXPECT_EQ(ending_of(options).exit_status(), 0);
}

TEST(Child, HasFixedAddresses) {
  ChildOptions options;
  options.body = [] { return fix_addresses() ? 0 : 1; };
  if (!ending_of(options).is_success()) GTEST_SKIP() << "not allowed on this machine";
  const auto stack_of = [](bool fixed) {
    ChildOptions shown = shell("grep stack /proc/self/maps");
    shown.fixed_addresses = fixed;
    return output_of(shown);
  };
  EXPECT_NE(stack_of(true), "");
  EXPECT_EQ(stack_of(true), stack_of(true));
}

// The signals that a child has blocked and ignores, as /proc tells: bit n-1 is signal n.
struct Signals {
  std::uint64_t blocked = 0;
  std::uint64_t ignored = 0;

  bool operator==(const Signals&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Signals& signals) {
  return out << std::hex << "blocked: " << signals.blocked << ", ignored: " << signals.ignored;
}

constexpr std::uint64_t bit_of(int signal) {
  return std::uint64_t{1} << (signal - 1);
}

// Of a child that this process starts with SIGUSR1 ignored and SIGUSR2 blocked, beside whatever it ignores
// and blocks already.
Signals signals_of_child(ChildOptions options) {
  const auto before = std::signal(SIGUSR1, SIG_IGN);
  sigset_t blocked, mask_before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR2);
  sigprocmask(SIG_BLOCK, &blocked, &mask_before);
  options.words = {"/bin/sh", "-c", "exec grep -E '^Sig(Blk|Ign)' /proc/self/status"};
  const std::string text = output_of(options);
  sigprocmask(SIG_SETMASK, &mask_before, nullptr);
  std::signal(SIGUSR1, before);
  Signals found;
  EXPECT_EQ(std::sscanf(text.c_str(), "SigBlk: %lx SigIgn: %lx", &found.blocked, &found.ignored), 2) << text;
  return found;
}

TEST(Child, HasOurSignalsUnlessItIsGivenOthers) {
  const Signals ours = signals_of_child({});
  EXPECT_TRUE(ours.blocked & bit_of(SIGUSR2)) << ours;
  EXPECT_TRUE(ours.ignored & bit_of(SIGUSR1)) << ours;
  ChildOptions by_default;
  by_default.default_signals = true;
  EXPECT_EQ(signals_of_child(by_default), Signals{});
  ChildOptions masked;
  masked.signal_mask.emplace();
  sigemptyset(&*masked.signal_mask);
  EXPECT_EQ(signals_of_child(masked).blocked, 0u);
}

// Signal 32 is one of the two that the C library keeps for itself.
TEST(Child, HasDefaultSignalsEvenWhereTheCLibraryDoesNotReach) {
  ChildOptions options;
  options.body = [] {
    std::array<std::uintptr_t, 4> ignored{1};
    if (syscall(SYS_rt_sigaction, 32, ignored.data(), nullptr, 8) != 0) return 2;
    ChildOptions by_default;
    by_default.default_signals = true;
    return signals_of_child(by_default) == Signals{} ? 0 : 1;
  };
  EXPECT_EQ(ending_of(options).exit_status(), 0);
}

TEST(Child, IsAskedWithoutWaiting) {
  Pipe input = new_pipe();
  ChildOptions options = shell("read line; exit 5");
  options.input = Stream::to(input.read_end);
  Result<Child> child = Child::start(options);
  ASSERT_TRUE(child) << child.error();
  EXPECT_FALSE(child->ended());
  input.write_end.close();
  EXPECT_EQ(child->wait().exit_status(), 5);
  EXPECT_EQ(child->ended()->exit_status(), 5);
  EXPECT_EQ(child->wait().exit_status(), 5);
}

TEST(Child, GetsSignals) {
  Result<Child> child = Child::start(shell("exec sleep 1000"));
  ASSERT_TRUE(child) << child.error();
  child->send(SIGTERM);
  EXPECT_EQ(child->wait().signal(), SIGTERM);
}

// The end of the pipe shows that the last process that held it has ended.
TEST(Child, IsKilledWhenItIsNoLongerHeld) {
  Pipe pipe = new_pipe();
  ChildOptions options = shell("echo started; exec sleep 1000");
  options.output = Stream::to(pipe.write_end);
  {
    Result<Child> child = Child::start(options);
    ASSERT_TRUE(child) << child.error();
    pipe.write_end.close();
    std::string text;
    ASSERT_TRUE(read_some(pipe.read_end, text));
  }
  EXPECT_EQ(read_to_end(pipe.read_end), "");
}

TEST(Child, LivesOnWhenItIsLetGo) {
  Pipe input = new_pipe();
  Pipe output = new_pipe();
  ChildOptions options = shell("read line; echo $line");
  options.input = Stream::to(input.read_end);
  options.output = Stream::to(output.write_end);
  {
    Result<Child> child = Child::start(options);
    ASSERT_TRUE(child) << child.error();
    child->let_go();
  }
  output.write_end.close();
  ASSERT_TRUE(write_all(input.write_end, "still there\n"));
  EXPECT_EQ(read_to_end(output.read_end), "still there\n");
}

TEST(Child, IsKilledWithItsGroup) {
  Pipe pipe = new_pipe();
  ChildOptions options = shell("sleep 1000 & echo started; wait");
  options.output = Stream::to(pipe.write_end);
  options.own_session = true;
  Result<Child> child = Child::start(options);
  ASSERT_TRUE(child) << child.error();
  pipe.write_end.close();
  std::string text;
  ASSERT_TRUE(read_some(pipe.read_end, text));
  child->kill_group();
  EXPECT_EQ(child->wait().signal(), SIGKILL);
  EXPECT_EQ(read_to_end(pipe.read_end), "");
}

TEST(Child, EndsWithTheProcessThatStartedIt) {
  Pipe pipe = new_pipe();
  ChildOptions parent;
  parent.body = [&pipe]() -> int {
    ChildOptions options = shell("echo started; exec sleep 1000");
    options.output = Stream::to(pipe.write_end);
    options.ends_with_us = true;
    Result<Child> child = Child::start(options);
    std::string text;
    _exit(child && read_some(pipe.read_end, text) ? 0 : 1);  // no destructor kills the child
  };
  EXPECT_EQ(ending_of(parent).exit_status(), 0);
  pipe.write_end.close();
  EXPECT_EQ(read_to_end(pipe.read_end), "");
}

TEST(Child, RunsAFunctionWithItsOwnMemory) {
  int changed = 0;
  ChildOptions options;
  options.body = [&changed] { return changed = 9; };
  EXPECT_EQ(ending_of(options).exit_status(), 9);
  EXPECT_EQ(changed, 0);
}

TEST(Child, NeverComesBackByAnException) {
  ChildOptions options;
  options.errors = Stream::nowhere();
  options.body = []() -> int { throw std::runtime_error("not for the parent"); };
  EXPECT_EQ(ending_of(options).signal(), SIGABRT);
}

TEST(Child, TellsThatItStopped) {
  ChildOptions options;
  options.body = [] {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) return 1;
    raise(SIGSTOP);
    return 0;
  };
  const Ending ending = ending_of(options);
  if (ending.exit_status() == 1) GTEST_SKIP() << "tracing is not allowed on this machine";
  EXPECT_TRUE(ending.is_stopped());
}

// Inherited from a parent that does not wait for its children.
TEST(Child, IsWaitedForWhereItsSignalWasIgnored) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(ending_of(shell("exit 4")).exit_status(), 4);
  std::signal(SIGCHLD, before);
}

}  // namespace
}  // namespace heddle::process
