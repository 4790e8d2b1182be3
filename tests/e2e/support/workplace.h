// A temporary folder in which a test runs heddle, and the programs that were built for the tests.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/process.h"

namespace heddle::e2e {

using Json = nlohmann::json;

// The file of a program, built in this configuration (programs.cmake). HEDDLE_TEST_PROGRAMS in the
// environment is another folder of them, for instance one of another architecture.
std::string program(const std::string& name, const std::string& configuration = "default");

// The words that start a program by itself: under HEDDLE_TEST_EMULATOR, if the environment names one with its
// options.
std::vector<std::string> start_of(const std::string& program, const std::vector<std::string>& arguments);

class Workplace {
 public:
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  const std::string& folder() const { return folder_; }
  std::string path(const std::string& file) const { return folder_ + "/" + file; }
  void write(const std::string& file, const std::string& text) const;
  std::string read(const std::string& file) const;
  bool exists(const std::string& file) const;

  // A copy that no other test runs, to recognise its processes by.
  std::string copy_of(const std::string& program, const std::string& name) const;

  // `heddle ARGUMENTS` in this folder. The command may be changed before it is run. HEDDLE_TEST_PRELOAD in
  // the environment is a library to load into it (tests/emulated).
  Command heddle(const std::vector<std::string>& arguments) const;
  Outcome run_heddle(const std::vector<std::string>& arguments, const std::string& input = {}) const;

  // The names that `heddle strategies` lists.
  std::vector<std::string> strategies() const;

  Json json(const std::string& file) const;
  Json results(const std::string& output_folder = "heddle-out") const {
    return json(output_folder + "/results.json");
  }

 private:
  std::string folder_;
};

// How long the search took: nothing else in results.json depends on the machine.
void forget_time(Json& results);

// For the message of an assertion that fails.
std::string describe(const Outcome& outcome);

}  // namespace heddle::e2e
