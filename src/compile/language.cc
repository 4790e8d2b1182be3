#include "compile/language.h"

#include <algorithm>
#include <array>

#include "compile/names.h"
#include "compile/paths.h"

namespace heddle::compile {
namespace {

constexpr std::array<std::string_view, 17> kCFamilyExtensions = {
    ".c",   ".i",  ".cc", ".cp", ".cxx", ".cpp", ".CPP", ".c++", ".C",
    ".CXX", ".CC", ".ii", ".m",  ".mi",  ".mm",  ".M",   ".mii"};
constexpr std::array<std::string_view, 9> kHeaderExtensions = {".h",   ".hh",  ".H",   ".hp", ".hxx",
                                                               ".hpp", ".HPP", ".h++", ".tcc"};
constexpr std::array<std::string_view, 3> kAssemblerExtensions = {".s", ".S", ".sx"};
constexpr std::array<std::string_view, 21> kOtherExtensions = {
    ".f",   ".for", ".ftn", ".F",   ".FOR", ".fpp", ".FPP", ".FTN", ".f90", ".f95", ".f03",
    ".f08", ".F90", ".F95", ".F03", ".F08", ".ads", ".adb", ".d",   ".di",  ".go"};
constexpr std::array<std::string_view, 4> kClangModuleExtensions = {".cppm", ".ccm", ".cxxm", ".c++m"};
constexpr std::array<std::string_view, 2> kClangOtherExtensions = {".bc", ".ll"};

}  // namespace

Language language_of_extension(std::string_view file, Family family) {
  const std::string_view extension = extension_of(file);
  if (contains(kCFamilyExtensions, extension)) return Language::kCFamily;
  if (contains(kHeaderExtensions, extension)) return Language::kHeader;
  if (contains(kAssemblerExtensions, extension)) return Language::kAssembler;
  if (contains(kOtherExtensions, extension)) return Language::kOther;
  if (family == Family::kClang && contains(kClangModuleExtensions, extension)) return Language::kCFamily;
  if (family == Family::kClang && contains(kClangOtherExtensions, extension)) return Language::kOther;
  return Language::kLinkInput;
}

Language language_of_name(std::string_view name) {
  if (name.ends_with("-header")) return Language::kHeader;
  if (name.starts_with("assembler")) return Language::kAssembler;
  constexpr std::array<std::string_view, 12> kCFamilyNames = {"c",
                                                              "c++",
                                                              "cpp-output",
                                                              "c++-cpp-output",
                                                              "objective-c",
                                                              "objective-c++",
                                                              "objc-cpp-output",
                                                              "objc++-cpp-output",
                                                              "objective-c-cpp-output",
                                                              "objective-c++-cpp-output",
                                                              "c++-module",
                                                              "c++-module-cpp-output"};
  return contains(kCFamilyNames, name) ? Language::kCFamily : Language::kOther;
}

}  // namespace heddle::compile
