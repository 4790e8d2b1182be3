// What the studies of `heddle study` share, and those of them that have a file of their own.
#pragma once

#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/study_session.h"
#include "report/model/text.h"
#include "study/cell_search.h"
#include "study/subjects.h"

namespace heddle::cli {

// What a study's runner answers when another one was asked for.
inline constexpr int kNotThisOne = -1;

// For the end of a study's help.
inline constexpr char kGoesOn[] =
    "Every finished search is kept in cells.csv in the output folder. The same command goes on where it was "
    "ended,\n"
    "and does nothing again that is there already.\n\n"
    "Exit status: 0 done, 2 wrong use, 3 a program could not be controlled, 130 interrupted.\n\n";

Runner add_hars_study(CLI::App& study, const ProgramWords& programs);
Runner add_contest_study(CLI::App& study, const ProgramWords& programs);
Runner add_atg_study(CLI::App& study, const ProgramWords& programs);

Result<study::Laboratory> laboratory();
// There are programs behind `--`, for a study that has its own.
int refuse_programs();
Error nothing_in(const std::string& folder);
Error unknown_subject(const std::string& name, const std::vector<std::string>& known);

// The subjects that were asked for, otherwise those that the paper measured. Some may not have been built.
template <typename Facts, typename IsMeasured>
Result<std::vector<study::StudyEntry<Facts>>> open_entries(std::span<const Facts> subjects,
                                                           const StudyArguments& arguments,
                                                           const IsMeasured& is_measured) {
  std::vector<std::string> known;
  for (const Facts& facts : subjects) known.emplace_back(facts.name);
  const auto is_in = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const std::string& name : arguments.only)
    if (!is_in(known, name)) return unknown_subject(name, known);

  std::vector<study::StudyEntry<Facts>> entries;
  std::vector<std::string> missing;
  for (const Facts& facts : subjects) {
    const std::string name(facts.name);
    if (arguments.only.empty() ? !is_measured(facts) : !is_in(arguments.only, name)) continue;
    const std::string path = arguments.subjects + "/" + name;
    if (!std::filesystem::exists(path)) {
      missing.push_back(name);
      continue;
    }
    Result<study::Subject> subject = study::open_subject(name, path);
    if (!subject) return Error{subject.error()};
    entries.push_back({facts, *subject});
  }
  if (entries.empty()) return nothing_in(arguments.subjects);
  if (!missing.empty() && !arguments.only.empty())
    return Error{"there is no " + report::listed(missing) + " in '" + arguments.subjects + "'"};
  if (!missing.empty())
    complain(kSuccess, "left out, because not in '" + arguments.subjects + "': " + report::listed(missing));
  return entries;
}

}  // namespace heddle::cli
