#include "compile/options.h"

#include <algorithm>
#include <array>
#include <utility>

#include "compile/names.h"

namespace heddle::compile {
namespace {

// Measured by asking g++ 12 and clang 19 about every option that they know ("missing argument to ...").
constexpr auto kSeparate = std::to_array<std::string_view>({
    // both families
    "--imacros",
    "--include",
    "--param",
    "--sysroot",
    "-A",
    "-B",
    "-D",
    "-I",
    "-L",
    "-MF",
    "-MQ",
    "-MT",
    "-T",
    "-U",
    "-Xassembler",
    "-Xlinker",
    "-Xpreprocessor",
    "-aux-info",
    "-dumpdir",
    "-e",
    "-idirafter",
    "-imacros",
    "-imultilib",
    "-include",
    "-iprefix",
    "-iquote",
    "-isysroot",
    "-isystem",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-l",
    "-o",
    "-u",
    "-x",
    "-z",
    // gcc
    "--assert",
    "--define-macro",
    "--dumpbase",
    "--dumpbase-ext",
    "--dumpdir",
    "--entry",
    "--for-assembler",
    "--for-linker",
    "--force-link",
    "--include-directory",
    "--include-directory-after",
    "--include-prefix",
    "--include-with-prefix",
    "--include-with-prefix-after",
    "--include-with-prefix-before",
    "--language",
    "--library-directory",
    "--output",
    "--prefix",
    "--specs",
    "--undefine-macro",
    "-J",
    "-R",
    "-Tbss",
    "-Tdata",
    "-Ttext",
    "-dumpbase",
    "-dumpbase-ext",
    "-fintrinsic-modules-path",
    "-h",
    "-imultiarch",
    "-specs",
    "-wrapper",
    // clang
    "--analyzer-output",
    "--config",
    "--no-system-header-prefix",
    "--serialize-diagnostics",
    "--system-header-prefix",
    "--vfsoverlay",
    "-F",
    "-G",
    "-MJ",
    "-Xanalyzer",
    "-Xclang",
    "-Xcuda-fatbinary",
    "-Xcuda-ptxas",
    "-Xoffload-linker",
    "-Xopenmp-target",
    "-arch",
    "-b",
    "-ccc-gcc-name",
    "-ccc-install-dir",
    "-cxx-isystem",
    "-dependency-dot",
    "-dependency-file",
    "-dsym-dir",
    "-fdebug-compilation-dir",
    "-filelist",
    "-fmodules-user-build-path",
    "-fnew-alignment",
    "-framework",
    "-ftrapv-handler",
    "-gcc-toolchain",
    "-gen-cdb-fragment-path",
    "-iapinotes-modules",
    "-iframework",
    "-iframeworkwithsysroot",
    "-include-pch",
    "-install_name",
    "-isystem-after",
    "-ivfsoverlay",
    "-iwithsysroot",
    "-meabi",
    "-mllvm",
    "-mmlir",
    "-module-dependency-dir",
    "-mthread-model",
    "-resource-dir",
    "-rpath",
    "-serialize-diagnostics",
    "-stdlib++-isystem",
    "-target",
    "-undefined",
    "-working-directory",
});

constexpr auto kQuestions = std::to_array<std::string_view>({
    "--version",
    "--help",
    "--target-help",
    "-dumpversion",
    "-dumpfullversion",
    "-dumpmachine",
    "-dumpspecs",
    "-cc1",
    "-cc1as",
    "-cc1gen-reproducer",
});
constexpr auto kQuestionPrefixes =
    std::to_array<std::string_view>({"-print-", "--print-", "--help=", "--autocomplete="});

using Spelling = std::pair<std::string_view, std::string_view>;
constexpr auto kLongFlags = std::to_array<Spelling>({
    {"--compile", "-c"},
    {"--assemble", "-S"},
    {"--preprocess", "-E"},
    {"--dependencies", "-M"},
    {"--user-dependencies", "-MM"},
    {"--write-dependencies", "-MD"},
    {"--write-user-dependencies", "-MMD"},
    {"--shared", "-shared"},
    {"--static", "-static"},
    {"--static-pie", "-static-pie"},
    {"--optimize", "-O"},
    {"--debug", "-g"},
    {"--output", "-o"},
    {"--language", "-x"},
    {"--for-linker", "-Xlinker"},
});
constexpr auto kLongJoined = std::to_array<Spelling>({
    {"--output=", "-o"},
    {"--language=", "-x"},
    {"--optimize=", "-O"},
    {"--debug=", "-g"},
    {"--for-linker=", "-Wl,"},
});

}  // namespace

bool takes_separate_argument(std::string_view option) {
  // clang: `-Xarch_host OPTION`, `-Xopenmp-target=TRIPLE OPTION`.
  if (option.starts_with("-Xarch_") || option.starts_with("-Xopenmp-target=")) return true;
  return contains(kSeparate, option);
}

bool asks_about_compiler(std::string_view option) {
  return contains(kQuestions, option) ||
         std::any_of(kQuestionPrefixes.begin(), kQuestionPrefixes.end(),
                     [&](std::string_view prefix) { return option.starts_with(prefix); });
}

std::string short_spelling(std::string_view word) {
  if (!word.starts_with("--")) return std::string(word);
  for (const auto& [long_flag, short_flag] : kLongFlags) {
    if (word == long_flag) return std::string(short_flag);
  }
  for (const auto& [prefix, short_flag] : kLongJoined) {
    if (word.starts_with(prefix)) return std::string(short_flag) + std::string(word.substr(prefix.size()));
  }
  return std::string(word);
}

}  // namespace heddle::compile
