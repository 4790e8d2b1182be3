// All tests of `heddle test`: what was asked for, and what came out.
#pragma once

#include <string>
#include <vector>

#include "report/formats/known_bugs.h"
#include "report/formats/test_document.h"
#include "report/model/run_description.h"

namespace heddle::report {

struct TestRun {
  std::string verb = "test";   // of heddle, which made it
  RunDescription description;  // its arguments are those of every test
  std::string framework;
  std::size_t jobs = 1;
  double total_seconds = 0;  // for all tests together; 0: there is no such limit
  std::vector<TestReport> tests;
  double seconds = 0;
  bool interrupted = false;
  std::string known_file;          // empty: there is none
  std::vector<KnownBug> not_seen;  // that it has
  std::string working_folder;      // files are named relative to it
  std::string started;             // "2026-01-31T12:00:00", without a time zone, as JUnit has it
  std::string machine = "localhost";
};

struct TestCounts {
  std::size_t passed = 0;  // with those without threads
  std::size_t no_threads = 0;
  std::size_t failed = 0;
  std::size_t known = 0;
  std::size_t skipped = 0;
  std::size_t uncontrolled = 0;
  std::size_t interrupted = 0;
};
TestCounts count(const std::vector<TestReport>& tests);

// Names of folders for tests, each a different one: what is awkward in a file name is '_'.
std::vector<std::string> folder_names(const std::vector<std::string>& tests);

// Below the working folder the path from there, otherwise as it is.
std::string path_from(const std::string& working_folder, const std::string& path);

// The schedule of a bug as the user writes it behind `heddle replay`.
std::string schedule_path(const TestRun& run, const TestReport& report, const TestBug& bug);

// "queue_test.cc:14: Expected equality of ..."
std::string placed_message(const TestBug& bug);

}  // namespace heddle::report
