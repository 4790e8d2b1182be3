// Processes are started and waited for in one place (and in the runtime, which has no other library).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::process {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& path) {
  return path.extension() == ".cc" || path.extension() == ".h";
}

constexpr std::string_view kCalls[] = {
    "execl(",        "execle(",       "execlp(",      "execv(", "execve(", "execvp(", "execvpe(",
    "fork(",         "memfd_create(", "personality(", "pipe(",  "pipe2(",  "popen(",  "posix_spawn(",
    "posix_spawnp(", "prctl(",        "socketpair(",  "vfork(", "wait4(",  "waitid(", "waitpid("};

// A method of that name is another function, and so is one with a longer name.
bool calls_one(std::string_view line) {
  const std::string_view code = line.substr(0, line.find("//"));
  for (const std::string_view call : kCalls)
    for (std::size_t at = 0; (at = code.find(call, at)) != std::string_view::npos; ++at) {
      const char before = at == 0 ? ' ' : code[at - 1];
      if (std::isalnum(static_cast<unsigned char>(before)) == 0 && before != '_' && before != '.' &&
          before != '>')
        return true;
    }
  return false;
}

// "FILE: LINE" for each line of the folder's sources that calls such a function.
std::vector<std::string> calls_in(const fs::path& folder) {
  std::vector<std::string> calls;
  for (const fs::directory_entry& file : fs::recursive_directory_iterator(folder)) {
    if (!is_source(file.path())) continue;
    std::ifstream stream(file.path());
    for (std::string line; std::getline(stream, line);)
      if (calls_one(line)) calls.push_back(file.path().string() + ": " + line);
  }
  return calls;
}

TEST(Sources, StartProcessesInOnePlace) {
  std::size_t folders = 0;
  for (const fs::directory_entry& room : fs::directory_iterator(HEDDLE_SOURCES)) {
    if (!room.is_directory() || room.path().filename() == "process" || room.path().filename() == "runtime")
      continue;
    ++folders;
    EXPECT_THAT(calls_in(room.path()), ::testing::IsEmpty());
  }
  EXPECT_GT(folders, 10u);
}

TEST(Sources, AreReadAtAll) {
  EXPECT_THAT(calls_in(fs::path(HEDDLE_SOURCES) / "process"),
              ::testing::Contains(::testing::HasSubstr("fork()")));
}

}  // namespace
}  // namespace heddle::process
