#include "runtime/system/process_activity.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

namespace heddle::runtime {
namespace {

// Runs the function until it is killed.
class OtherProcess {
 public:
  template <typename Body>
  explicit OtherProcess(Body body) : id_(fork()) {
    if (id_ != 0) return;
    body();
    _exit(0);
  }
  ~OtherProcess() {
    kill(id_, SIGKILL);
    waitpid(id_, nullptr, 0);
  }
  // Comes to do this at last.
  bool becomes(Activity activity) const {
    constexpr int kMostLooks = 10'000;
    for (int i = 0; i < kMostLooks; ++i, usleep(1000))
      if (activity_of(id_).activity == activity) return true;
    return false;
  }
  long id() const { return id_; }

 private:
  pid_t id_;
};

void wait_for_ever() {
  for (;;) pause();
}

TEST(ProcessActivity, OneThatWaits) {
  const OtherProcess process(wait_for_ever);
  EXPECT_TRUE(process.becomes(Activity::kWaits));
  const std::uint64_t worked = activity_of(process.id()).worked;
  EXPECT_EQ(activity_of(process.id()).worked, worked) << "it does nothing";
}

TEST(ProcessActivity, OneThatWorks) {
  const OtherProcess process([] {
    const pid_t parent = getppid();
    while (getppid() == parent) {
    }
  });
  for (int i = 0; i < 20; ++i) EXPECT_EQ(activity_of(process.id()).activity, Activity::kBusy);
}

TEST(ProcessActivity, OneThatSleepsWillGoOn) {
  const OtherProcess process([] { sleep(1000); });
  usleep(20'000);
  if (access("/proc/self/syscall", R_OK) != 0) GTEST_SKIP() << "the system does not tell system calls";
  EXPECT_EQ(activity_of(process.id()).activity, Activity::kBusy);
}

TEST(ProcessActivity, OneWhoseChildWorks) {
  const OtherProcess process([] {
    const pid_t parent = getpid();
    if (fork() != 0) wait_for_ever();
    while (getppid() == parent) {
    }
  });
  usleep(20'000);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(activity_of(process.id()).activity, Activity::kBusy);
}

TEST(ProcessActivity, OneThatHasEnded) {
  const OtherProcess process([] {});
  EXPECT_TRUE(process.becomes(Activity::kEnded));
}

}  // namespace
}  // namespace heddle::runtime
