#include "sessions/campaign_pack.h"

#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "campaigns/blobs.h"
#include "campaigns/digest.h"
#include "campaigns/names.h"
#include "host/explorer_process.h"
#include "host/output_folder.h"
#include "host/program_file.h"
#include "host/test_binary.h"
#include "host/test_filter.h"
#include "report/model/text.h"
#include "sessions/tool_paths.h"
#include "strategies/registry.h"
#include "symbols/symbolizer.h"

namespace heddle::sessions {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPackedFiles = 10'000;
constexpr std::size_t kLargestSignatures = 16 << 20;

std::string seen_from(const std::string& folder, const std::string& path) {
  return fs::path(path).is_absolute() ? path : (fs::path(folder) / path).lexically_normal().string();
}

// Those that every machine of the distribution has.
bool is_of_the_system(const std::string& path) {
  if (path.starts_with("/usr/local/")) return false;
  for (const char* folder : {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/usr/libexec/"})
    if (path.starts_with(folder)) return true;
  return !path.starts_with('/') || report::base_name(path).starts_with("libheddle.so");
}

class Packer {
 public:
  Packer(store::Database& database, const store::Patience& patience, campaigns::PackedProgram& program)
      : database_(database), patience_(patience), program_(program) {}

  Result<bool> add(const std::string& source, const std::string& path, bool executable) {
    if (!campaigns::is_safe_path(path))
      return Error{"'" + report::visible(path) + "' is no name for a packed file"};
    for (const campaigns::PackedFile& each : program_.files)
      if (each.path == path)
        return Error{"two files of '" + program_.description.name + "' are called '" + path + "'"};
    if (program_.files.size() >= kMostPackedFiles)
      return Error{"'" + program_.description.name + "' needs more than 10,000 files"};
    const Result<std::string> digest = campaigns::put_file(database_, patience_, source);
    if (!digest) return Error{digest.error()};
    program_.files.push_back({path, *digest, executable});
    return true;
  }

  // A folder with everything in it.
  Result<bool> add_data(const std::string& source, const std::string& name) {
    std::error_code error;
    if (!fs::is_directory(source, error))
      return add(source, std::string(kPackedFiles) + "/" + name, is_executable(source));
    std::vector<fs::path> found;
    for (const auto& each : fs::recursive_directory_iterator(source, error))
      if (each.is_regular_file(error)) found.push_back(each.path());
    std::sort(found.begin(), found.end());
    for (const fs::path& each : found) {
      const std::string below = fs::relative(each, source, error).string();
      if (Result<bool> added = add(each.string(), std::string(kPackedFiles) + "/" + name + "/" + below,
                                   is_executable(each.string()));
          !added)
        return added;
    }
    return true;
  }

 private:
  static bool is_executable(const std::string& path) { return access(path.c_str(), X_OK) == 0; }

  store::Database& database_;
  const store::Patience& patience_;
  campaigns::PackedProgram& program_;
};

std::optional<host::TestFramework> framework_called(const std::string& name) {
  if (name == "gtest") return host::TestFramework::kGoogleTest;
  if (name == "catch2") return host::TestFramework::kCatch2;
  if (name == "catch3") return host::TestFramework::kCatch3;
  if (name == "doctest") return host::TestFramework::kDoctest;
  if (name == "boost") return host::TestFramework::kBoostTest;
  return std::nullopt;
}

Result<std::vector<campaigns::Subject>> find_subjects(const host::ProgramFile& program,
                                                      const campaigns::ProgramDescription& description) {
  if (!description.tests) return std::vector<campaigns::Subject>{{"", description.arguments}};
  host::clear_framework_environment();
  std::optional<host::TestFramework> framework = framework_called(description.framework);
  if (!framework) {
    if (description.framework != "auto")
      return Error{"framework is auto, gtest, catch2, catch3, doctest or boost, not '" +
                   description.framework + "'"};
    const Result<host::TestFramework> detected = host::detect_framework(program);
    if (!detected) return Error{detected.error()};
    framework = *detected;
  }
  host::TestListOptions listing;
  listing.arguments = description.arguments;
  const Result<std::vector<host::TestCase>> tests = host::list_tests(program, *framework, listing);
  if (!tests) return Error{tests.error()};
  const host::TestFilter filter(description.filters);
  std::vector<campaigns::Subject> subjects;
  for (const host::TestCase& test : *tests)
    if (test.skipped.empty() && test.problem.empty() && filter(test.name))
      subjects.push_back({test.name, test.arguments});
  if (subjects.empty()) return Error{"'" + description.name + "' has no test that the filter leaves"};
  return subjects;
}

// A sum of sha256sum: the digest, two spaces (or a space and an asterisk), the name.
bool is_signature_line(const std::string& line) {
  return line.size() > campaigns::kDigestLength + 1 && line[campaigns::kDigestLength] == ' ' &&
         campaigns::is_digest(line.substr(0, campaigns::kDigestLength));
}

}  // namespace

std::string_view architecture() {
#if defined(__x86_64__)
  return "x86_64";
#else
  return "aarch64";
#endif
}

Result<campaigns::PackedProgram> pack_program(store::Database& database, const store::Patience& patience,
                                              const campaigns::ProgramDescription& description,
                                              const std::string& folder) {
  campaigns::PackedProgram packed;
  packed.description = description;
  packed.architecture = architecture();
  const std::string& name = description.name;
  const Result<host::ProgramFile> program = host::inspect_program(seen_from(folder, description.path));
  if (!program) return Error{name + ": " + program.error()};
  for (const std::string& strategy : description.strategies)
    if (const Result<ParsedStrategy> parsed = parse_strategy(strategy); !parsed)
      return Error{name + ": " + parsed.error()};
  const Result<ToolPaths> paths = find_installation();
  if (!paths) return Error{paths.error()};
  host::LaunchOptions launch;
  launch.program = *program;
  launch.arguments = description.arguments;
  launch.runtime_library = paths->runtime_library();
  launch.folder = folder;
  const Result<std::unique_ptr<host::ExplorerProcess>> explorer = host::ExplorerProcess::start(launch);
  if (!explorer) return Error{name + ": " + explorer.error()};
  Result<std::vector<campaigns::Subject>> subjects = find_subjects(*program, description);
  if (!subjects) return Error{name + ": " + subjects.error()};
  packed.subjects = std::move(*subjects);
  symbols::Symbolizer symbolizer;
  packed.build_id = symbolizer.build_id(program->path).value_or("");

  Packer packer(database, patience, packed);
  const auto add = [&](const std::string& source, const std::string& path, bool executable) {
    return packer.add(source, path, executable);
  };
  if (Result<bool> added =
          add(program->path,
              std::string(kPackedProgramFolder) + "/" + std::string(report::base_name(program->path)), true);
      !added)
    return Error{name + ": " + added.error()};
  for (const Module& module : (*explorer)->hello().modules.modules) {
    if (module.path == program->path || is_of_the_system(module.path)) continue;
    const std::string base(report::base_name(module.path));
    if (Result<bool> added = add(module.path, std::string(kPackedLibraries) + "/" + base, true); !added)
      return Error{name + ": " + added.error()};
  }
  for (const std::string& file : description.files) {
    const std::string below = fs::path(file).is_absolute() ? std::string(report::base_name(file))
                                                           : fs::path(file).lexically_normal().string();
    if (Result<bool> added = packer.add_data(seen_from(folder, file), below); !added)
      return Error{name + ": " + added.error()};
  }
  if (!description.input.empty()) {
    packed.input = std::string(kPackedFiles) + "/standard-input";
    if (Result<bool> added = add(seen_from(folder, description.input), packed.input, false); !added)
      return Error{name + ": " + added.error()};
  }
  return packed;
}

std::string signature_lines(const std::vector<campaigns::PackedProgram>& programs) {
  std::string text;
  std::set<std::string> told;
  for (const campaigns::PackedProgram& program : programs)
    for (const campaigns::PackedFile& file : program.files)
      if (told.insert(file.digest).second)
        text += file.digest + "  " + program.description.name + "/" + file.path + "\n";
  return text;
}

Result<std::set<std::string>> read_signatures(const std::string& path) {
  std::error_code error;
  if (fs::file_size(path, error) > kLargestSignatures && !error)
    return Error{"'" + path + "' is larger than 16 MB"};
  std::ifstream file(path);
  if (!file) return Error{"cannot read '" + path + "': " + std::strerror(errno)};
  std::set<std::string> digests;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    if (!is_signature_line(line))
      return Error{
          "'" + path + "', line " + std::to_string(number) +
          ": a line is a SHA-256 and a name, as 'heddle campaign create --signatures FILE' and sha256sum "
          "write them"};
    digests.insert(line.substr(0, campaigns::kDigestLength));
  }
  return digests;
}

Result<bool> unpack_series(store::Database& database, const store::Patience& patience,
                           const std::vector<campaigns::PackedInfo>& files, const std::string& folder,
                           const std::set<std::string>* signatures) {
  std::error_code error;
  for (const campaigns::PackedInfo& file : files) {
    if (!campaigns::is_safe_path(file.path))
      return Error{"the store is damaged: a packed file is called '" + report::visible(file.path) + "'"};
    if (signatures != nullptr && !signatures->contains(file.digest))
      return Error{"the signature file does not list " + report::visible(file.path) + " (" +
                   report::visible(file.digest.substr(0, 12)) + "...)"};
  }
  if (fs::exists(folder, error)) return true;
  std::string made = folder + ".XXXXXX";
  fs::create_directories(fs::path(folder).parent_path(), error);
  if (mkdtemp(made.data()) == nullptr)
    return Error{"cannot make a folder beside '" + folder + "': " + std::strerror(errno)};
  const auto unpack = [&]() -> Result<bool> {
    for (const char* part : {kPackedProgramFolder, kPackedLibraries, kPackedFiles})
      fs::create_directory(fs::path(made) / part, error);
    for (const campaigns::PackedInfo& file : files) {
      const fs::path target = fs::path(made) / file.path;
      fs::create_directories(target.parent_path(), error);
      if (fs::exists(target, error)) return Error{"the store is damaged: two packed files have one name"};
      if (Result<bool> fetched = campaigns::fetch_file(database, patience, file.digest, target.string());
          !fetched)
        return fetched;
      if (file.executable) fs::permissions(target, fs::perms::owner_all, fs::perm_options::add, error);
    }
    return true;
  };
  Result<bool> unpacked = unpack();
  // Another worker of this machine may have been quicker.
  if (unpacked) fs::rename(made, folder, error);
  if (fs::exists(made, error)) fs::remove_all(made, error);
  if (unpacked && !fs::is_directory(folder, error)) return Error{"cannot make '" + folder + "'"};
  return unpacked;
}

}  // namespace heddle::sessions
