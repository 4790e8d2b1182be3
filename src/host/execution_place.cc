#include "host/execution_place.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include "search/messages.h"

namespace heddle::host {

namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostPlaces = 1000;
// Below the ports that the system gives to clients, so that no client has it by chance.
constexpr unsigned kFirstPort = 20'000;
constexpr unsigned kPortsOfPlace = 10;
constexpr char kLockFile[] = "/lock";
constexpr char kFolder[] = "/cwd";
constexpr char kSocket[] = "/socket";

std::string folder_of_places() {
  const char* parent = std::getenv("TMPDIR");
  std::error_code error;
  return fs::absolute(parent != nullptr && *parent != '\0' ? parent : "/tmp", error).string();
}

std::string name_of_place(unsigned number) {
  std::string digits = std::to_string(number);
  digits.insert(0, 3 - digits.size(), '0');
  return folder_of_places() + "/heddle-" + std::to_string(getuid()) + "-" + digits;
}

// Others can write to the folder of places: what stands there under our name may be theirs.
bool is_ours(const std::string& path) {
  struct stat status{};
  return lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == getuid();
}

bool is_free(unsigned port) {
  const process::Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int yes = 1;
  setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return bind(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
         listen(socket.number(), 1) == 0;
}

Result<unsigned> free_port(unsigned place) {
  const unsigned first = kFirstPort + place * kPortsOfPlace;
  for (unsigned port = first; port < first + kPortsOfPlace; ++port)
    if (is_free(port)) return port;
  return Error{"the ports " + std::to_string(first) + " to " + std::to_string(first + kPortsOfPlace - 1) +
               " of this machine are all taken: the driver needs one of them"};
}

Result<std::string> template_folder(const std::string& given, const std::string& folder) {
  if (given.empty()) return std::string();
  std::error_code error;
  const fs::path path = folder.empty() ? fs::absolute(given, error) : fs::path(folder) / given;
  if (!fs::is_directory(path, error))
    return Error{"--cwd fresh:" + given + ": there is no folder " + path.string()};
  return path.string();
}

// Programs may leave folders behind that they made unreadable.
void remove_all(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (!error) return;
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied, error))
    if (entry.is_directory(error) && !entry.is_symlink(error))
      fs::permissions(entry.path(), fs::perms::owner_all, error);
  fs::remove_all(path, error);
}

}  // namespace

Result<ExecutionPlace> ExecutionPlace::take(const Surroundings& surroundings, const std::string& folder) {
  ExecutionPlace place;
  if (!surroundings.are_any()) return place;
  Result<std::string> original = template_folder(surroundings.folder_template, folder);
  if (!original) return Error{original.error()};
  if (const Result<bool> locked = place.lock(); !locked) return Error{locked.error()};
  if (surroundings.fresh_folder) {
    const std::string path = place.path_ + kFolder;
    if (mkdir(path.c_str(), 0700) != 0) return Error{"cannot make " + path + ": " + std::strerror(errno)};
    place.variables_.push_back({kFolderVariable, path});
    place.variables_.push_back({kTemplateVariable, *original});
    if (std::getenv("PWD") != nullptr) place.variables_.push_back({"PWD", path});
  }
  if (!surroundings.driver.empty()) {
    const Result<unsigned> port = free_port(place.number_);
    if (!port) return Error{port.error()};
    place.variables_.push_back({kDriverVariable, surroundings.driver});
    place.variables_.push_back({kPortVariable, std::to_string(*port)});
    place.variables_.push_back({kSocketVariable, place.path_ + kSocket});
  }
  return place;
}

std::vector<std::string> ExecutionPlace::fill_in(std::vector<std::string> arguments) const {
  for (const process::Variable& variable : variables_) {
    if (variable.name != kPortVariable && variable.name != kSocketVariable) continue;
    const std::string placeholder = "{" + variable.name + "}";
    for (std::string& argument : arguments)
      for (std::size_t at; (at = argument.find(placeholder)) != std::string::npos;)
        argument.replace(at, placeholder.size(), variable.value);
  }
  return arguments;
}

// The first place that is free: the lock of another `heddle` ends with it, however it ends.
Result<bool> ExecutionPlace::lock() {
  for (number_ = 0; number_ < kMostPlaces; ++number_) {
    const std::string path = name_of_place(number_);
    const bool made = mkdir(path.c_str(), 0700) == 0;
    if (!made && errno != EEXIST)
      return Error{"cannot make " + path + ": " + std::strerror(errno) + " (TMPDIR chooses another place)"};
    if (!is_ours(path)) continue;
    process::Descriptor file(
        open((path + kLockFile).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    struct stat locked{}, now{};
    if (!file.is_open() || flock(file.number(), LOCK_EX | LOCK_NB) != 0) continue;
    // Its owner may have removed it in between.
    if (fstat(file.number(), &locked) != 0 || stat((path + kLockFile).c_str(), &now) != 0 ||
        locked.st_ino != now.st_ino) {
      --number_;
      continue;
    }
    lock_ = std::move(file);
    path_ = path;
    remove_all(path_ + kFolder);
    unlink((path_ + kSocket).c_str());
    return true;
  }
  return Error{"there is no free place in " + folder_of_places() +
               " for the folder of the executions: remove what is there with names like " + name_of_place(0)};
}

// Processes of the last execution may be about to end, and still write.
void ExecutionPlace::remove() {
  if (path_.empty()) return;
  constexpr int kMostTries = 100;
  constexpr std::chrono::milliseconds kPause(2);
  remove_all(path_);
  for (int i = 0; i < kMostTries && access(path_.c_str(), F_OK) == 0; ++i) {
    std::this_thread::sleep_for(kPause);
    remove_all(path_);
  }
  lock_.close();
  path_.clear();
}

ExecutionPlace::~ExecutionPlace() {
  remove();
}

ExecutionPlace::ExecutionPlace(ExecutionPlace&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      number_(other.number_),
      lock_(std::move(other.lock_)),
      variables_(std::move(other.variables_)) {}

ExecutionPlace& ExecutionPlace::operator=(ExecutionPlace&& other) noexcept {
  if (this == &other) return *this;
  remove();
  path_ = std::exchange(other.path_, {});
  number_ = other.number_;
  lock_ = std::move(other.lock_);
  variables_ = std::move(other.variables_);
  return *this;
}

}  // namespace heddle::host
