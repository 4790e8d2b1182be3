// Programs with threads as Debian installs them, not rebuilt: compressors, and servers with a client for each
// execution. They pass, whatever the schedule.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kLeastExecutions = 20;

void expect_passes(const Workplace& workplace, std::vector<std::string> options,
                   const std::vector<std::string>& program) {
  std::vector<std::string> words{"run", "--quiet", "--time", "20s", "--executions", "200"};
  words.insert(words.end(), options.begin(), options.end());
  words.emplace_back("--");
  words.insert(words.end(), program.begin(), program.end());
  const Outcome search = workplace.run_heddle(words);
  EXPECT_EQ(search.status, 0) << describe(search);
  EXPECT_THAT(search.out, HasSubstr("No bug found")) << describe(search);
  EXPECT_GE(workplace.results().at("executions"), kLeastExecutions) << describe(search);
}

class Compressors : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(Compressors, Pass) {
  const Workplace workplace;
  {
    // Two blocks and a half, neither all alike nor all different.
    std::ofstream input(workplace.path("input"));
    for (unsigned i = 0; input.tellp() < 320 * 1024; ++i) input << i * 2654435761u << " line " << i << '\n';
  }
  std::vector<std::string> program = GetParam();
  program.emplace_back("input");
  expect_passes(workplace, {}, program);
}

INSTANTIATE_TEST_SUITE_P(Real, Compressors,
                         ::testing::Values(std::vector<std::string>{"/usr/bin/pigz", "-p3", "-b128", "-kc"},
                                           std::vector<std::string>{"/usr/bin/pbzip2", "-p3", "-b1", "-kc"},
                                           std::vector<std::string>{"/usr/bin/xz", "-T3",
                                                                    "--block-size=128KiB", "-0", "-kc"},
                                           std::vector<std::string>{"/usr/bin/zstd", "-T3", "-B128KB", "-1",
                                                                    "-qc"}),
                         [](const auto& info) {
                           const std::string& path = info.param.front();
                           return path.substr(path.rfind('/') + 1);
                         });

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
