// A compiler's command line, taken apart far enough to be split into compiling and linking.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compile/family.h"
#include "compile/language.h"

namespace heddle::compile {

// What the command is to produce. In the order of the compiler's phases, with two that leave the line.
enum class Goal {
  kAnswer,      // asks about the compiler, or names no input: nothing is compiled
  kPreprocess,  // -E, -M, -MM
  kTranslate,   // -S, -fsyntax-only, precompiled headers: compiles, but makes no object
  kObject,      // -c
  kLink,        // an executable, a shared library, or with -r one object
};

enum class ItemKind {
  kOption,          // everything else: both phases see it
  kSource,          // a file to compile, or `-`
  kLinkInput,       // an object, an archive, a shared library
  kLinkerArgument,  // -lNAME, -Wl,A,B, -Xlinker A: an input to the linker whose position counts
  kLanguage,        // -x LANGUAGE
  kOutput,          // -o FILE
  kDependencies,    // -MD, -MF FILE, ...: for the compiling phase only
};

struct Item {
  ItemKind kind;
  std::vector<std::string> words;  // as they stand on the line: one, or an option and its argument
  std::string value;               // a file's name; an option in its short spelling, with its argument joined

  // Sources only.
  Language language = Language::kLinkInput;
  std::string forced_language = {};  // by -x; empty if the extension decides
};

struct CommandLine {
  std::vector<Item> items;
  Goal goal = Goal::kAnswer;
  std::optional<std::string> output;

  // An option of kind kOption or kDependencies that is exactly `option`.
  bool has(std::string_view option) const;
  // One that starts with `prefix`.
  bool has_prefix(std::string_view prefix) const;

  int count(ItemKind kind) const;
  bool shared() const { return has("-shared"); }
  bool relocatable() const { return has("-r"); }
  // Compiles and links in one command: then it becomes several.
  bool must_be_split() const { return goal == Goal::kLink && count(ItemKind::kSource) > 0; }
};

// `arguments` without the compiler's name, @-files already expanded. Never fails: what is not understood is
// an option, and the compiler judges it.
CommandLine parse_command_line(const std::vector<std::string>& arguments, Family family);

}  // namespace heddle::compile
