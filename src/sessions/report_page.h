// The page of `heddle report`: reads a folder of results, executes the bugs' schedules again, and writes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "event/result.h"

namespace heddle::sessions {

struct PageArguments {
  std::string folder = "heddle-out";
  std::string out;                  // empty: report.html in the folder
  std::string data;                 // where to write the data alone; empty: nowhere
  bool page = true;                 // false: only the data is wanted
  std::string page_template;        // empty: the one of this installation
  std::size_t events = 200'000;     // of each bug, at most
  std::vector<std::uint64_t> bugs;  // to execute again; empty: all, as far as they fit
  std::string program;              // where it is not at its recorded place any more
  bool force = false;               // go on even though the program was built again
  bool quiet = false;
};

struct MadePage {
  std::string path;
  std::size_t bytes = 0;
  std::string contents;  // "1 bug with its trace, 3 source files"
};

// The error is wrong use.
Result<MadePage> make_page(const PageArguments& arguments);

// Shows the page in the user's browser. The error says what to do instead.
Result<bool> open_page(const std::string& path);

// "heddle-out/report.html: 812 KB, 1 bug with its trace, ..."
std::string page_line(const MadePage& page);

}  // namespace heddle::sessions
