// heddle coverage: what was exercised, and what is left.
#include <cstdio>
#include <filesystem>
#include <memory>

#include "cli/command.h"
#include "host/output_folder.h"
#include "report/formats/coverage_plot.h"
#include "report/model/requirements_file.h"
#include "report/text/coverage_text.h"
#include "sessions/terminal.h"

namespace heddle::cli {

namespace {

struct CoverageArguments {
  std::vector<std::string> folders;
  std::size_t limit = 20;
  std::string svg, json, requirements;
};

constexpr char kPlotFile[] = "coverage.svg";

// A folder of `heddle run`, or its coverage.json.
Result<report::CoverageDocument> read_coverage(const std::string& path) {
  const bool is_folder = std::filesystem::is_directory(path);
  const std::string file = is_folder ? path + "/" + report::kCoverageFile : path;
  if (is_folder && !std::filesystem::exists(file))
    return Error{"there is no coverage in '" + path +
                 "'; is it a folder of 'heddle run', which was not told "
                 "'--coverage none'?"};
  const Result<std::string> text = host::read_file(file);
  if (!text) return Error{text.error()};
  Result<report::CoverageDocument> document = report::parse_coverage(*text);
  if (!document) return Error{"'" + file + "' " + document.error()};
  return document;
}

int coverage(const CoverageArguments& arguments) {
  report::CoverageDocument all;
  for (std::size_t i = 0; i < arguments.folders.size(); ++i) {
    Result<report::CoverageDocument> document = read_coverage(arguments.folders[i]);
    if (!document) return complain(kWrongUse, document.error());
    if (i == 0)
      all = std::move(*document);
    else
      all.merge(*document);
  }
  std::string svg = arguments.svg;
  if (svg.empty() && arguments.folders.size() == 1 &&
      std::filesystem::is_directory(arguments.folders.front()))
    svg = arguments.folders.front() + "/" + kPlotFile;
  std::fputs(coverage_text(all, arguments.limit, output_style()).c_str(), stdout);
  const std::pair<std::string, std::string> files[] = {{svg, coverage_svg(all)},
                                                       {arguments.json, to_json(all)},
                                                       {arguments.requirements, requirements_text(all)}};
  for (const auto& [path, contents] : files) {
    if (path.empty()) continue;
    if (const Result<bool> written = host::write_file(path, contents); !written)
      return complain(kNotControlled, written.error());
  }
  if (!svg.empty()) std::printf("\nHow it grew: %s\n", svg.c_str());
  return kSuccess;
}

}  // namespace

Verb add_coverage(CLI::App& application) {
  CLI::App* app = application.add_subcommand(
      "coverage", "Show what the executions of 'heddle run' exercised, and what is left");
  auto arguments = std::make_shared<CoverageArguments>();
  CoverageArguments& a = *arguments;
  app->add_option("DIR", a.folders, "the folder of a run (heddle-out); several are combined, in this order")
      ->required()
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app->add_option("--limit", a.limit, "show at most N uncovered items")->capture_default_str();
  app->add_option("--svg", a.svg, "where to write the plot of coverage (for one folder: coverage.svg in it)");
  app->add_option("--json", a.json, "write all of it to this file");
  app->add_option("--requirements", a.requirements,
                  "write the synchronization pairs to this file, for 'heddle run --requirements'");
  app->footer(
      "A synchronization pair is two lock statements, executed one after the other on the same lock. Which "
      "pairs "
      "a\n"
      "program can execute is estimated from its first complete execution.\n\n"
      "Examples:\n"
      "  heddle run --strategy tsa --until saturation --saturation-window 500 ./bank\n"
      "  heddle coverage heddle-out\n"
      "  heddle coverage monday tuesday --json both.json");
  return {app, [arguments] { return coverage(*arguments); }};
}

}  // namespace heddle::cli
