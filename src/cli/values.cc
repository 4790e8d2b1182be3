#include "cli/values.h"

#include <algorithm>
#include <charconv>
#include <random>
#include <thread>

#include "search/stall.h"

namespace heddle::cli {

double parse_duration(const std::string& text) {
  const std::optional<double> seconds = duration_in(text);
  if (!seconds) throw CLI::ValidationError("'" + text + "' is not a duration; write 500ms, 30s, 2m or 1h");
  return *seconds;
}

std::uint64_t parse_stall(const std::string& text) {
  const std::optional<std::uint64_t> stall = stall_in(text);
  if (!stall)
    throw CLI::ValidationError("'" + text +
                               "' is not a value of --stall; write a duration such as 100ms, none or any");
  return *stall;
}

std::uint64_t parse_memory_limit(const std::string& text) {
  constexpr std::uint64_t kLeast = 16, kMost = 1 << 20;  // MiB
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [unit, error] = std::from_chars(text.data(), end, number);
  const bool giga = unit + 1 == end && *unit == 'G';
  const bool is_size = error == std::errc() && unit + 1 == end && (giga || *unit == 'M');
  const std::uint64_t mebibytes = giga && number <= kMost ? number * 1024 : number;
  if (!is_size || mebibytes < kLeast || mebibytes > kMost)
    throw CLI::ValidationError("'" + text +
                               "' is not a value of --memory-limit; write 512M or 2G, from 16M on");
  return mebibytes << 20;
}

Granularity parse_granularity(const std::string& text) {
  if (text == "sync") return Granularity::kSync;
  if (text == "shared") return Granularity::kShared;
  if (text == "all") return Granularity::kAll;
  throw CLI::ValidationError("'" + text + "' is not a granularity; choose sync, shared or all");
}

Races parse_races(const std::string& text) {
  if (text == "report") return Races::kReport;
  if (text == "stop") return Races::kStop;
  if (text == "ignore") return Races::kIgnore;
  throw CLI::ValidationError("'" + text + "' is not a value of --races; choose report, stop or ignore");
}

Volatile parse_volatile(const std::string& text) {
  if (text == "plain") return Volatile::kPlain;
  if (text == "atomic") return Volatile::kAtomic;
  throw CLI::ValidationError("'" + text + "' is not a value of --volatile; choose plain or atomic");
}

Unjoined parse_unjoined(const std::string& text) {
  if (text == "note") return Unjoined::kNote;
  if (text == "fail") return Unjoined::kFail;
  if (text == "ignore") return Unjoined::kIgnore;
  throw CLI::ValidationError("'" + text + "' is not a value of --unjoined; choose note, fail or ignore");
}

Isolation parse_isolation(const std::string& text) {
  if (text == "restore") return Isolation::kRestore;
  if (text == "fork") return Isolation::kFork;
  throw CLI::ValidationError("'" + text + "' is not a value of --isolation; choose restore or fork");
}

sessions::SnapshotChoice parse_snapshot(const std::string& text) {
  using Where = sessions::SnapshotChoice::Where;
  constexpr std::string_view kAt = "at:";
  if (text == "start") return {Where::kStart, {}};
  if (text == "first-thread") return {Where::kFirstThread, {}};
  if (text == "start-here") return {Where::kStartHere, {}};
  if (text.starts_with(kAt) && text.size() > kAt.size()) return {Where::kFunction, text.substr(kAt.size())};
  throw CLI::ValidationError("'" + text +
                             "' is not a value of --snapshot; choose start, first-thread, start-here or "
                             "at:FUNCTION");
}

Carrier parse_carrier(const std::string& text) {
  if (text == "contexts") return Carrier::kContexts;
  if (text == "threads") return Carrier::kThreads;
  throw CLI::ValidationError("'" + text + "' is not a carrier; choose contexts or threads");
}

Memory parse_memory(const std::string& text) {
  if (text == "sc") return Memory::kSequential;
  if (text == "c++") return Memory::kCpp;
  if (text == "auto") return Memory::kByOrders;
  throw CLI::ValidationError("'" + text + "' is not a memory model; choose sc, c++ or auto");
}

host::Until parse_until(const std::string& text) {
  if (text == "first-bug") return host::Until::kFirstBug;
  if (text == "budget") return host::Until::kBudget;
  if (text == "saturation") return host::Until::kSaturation;
  throw CLI::ValidationError("'" + text +
                             "' is not a value of --until; choose first-bug, budget or saturation");
}

MeterSettings parse_metrics(const std::string& text, const std::string& window) {
  MeterSettings settings;
  const Result<std::uint32_t> metrics = heddle::parse_metrics(text);
  if (!metrics) throw CLI::ValidationError(metrics.error());
  settings.metrics = *metrics;
  settings.window_in_executions = window.find_first_not_of("0123456789") == std::string::npos;
  settings.window = parse_duration(window);
  return settings;
}

CLI::Validator positive() {
  const auto check = [](std::string& text) -> std::string {
    std::uint64_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool good = result.ec == std::errc() && result.ptr == text.data() + text.size() && number > 0;
    return good ? "" : "'" + text + "' is not a number from 1 on";
  };
  return CLI::Validator(check, "");
}

namespace {
constexpr unsigned kMostJobs = 256;
}

unsigned default_jobs() {
  return std::clamp(std::thread::hardware_concurrency(), 1u, kMostJobs);
}

CLI::Option* add_jobs(CLI::App& app, unsigned& jobs, const std::string& what) {
  return app
      .add_option("--jobs", jobs,
                  what + " (default: the number of cores); the results are the same for any number")
      ->check(CLI::Range(1u, kMostJobs));
}

std::uint64_t parse_seed(const std::string& text) {
  if (text == "random") {
    std::random_device device;
    return (std::uint64_t{device()} << 16) ^ device();
  }
  std::uint64_t seed = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size())
    throw CLI::ValidationError("'" + text + "' is not a seed; give a number, or 'random'");
  return seed;
}

}  // namespace heddle::cli
