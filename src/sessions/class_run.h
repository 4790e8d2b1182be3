// A class under test, from its header to the verdict: its model, the program that runs its tests, the search,
// and what came of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "classes/method_choice.h"
#include "classes/run/class_search.h"
#include "sessions/output_files.h"

namespace heddle::sessions {

// A class without threads that says what is right.
struct SequentialClass {
  std::string header;
  std::string class_name;
};

struct ClassRequest {
  std::string header;
  std::vector<std::string> sources;  // that define what the header declares
  std::string class_name;
  std::string build_folder;
  std::vector<std::string> flags;      // for the compiler
  classes::ClassSearchOptions search;  // but for roles and ignored results, which are said by names:
  std::vector<classes::NamePatterns> roles;
  std::vector<std::string> ignored;
  std::vector<std::string> spurious;  // methods that may fail whenever they like
  classes::MethodChoice methods;
  std::optional<SequentialClass> specification;
  std::string factory;  // a header; empty: none
  std::string out;      // a folder
  std::string json;     // a file; empty: none
  ResultFormats formats;
  std::string emit_tests;  // a folder; empty: none
  unsigned jobs = 1;
  bool model_only = false;
  bool quiet = false;
  bool partial = false;    // it is all right when main methods are not tested
  bool continues = false;  // what the results in `out` report is left out
};

// Prints, and returns the exit status.
int run_class(const ClassRequest& request);

}  // namespace heddle::sessions
