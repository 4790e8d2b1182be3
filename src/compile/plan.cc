#include "compile/plan.h"

#include <algorithm>
#include <initializer_list>

#include "compile/adjustments.h"
#include "compile/memory_calls.h"
#include "compile/paths.h"

namespace heddle::compile {
namespace {

using Words = std::vector<std::string>;

constexpr int kFirstClangWithVolatile = 11;
constexpr int kFirstClangWithStackLimit = 15;

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

// -Wl, takes its words apart at commas, so a path with one goes the long way.
Words linker_words(std::initializer_list<std::string> arguments) {
  std::string joined = "-Wl";
  Words separate;
  bool has_comma = false;
  for (const std::string& argument : arguments) {
    joined += "," + argument;
    append(separate, {"-Xlinker", argument});
    has_comma = has_comma || argument.find(',') != std::string::npos;
  }
  return has_comma ? separate : Words{joined};
}

class Planner {
 public:
  Planner(const CommandLine& line, const Compiler& compiler, const ToolPaths& tools,
          const std::string& temporary_directory)
      : line_(line), compiler_(compiler), tools_(tools), temporary_directory_(temporary_directory) {}

  Plan plan() {
    plan_.dry_run = line_.has("-###");
    if (line_.must_be_split()) {
      split();
    } else {
      plan_.steps.push_back(single_step());
    }
    plan_.links_runtime = line_.goal == Goal::kLink && !line_.relocatable();
    return std::move(plan_);
  }

  AddedFlags added_flags() const {
    AddedFlags flags{compile_flags({Language::kCFamily}), runtime_first()};
    append(flags.link, runtime_settings());
    return flags;
  }

 private:
  // --- A command that stays one ---

  Step single_step() const {
    Step step{StepKind::kCompile, compiler_.words, {}};
    if (line_.goal == Goal::kLink) {
      step.kind = StepKind::kLink;
      append(step.words, runtime_first());
    }
    for (const Item& item : line_.items) append(step.words, item.words);
    if (line_.goal == Goal::kLink) {
      append(step.words, runtime_settings());
      step.checks = link_checks();
    } else if (line_.goal != Goal::kAnswer) {
      append(step.words, not_complaining_about_unused(compile_flags(all_languages())));
    }
    if (line_.goal == Goal::kObject) step.checks = object_checks();
    return step;
  }

  std::vector<Language> all_languages() const {
    std::vector<Language> languages;
    for (const Item& item : line_.items) {
      if (item.kind == ItemKind::kSource) languages.push_back(item.language);
    }
    return languages;
  }

  std::vector<Check> object_checks() const {
    std::vector<Check> checks;
    for (const Item& item : line_.items) {
      if (item.kind != ItemKind::kSource || item.language != Language::kCFamily) continue;
      const std::string file = line_.output ? *line_.output : std::string(stem(item.value)) + ".o";
      checks.push_back({Check::Kind::kObject, file, item.value});
    }
    return checks;
  }

  std::vector<Check> link_checks() const {
    if (line_.relocatable()) return {};
    return {{Check::Kind::kLinked, line_.output.value_or("a.out"), {}}};
  }

  // --- A command that compiles and links ---

  void split() {
    Words link_inputs;
    for (const Item& item : line_.items) {
      switch (item.kind) {
        case ItemKind::kSource:
          if (item.language == Language::kHeader) {
            plan_.steps.push_back(precompile_step(item));
          } else {
            const std::string object = new_temporary_object(item.value);
            plan_.steps.push_back(compile_step(item, object));
            link_inputs.push_back(object);
          }
          break;
        // An -x would turn the objects into sources, and dependencies have been written by the compilations.
        case ItemKind::kLanguage:
        case ItemKind::kDependencies:
          break;
        case ItemKind::kOption:
        case ItemKind::kLinkInput:
        case ItemKind::kLinkerArgument:
        case ItemKind::kOutput:
          append(link_inputs, item.words);
          break;
      }
    }
    Step link{StepKind::kLink, compiler_.words, link_checks()};
    append(link.words, runtime_first());
    append(link.words, not_complaining_about_unused(link_inputs));
    append(link.words, runtime_settings());
    plan_.steps.push_back(std::move(link));
  }

