#include "host/output_folder.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "host/folder_lock.h"

namespace heddle::host {

namespace fs = std::filesystem;

namespace {

// Written into every folder of ours.
constexpr char kMark[] = ".heddle";

bool is_ours(const fs::path& folder) {
  return fs::exists(folder / kMark) || (fs::is_directory(folder) && fs::is_empty(folder));
}

std::string in_use(const std::string& path) {
  return "another heddle is writing to '" + path + "'; wait for its end, or name another folder with --out";
}

}  // namespace

Result<OutputFolder> OutputFolder::prepare(const std::string& path) {
  std::error_code error;
  const fs::path folder(path);
  if (fs::exists(folder, error)) {
    if (!is_ours(folder))
      return Error{"'" + path + "' exists and was not written by Heddle; name another folder with --out"};
    const fs::path old(path + ".old");
    if (fs::exists(old, error) && !is_ours(old))
      return Error{"'" + old.string() +
                   "' is in the way and was not written by Heddle; move it or use --out"};
    if (!lock_folder((folder / kMark).string())) return Error{in_use(path)};
    unlock_folder((folder / kMark).string());
    fs::remove_all(old, error);
    fs::rename(folder, old, error);
    if (error) return Error{"cannot move '" + path + "' to '" + old.string() + "': " + error.message()};
  }
  return make(path, "This folder was written by heddle and is replaced by its next run.\n");
}

Result<OutputFolder> OutputFolder::keep(const std::string& path) {
  if (fs::exists(path) && !is_ours(path))
    return Error{"'" + path + "' exists and was not written by Heddle; name another folder with --out"};
  return make(path, "This folder was written by heddle, which goes on with what is in it.\n");
}

Result<OutputFolder> OutputFolder::make(const std::string& path, const std::string& mark) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return Error{"cannot make the folder '" + path + "': " + error.message()};
  OutputFolder result(path);
  if (!lock_folder(result.file(kMark))) return Error{in_use(path)};
  // In place: the lock is on this very file.
  if (Result<bool> marked = write_file(result.file(kMark), mark); !marked) return Error{marked.error()};
  return result;
}

Result<bool> OutputFolder::write(const std::string& name, const std::string& contents) const {
  // A reader finds the old contents or the new ones, never a part, whatever happens to us meanwhile.
  const std::string unfinished = file("." + name);
  Result<bool> written = write_file(unfinished, contents);
  std::error_code error;
  if (written) fs::rename(unfinished, file(name), error);
  return error ? Result<bool>(Error{"cannot write '" + file(name) + "': " + error.message()}) : written;
}

Result<bool> write_file(const std::string& path, const std::string& contents) {
  std::ofstream stream(path, std::ios::binary);
  stream << contents;
  stream.close();
  if (!stream) return Error{"cannot write '" + path + "': " + std::strerror(errno)};
  return true;
}

Result<std::string> read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return Error{"cannot read '" + path + "': " + std::strerror(errno)};
  std::ostringstream contents;
  contents << stream.rdbuf();
  return contents.str();
}

}  // namespace heddle::host
