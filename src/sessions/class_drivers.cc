#include "sessions/class_drivers.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>

#include "classes/driver_source.h"
#include "classes/model_json.h"
#include "classes/run/model_program.h"
#include "compile/commands.h"
#include "event/hash.h"
#include "host/output_folder.h"
#include "process/process_pool.h"
#include "sessions/terminal.h"
#include "study/csv.h"

namespace heddle::sessions {

namespace {

namespace fs = std::filesystem;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// What a driver is made of: the header, those that all classes share, and the frame.
std::uint64_t hash_of(const DriverOrder& order, const ToolPaths& paths) {
  std::uint64_t hash = hash_text(order.class_name);
  for (const std::string& flag : order.flags) hash = combine(hash, hash_text(flag));
  std::vector<std::string> files{order.header, paths.class_frame(),
                                 paths.include_folder + "/heddle/class_driver.h",
                                 paths.include_folder + "/heddle/class_library_values.h",
                                 paths.include_folder + "/heddle/class_values.h"};
  std::error_code error;
  const fs::path support = fs::path(order.header).parent_path().parent_path() / "support";
  for (const fs::directory_entry& entry : fs::directory_iterator(support, error))
    files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  for (const std::string& file : files)
    if (const Result<std::string> text = host::read_file(file)) hash = combine(hash, hash_text(*text));
  return hash;
}

// A line of drivers.csv.
struct MadeDriver {
  std::string name;
  std::string hash;
  double analysis_seconds = 0;
  double compile_seconds = 0;

  std::string line() const {
    return study::csv_line(
        {name, hash, fmt::format("{:.3f}", analysis_seconds), fmt::format("{:.3f}", compile_seconds)});
  }
};

std::optional<MadeDriver> parse_made_driver(const std::string& line) {
  const std::vector<std::string> fields = study::csv_fields(line);
  if (fields.size() != 4) return std::nullopt;
  return MadeDriver{fields[0], fields[1], std::atof(fields[2].c_str()), std::atof(fields[3].c_str())};
}

class DriverShop {
 public:
  DriverShop(const std::string& folder, const ToolPaths& paths) : folder_(folder), paths_(paths) {}

  // Those of former times.
  Result<bool> open() {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) return Error{"cannot make the folder '" + folder_ + "'"};
    std::ifstream stream(file("drivers.csv"));
    for (std::string line; std::getline(stream, line);)
      if (const std::optional<MadeDriver> made = parse_made_driver(line)) made_[made->name] = *made;
    return true;
  }

  bool has(const DriverOrder& order) const {
    const auto found = made_.find(order.name);
    return found != made_.end() && found->second.hash == key(order) && fs::exists(file(order.name)) &&
           is_as_today(order);
  }

  Result<MadeDriver> make(const DriverOrder& order) const {
    MadeDriver made{order.name, key(order)};
    const auto start = std::chrono::steady_clock::now();
    Result<classes::ClassModel> model = classes::ask_for_model(
        {paths_.class_model_program(), order.header, {}, order.class_name, {}, order.flags});
    if (!model) return Error{model.error()};
    made.analysis_seconds = seconds_since(start);
    std::vector<std::string> flags = model->flags;
    classes::Operations operations(std::move(*model));
    const auto compiling = std::chrono::steady_clock::now();
    const Result<std::string> words =
        build_driver({file(order.name + ".cpp"), file(order.name), {included(order)}, std::move(flags)},
                     operations, heddle_compiler(paths_));
    if (!words) return Error{words.error()};
    if (!words->empty()) return Error{"it does not compile: " + *words};
    made.compile_seconds = seconds_since(compiling);
    // The model of what the driver has: calls are numbered by it.
    const Result<bool> written = host::write_file(file(order.name + ".json"), to_json(operations.model()));
    if (!written) return Error{written.error()};
    return made;
  }

  void keep(const MadeDriver& made) {
    made_[made.name] = made;
    std::ofstream(file("drivers.csv"), std::ios::app) << made.line();
  }

