// Small real programs, compiled when a test runs. Each prints lines "label hexadecimal-number", where the
// number is an address of the program minus its load bias: what the symbolizer takes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace heddle::symbols::testing {

// A folder of its own for each test, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

struct Outcome {
  int status = -1;
  std::string output;  // Standard output and error.
};

// Runs a shell command in a folder.
Outcome run_in(const std::filesystem::path& folder, const std::string& command);

bool is_installed(const std::string& program);

// One way to compile.
struct Build {
  std::string name;  // Of the test.
  std::string compiler;
  std::string flags;
};
std::ostream& operator<<(std::ostream& out, const Build& build);

// Each compiler with and without optimisation, each DWARF version, position-independent and not.
std::vector<Build> builds();

// "#include"s of the test programs: HERE("label") in a function prints its own return address, DATA("label",
// variable) prints where a variable is, TLS("label", variable) where a thread_local one is in the module's
// TLS block.
extern const char* const kProbeHeader;

// Runs a program and reads what it printed.
std::map<std::string, uint64_t> printed_addresses(const std::filesystem::path& folder,
                                                  const std::string& program);

// The number of the line of `text` that contains `part`, from 1; 0 if none does.
int line_of(const std::string& text, const std::string& part);

}  // namespace heddle::symbols::testing
