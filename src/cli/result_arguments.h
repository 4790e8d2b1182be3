// The options that say in which forms results are written, for verbs that write some.
#pragma once

#include <CLI/CLI.hpp>

#include "sessions/output_files.h"

namespace heddle::cli {

// `formats` must outlive the application.
inline void add_formats(CLI::App& app, sessions::ResultFormats& formats) {
  app.add_option("--junit", formats.junit,
                 "write the results to this file as JUnit XML; - is standard output");
  app.add_option("--sarif", formats.sarif,
                 "write the bugs to this file as SARIF 2.1.0; - is standard output");
}

}  // namespace heddle::cli
