// GLib's own tests, as Debian installs them (libglib2.0-tests), not rebuilt: no report, whatever the
// schedule. Every test of a program is run by itself, except for those that kLeftOut names with a reason.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string_view>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

constexpr const char* kFolder = "/usr/libexec/installed-tests/glib/";

// Why a test is not run. Each was tried, and its report read against GLib 2.74.6.
namespace reason {
constexpr const char* kTooLong = "one execution takes longer than ten seconds";
constexpr const char* kSpins =
    "waits for a variable in a loop, which cannot be seen in code that was not rebuilt";
constexpr const char* kTimes =
    "asserts an order of what happens after 100 ms or in other processes, which a slow machine does not keep";
constexpr const char* kFair = "asserts that every thread gets a turn, which no scheduler promises";
constexpr const char* kStarves =
    "a true hang: a task that ends after the pool's timer has made room for another one takes the room back";
constexpr const char* kThreads = "needs more threads in one execution than Heddle has room for (4,096)";
}  // namespace reason

struct LeftOut {
  std::string_view program;
  std::string_view path;  // with * at its end: all that begin so
  const char* why;
};

constexpr LeftOut kLeftOut[] = {
    {"1bit-mutex", "*", reason::kTooLong},
    {"asyncqueue", "/asyncqueue/threads", reason::kFair},
    {"cancellable", "/cancellable-source/threaded-dispose", reason::kSpins},
    {"cancellable", "/cancellable/disconnect-on-cancelled-callback-hangs", reason::kSpins},
    {"cancellable", "/cancellable/poll-fd-cancelled-threaded", reason::kSpins},
    {"cancellable", "/cancellable/resets-on-cancel-callback-hangs", reason::kSpins},
    {"cond", "/thread/cond/wait-until/contended-and-interrupted",
     "a true use after return: a thread that is never joined locks a mutex of the function that started it"},
    {"contexts", "/gio/contexts/context-specific/emit",
     "a true bug of the test: it emits a signal that no thread may have registered yet"},
    {"mainloop", "/maincontext/nsources_threadpool", reason::kTooLong},
    {"mainloop", "/mainloop/ready-time", reason::kSpins},
    {"mainloop", "/mainloop/unix-fd", reason::kTooLong},
    {"mutex", "/thread/mutex/perf/contended*", reason::kSpins},
    {"mutex", "/thread/mutex5", reason::kTooLong},
    {"rec-mutex", "/thread/rec-mutex4", reason::kTooLong},
    {"rwlock", "/thread/rwlock7", reason::kTooLong},
    {"rwlock", "/thread/rwlock8", reason::kTooLong},
    {"spawn-multithreaded", "/gthread/spawn-childs*", reason::kTimes},
    {"task", "/gtask/run-in-thread-nested", reason::kStarves},
    {"task", "/gtask/run-in-thread-priority", reason::kTimes},
    {"thread-pool", "/thread_pool/create_full", reason::kSpins},
    {"thread-pool-slow", "*", reason::kSpins},
    {"threadtests", "/GObject/threaded-toggle-notify", reason::kSpins},
    {"threadtests", "/GObject/threaded-weak-ref", reason::kThreads},
    {"threadtests", "/GObject/threaded-weak-ref/on-finalization", reason::kSpins},
    {"unix-streams", "/unix-streams/nonblocking-io-test", reason::kTooLong},
    {"unix-streams", "/unix-streams/pipe-io-test", reason::kTooLong},
};

// Not here at all: the tests of D-Bus (gdbus-*, actions, gmenumodel), which talk to a daemon and give up
// after 25 seconds, and those that start no thread.
constexpr const char* kPrograms[] = {"1bit-mutex",
                                     "asyncqueue",
                                     "atomic",
                                     "cancellable",
                                     "charset",
                                     "cond",
                                     "contexts",
                                     "dynamictests",
                                     "mainloop",
                                     "mutex",
                                     "objects-refcount1",
                                     "once",
                                     "onceinit",
                                     "private",
                                     "properties-refcount1",
                                     "properties-refcount3",
                                     "proxy-test",
                                     "qdata",
                                     "rec-mutex",
                                     "rwlock",
                                     "slice",
                                     "socket",
                                     "spawn-multithreaded",
                                     "task",
                                     "thread",
                                     "thread-deprecated",
                                     "thread-pool",
                                     "thread-pool-slow",
                                     "threadtests",
                                     "tls-interaction",
                                     "unix-streams"};

bool matches(std::string_view path, std::string_view pattern) {
  return pattern.ends_with('*') ? path.starts_with(pattern.substr(0, pattern.size() - 1)) : path == pattern;
}

const LeftOut* left_out(std::string_view program, std::string_view path) {
  const auto* found = std::find_if(std::begin(kLeftOut), std::end(kLeftOut), [&](const LeftOut& each) {
    return each.program == program && matches(path, each.path);
  });
  return found == std::end(kLeftOut) ? nullptr : found;
}

class InstalledGlib : public ::testing::TestWithParam<const char*> {
 protected:
  std::string file() const { return std::string(kFolder) + GetParam(); }

  // As many executions as fit into the time, 200 at most. A test that starts no thread has only one.
  void expect_no_report(const std::string& path, std::size_t seconds) {
    SCOPED_TRACE(path);
    const Workplace workplace;
    std::vector<std::string> words = {"run", "--quiet", "--executions",
                                      "200", "--time",  std::to_string(seconds) + "s"};
    words.insert(words.end(), {"--", file(), "-p", path});
    // GLib runs what is below a path, too.
    for (const LeftOut& each : kLeftOut)
      if (each.program == GetParam() && each.path.starts_with(path + "/"))
        words.insert(words.end(), {"-s", std::string(each.path)});
    Command command = workplace.heddle(words);
    command.environment["TMPDIR"] = workplace.folder();
    const Outcome search = run(command);
    const bool has_no_thread = search.err.find("never started a thread") != std::string::npos ||
                               search.out.find("never started a thread") != std::string::npos;
    EXPECT_EQ(search.status, has_no_thread ? 3 : 0) << describe(search);
    EXPECT_GT(workplace.results().at("executions"), 0) << describe(search);
  }
};

// The tests that the program itself lists and that are not left out.
std::vector<std::string> chosen_paths(const char* program, const std::string& listed) {
  std::istringstream lines(listed);
  std::vector<std::string> chosen;
  for (std::string path; std::getline(lines, path);) {
    if (!path.starts_with("/")) continue;
    if (const LeftOut* skipped = left_out(program, path))
      std::cout << path << " is left out: " << skipped->why << '\n';
    else
      chosen.push_back(path);
  }
  return chosen;
}

TEST_P(InstalledGlib, HasNoReport) {
  constexpr std::size_t kSecondsOfProgram = 300, kMostSeconds = 40;
  const Outcome listed = run({.words = {file(), "-l"}});
  ASSERT_EQ(listed.status, 0) << "libglib2.0-tests is missing: run 'make packages'";
  const std::vector<std::string> paths = chosen_paths(GetParam(), listed.out);
  for (const std::string& path : paths)
    expect_no_report(path, std::min(kMostSeconds, kSecondsOfProgram / paths.size()));
}

INSTANTIATE_TEST_SUITE_P(Real, InstalledGlib, ::testing::ValuesIn(kPrograms), [](const auto& each) {
  std::string name = each.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace heddle::e2e
