#include "compile/command_line.h"

#include <algorithm>
#include <array>

#include "compile/options.h"

namespace heddle::compile {
namespace {

class Parser {
 public:
  Parser(const std::vector<std::string>& arguments, Family family) : arguments_(arguments), family_(family) {}

  CommandLine parse() {
    while (next_ < arguments_.size()) take(arguments_[next_++]);
    line_.goal = goal();
    return std::move(line_);
  }

 private:
  void take(const std::string& word) {
    if (only_inputs_follow_) {
      // After clang's `--`, which is left out: a name that looks like an option must then not.
      add_input(word, word.starts_with("-") ? "./" + word : word);
    } else if (word.empty()) {
      line_.items.push_back(Item{.kind = ItemKind::kOption, .words = {word}, .value = {}});
    } else if (word == "-" || word[0] != '-') {
      add_input(word, word);
    } else if (word == "--" && family_ == Family::kClang) {
      only_inputs_follow_ = true;
    } else {
      take_option(word);
    }
  }

  void take_option(const std::string& word) {
    asked_ = asked_ || asks_about_compiler(word);
    Item item{.kind = ItemKind::kOption, .words = {word}, .value = short_spelling(word)};
    const bool separate = takes_separate_argument(word) && next_ < arguments_.size();
    if (separate) {
      item.words.push_back(arguments_[next_]);
      item.value += arguments_[next_++];
    }
    classify(item, separate);
    line_.items.push_back(std::move(item));
  }

  void classify(Item& item, bool separate) {
    const std::string& option = item.value;
    if (option.starts_with("-o") && !option.starts_with("-obj")) {
      item.kind = ItemKind::kOutput;
      item.value = option.substr(2);
      line_.output = item.value;
    } else if (option.starts_with("-x")) {
      item.kind = ItemKind::kLanguage;
      item.value = option.substr(2);
      language_ = item.value == "none" ? std::string() : item.value;
    } else if (option.starts_with("-M") && option != "-M" && option != "-MM") {
      item.kind = ItemKind::kDependencies;
    } else if (option.starts_with("-l")) {
      item.kind = ItemKind::kLinkerArgument;
      links_something_ = true;
    } else if (option.starts_with("-Wl,") || (separate && option.starts_with("-Xlinker"))) {
      item.kind = ItemKind::kLinkerArgument;
      links_something_ = links_something_ || names_linker_file(item);
    }
  }

  // `-Wl,--whole-archive,libx.a` is an input; `-Wl,--version` alone is a question, as Meson asks it.
  static bool names_linker_file(const Item& item) {
    if (item.words.size() == 2) return !item.words[1].starts_with("-");
    std::string_view rest = item.value;
    while (true) {
      const std::size_t comma = rest.find(',');
      if (comma == std::string_view::npos) return false;
      rest.remove_prefix(comma + 1);
      if (!rest.empty() && rest[0] != '-') return true;
    }
  }

  void add_input(const std::string& file, const std::string& word) {
    Item item{.kind = ItemKind::kSource, .words = {word}, .value = word};
    item.forced_language = language_;
    item.language = language_.empty() ? language_of_extension(file, family_) : language_of_name(language_);
    // Without -x, standard input can only be preprocessed: the compiler says so better than we could.
    if (file == "-" && language_.empty()) item.language = Language::kCFamily;
    if (item.language == Language::kLinkInput) item.kind = ItemKind::kLinkInput;
    line_.items.push_back(std::move(item));
  }

  Goal goal() const {
    const int sources = line_.count(ItemKind::kSource);
    const bool inputs = sources > 0 || line_.count(ItemKind::kLinkInput) > 0 || links_something_;
    if (asked_ || !inputs) return Goal::kAnswer;
    if (line_.has("-E") || line_.has("-M") || line_.has("-MM")) return Goal::kPreprocess;
    constexpr auto kTranslateOnly = std::to_array<std::string_view>(
        {"-S", "-fsyntax-only", "--analyze", "-emit-ast", "-emit-pch", "--precompile", "-fmodule-header"});
    for (const std::string_view option : kTranslateOnly) {
      if (line_.has(option)) return Goal::kTranslate;
    }
    if (line_.has("-c")) return Goal::kObject;
    const bool only_headers = sources > 0 && line_.count(ItemKind::kLinkInput) == 0 &&
                              std::all_of(line_.items.begin(), line_.items.end(), [](const Item& item) {
                                return item.kind != ItemKind::kSource || item.language == Language::kHeader;
                              });
    return only_headers ? Goal::kTranslate : Goal::kLink;
  }

  const std::vector<std::string>& arguments_;
  const Family family_;
  std::size_t next_ = 0;
  std::string language_;  // by the last -x
  bool only_inputs_follow_ = false;
  bool asked_ = false;
  bool links_something_ = false;
  CommandLine line_;
};

bool is_option(const Item& item) {
  return item.kind == ItemKind::kOption || item.kind == ItemKind::kDependencies;
}

}  // namespace

bool CommandLine::has(std::string_view option) const {
  return std::any_of(items.begin(), items.end(),
                     [&](const Item& item) { return is_option(item) && item.value == option; });
}

bool CommandLine::has_prefix(std::string_view prefix) const {
  return std::any_of(items.begin(), items.end(),
                     [&](const Item& item) { return is_option(item) && item.value.starts_with(prefix); });
}

int CommandLine::count(ItemKind kind) const {
  return static_cast<int>(
      std::count_if(items.begin(), items.end(), [&](const Item& item) { return item.kind == kind; }));
}

CommandLine parse_command_line(const std::vector<std::string>& arguments, Family family) {
  return Parser(arguments, family).parse();
}

}  // namespace heddle::compile
