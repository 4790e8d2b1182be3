#include "event/schedule_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workshop.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;
using testing::small_schedule;
using ::testing::StartsWith;

// All that a line keeps.
void expect_kept(const ScheduleFile& file) {
  const std::string line = print_line(file);
  EXPECT_THAT(line, StartsWith("h2:"));
  EXPECT_EQ(line.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_:"),
            std::string::npos)
      << "no shell changes it: " << line;
  const Result<ScheduleFile> read = parse_schedule_line(line);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->schedule, file.schedule);
  EXPECT_EQ(read->threads, file.threads);
  EXPECT_EQ(read->outcome, file.outcome);
  EXPECT_EQ(read->build_id, short_build_id(file.build_id));
  EXPECT_EQ(read->random_seed, file.random_seed);
  EXPECT_EQ(read->execution, file.execution);
  EXPECT_EQ(read->step_limit, file.step_limit);
  EXPECT_EQ(read->spurious, file.spurious);
  EXPECT_EQ(read->stall, file.stall);
  EXPECT_EQ(read->kernel_threads, file.kernel_threads);
  EXPECT_EQ(read->expected_exit, file.expected_exit);
  EXPECT_EQ(read->first_access, file.first_access);
  EXPECT_EQ(read->second_access, file.second_access);
  EXPECT_EQ(read->in_process_call, file.in_process_call);
  EXPECT_EQ(print_line(*read), line);
}

TEST(ScheduleLine, KeepsWhatAReplayNeeds) {
  ScheduleFile file = small_schedule();
  expect_kept(file);
  file.spurious = true;
  file.kernel_threads = true;
  file.stall = 100'000'000;
  file.expected_exit = 3;
  file.in_process_call = 2;
  file.first_access = 1;
  file.second_access = 300;
  file.threads = {"main", "main.0", "main.0.12", "worker"};
  file.schedule = {{0, 70'000}, {2, 1}, {1, 0}, {3, 4'000'000'000u}, {0, 5}};
  expect_kept(file);
}

TEST(ScheduleLine, IsShort) {
  ScheduleFile file = small_schedule();
  file.threads = {"main", "main.0", "main.1"};
  file.build_id = "747821e15bab6f198d0e3acc9e9c5689627b13c4";
  file.random_seed = 1;
  file.execution = 2;
  file.step_limit = 50'000;
  file.stall = 100'000'000;
  file.schedule = {{0, 26}, {1, 14}, {2, 31}, {0, 2}, {1, 40}, {0, 35}};
  EXPECT_LE(print_line(file).size(), 80u) << print_line(file);
}

// What was sent by chat may have lost or changed any of its letters.
TEST(ScheduleLine, DamageIsNoticed) {
  const std::string line = print_line(small_schedule());
  for (std::size_t cut = 0; cut < line.size(); ++cut)
    EXPECT_FALSE(parse_schedule_line(line.substr(0, cut))) << cut;
  std::size_t noticed = 0;
  for (std::size_t at = 3; at + 1 < line.size(); ++at) {
    std::string other = line;
    other[at] = other[at] == 'A' ? 'B' : 'A';
    if (!parse_schedule_line(other)) ++noticed;
  }
  EXPECT_EQ(noticed, line.size() - 4);
  EXPECT_THAT(parse_schedule_line("h1:abc").error(), HasSubstr("h2:"));
  EXPECT_THAT(parse_schedule_line("h2:!").error(), HasSubstr("not complete"));
  EXPECT_TRUE(parse_schedule_line(line + "\n")) << "as files end";
}

TEST(ScheduleLine, OfNothingIsEmpty) {
  ScheduleFile file = small_schedule();
  file.schedule.clear();
  EXPECT_EQ(print_line(file), "");
}

}  // namespace
}  // namespace heddle