  Result<study::ClassSubject> subject(const DriverOrder& order) const {
    Result<study::Subject> driver = study::open_subject(order.name, fs::absolute(file(order.name)).string());
    if (!driver) return Error{driver.error()};
    Result<classes::ClassModel> model = kept_model(order);
    if (!model) return Error{model.error()};
    study::ClassSubject subject;
    subject.driver = std::move(*driver);
    subject.operations = std::make_shared<const classes::Operations>(std::move(*model));
    subject.analysis_seconds = made_.at(order.name).analysis_seconds;
    subject.compile_seconds = made_.at(order.name).compile_seconds;
    return subject;
  }

 private:
  std::string file(const std::string& name) const { return folder_ + "/" + name; }
  static std::string included(const DriverOrder& order) { return fs::absolute(order.header).string(); }

  Result<classes::ClassModel> kept_model(const DriverOrder& order) const {
    const Result<std::string> text = host::read_file(file(order.name + ".json"));
    if (!text) return Error{text.error()};
    return classes::read_class_model(*text);
  }

  // A tool that writes drivers in another way, or has other values for arguments, needs them compiled again.
  bool is_as_today(const DriverOrder& order) const {
    Result<classes::ClassModel> model = kept_model(order);
    const Result<std::string> source = host::read_file(file(order.name + ".cpp"));
    if (!model || !source) return false;
    return driver_source(classes::Operations(std::move(*model)), {{included(order)}}).text == *source;
  }

  std::string key(const DriverOrder& order) const { return fmt::format("{:016x}", hash_of(order, paths_)); }

  std::string folder_;
  ToolPaths paths_;
  std::map<std::string, MadeDriver> made_;
};

}  // namespace

classes::Compile heddle_compiler(const ToolPaths& paths) {
  return [tool = paths.tool, frame = paths.class_frame()](
             const std::string& source, const std::string& program,
             const std::vector<std::string>& flags) -> Result<std::string> {
    std::vector<std::string> words = {tool, "c++", "-g", "-w", "-pthread", source, frame, "-o", program};
    words.insert(words.end(), flags.begin(), flags.end());  // libraries among them come after who needs them
    Result<compile::Spoken> answer = compile::answer_of(words, compile::Stream::kErrors);
    if (!answer) return Error{answer.error()};
    return answer->status == 0 ? std::string() : answer->text + ' ';
  };
}

Result<std::vector<study::ClassSubject>> build_drivers(const std::vector<DriverOrder>& orders,
                                                       const std::string& folder, const ToolPaths& paths,
                                                       unsigned jobs) {
  DriverShop shop(folder, paths);
  if (Result<bool> opened = shop.open(); !opened) return Error{opened.error()};
  std::vector<DriverOrder> missing;
  for (const DriverOrder& order : orders)
    if (!shop.has(order)) missing.push_back(order);
  std::string problem;
  process::ProcessPool pool;
  pool.at_a_time = jobs;
  pool.stop = interrupted;
  pool.work = [&](std::size_t job, const process::ProcessPool::Say& say) -> Result<bool> {
    const Result<MadeDriver> made = shop.make(missing[job]);
    if (!made) return Error{made.error()};
    std::string line = made->line();
    line.pop_back();  // its line break
    say(line);
    return true;
  };
  pool.said = [&](std::size_t job, const std::string& line) {
    if (const std::optional<MadeDriver> made = parse_made_driver(line)) shop.keep(*made);
    std::fprintf(stderr, "%s: compiled\n", missing[job].name.c_str());
  };
  pool.ended = [&](std::size_t job, const process::JobEnd& end) {
    if (end.is_success() || !problem.empty()) return;
    problem = missing[job].name + ": " +
              (end.problem.empty() ? "the process that compiled it ended too early" : end.problem);
  };
  if (!pool.run(missing.size())) return Error{""};
  if (!problem.empty()) return Error{problem};
  std::vector<study::ClassSubject> subjects;
  for (const DriverOrder& order : orders) {
    Result<study::ClassSubject> subject = shop.subject(order);
    if (!subject) return Error{subject.error()};
    subjects.push_back(std::move(*subject));
  }
  return subjects;
}

}  // namespace heddle::sessions
