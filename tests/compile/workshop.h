// A temporary folder with sources, a stand-in for the runtime, and the wrapper run in it as a process of its
// own, with its output captured.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

#include "compile/driver.h"

namespace heddle::compile {

struct Outcome {
  int status = -1;  // as a shell shows it: 128 + N after signal N
  std::string out;
  std::string err;
};

class Workshop {
 public:
  Workshop();
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  std::string path(const std::string& file) const { return folder_ + "/" + file; }
  void write(const std::string& file, const std::string& text) const;
  void write_script(const std::string& file, const std::string& text) const;
  std::string read(const std::string& file) const;
  bool exists(const std::string& file) const;
  std::vector<std::string> list(const std::string& directory) const;

  // Set for everything that is started here, e.g. HEDDLE_CXX.
  void set_variable(const std::string& name, const std::string& value) { variables_[name] = value; }

  // A shared library with the hooks that small programs need, where the wrapper looks for libheddle.so.
  void build_runtime_stand_in() const;

  Outcome cc(const std::vector<std::string>& arguments, const std::string& input = "") const;
  Outcome cxx(const std::vector<std::string>& arguments, const std::string& input = "") const;
  Outcome run(const std::vector<std::string>& command, const std::string& input = "") const;

  // The wrapper, not waited for.
  pid_t start_cxx(const std::vector<std::string>& arguments) const;
  Outcome finish(pid_t process) const;

  // What the wrapper and the compilers left in TMPDIR.
  std::vector<std::string> leftovers() const { return list("tmp"); }

 private:
  template <typename Body>
  pid_t start(const std::string& input, Body body) const;
  pid_t start_wrapper(Driver driver, const std::vector<std::string>& arguments,
                      const std::string& input) const;

  std::string folder_;
  std::map<std::string, std::string> variables_;
};

bool is_installed(const std::string& program);

}  // namespace heddle::compile