  Step compile_step(const Item& source, const std::string& object) const {
    Words words = compiling_options();
    append(words, compile_flags({source.language}));
    append(words, dependency_names(source));
    append(words, auxiliary_names(source));
    append(words, {"-c", "-o", object});
    append(words, source_words(source));
    Step step{StepKind::kCompile, compiler_.words, {}};
    append(step.words, not_complaining_about_unused(words));
    if (source.language == Language::kCFamily) {
      step.checks.push_back({Check::Kind::kObject, object, source.value});
    }
    return step;
  }

  // `g++ main.cc list.h` precompiles the header beside it and links without.
  Step precompile_step(const Item& header) const {
    Words words = compiling_options();
    append(words, compile_flags({header.language}));
    append(words, source_words(header));
    Step step{StepKind::kCompile, compiler_.words, {}};
    append(step.words, not_complaining_about_unused(words));
    return step;
  }

  Words compiling_options() const {
    Words words;
    for (const Item& item : line_.items) {
      if (item.kind == ItemKind::kOption || item.kind == ItemKind::kDependencies) append(words, item.words);
    }
    return words;
  }

  static Words source_words(const Item& source) {
    if (source.forced_language.empty()) return source.words;
    Words words = {"-x", source.forced_language};
    append(words, source.words);
    return words;
  }

  std::string new_temporary_object(const std::string& source) {
    const std::string name = source == "-" ? "stdin" : std::string(stem(source));
    const auto taken = [&](const std::string& file) {
      const Words& files = plan_.temporary_objects;
      return std::find(files.begin(), files.end(), file) != files.end();
    };
    std::string file = temporary_directory_ + "/" + name + ".o";
    for (int i = 2; taken(file); ++i) {
      file = temporary_directory_ + "/" + name + "-" + std::to_string(i) + ".o";
    }
    plan_.temporary_objects.push_back(file);
    return file;
  }

  // Left alone, the compiler would call the dependency file and its target after the temporary object.
  // These are the names that it chooses when it links, too (measured with g++ 12 and clang 19).
  Words dependency_names(const Item& source) const {
    if (!line_.has("-MD") && !line_.has("-MMD")) return {};
    Words words;
    const std::string source_stem(stem(source.value));
    if (!line_.has_prefix("-MF")) {
      append(words,
             {"-MF", (line_.output ? std::string(without_extension(*line_.output)) : source_stem) + ".d"});
    }
    if (!line_.has_prefix("-MT") && !line_.has_prefix("-MQ")) {
      append(words, {"-MQ", line_.output.value_or(source_stem + ".o")});
    }
    return words;
  }

  // The same for what else is written beside an output: coverage notes, split debug information, dumps.
  Words auxiliary_names(const Item& source) const {
    const bool is_gcc = compiler_.family == Family::kGcc;
    const int first_version_with_dumpdir = is_gcc ? 11 : 17;
    if (compiler_.major_version < first_version_with_dumpdir || line_.has_prefix("-dumpdir")) return {};
    if (!is_gcc) return {"-dumpdir", line_.output.value_or("a") + "-"};

    const std::string output = line_.output.value_or("a.out");
    const std::string directory(directory_prefix(output));
    std::string base(base_name(output));
    if (base == "a.out") base = "a";
    if (base.ends_with(".exe")) base.resize(base.size() - 4);
    const bool only_input = line_.count(ItemKind::kSource) + line_.count(ItemKind::kLinkInput) == 1;
    if (only_input && base == stem(source.value)) return {"-dumpdir", directory.empty() ? "./" : directory};
    return {"-dumpdir", directory + base + "-"};
  }

  // --- What Heddle adds ---

