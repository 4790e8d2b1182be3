#include "study/subjects.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "event/hash.h"
#include "host/output_folder.h"

namespace heddle::study {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFixed = "-fixed";

// D1 and D2 are the examples of the paper's introduction, which it did not measure.
constexpr std::array kDeadlockSubjects = {
    DeadlockSubject{"jdbc-1", 3, 150, PaperFigures{5'090, 0.0020, 0.0070, 0.0168, 17, 0.0439}},
    DeadlockSubject{"jdbc-2", 3, 150, PaperFigures{5'088, 0.0385, 0.0489, 0.0437, 3, 0.0632}},
    DeadlockSubject{"jdbc-3", 3, 150, PaperFigures{5'050, 0.0005, 0.0208, 0.0043, 11, 0.0229}},
    DeadlockSubject{"jdbc-4", 3, 150, PaperFigures{5'080, 0.0680, 0.0858, 0.0717, 5, 0.1123}},
    DeadlockSubject{"hawknl", 3, 150, PaperFigures{33, 0.1755, 0.3218, 0.2665, 2, 0.4530}},
    DeadlockSubject{"sqlite", 3, 150, PaperFigures{16, 0.4326, 0.5543, 0.5012, 2, 0.6863}},
    DeadlockSubject{"mysql-1", 3, 300, PaperFigures{19'300, 0.0004, 0.0004, 0.0015, 47, 0.0022}},
    DeadlockSubject{"mysql-2", 3, 150, PaperFigures{15'066, 0.0088, 0.0120, 0.0230, 27, 0.0256}},
    DeadlockSubject{"mysql-3", 6, 300, PaperFigures{406'117, 0.0000, 0.0004, 0.0018, 114, 0.0039}},
    DeadlockSubject{"mysql-4", 3, 150, PaperFigures{444'621, 0.0000, 0.0055, 0.0041, 20, 0.0062}},
    DeadlockSubject{"d1", 2, 150, std::nullopt},
    DeadlockSubject{"d2", 3, 150, std::nullopt},
};

}  // namespace

std::span<const DeadlockSubject> deadlock_subjects() {
  return kDeadlockSubjects;
}

Result<Subject> open_subject(const std::string& name, const std::string& path) {
  Result<host::ProgramFile> program = host::inspect_program(path);
  if (!program) return Error{program.error()};
  Result<std::string> contents = host::read_file(program->path);
  if (!contents) return Error{contents.error()};
  return Subject{name, *program, fmt::format("{:016x}", hash_text(*contents))};
}

std::vector<std::string> programs_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_regular_file(error) && access(entry.path().c_str(), X_OK) == 0 && !name.ends_with(kFixed))
      names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace heddle::study
