#include "class_cost.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace heddle::bench {

namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() { fs::create_directories(path_); }
  ~Folder() {
    fs::remove_all(path_);
    fs::remove_all(path_ + ".old");
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_ = fs::temp_directory_path() / ("heddle-bench-class-" + std::to_string(getpid()));
};

std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// A number of results.json.
double figure(const std::string& json, const std::string& name) {
  const std::string key = "\"" + name + "\": ";
  const std::size_t at = json.find(key);
  return at == json.npos ? -1 : std::atof(json.c_str() + at + key.size());
}

double time_of(const std::string& command) {
  const auto start = std::chrono::steady_clock::now();
  if (std::system(command.c_str()) != 0) return -1;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// As arguments for a shell, which takes none of their characters for its own.
std::string quoted_lines(const std::string& file) {
  std::ifstream stream(file);
  std::string all;
  for (std::string line; std::getline(stream, line);) all += " '" + line + "'";
  return all;
}

}  // namespace

ClassCost class_cost(const std::string& tool, unsigned tests) {
  constexpr int kRuns = 5;
  const Folder folder;
  const std::string command = tool +
                              " class " HEDDLE_EXAMPLES
                              "/bounded_queue_fixed.h --class BoundedQueue --quiet --time 60s --tests " +
                              std::to_string(tests) + " --out " + folder.path() + " > /dev/null";
  ClassCost best;
  for (int i = 0; i < kRuns; ++i) {
    if (std::system(command.c_str()) != 0) return {};
    const std::string json = text_of(folder.file("results.json"));
    const double seconds = figure(json, "seconds"), first = figure(json, "seconds_to_first_test");
    best.first_test = i == 0 ? first : std::min(best.first_test, first);
    best.tests = std::max(best.tests, figure(json, "tests") / seconds);
    best.executions = std::max(best.executions, figure(json, "executions") / seconds);
  }
  return best;
}

double header_compilation() {
  constexpr int kRuns = 5;
  const Folder folder;
  const std::string source = folder.file("header.cc");
  std::ofstream(source) << "#include \"" HEDDLE_EXAMPLES "/bounded_queue_fixed.h\"\n";
  double best = -1;
  for (int i = 0; i < kRuns; ++i) {
    const double time = time_of("g++ -std=c++20 -O1 -g -c " + source + " -o " + folder.file("header.o"));
    if (best < 0 || time < best) best = time;
  }
  return best;
}

WrapperCost wrapper_cost(const std::string& tool) {
  constexpr int kRuns = 20;
  const Folder folder;
  const std::string source = folder.file("tiny.cc");
  std::ofstream(source) << "int main() {}\n";
  const std::string compilation = " -O1 -g -c " + source + " -o " + folder.file("tiny.o");
  const std::string flags = folder.file("flags");
  if (std::system((tool + " c++ --heddle-flags=compile > " + flags).c_str()) != 0) return {};
  const std::string added = quoted_lines(flags);
  WrapperCost best;
  const auto measure = [](double& least, const std::string& command) {
    const double time = time_of(command);
    if (least < 0 || time < least) least = time;
  };
  for (int i = 0; i < kRuns; ++i) {
    measure(best.bare, "g++" + compilation);
    measure(best.with_flags, "g++" + added + compilation);
    measure(best.wrapped, tool + " c++" + compilation);
  }
  return best;
}

}  // namespace heddle::bench
