#include "compile/plugin.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "compile/commands.h"
#include "process/descriptor.h"

namespace heddle::compile {

namespace {

namespace fs = std::filesystem;

// The interface of a plugin is not kept from version to version; this one was tried with 12.
constexpr int kFirstVersion = 11;

bool is_there(const fs::path& file) {
  return access(file.c_str(), R_OK) == 0;
}

// The first line of what the compiler prints; empty if it cannot be asked.
std::string answer_of(const Compiler& compiler, const char* question) {
  std::vector<std::string> words = compiler.words;
  words.emplace_back(question);
  const Result<std::string> answer = output_of(words);
  return answer ? answer->substr(0, answer->find('\n')) : std::string();
}

// Of a cross compiler, which could not load what it builds. `machine` is "x86_64-linux-gnu".
bool is_of_another_machine(const std::string& machine) {
  struct utsname own{};
  return uname(&own) == 0 && !machine.empty() && !machine.starts_with(own.machine);
}

fs::path cache_folder() {
  if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder != nullptr && *folder == '/')
    return fs::path(folder) / "heddle";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return fs::path(home) / ".cache" / "heddle";
  return {};
}

// Many compilers of one build ask at the same time: one builds, the others wait.
class Lock {
 public:
  explicit Lock(const fs::path& file) : descriptor_(open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
    if (descriptor_.is_open()) flock(descriptor_.number(), LOCK_EX);
  }

 private:
  process::Descriptor descriptor_;
};

bool build(const Compiler& compiler, const fs::path& headers, const fs::path& sources, const fs::path& file) {
  const fs::path unfinished = file.string() + ".new";
  std::vector<std::string> words = compiler.words;
  words.insert(words.end(), {"-x", "c++", "-std=gnu++20", "-O1", "-w", "-fno-rtti", "-fno-exceptions",
                             "-shared", "-fPIC", "-isystem", headers.string(), "-I", sources.string()});
  for (const char* source : {"gcc_plugin.cc", "assembly_text.cc"})
    words.push_back((sources / "instrument" / source).string());
  words.insert(words.end(), {"-lstdc++", "-o", unfinished.string()});
  std::error_code error;
  if (!output_of(words)) return false;
  fs::rename(unfinished, file, error);
  return !error;
}

// The interface is the same in all of one major version.
Plugin find_clang_plugin(const Compiler& compiler, const fs::path& folder) {
  const std::string version = std::to_string(compiler.major_version);
  const fs::path file = folder / ("clang-plugin-" + version + ".so");
  if (is_there(file)) return {file.string(), {}};
  return {
      {},
      "memory operands of asm, and accesses to 3, 5 or more than 16 bytes at once, are not seen: this Heddle "
      "has no plugin for clang " +
          version + "; use clang++-19 or g++"};
}

Plugin find_gcc_plugin(const Compiler& compiler, const ToolPaths& tools, const fs::path& folder) {
  const std::string hidden =
      "structs that are passed by value or returned, and memory operands of asm, are not seen: ";
  const std::string name = "gcc-" + std::to_string(compiler.major_version);
  if (compiler.major_version < kFirstVersion)
    return {{}, hidden + name + " is too old for Heddle's plugin; use clang++"};
  const std::string version =
      compiler.version.empty() ? answer_of(compiler, "-dumpfullversion") : compiler.version;
  const std::string machine = answer_of(compiler, "-dumpmachine");
  const std::string file_name = "gcc-plugin-" + version + "-" + machine + ".so";
  const fs::path installed = folder / file_name;
  if (is_there(installed)) return {installed.string(), {}};

  if (is_of_another_machine(machine))
    return {{}, hidden + "Heddle has no plugin for compilers of other machines (" + machine + ")"};
  const fs::path cache = cache_folder();
  const fs::path built = cache / (std::string(HEDDLE_VERSION) + "-" + file_name);
  if (!cache.empty() && is_there(built)) return {built.string(), {}};
  const fs::path headers = fs::path(answer_of(compiler, "-print-file-name=plugin")) / "include";
  if (!is_there(headers / "gcc-plugin.h"))
    return {{},
            hidden + "install " + name +
                "-plugin-dev (Debian's name for the headers of gcc's plugins), or use clang++"};
  std::error_code error;
  fs::create_directories(cache, error);
  if (cache.empty() || error)
    return {{}, hidden + "there is no folder for Heddle's plugin; set XDG_CACHE_HOME"};
  const Lock lock(cache / "lock");
  const fs::path failed = built.string() + ".failed";  // it is not tried again for each file
  if (!is_there(built) && !is_there(failed) && !build(compiler, headers, tools.plugin_source_dir, built))
    std::ofstream(failed).flush();
  if (is_there(built)) return {built.string(), {}};
  return {{},
          hidden + "Heddle's plugin cannot be built for " + name + " (" + version +
              "); use clang++, or remove " + failed.string() + " to try again"};
}

}  // namespace

Plugin find_plugin(const Compiler& compiler, const ToolPaths& tools) {
  if (tools.plugin_source_dir.empty()) return {};
  const fs::path folder = fs::path(tools.runtime_library_dir) / "heddle";
  return compiler.family == Family::kClang ? find_clang_plugin(compiler, folder)
                                           : find_gcc_plugin(compiler, tools, folder);
}

}  // namespace heddle::compile
