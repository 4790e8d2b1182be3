#include "process/descriptor.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "process/child.h"

namespace heddle::process {
namespace {

bool is_open(int number) {
  return fcntl(number, F_GETFD) >= 0;
}

bool closes_on_exec(const Descriptor& descriptor) {
  return (fcntl(descriptor.number(), F_GETFD) & FD_CLOEXEC) != 0;
}

TEST(Descriptor, ClosesItself) {
  int number = -1;
  {
    const Descriptor descriptor(dup(STDERR_FILENO));
    number = descriptor.number();
    ASSERT_TRUE(is_open(number));
  }
  EXPECT_FALSE(is_open(number));
}

TEST(Descriptor, IsClosedOnceWhenItMoves) {
  Descriptor first(dup(STDERR_FILENO));
  const int number = first.number();
  Descriptor second = std::move(first);
  EXPECT_FALSE(first.is_open());
  EXPECT_TRUE(is_open(number));
  Descriptor third(dup(STDERR_FILENO));
  const int replaced = third.number();
  third = std::move(second);
  EXPECT_FALSE(is_open(replaced));
  EXPECT_EQ(third.number(), number);
  third.close();
  EXPECT_FALSE(is_open(number));
}

TEST(Descriptor, IsDuplicatedToALargeNumber) {
  const Result<Descriptor> file = make_memory_file("heddle-test", "text");
  ASSERT_TRUE(file) << file.error();
  const Descriptor copy = file->duplicate(100);
  EXPECT_GE(copy.number(), 100);
  EXPECT_TRUE(closes_on_exec(copy));
  EXPECT_EQ(read_to_end(copy), "text");
  EXPECT_FALSE(Descriptor().duplicate(100).is_open());
}

TEST(Descriptor, OfEveryKindIsNotForProgramsThatAreStarted) {
  const Result<Pipe> pipe = make_pipe();
  const Result<SocketPair> sockets = make_socket_pair();
  const Result<Descriptor> file = make_memory_file("heddle-test");
  ASSERT_TRUE(pipe && sockets && file);
  for (const Descriptor* one : {&pipe->read_end, &pipe->write_end, &sockets->ours, &sockets->theirs, &*file})
    EXPECT_TRUE(closes_on_exec(*one));
}

// A daemon may have been started with its standard streams closed.
TEST(Descriptor, IsNeverAStandardStream) {
  ChildOptions options;
  options.body = [] {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(stream);
    const Result<Pipe> pipe = make_pipe();
    const Result<SocketPair> sockets = make_socket_pair();
    const Result<Descriptor> file = make_memory_file("heddle-test");
    if (!pipe || !sockets || !file) return 1;
    for (const Descriptor* one :
         {&pipe->read_end, &pipe->write_end, &sockets->ours, &sockets->theirs, &*file})
      if (one->number() <= STDERR_FILENO) return 2;
    return 0;
  };
  Result<Child> child = Child::start(options);
  ASSERT_TRUE(child) << child.error();
  EXPECT_EQ(child->wait().exit_status(), 0);
}

TEST(Descriptor, CarriesWhatIsWritten) {
  Result<Pipe> pipe = make_pipe();
  ASSERT_TRUE(pipe) << pipe.error();
  EXPECT_TRUE(write_all(pipe->write_end, "some words"));
  pipe->write_end.close();
  EXPECT_EQ(read_to_end(pipe->read_end), "some words");
}

TEST(Descriptor, KeepsNoMoreThanIsAsked) {
  Result<Pipe> pipe = make_pipe();
  ASSERT_TRUE(pipe) << pipe.error();
  ASSERT_TRUE(write_all(pipe->write_end, "0123456789"));
  pipe->write_end.close();
  std::string text = "ab";
  EXPECT_TRUE(read_some(pipe->read_end, text, 5));
  EXPECT_EQ(text, "ab012");
  EXPECT_FALSE(read_some(pipe->read_end, text, 5));
}

}  // namespace
}  // namespace heddle::process
