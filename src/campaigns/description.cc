#include "campaigns/description.h"

#include <toml++/toml.h>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <set>

namespace heddle::campaigns {

namespace {

constexpr std::size_t kMostPrograms = 10'000;
constexpr std::size_t kLongestProgramName = 100;
constexpr std::uint64_t kLargestUnit = 1'000'000'000;
constexpr double kShortestLease = 1;

// Reads one table; the first error counts.
class TableReader {
 public:
  TableReader(const toml::table& table, std::string where, std::string& error)
      : table_(table), where_(std::move(where)), error_(error) {}

  void allow(std::initializer_list<std::string_view> keys) {
    for (const auto& [key, node] : table_)
      if (std::find(keys.begin(), keys.end(), key.str()) == keys.end())
        fail(node, "unknown key '" + std::string(key.str()) + "'" + where_ + "; keys are " + listed(keys));
  }

  void read(std::string_view key, std::string& value) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    if (const auto text = node->value_exact<std::string>())
      value = *text;
    else
      fail(*node, "'" + std::string(key) + "' is a text: " + std::string(key) + " = \"...\"");
  }

  void read(std::string_view key, std::uint64_t& value, std::uint64_t least) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    const auto number = node->value_exact<std::int64_t>();
    if (number && *number >= static_cast<std::int64_t>(least))
      value = static_cast<std::uint64_t>(*number);
    else
      fail(*node, "'" + std::string(key) + "' is a whole number from " + std::to_string(least) + " on");
  }

  void read(std::string_view key, bool& value) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    if (const auto flag = node->value_exact<bool>())
      value = *flag;
    else
      fail(*node, "'" + std::string(key) + "' is true or false");
  }

  void read_duration(std::string_view key, double& seconds) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    const auto text = node->value_exact<std::string>();
    if (const auto duration = text ? duration_of(*text) : std::nullopt)
      seconds = *duration;
    else
      fail(*node, "'" + std::string(key) + "' is a time: \"90s\", \"30m\", \"8h\" or \"2d\"");
  }

  void read(std::string_view key, std::vector<std::string>& values) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    values.clear();
    const toml::array* array = node->as_array();
    if (array != nullptr)
      for (const toml::node& each : *array)
        if (const auto text = each.value_exact<std::string>()) values.push_back(*text);
    if (array == nullptr || values.size() != array->size())
      fail(*node, "'" + std::string(key) + "' is a list of texts: " + std::string(key) + " = [\"...\"]");
  }

  // A table of options becomes words of the command line: granularity = "sync" is --granularity=sync.
  void read_options(std::string_view key, std::vector<std::string>& words) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    const toml::table* options = node->as_table();
    if (options == nullptr)
      return fail(*node, "'" + std::string(key) + "' is a table: [program." + std::string(key) + "]");
    for (const auto& [name, value] : *options) {
      std::string word = "--" + std::string(name.str());
      if (const auto flag = value.value_exact<bool>()) {
        if (*flag) words.push_back(word);
      } else if (const auto text = value.value_exact<std::string>()) {
        words.push_back(word + "=" + *text);
      } else if (const auto number = value.value_exact<std::int64_t>()) {
        words.push_back(word + "=" + std::to_string(*number));
      } else {
        fail(value, "option '" + std::string(name.str()) + "' is a text, a whole number, true or false");
      }
    }
  }

  void fail(const toml::node& node, const std::string& message) {
    if (error_.empty()) error_ = "line " + std::to_string(node.source().begin.line) + ": " + message;
  }

  const toml::table& table() const { return table_; }

 private:
  static std::string listed(std::initializer_list<std::string_view> keys) {
    std::string text;
    for (const std::string_view key : keys) text += (text.empty() ? "" : ", ") + std::string(key);
    return text;
  }

  static std::optional<double> duration_of(std::string_view text) {
    double number = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (wrong != std::errc() || number <= 0 || number > 1e9) return std::nullopt;
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (unit == "ms") return number / 1000;
    if (unit == "s" || unit.empty()) return number;
    if (unit == "m") return number * 60;
    if (unit == "h") return number * 3600;
    if (unit == "d") return number * 86400;
    return std::nullopt;
  }

  const toml::table& table_;
  std::string where_;
  std::string& error_;
};

