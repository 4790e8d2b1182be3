// What a campaign's store costs, and how many workers one database carries: workers that only take leases and
// report, of a campaign of twenty cells whose bugs and coverage are known already. PostgreSQL is one of this
// program's own, on a Unix socket, with its usual settings (fsync included).
//   campaign_bench [SECONDS [WORKERS]]
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>
#include <vector>

#include "campaigns/blobs.h"
#include "campaigns/create.h"
#include "campaigns/leases.h"
#include "campaigns/outcome.h"
#include "campaigns/schema.h"
#include "event/random.h"
#include "store/migrations.h"
#include "store/open.h"
#include "support/postgres_server.h"

namespace {

using namespace heddle;
using namespace heddle::campaigns;
using Clock = std::chrono::steady_clock;

constexpr int kCells = 20;
constexpr std::uint64_t kUnit = 10'000;
constexpr int kSimulated = 1'000;  // workers that wait between lease and report as long as a unit takes
constexpr double kUnitSeconds = 10;
constexpr int kMostConnections = kSimulated + 50;

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "campaign_bench: %s\n", why.c_str());
  std::exit(1);
}

template <typename T>
T must(Result<T> result) {
  if (!result) give_up(result.error());
  return std::move(*result);
}

void create(store::Database& database, const std::string& file) {
  must(store::migrate(database, all_migrations(), {}));
  CampaignDescription campaign;
  campaign.name = "bench";
  campaign.end.executions = std::uint64_t{1} << 50;
  PackedProgram program;
  program.description.name = "bank";
  program.description.strategies = {"auto"};
  program.description.unit = kUnit;
  program.files = {{"bin/bank", must(put_file(database, {}, file)), true}};
  for (int i = 0; i < kCells; ++i) program.subjects.push_back({"Test." + std::to_string(i), {}});
  must(create_campaign(database, {}, campaign, "", {program}, {}));
}

UnitOutcome outcome_of(const Lease& lease) {
  UnitOutcome outcome;
  outcome.executions = lease.executions;
  outcome.failed = 10;
  outcome.end = "budget";
  for (std::uint64_t i = 0; i < 100; ++i) outcome.coverage.emplace_back("sync-pairs", i);
  SeenBug bug;
  bug.bug = {lease.cell.test, "assertion", "withdraw", "balance"};
  bug.times = 10;
  bug.execution = 7;
  bug.stable = true;
  bug.schedule = std::string(4'000, 's');
  outcome.bugs = {bug};
  return outcome;
}

struct Figures {
  double units_per_second = 0;
  double median_milliseconds = 0, worst_milliseconds = 0;  // of a unit's lease and report
};

// Workers whose units take so long, on average, between lease and report.
Figures measure(const std::string& store, int workers, double seconds, double unit_seconds = 0) {
  std::mutex mutex;
  std::vector<double> times;
  std::atomic<int> ready{0};
  std::atomic<bool> begun{false};
  Clock::time_point begin, end;
  std::vector<std::thread> threads;
  // One after the other, as workers come on real machines.
  std::vector<std::unique_ptr<store::Database>> databases;
  for (int i = 0; i < workers; ++i)
    databases.push_back(must(store::open(must(store::parse_location(store)), false, {60})));
  for (int i = 0; i < workers; ++i)
    threads.emplace_back([&, i] {
      const std::unique_ptr<store::Database>& database = databases[static_cast<std::size_t>(i)];
      WorkQueue queue(*database, {60}, 1, static_cast<std::uint64_t>(i + 1), 600);
      const UnitOutcome usual = outcome_of({});
      std::vector<KnownCoverage> known(kCells + 1, {usual.coverage.begin(), usual.coverage.end()});
      std::vector<double> own;
      ++ready;
      while (!begun) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      unsigned waits = 0;
      Random random(static_cast<std::uint64_t>(i));
      while (Clock::now() < end) {
        const Clock::time_point start = Clock::now();
        const WorkQueue::Offer offer = must(queue.take());
        if (!offer.lease) {  // others are planning: longer and longer, as a real worker
          std::this_thread::sleep_for(std::chrono::milliseconds(20 << std::min(waits++, 6u)));
          continue;
        }
        waits = 0;
        const double leased = std::chrono::duration<double>(Clock::now() - start).count();
        std::this_thread::sleep_for(std::chrono::duration<double>(2 * unit_seconds * random.unit()));
        const Clock::time_point done = Clock::now();
        if (must(deliver(*database, {60}, 1, static_cast<std::uint64_t>(i + 1), *offer.lease,
                         outcome_of(*offer.lease), known[offer.lease->cell.id])) != Delivered::kTaken)
          give_up("a unit was done twice");
        if (Clock::now() > end) break;
        own.push_back(leased + std::chrono::duration<double>(Clock::now() - done).count());
      }
      const std::lock_guard<std::mutex> lock(mutex);
      times.insert(times.end(), own.begin(), own.end());
    });
  while (ready < workers) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  begin = Clock::now();
  end = begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  begun = true;
  for (std::thread& thread : threads) thread.join();
  if (times.empty()) give_up("no unit was done");
  std::sort(times.begin(), times.end());
  return {static_cast<double>(times.size()) / seconds, times[times.size() / 2] * 1000, times.back() * 1000};
}

void tell(const char* store, int workers, const Figures& figures) {
  std::printf("%-13s %7d %12.0f %12.2f %12.0f %22.3f\n", store, workers, figures.units_per_second,
              figures.median_milliseconds, figures.worst_milliseconds,
              1000 / figures.units_per_second / (static_cast<double>(kUnit) / 1000));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 5;
  const int only = argc > 2 ? std::atoi(argv[2]) : 0;
  std::string folder = (std::filesystem::temp_directory_path() / "heddle-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) give_up("no temporary folder");
  std::ofstream(folder + "/program") << std::string(1 << 20, 'p');
  std::printf("%-13s %7s %12s %12s %12s %22s\n", "store", "workers", "units/s", "median ms", "worst ms",
              "ms/1,000 executions");
  const std::string file = folder + "/a.sqlite";
  create(*must(store::open(must(store::parse_location(file)), true)), folder + "/program");
  for (const int workers : {1, 4, 16})
    if (only == 0 || only == workers) tell("SQLite", workers, measure(file, workers, seconds));
  {
    test::PostgresServer server({.connections = kMostConnections, .durable = true});
    const std::string url = server.make_database("bench");
    create(*must(store::open(must(store::parse_location(url)), true)), folder + "/program");
    for (const int workers : {1, 4, 16, 100})
      if (only == 0 || only == workers) tell("PostgreSQL", workers, measure(url, workers, seconds));
    if (only == 0 || only == kSimulated)
      tell("units of 10 s", kSimulated, measure(url, kSimulated, 4 * kUnitSeconds, kUnitSeconds));
  }
  std::filesystem::remove_all(folder);
  return 0;
}
