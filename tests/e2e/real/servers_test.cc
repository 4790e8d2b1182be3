// Servers as Debian installs them, not rebuilt, with a client for each execution: they answer right, whatever
// the schedule.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

constexpr int kServerExecutions = 30;

void expect_passes(const Workplace& workplace, std::vector<std::string> options,
                   const std::vector<std::string>& program) {
  std::vector<std::string> words{"run", "--quiet",      "--time",
                                 "10m", "--executions", std::to_string(kServerExecutions)};
  words.insert(words.end(), options.begin(), options.end());
  words.emplace_back("--");
  words.insert(words.end(), program.begin(), program.end());
  const Outcome search = workplace.run_heddle(words);
  EXPECT_EQ(search.status, 0) << describe(search);
  EXPECT_THAT(search.out, HasSubstr("No bug found")) << describe(search);
  EXPECT_EQ(workplace.results().at("executions"), kServerExecutions) << describe(search);
}

// With threads that read and write for its clients.
TEST(Servers, RedisPasses) {
  const Workplace workplace;
  std::ofstream(workplace.path("client.sh")) << R"(
exec 5<>/dev/tcp/127.0.0.1/$HEDDLE_PORT 6<>/dev/tcp/127.0.0.1/$HEDDLE_PORT
printf 'INCR a\r\n' >&5
printf 'INCR a\r\n' >&6
read -r answer <&5
read -r answer <&6
printf 'INCR a\r\n' >&5
read -r answer <&5
[ "${answer%?}" = :3 ]
)";
  expect_passes(workplace, {"--cwd", "fresh", "--driver", "bash client.sh"},
                {"/usr/bin/redis-server", "--port", "{HEDDLE_PORT}", "--save", "", "--io-threads", "3",
                 "--io-threads-do-reads", "yes"});
}

TEST(Servers, MemcachedPasses) {
  const Workplace workplace;
  std::ofstream(workplace.path("client.sh")) << R"(
exec 5<>/dev/tcp/127.0.0.1/$HEDDLE_PORT 6<>/dev/tcp/127.0.0.1/$HEDDLE_PORT
printf 'set a 0 0 1\r\n1\r\n' >&5
read -r answer <&5
printf 'incr a 1\r\n' >&5
printf 'incr a 1\r\n' >&6
read -r answer <&5
read -r answer <&6
printf 'incr a 1\r\n' >&5
read -r answer <&5
[ "${answer%?}" = 4 ]
)";
  expect_passes(workplace, {"--driver", "bash client.sh"},
                {"/usr/bin/memcached", "-u", "nobody", "-l", "127.0.0.1", "-p", "{HEDDLE_PORT}", "-U", "0",
                 "-t", "3", "-m", "16"});
}

}  // namespace
}  // namespace heddle::e2e
