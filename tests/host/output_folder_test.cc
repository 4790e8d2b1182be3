#include "host/output_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "compile/temporary_directory.h"

namespace heddle::host {
namespace {

namespace fs = std::filesystem;

class OutputFolderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const Result<std::string> path = folder_.path();
    ASSERT_TRUE(path);
    out_ = *path + "/out";
  }
  const std::string& out() const { return out_; }

  compile::TemporaryDirectory folder_;
  std::string out_;
};

TEST_F(OutputFolderTest, IsRefusedWhileAnotherProcessWritesToIt) {
  int ready[2];
  int done[2];
  ASSERT_EQ(pipe(ready), 0);
  ASSERT_EQ(pipe(done), 0);
  const pid_t other = fork();
  if (other == 0) {
    const bool taken = static_cast<bool>(OutputFolder::prepare(out()));
    char word = taken ? '1' : '0';
    [[maybe_unused]] ssize_t count = write(ready[1], &word, 1);
    close(done[1]);
    count = read(done[0], &word, 1);  // until the test is over
    _exit(0);
  }
  char word = '0';
  ASSERT_EQ(read(ready[0], &word, 1), 1);
  ASSERT_EQ(word, '1');
  const Result<OutputFolder> second = OutputFolder::prepare(out());
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().find("another heddle is writing to"), std::string::npos) << second.error();
  EXPECT_FALSE(OutputFolder::keep(out()));
  EXPECT_FALSE(fs::exists(out() + ".old")) << "nothing was moved";
  close(done[0]);
  close(done[1]);
  waitpid(other, nullptr, 0);
  EXPECT_TRUE(OutputFolder::prepare(out())) << "the lock vanished with its process";
  EXPECT_TRUE(fs::exists(out() + ".old"));
}

TEST_F(OutputFolderTest, CanBeTakenAgainByTheSameProcess) {
  EXPECT_TRUE(OutputFolder::prepare(out()));
  EXPECT_TRUE(OutputFolder::prepare(out()));
  EXPECT_TRUE(OutputFolder::keep(out()));
}

TEST_F(OutputFolderTest, IsFreeAgainAfterAProcessThatWasKilled) {
  const pid_t other = fork();
  if (other == 0) {
    if (!OutputFolder::prepare(out())) _exit(1);
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  waitpid(other, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(OutputFolder::prepare(out()));
}

}  // namespace
}  // namespace heddle::host
