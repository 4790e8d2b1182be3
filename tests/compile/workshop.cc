#include "workshop.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

namespace heddle::compile {
namespace {

constexpr const char* kRuntimeStandIn = R"(
#include <stddef.h>
#define TAKES_ADDRESS(name) void __tsan_##name(void* address) { (void)address; }
#define ACCESSES(size)                                                                     \
  TAKES_ADDRESS(read##size) TAKES_ADDRESS(write##size) TAKES_ADDRESS(unaligned_read##size) \
  TAKES_ADDRESS(unaligned_write##size)
void __tsan_init(void) {}
void __tsan_func_exit(void) {}
TAKES_ADDRESS(func_entry)
ACCESSES(1) ACCESSES(2) ACCESSES(4) ACCESSES(8) ACCESSES(16)
void __tsan_atomic_thread_fence(int order) { (void)order; }
void* __tsan_memcpy(void* to, const void* from, size_t size) { return __builtin_memcpy(to, from, size); }
)";

class ToStandardError : public Messages {
 public:
  void line(std::string_view text) override { std::cerr << text << '\n' << std::flush; }
};

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

void redirect(const std::string& file, int flags, int descriptor) {
  const int opened = open(file.c_str(), flags, 0600);
  if (opened < 0 || dup2(opened, descriptor) < 0) _exit(99);
  close(opened);
}

}  // namespace

Workshop::Workshop() {
  std::string pattern = (std::filesystem::temp_directory_path() / "heddle-compile-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) std::abort();
  folder_ = pattern;
  for (const char* directory : {"tmp", "lib", "include/heddle", "out", "streams"}) {
    std::filesystem::create_directories(path(directory));
  }
  set_variable("TMPDIR", path("tmp"));
}

Workshop::~Workshop() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void Workshop::write(const std::string& file, const std::string& text) const {
  std::ofstream(path(file), std::ios::binary) << text;
}

void Workshop::write_script(const std::string& file, const std::string& text) const {
  write(file, text);
  std::filesystem::permissions(path(file), std::filesystem::perms::owner_all);
}

std::string Workshop::read(const std::string& file) const {
  std::ifstream stream(path(file), std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

bool Workshop::exists(const std::string& file) const {
  return std::filesystem::exists(path(file));
}

std::vector<std::string> Workshop::list(const std::string& directory) const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path(directory))) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

void Workshop::build_runtime_stand_in() const {
  write("stand_in.c", kRuntimeStandIn);
  const Outcome built =
      run({"cc", "-shared", "-fPIC", "-Wl,-soname,libheddle.so", "stand_in.c", "-o", "lib/libheddle.so"});
  ASSERT_EQ(built.status, 0) << built.err;
}

template <typename Body>
pid_t Workshop::start(const std::string& input, Body body) const {
  write("streams/in", input);
  const pid_t process = fork();
  if (process != 0) return process;
  if (chdir(folder_.c_str()) != 0) _exit(99);
  redirect("streams/in", O_RDONLY, STDIN_FILENO);
  redirect("streams/out", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect("streams/err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  // The machine's own settings must not decide what is tested.
  for (const char* name : {"HEDDLE_CC", "HEDDLE_CXX", "LANG", "LC_ALL"}) unsetenv(name);
  for (const auto& [name, value] : variables_) setenv(name.c_str(), value.c_str(), 1);
  _exit(body());
}

pid_t Workshop::start_wrapper(Driver driver, const std::vector<std::string>& arguments,
                              const std::string& input) const {
  return start(input, [&] {
    Request request;
    request.driver = driver;
    request.arguments = arguments;
    request.tools = {path("lib"), path("include")};
    ToStandardError messages;
    return run_compiler(request, messages);
  });
}

Outcome Workshop::finish(pid_t process) const {
  int status = 0;
  if (waitpid(process, &status, 0) != process) return {};
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read("streams/out"),
          read("streams/err")};
}

Outcome Workshop::cc(const std::vector<std::string>& arguments, const std::string& input) const {
  return finish(start_wrapper(Driver::kC, arguments, input));
}

Outcome Workshop::cxx(const std::vector<std::string>& arguments, const std::string& input) const {
  return finish(start_wrapper(Driver::kCxx, arguments, input));
}

pid_t Workshop::start_cxx(const std::vector<std::string>& arguments) const {
  return start_wrapper(Driver::kCxx, arguments, "");
}

Outcome Workshop::run(const std::vector<std::string>& command, const std::string& input) const {
  return finish(start(input, [&] {
    execvp(command.front().c_str(), pointers_to(command).data());
    return 127;
  }));
}

bool is_installed(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream directories(path != nullptr ? path : "/usr/bin");
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (access((directory + "/" + program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

}  // namespace heddle::compile