  Words compile_flags(const std::vector<Language>& languages) const {
    const auto includes = [&](Language language) {
      return std::find(languages.begin(), languages.end(), language) != languages.end();
    };
    const bool c_family = includes(Language::kCFamily) || includes(Language::kHeader);
    if (!c_family && !includes(Language::kOther)) return {};  // nothing but assembler
    // Last on the line, so that they win over what stands before them.
    Words flags = {"-fsanitize=thread", "-fno-omit-frame-pointer"};
    if (!line_.has_prefix("-O")) flags.push_back("-O1");
    if (!has_debug_option()) flags.push_back("-g");
    append(flags, flags_against_inlining());
    if (compiler_.family == Family::kClang) {
      // Else the read of `x++` has no hook.
      append(flags, {"-mllvm", "-tsan-instrument-read-before-write=1"});
      if (compiler_.major_version >= kFirstClangWithVolatile)
        append(flags, {"-mllvm", "-tsan-distinguish-volatile=1"});
    } else {
      // It warns about every fence, which would break -Werror. Older ones do not know the option.
      if (compiler_.major_version >= 11) append(flags, {"-Wno-tsan", "--param=tsan-distinguish-volatile=1"});
      // The fortified versions of the C library's headers, which some distributions switch on by default,
      // are expanded in line, too (measured). -Wp, because it wins over a definition by -D and by -Wp.
      if (c_family) {
        append(flags, gcc_memory_call_flags());
        flags.push_back("-Wp,-U_FORTIFY_SOURCE");
      }
    }
    const std::string option = compiler_.family == Family::kClang ? "-fpass-plugin=" : "-fplugin=";
    if (c_family && !compiler_.plugin.empty()) flags.push_back(option + compiler_.plugin);
    // -isystem would break the standard headers' #include_next where Heddle is installed in /usr.
    if (c_family && !tools_.include_dir.empty()) append(flags, {"-idirafter", tools_.include_dir});
    return flags;
  }

  // A function with variables in memory is not inlined: it keeps a frame of its own, whose end is seen
  // (docs/decisions/0024-dead-stack-frames.md).
  Words flags_against_inlining() const {
    if (compiler_.family == Family::kGcc)
      return {"--param=large-stack-frame=0", "--param=large-stack-frame-growth=0"};
    if (compiler_.major_version < kFirstClangWithStackLimit) return {};
    return {"-mllvm", "-inline-max-stacksize=0"};
  }

  bool has_debug_option() const {
    return std::any_of(line_.items.begin(), line_.items.end(), [](const Item& item) {
      return item.kind == ItemKind::kOption && item.value.starts_with("-g") &&
             !item.value.starts_with("-gcc-");
    });
  }

  // By path and not by -l: no other libheddle.so can be found instead, and build systems that read the
  // linker's command (CMake) do not take it for a library that every compiler adds.
  Words runtime_first() const {
    if (line_.relocatable()) return {};
    Words words = linker_words({"--push-state", "--no-as-needed"});
    words.push_back(runtime_library(tools_));
    append(words, linker_words({"--pop-state"}));
    return words;
  }

  Words runtime_settings() const {
    if (line_.relocatable()) return {};
    Words words = linker_words({"-rpath", tools_.runtime_library_dir});
    append(words, linker_words({"-z", "now"}));
    return words;
  }

  // clang warns about options that a phase does not use; those that are there because of us must not, or
  // -Werror would fail the user's build.
  Words not_complaining_about_unused(const Words& words) const {
    if (compiler_.family != Family::kClang || words.empty()) return words;
    const bool has_brackets = compiler_.major_version >= 14;
    Words quiet = {has_brackets ? "--start-no-unused-arguments" : "-Qunused-arguments"};
    append(quiet, words);
    if (has_brackets) quiet.push_back("--end-no-unused-arguments");
    return quiet;
  }

  const CommandLine& line_;
  const Compiler& compiler_;
  const ToolPaths& tools_;
  const std::string& temporary_directory_;
  Plan plan_;
};

}  // namespace

std::string runtime_library(const ToolPaths& tools) {
  return tools.runtime_library_dir + "/libheddle.so";
}

AddedFlags added_flags(const Compiler& compiler, const ToolPaths& tools) {
  const CommandLine line = parse_command_line({"-O1", "-g", "main.o"}, compiler.family);
  return Planner(line, compiler, tools, {}).added_flags();
}

Result<Plan> make_plan(CommandLine line, const Compiler& compiler, const ToolPaths& tools,
                       const std::string& temporary_directory) {
  Result<std::vector<std::string>> notes = adjust_for_instrumentation(line);
  if (!notes) return Error{notes.error()};
  Plan plan = Planner(line, compiler, tools, temporary_directory).plan();
  plan.notes = *std::move(notes);
  return plan;
}

}  // namespace heddle::compile
