#include "cli/program_words.h"

#include <algorithm>

namespace heddle::cli {

namespace {

const CLI::Option* option_of(const std::string& word, const CLI::App& app) {
  return app.get_option_no_throw(word.substr(0, word.find('=')));
}

bool takes_next_word(const std::string& word, const CLI::App& app) {
  if (word.find('=') != std::string::npos) return false;
  const CLI::Option* option = option_of(word, app);
  return option != nullptr && option->get_items_expected_max() > 0;
}

}  // namespace

bool takes_program(const Verb& verb) {
  return verb.usage.starts_with("[OPTIONS] PROGRAM") || verb.usage.starts_with("[OPTIONS] [PROGRAM") ||
         verb.app->get_description().find("-- PROGRAM") != std::string::npos;
}

ProgramWords take_program_words(std::vector<std::string>& words, const Verb* verb) {
  ProgramWords program;
  std::size_t at = 1;
  const bool looks = verb != nullptr && takes_program(*verb);
  while (at < words.size() && words[at] != "--") {
    const bool is_option = words[at].size() > 1 && words[at].front() == '-';
    if (looks && !is_option) break;
    at += looks && takes_next_word(words[at], *verb->app) ? 2 : 1;
  }
  if (at >= words.size()) return program;
  program.separated = words[at] == "--";
  program.words.assign(words.begin() + static_cast<std::ptrdiff_t>(at) + (program.separated ? 1 : 0),
                       words.end());
  words.resize(at);
  return program;
}

std::string misplaced_option(const ProgramWords& program, const Verb& verb) {
  if (program.separated) return {};
  for (const std::string& word : program.words) {
    if (word == "--") return {};
    if (word.starts_with("--") && option_of(word, *verb.app) != nullptr) return word;
  }
  return {};
}

}  // namespace heddle::cli