// Names become folders and stand in tables.
bool is_good_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongestProgramName && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == '+';
         });
}

std::string last_part(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

ProgramDescription read_program(const toml::table& table, const ProgramDescription& usual,
                                std::string& error) {
  TableReader reader(table, " of a program", error);
  reader.allow({"name", "path", "arguments", "input", "files", "tests", "framework", "filter", "strategies",
                "options", "unit"});
  ProgramDescription program = usual;
  reader.read("path", program.path);
  program.name = last_part(program.path);
  reader.read("name", program.name);
  reader.read("arguments", program.arguments);
  reader.read("input", program.input);
  reader.read("files", program.files);
  reader.read("tests", program.tests);
  reader.read("framework", program.framework);
  reader.read("filter", program.filters);
  reader.read("strategies", program.strategies);
  reader.read_options("options", program.options);
  reader.read("unit", program.unit, 1);
  if (program.path.empty()) reader.fail(table, "a program has a path: path = \"build/bank\"");
  if (!is_good_name(program.name))
    reader.fail(table,
                "'" + program.name + "' is no name of a program: letters, digits, '_', '-', '+' and '.'");
  if (program.strategies.empty()) reader.fail(table, "'strategies' is empty");
  if (program.unit > kLargestUnit) reader.fail(table, "'unit' is at most 1,000,000,000");
  return program;
}

void read_end(const toml::table& table, EndDescription& end, std::string& error) {
  TableReader reader(table, " of [end]", error);
  reader.allow({"executions", "time", "saturated"});
  reader.read("executions", end.executions, 1);
  reader.read_duration("time", end.seconds);
  const toml::node* saturated = table.get("saturated");
  if (saturated == nullptr) return;
  if (const auto flag = saturated->value_exact<bool>())
    end.saturation = *flag ? kUsualSaturation : 0;
  else
    reader.read("saturated", end.saturation, 1);
}

}  // namespace

Result<CampaignDescription> parse_campaign(std::string_view text, const std::string& file) {
  const toml::parse_result parsed = toml::parse(text, file);
  if (!parsed)
    return Error{file + ", line " + std::to_string(parsed.error().source().begin.line) + ": " +
                 std::string(parsed.error().description())};
  const toml::table& table = parsed.table();
  CampaignDescription campaign;
  ProgramDescription usual;
  usual.strategies = {"auto"};
  usual.unit = kUsualUnit;
  std::string error;
  TableReader reader(table, "", error);
  reader.allow({"name", "seed", "lease", "strategies", "unit", "options", "known", "end", "program"});
  reader.read("name", campaign.name);
  reader.read("seed", campaign.seed, 0);
  reader.read_duration("lease", campaign.lease_seconds);
  reader.read("strategies", usual.strategies);
  reader.read("unit", usual.unit, 1);
  reader.read_options("options", usual.options);
  reader.read("known", campaign.known);
  if (const toml::node* end = table.get("end")) {
    if (end->as_table() != nullptr)
      read_end(*end->as_table(), campaign.end, error);
    else
      reader.fail(*end, "'end' is a table: [end]");
  }
  const toml::node* programs = table.get("program");
  const toml::array* array = programs != nullptr ? programs->as_array() : nullptr;
  if (array == nullptr || array->empty() || !array->is_homogeneous<toml::table>())
    reader.fail(programs != nullptr ? *programs : static_cast<const toml::node&>(table),
                "the campaign has no program; each is a table [[program]] with a path");
  if (error.empty() && array->size() > kMostPrograms)
    reader.fail(*programs, "there are more than 10,000 programs");
  if (error.empty() && !is_good_name(campaign.name))
    reader.fail(table, "a campaign has a name of letters, digits, '_', '-', '+' and '.': name = \"nightly\"");
  if (error.empty() && campaign.lease_seconds < kShortestLease) reader.fail(table, "'lease' is at least 1s");
  std::set<std::string> names;
  if (error.empty())
    for (const toml::node& each : *array) {
      campaign.programs.push_back(read_program(*each.as_table(), usual, error));
      if (!names.insert(campaign.programs.back().name).second)
        reader.fail(each, "two programs are called '" + campaign.programs.back().name +
                              "'; give one of them another name");
    }
  if (!error.empty()) return Error{file + ", " + error};
  return campaign;
}

}  // namespace heddle::campaigns
