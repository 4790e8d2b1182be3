// What an execution changed is put back: memory (isolation/image.h) and what the kernel knows
// (isolation/kernel_state.h). As in a search, the image is taken in one process, and executions run in its
// child. There they are functions here, and nothing is under control.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "reserved_heap.h"
#include "runtime/carrier/process_thread.h"
#include "runtime/carrier/processors.h"
#include "runtime/isolation/image.h"
#include "runtime/isolation/kernel_state.h"
#include "runtime/isolation/own_descriptors.h"
#include "runtime/memory/heap.h"
#include "runtime/services/irreversible.h"
#include "runtime/services/signal_actions.h"
#include "runtime/state/hot.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kPage = 4096;

std::uint32_t id_of_thread = 1;

// The program's variables.
int with_value = 7;
int without_value;
char many_pages[16 * kPage];

}  // namespace

// Of the process, not of the program: it stays as it is. glibc's is not touched here.
std::uint32_t* own_thread_id() {
  return &id_of_thread;
}

namespace {

// In a child, whose answer is empty or says what is wrong.
std::string in_child(const std::function<std::string()>& work) {
  int words[2];
  if (pipe2(words, O_CLOEXEC) != 0) return "there is no pipe";
  const pid_t child = fork();
  if (child == 0) {
    words[1] = keep_out_of_the_way(words[1]);
    const std::string answer = work();
    _exit(write(words[1], answer.data(), answer.size()) < 0 ? 1 : 0);
  }
  close(words[1]);
  std::string answer;
  char buffer[256];
  for (ssize_t got; (got = read(words[0], buffer, sizeof buffer)) > 0;)
    answer.append(buffer, static_cast<std::size_t>(got));
  close(words[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return status == 0 ? answer : "the child ended with status " + std::to_string(status);
}

class ImageTest : public ::testing::Test {
 protected:
  void SetUp() override {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "AddressSanitizer keeps its own shadow at the heap's address";
#endif
    ASSERT_TRUE(testing::heap_is_reserved());
  }

  // `work` runs in a worker, with an image of the memory as it is now.
  static std::string in_worker(const std::function<std::string(Image&)>& work) {
    Image image;
    const int here = 0;
    if (std::string problem = image.take(&here); !problem.empty()) return problem;
    return in_child([&] {
      processors::stop_kernel();
      const std::string problem = image.begin();
      return problem.empty() ? work(image) : problem;
    });
  }

  // Empty, or which address was not put back.
  static std::string execute(Image& image, const std::function<void()>& program) {
    image.before_execution();
    program();
    image.restore();
    const std::uint64_t difference = image.first_difference();
    return difference == 0 ? "" : "a difference at " + std::to_string(difference);
  }
};

TEST_F(ImageTest, PutsEverythingBack) {
  int* const allocated = static_cast<int*>(std::malloc(sizeof(int)));
  *allocated = 3;
  EXPECT_EQ(in_worker([allocated](Image& image) -> std::string {
              std::string problem = execute(image, [allocated] {
                with_value = 8;
                without_value = 9;
                *allocated = 4;
                std::memset(many_pages, 1, sizeof many_pages);
                std::free(std::malloc(1'000'000));
              });
              if (!problem.empty()) return problem;
              if (with_value != 7 || without_value != 0 || *allocated != 3)
                return "a variable is not as it was";
              return many_pages[sizeof many_pages - 1] == 0 ? "" : "a page is not as it was";
            }),
            "");
  std::free(allocated);
}

// The pages are known then, and no fault tells of them any more.
TEST_F(ImageTest, PutsEverythingBackEachTime) {
  EXPECT_EQ(in_worker([](Image& image) -> std::string {
              for (int i = 0; i < 5; ++i) {
                std::string problem = execute(image, [i] {
                  ++with_value;
                  std::memset(many_pages, i, static_cast<std::size_t>(i + 1) * kPage);
                });
                if (!problem.empty()) return problem;
                if (with_value != 7) return "execution " + std::to_string(i) + " is seen by the next";
              }
              return "";
            }),
            "");
}

TEST_F(ImageTest, SeesWhatIsNotAsItWas) {
  EXPECT_EQ(in_worker([](Image& image) -> std::string {
              execute(image, [] { ++without_value; });
              ++without_value;
              const std::uint64_t difference = image.first_difference();
              const auto address = reinterpret_cast<std::uint64_t>(&without_value);
              return difference == address ? "" : "it does not";
            }),
            "");
}

TEST_F(ImageTest, LeavesAloneWhatIsNotTheProgramsOwn) {
  int* const lasting = new int(1);
  EXPECT_EQ(in_worker([lasting](Image& image) -> std::string {
              std::string problem = execute(image, [lasting] {
                *lasting = 2;
                id_of_thread = 77;
                with_value = 8;
              });
              if (!problem.empty()) return problem;
              if (*lasting != 2) return "memory of the search was put back";
              return id_of_thread == 77 ? "" : "the id of the thread was put back";
            }),
            "");
  delete lasting;
}

// The heap is larger in one execution than in the others. What it left behind must not be seen when the heap
// grows again.
TEST_F(ImageTest, GivesEveryExecutionANewHeap) {
  EXPECT_EQ(in_worker([](Image& image) -> std::string {
              const std::uint64_t end = heap::end();
              char* block = nullptr;
              bool is_clean = true;
              for (const std::size_t size : {std::size_t{100}, 50 * kPage, std::size_t{100}, 50 * kPage}) {
                std::string problem = execute(image, [&] {
                  char* const now = static_cast<char*>(heap::allocate(size, 16, {}, false));
                  if (block != nullptr && size > kPage)
                    for (std::size_t i = kPage; i < size; ++i) is_clean = is_clean && now[i] != 'x';
                  if (size > kPage) block = now;
                  std::memset(now, 'x', size);
                });
                if (!problem.empty()) return problem;
                if (heap::end() != end) return "the heap is larger than it was";
              }
              return is_clean ? "" : "a block holds what another execution wrote";
            }),
            "");
}

class KernelStateTest : public ::testing::Test {
 protected:
  // Empty, or what the worker says after an execution that was put back.
  static std::string after(const std::function<void()>& program, const std::function<std::string()>& look) {
    return after_several({program}, look);
  }
  // The same after each of them in turn. What the last one did is not the business of the others.
  static std::string after_several(const std::vector<std::function<void()>>& programs,
                                   const std::function<std::string()>& look) {
    signals::forget_actions();
    KernelState state;
    if (!state.take()) return "there are too many descriptors";
    return in_child([&]() -> std::string {
      if (std::string problem = state.begin(); !problem.empty()) return problem;
      for (const std::function<void()>& program : programs) {
        process_changes() = {};
        hot.active = true;  // as in an execution
        program();
        hot.active = false;
        state.note_changes();
        if (!state.restore(true)) return "it cannot be put back";
      }
      return look();
    });
  }
};

bool is_same_file(int one, int other) {
  struct stat first{}, second{};
  return fstat(one, &first) == 0 && fstat(other, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

// One that stands for another file, and one whose file does not block any more.
TEST_F(KernelStateTest, PutsDescriptorsBackThatTheProgramChanged) {
  const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int other = open("/dev/zero", O_RDONLY | O_CLOEXEC);
  const auto nothing = [] {};
  const auto changes = [&] {
    note_changed_descriptors();
    fcntl(other, F_SETFL, O_NONBLOCK);
    dup2(other, file);
  };
  EXPECT_EQ(after_several({nothing, nothing, changes},
                          [&]() -> std::string {
                            if (is_same_file(file, other)) return "it is the other file";
                            return (fcntl(other, F_GETFL) & O_NONBLOCK) == 0 ? "" : "it does not block";
                          }),
            "");
  close(other);
  close(file);
}

// By a system call of its own, past all that is interposed.
TEST_F(KernelStateTest, PutsDescriptorsBackAtLastWhoeverChangedThem) {
  const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int other = open("/dev/zero", O_RDONLY | O_CLOEXEC);
  const auto nothing = [] {};
  std::vector<std::function<void()>> programs(2, nothing);
  programs.push_back([&] { dup2(other, file); });
  programs.insert(programs.end(), 64, nothing);
  EXPECT_EQ(after_several(programs, [&] { return is_same_file(file, other) ? "it is the other file" : ""; }),
            "");
  programs = {nothing, nothing, [&] { close(file); }};
  EXPECT_EQ(after_several(programs, [&] { return fcntl(file, F_GETFD) < 0 ? "it is closed" : ""; }), "")
      << "there is one less, and that is seen at once";
  close(other);
  close(file);
}

TEST_F(KernelStateTest, ClosesWhatWasOpenedAndOpensWhatWasClosed) {
  const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
  int opened = -1;
  EXPECT_EQ(after(
                [&] {
                  opened = open("/dev/null", O_RDONLY);
                  close(file);
                },
                [&]() -> std::string {
                  if (fcntl(opened, F_GETFD) >= 0) return "a file is still open";
                  return fcntl(file, F_GETFD) == FD_CLOEXEC ? "" : "a file is not open as it was";
                }),
            "");
  close(file);
}

TEST_F(KernelStateTest, RewindsFiles) {
  char name[] = "/tmp/heddle-restoring-XXXXXX";
  const int file = mkstemp(name);
  ASSERT_GE(file, 0);
  unlink(name);
  ASSERT_EQ(write(file, "0123456789", 10), 10);
  lseek(file, 4, SEEK_SET);
  EXPECT_EQ(after([&] { lseek(file, 8, SEEK_SET); },
                  [&]() -> std::string {
                    const off_t offset = lseek(file, 0, SEEK_CUR);
                    return offset == 4 ? "" : "it is at " + std::to_string(offset);
                  }),
            "");
  EXPECT_EQ(lseek(file, 0, SEEK_CUR), 4) << "the worker has an offset of its own";
  close(file);
}

TEST_F(KernelStateTest, PutsSignalsBack) {
  EXPECT_EQ(after(
                [] {
                  signals::action_of(SIGUSR1);  // as sigaction() of the program would
                  signal(SIGUSR1, SIG_IGN);
                  sigset_t all;
                  sigfillset(&all);
                  sigprocmask(SIG_SETMASK, &all, nullptr);
                  raise(SIGUSR2);  // it waits
                },
                []() -> std::string {
                  struct sigaction action{};
                  sigaction(SIGUSR1, nullptr, &action);
                  if (action.sa_handler != SIG_DFL) return "an action was kept";
                  sigset_t mask;
                  sigprocmask(SIG_SETMASK, nullptr, &mask);
                  return sigismember(&mask, SIGUSR2) == 0 ? "" : "the mask was kept";
                }),
            "");
}

TEST_F(KernelStateTest, RemovesNewMappings) {
  void* mapped = nullptr;
  EXPECT_EQ(after(
                [&] {
                  mapped = mmap(nullptr, kPage, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                  note_changed_mappings();
                },
                [&]() -> std::string {
                  unsigned char resident = 0;
                  return mincore(mapped, kPage, &resident) != 0 ? "" : "it is still mapped";
                }),
            "");
}

TEST_F(KernelStateTest, SaysThatAMappingIsGone) {
  void* const mapped = mmap(nullptr, kPage, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_EQ(after([&] { munmap(mapped, kPage); }, [] { return std::string("nobody noticed"); }),
            "it cannot be put back");
  munmap(mapped, kPage);
}

}  // namespace
}  // namespace heddle::runtime
