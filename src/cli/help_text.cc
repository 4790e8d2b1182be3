#include "cli/help_text.h"

#include <algorithm>
#include <map>

#include "report/model/text.h"

namespace heddle::cli {

namespace {

struct OptionPlace {
  const char* name;
  const char* group;
  const char* value;  // what stands for it in the help
};

constexpr char kSearch[] = "What is searched";
constexpr char kBudget[] = "How long";
constexpr char kBugs[] = "What counts as a bug";
constexpr char kExecution[] = "How the program is executed";
constexpr char kResults[] = "Results";
constexpr char kOther[] = "Other options";

constexpr OptionPlace kOptions[] = {
    {"--strategy", kSearch, "NAME"},
    {"--seed", kSearch, "N|random"},
    {"--granularity", kSearch, "WHERE"},
    {"--memory", kSearch, "sc|c++|auto"},
    {"--unroll", kSearch, "N"},
    {"--region", kSearch, "FUNCTION"},
    {"--spurious", kSearch, ""},
    {"--stall", kSearch, "DURATION|none|any"},
    {"--no-predict", kSearch, ""},
    {"--coverage", kSearch, "METRICS"},
    {"--requirements", kSearch, "FILE"},
    {"--filter", kSearch, "PATTERN"},
    {"--exclude", kSearch, "PATTERN"},
    {"--hidden", kSearch, ""},
    {"--framework", kSearch, "NAME"},
    {"--executions", kBudget, "N"},
    {"--time", kBudget, "DURATION"},
    {"--total-time", kBudget, "DURATION"},
    {"--until", kBudget, "WHEN"},
    {"--saturation-window", kBudget, "DURATION|N"},
    {"--max-bugs", kBudget, "N"},
    {"--step-limit", kBudget, "N"},
    {"--execution-timeout", kBudget, "DURATION"},
    {"--memory-limit", kBudget, "SIZE"},
    {"--jobs", kBudget, "N"},
    {"--no-shrink", kBudget, ""},
    {"--races", kBugs, "WHAT"},
    {"--volatile", kBugs, "WHAT"},
    {"--suppressions", kBugs, "FILE"},
    {"--unjoined", kBugs, "WHAT"},
    {"--expect-exit", kBugs, "N"},
    {"--known", kBugs, "FILE"},
    {"--update-known", kBugs, ""},
    {"--isolation", kExecution, "HOW"},
    {"--snapshot", kExecution, "PLACE"},
    {"--cwd", kExecution, "fresh[:TEMPLATE]"},
    {"--driver", kExecution, "COMMAND"},
    {"--carrier", kExecution, "HOW"},
    {"--out", kResults, "FOLDER"},
    {"--json", kResults, "FILE"},
    {"--junit", kResults, "FILE"},
    {"--sarif", kResults, "FILE"},
    {"--codequality", kResults, "FILE"},
    {"--annotations", kResults, "FOR"},
    {"--digest", kResults, ""},
    {"--show-output", kResults, ""},
    {"--open", kResults, ""},
    {"--list", kResults, ""},
    {"--quiet", kResults, ""},
    {"--verbose", kResults, ""},
    {"--width", kResults, "COLUMNS"},
    {"--program", kOther, "PROGRAM"},
    {"--config", kOther, "FILE"},
    {"--version", kOther, ""},
    {"--help", kOther, ""},
};

// Groups stand in this order; those that are not listed come before the other options.
constexpr const char* kOrder[] = {kSearch, kBudget, kBugs, kExecution, kResults};

struct VerbPlace {
  const char* group;
  const char* verb;
};

constexpr char kFind[] = "Find bugs";
constexpr char kUnderstand[] = "Understand and keep them";
constexpr char kMeasure[] = "Measure";
constexpr char kSetUp[] = "Set up";

constexpr VerbPlace kVerbs[] = {
    {kFind, "run"},           {kFind, "verify"},        {kFind, "test"},         {kFind, "class"},
    {kFind, "campaign"},      {kUnderstand, "explain"}, {kUnderstand, "report"}, {kUnderstand, "replay"},
    {kUnderstand, "shrink"},  {kMeasure, "coverage"},   {kMeasure, "guarantee"}, {kMeasure, "study"},
    {kMeasure, "strategies"}, {kSetUp, "doctor"},
};

constexpr const char* kVerbOrder[] = {kFind, kUnderstand, kMeasure, kSetUp};

constexpr std::size_t kMostLeft = 26;  // columns for the name of an option

const OptionPlace* place_of(const CLI::Option& option) {
  for (const std::string& name : option.get_lnames())
    for (const OptionPlace& place : kOptions)
      if ("--" + name == place.name) return &place;
  return nullptr;
}

// Paragraphs are wrapped again; lines that are indented stay as they are.
std::string paragraphs(const std::string& text) {
  std::string result, paragraph;
  const auto finish = [&] {
    if (!paragraph.empty()) result += report::wrapped(paragraph);
    paragraph.clear();
  };
  for (const std::string& line : CLI::detail::split(text, '\n')) {
    if (line.empty() || line.front() == ' ') {
      finish();
      result += line + "\n";
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + line;
      if (line.ends_with(':')) finish();
    }
  }
  finish();
  return result;
}

// A name, and beside it what it is.
std::string entry(const std::string& name, const std::string& words, std::size_t left) {
  const std::string start = "  " + name;
  const std::size_t column = left + 4;
  std::string text = report::wrapped(words, column, column);
  if (report::width(start) + 2 <= column) return start + text.substr(report::width(start));
  return start + "\n" + text;
}

std::string name_of(const CLI::Option& option) {
  if (!option.nonpositional()) return option.get_name();
  std::string name;
  for (const std::string& each : option.get_snames()) name += (name.empty() ? "-" : ", -") + each;
  for (const std::string& each : option.get_lnames()) name += (name.empty() ? "--" : ", --") + each;
  const std::string value = option.get_items_expected_max() > 0 ? option.get_option_text() : "";
  const OptionPlace* place = place_of(option);
  if (!value.empty()) return name + " " + value;
  if (option.get_items_expected_max() <= 0) return name;
  return name + " " + (place != nullptr ? place->value : "VALUE");
}

std::string words_of(const CLI::Option& option) {
  std::string words = option.get_description();
  if (!option.get_default_str().empty()) words += " (default: " + option.get_default_str() + ")";
  return words;
}

struct Entry {
  std::string name;
  std::string words;
};
using Groups = std::map<std::string, std::vector<Entry>>;

std::string group_text(const std::string& heading, const std::vector<Entry>& entries) {
  std::size_t left = 0;
  for (const Entry& each : entries)
    if (report::width(each.name) <= kMostLeft) left = std::max(left, report::width(each.name));
  std::string text = "\n" + heading + ":\n";
  for (const Entry& each : entries) text += entry(each.name, each.words, left);
  return text;
}

template <typename Order>
std::string in_order(Groups groups, const Order& order, const std::string& last) {
  std::string text;
  for (const char* const heading : order)
    if (const auto group = groups.extract(heading); !group.empty())
      text += group_text(heading, group.mapped());
  for (const auto& [heading, entries] : groups)
    if (heading != last) text += group_text(heading, entries);
  if (const auto group = groups.find(last); group != groups.end()) text += group_text(last, group->second);
  return text;
}

Groups options_in_groups(const CLI::App& app) {
  Groups groups;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    const bool is_positional = !option->nonpositional();
    groups[is_positional ? "Arguments" : option->get_group()].push_back(
        {name_of(*option), words_of(*option)});
  }
  return groups;
}

Groups verbs_in_groups(const CLI::App& app) {
  Groups groups;
  for (const VerbPlace& place : kVerbs)
    for (const CLI::App* verb : app.get_subcommands({}))
      if (verb->get_name() == place.verb && verb->get_group() == place.group)
        groups[place.group].push_back({verb->get_name(), verb->get_description()});
  for (const CLI::App* verb : app.get_subcommands({})) {
    const auto is_placed = [verb](const VerbPlace& place) { return verb->get_name() == place.verb; };
    if (!verb->get_group().empty() && std::none_of(std::begin(kVerbs), std::end(kVerbs), is_placed))
      groups[verb->get_group() == "Subcommands" ? "Verbs" : verb->get_group()].push_back(
          {verb->get_name(), verb->get_description()});
  }
  return groups;
}

void add_verbs_of_no_parser(Groups& groups) {
  std::vector<Entry>& set_up = groups[kSetUp];
  set_up.insert(set_up.begin(), {{"c++", "Your C++ compiler, plus what Heddle needs"},
                                 {"cc", "Your C compiler, plus what Heddle needs"}});
  set_up.push_back({"help", "Show the help of a verb: heddle help run"});
  set_up.push_back({"version", "Show the version"});
}

}  // namespace

