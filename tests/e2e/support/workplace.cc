#include "support/workplace.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace heddle::e2e {

namespace fs = std::filesystem;

std::string program(const std::string& name, const std::string& configuration) {
  const char* elsewhere = std::getenv("HEDDLE_TEST_PROGRAMS");
  return std::string(elsewhere != nullptr ? elsewhere : HEDDLE_TEST_PROGRAMS) + "/" + configuration + "/" +
         name;
}

std::vector<std::string> start_of(const std::string& program, const std::vector<std::string>& arguments) {
  const char* emulator = std::getenv("HEDDLE_TEST_EMULATOR");
  std::istringstream text(emulator != nullptr ? emulator : "");
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  words.push_back(program);
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

Workplace::Workplace() {
  std::string pattern = (fs::temp_directory_path() / "heddle-e2e-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) std::abort();
  folder_ = fs::canonical(pattern).string();
}

Workplace::~Workplace() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Workplace::write(const std::string& file, const std::string& text) const {
  std::ofstream(path(file), std::ios::binary) << text;
}

std::string Workplace::read(const std::string& file) const {
  std::ifstream stream(path(file), std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

bool Workplace::exists(const std::string& file) const {
  return fs::exists(path(file));
}

std::string Workplace::copy_of(const std::string& program, const std::string& name) const {
  fs::copy_file(program, path(name));
  return path(name);
}

Command Workplace::heddle(const std::vector<std::string>& arguments) const {
  Command command{{HEDDLE_TEST_TOOL}, folder_};
  command.words.insert(command.words.end(), arguments.begin(), arguments.end());
  command.environment["COLUMNS"] = "100";  // lines are not broken elsewhere on another machine
  if (const char* library = std::getenv("HEDDLE_TEST_PRELOAD")) command.environment["LD_PRELOAD"] = library;
  return command;
}

Outcome Workplace::run_heddle(const std::vector<std::string>& arguments, const std::string& input) const {
  Command command = heddle(arguments);
  command.input = input;
  return run(command);
}

std::vector<std::string> Workplace::strategies() const {
  std::istringstream list(run_heddle({"strategies"}).out);
  std::vector<std::string> names;
  for (std::string line; std::getline(list, line);)
    if (!line.empty() && line[0] != ' ') names.push_back(line.substr(0, line.find(' ')));
  return names;
}

Json Workplace::json(const std::string& file) const {
  // A damaged file is an empty value, which no expectation accepts.
  const Json parsed = Json::parse(read(file), nullptr, false);
  return parsed.is_discarded() ? Json::object() : parsed;
}

void forget_time(Json& results) {
  for (const char* const key : {"seconds", "whole_seconds"}) results.erase(key);
}

std::string describe(const Outcome& outcome) {
  return "status " + std::to_string(outcome.status) + "\nstandard output:\n" + outcome.out +
         "\nstandard error:\n" + outcome.err;
}

}  // namespace heddle::e2e
