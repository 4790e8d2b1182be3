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

constexpr std::array kSyncSubjects = {
    SyncSubject{"arraylist-1", {181.2, 181.6, 181.2, 184.2, 177.6, 274.4, 181, 182, 0, 1, 81.9}},
    SyncSubject{"arraylist-2", {143.7, 141.8, 141.4, 159.7, 130.8, 246.3, 145, 144, 2, 1, 98.0}},
    SyncSubject{"hashset-1", {154.0, 152.6, 151.7, 172.4, 151.3, 271.5, 139, 154, 0, 15, 81.9}},
    SyncSubject{"hashset-2", {120.8, 120.8, 120.8, 139.3, 98.0, 198.9, 116, 121, 1, 6, 98.1}},
    SyncSubject{"hashtable-1", {24.0, 24.0, 24.0, 120.0, 23.7, 120.0, 23, 24, 0, 1, 16.9}},
    SyncSubject{"hashtable-2", {508.3, 538.0, 538.0, 165.4, 539.6, 388.8, 597, 540, 57, 0, 95.0}},
    SyncSubject{"linkedlist-1", {181.4, 181.5, 181.2, 155.0, 179.9, 278.2, 181, 182, 0, 1, 86.1}},
    SyncSubject{"linkedlist-2", {143.6, 141.7, 141.2, 161.2, 129.9, 237.7, 146, 144, 2, 0, 98.0}},
    SyncSubject{"treeset-1", {154.0, 152.4, 151.4, 191.2, 151.6, 258.4, 152, 154, 0, 2, 82.4}},
    SyncSubject{"treeset-2", {119.6, 120.5, 120.5, 139.8, 98.8, 237.5, 118, 121, 1, 4, 97.9}},
    SyncSubject{"cache4j", {199.0, 202.2, 202.2, 146.1, 201.9, 205.8, 213, 204, 9, 0, 99.9}},
    SyncSubject{"pool", {2102.9, 2959.0, 2950.5, 431.4, -1, -1, 5292, 3416, 1886, 10, 91.9}},
    SyncSubject{"vfs2", {250.8, 262.0, 260.1, 493.9, 246.7, 478.2, 335, 264, 77, 6, 83.9}},
};

}  // namespace

std::span<const SyncSubject> sync_subjects() {
  return kSyncSubjects;
}

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