void group_options(CLI::App& verb) {
  for (CLI::Option* option : verb.get_options()) {
    const OptionPlace* place = place_of(*option);
    if (option->get_group().empty()) continue;
    if (place != nullptr) option->group(place->group);
  }
}

void group_verb(CLI::App& verb) {
  for (const VerbPlace& place : kVerbs)
    if (verb.get_name() == place.verb && !verb.get_group().empty()) verb.group(place.group);
}

std::string HelpText::usage(const CLI::App& app, const std::string& name) const {
  for (const Verb& verb : verbs_)
    if (verb.app == &app && !verb.usage.empty()) return name + " " + verb.usage;
  std::string text = name + " [OPTIONS]";
  for (const CLI::Option* option : app.get_options()) {
    if (option->nonpositional() || option->get_group().empty()) continue;
    text += option->get_required() ? " " + option->get_name() : " [" + option->get_name() + "]";
  }
  if (!app.get_subcommands({}).empty()) text = name + " VERB [OPTIONS]";
  return text;
}

std::string HelpText::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const {
  const bool is_whole = app->get_parent() == nullptr;
  std::string text = paragraphs(app->get_description());
  text += "\n" + report::wrapped("Usage: " + usage(*app, name), 0, 9);
  Groups verbs = verbs_in_groups(*app);
  if (is_whole) add_verbs_of_no_parser(verbs);
  text += in_order(std::move(verbs), kVerbOrder, kSetUp);
  Groups options = options_in_groups(*app);
  if (const auto arguments = options.extract("Arguments"); !arguments.empty())
    text += group_text("Arguments", arguments.mapped());
  text += in_order(std::move(options), kOrder, kOther);
  if (!app->get_footer().empty()) text += "\n" + paragraphs(app->get_footer());
  return text;
}

}  // namespace heddle::cli
