#include "sessions/campaign_worker.h"

#include <pwd.h>
#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <thread>

#include "campaigns/digest.h"
#include "campaigns/leases.h"
#include "campaigns/names.h"
#include "campaigns/outcome.h"
#include "campaigns/schema.h"
#include "campaigns/views.h"
#include "host/output_folder.h"
#include "report/model/text.h"
#include "sessions/campaign_pack.h"
#include "sessions/terminal.h"
#include "sessions/tool_paths.h"
#include "store/migrations.h"
#include "store/open.h"

namespace heddle::sessions {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double kRenewalsOfALease = 4;
constexpr std::chrono::milliseconds kGlance(10);
constexpr double kShortestPause = 0.02;
constexpr double kLongestPause = 2;  // seconds between two looks for work
constexpr std::chrono::seconds kBetweenLines(10);
constexpr std::uint64_t kLargestInput = std::uint64_t{256} << 20;

std::string machine() {
  char name[256] = "";
  const bool known = gethostname(name, sizeof name - 1) == 0 && name[0] != '\0';
  return known && campaigns::is_safe_path(name) ? name : "localhost";
}

// Folders of workers of this machine that were killed. Several machines may share the cache.
void remove_orphans(const std::string& cache, const std::string& mark) {
  std::error_code error;
  for (const auto& each : fs::directory_iterator(cache, error)) {
    const std::string name = each.path().filename().string();
    const std::size_t found = name.find(mark);
    if (found == std::string::npos) continue;
    const long process = std::strtol(name.c_str() + found + mark.size(), nullptr, 10);
    if (process > 0 && kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH)
      fs::remove_all(each.path(), error);
  }
}

class CampaignWorker {
 public:
  CampaignWorker(const WorkOptions& options, unsigned number, store::Database& database)
      : options_(options),
        number_(number),
        database_(database),
        patience_{options.patience, interrupted},
        views_(database, patience_) {}
  ~CampaignWorker() {
    std::error_code ignored;
    for (const auto& [series, prepared] : prepared_) fs::remove_all(prepared.run_folder, ignored);
  }

  Result<WorkDone> run();

 private:
  Result<bool> begin();
  Result<bool> do_unit(const campaigns::Lease& lease);
  Result<campaigns::UnitOutcome> explore(const campaigns::Lease& lease);
  Result<const PreparedProgram*> prepare(std::uint64_t series);
  Result<PreparedProgram> unpack(const campaigns::SeriesInfo& series);
  bool goes_on(const campaigns::Lease& lease);
  bool is_new(const std::string& program, const std::string& fingerprint);
  void pause(unsigned times) const;
  void tell(const campaigns::Lease& lease, const campaigns::UnitOutcome& outcome);
  void note_problem(const campaigns::Lease& lease, const std::string& problem);
  std::string reason_against(const campaigns::SeriesInfo& series) const;

  const WorkOptions& options_;
  unsigned number_;
  store::Database& database_;
  store::Patience patience_;
  campaigns::Views views_;
  campaigns::CampaignInfo campaign_;
  std::uint64_t worker_ = 0;
  std::optional<campaigns::WorkQueue> queue_;
  std::map<std::uint64_t, PreparedProgram> prepared_;
  std::map<std::uint64_t, campaigns::KnownCoverage> covered_;  // by cell
  Clock::time_point next_renewal_, next_line_;
  bool lost_ = false;  // the lease
  WorkDone done_;
};

Result<bool> CampaignWorker::begin() {
  if (Result<bool> checked = store::check_schema(database_, campaigns::all_migrations(), patience_); !checked)
    return checked;
  Result<campaigns::CampaignInfo> campaign = views_.campaign(options_.campaign);
  if (!campaign) return Error{campaign.error()};
  campaign_ = std::move(*campaign);
  const Result<std::uint64_t> worker =
      views_.add_worker(campaign_.id, machine() + ":" + std::to_string(getpid()));
  if (!worker) return Error{worker.error()};
  worker_ = *worker;
  queue_.emplace(database_, patience_, campaign_.id, worker_, campaign_.lease_seconds);
  return true;
}

// Empty: it may be run here.
std::string CampaignWorker::reason_against(const campaigns::SeriesInfo& series) const {
  if (series.architecture != architecture())
    return "it was built for " + report::visible(series.architecture) + ", this machine is " +
           std::string(architecture());
  if (series.heddle != HEDDLE_VERSION)
    return "it was packed by heddle " + report::visible(series.heddle) + ", this is heddle " HEDDLE_VERSION;
  return {};
}

Result<PreparedProgram> CampaignWorker::unpack(const campaigns::SeriesInfo& series) {
  if (const std::string reason = reason_against(series); !reason.empty()) return Error{reason};
  const Result<std::vector<campaigns::PackedInfo>> files = views_.packed(series.id);
  if (!files) return Error{files.error()};
  std::string all;
  PreparedProgram prepared;
  for (const campaigns::PackedInfo& file : *files) {
    all += file.path + "\n" + file.digest + "\n" + (file.executable ? "x" : "") + "\n";
    if (file.path.starts_with(std::string(kPackedProgramFolder) + "/") && file.executable)
      prepared.program = file.path;
  }
  if (prepared.program.empty()) return Error{"the store is damaged: a series has no program"};
  const bool named =
      !series.build_id.empty() && series.build_id.find_first_not_of("0123456789abcdef") == std::string::npos;
  const std::string digest = campaigns::sha256(all).substr(0, 16);
  prepared.folder = options_.cache + "/" + (named ? series.build_id.substr(0, 64) + "-" : "") + digest;
  if (Result<bool> unpacked = unpack_series(database_, patience_, *files, prepared.folder,
                                            options_.signatures ? &*options_.signatures : nullptr);
      !unpacked)
    return Error{unpacked.error()};
  prepared.program = prepared.folder + "/" + prepared.program;
  const std::string mark = ".run-" + machine() + "-";
  remove_orphans(options_.cache, mark);
  prepared.run_folder = prepared.folder + mark + std::to_string(getpid()) + "-" + std::to_string(series.id);
  std::error_code error;
  fs::remove_all(prepared.run_folder, error);
  fs::copy(prepared.folder + "/" + kPackedFiles, prepared.run_folder, fs::copy_options::recursive, error);
  if (error) return Error{"cannot make '" + prepared.run_folder + "': " + error.message()};
  if (!series.input.empty()) {
    const std::string path = prepared.folder + "/" + kPackedFiles + "/standard-input";
    if (fs::file_size(path, error) > kLargestInput || error)
      return Error{"the standard input is larger than 256 MB, or missing"};
    Result<std::string> input = host::read_file(path);
    if (!input) return Error{input.error()};
    prepared.input = std::move(*input);
  }
  return prepared;
}

Result<const PreparedProgram*> CampaignWorker::prepare(std::uint64_t id) {
  if (const auto found = prepared_.find(id); found != prepared_.end()) return &found->second;
  const Result<std::vector<campaigns::SeriesInfo>> all = views_.series(campaign_.id);
  if (!all) return Error{all.error()};
  for (const campaigns::SeriesInfo& series : *all) {
    if (series.id != id) continue;
    Result<PreparedProgram> prepared = unpack(series);
    if (!prepared) return Error{prepared.error()};
    return &(prepared_[id] = std::move(*prepared));
  }
  return Error{"the store is damaged: a unit of work is of no series"};
}

// Asked often: renews the lease, and says whether the search may go on.
bool CampaignWorker::goes_on(const campaigns::Lease& lease) {
  if (interrupted() || lost_) return false;
  const auto now = Clock::now();
  if (now < next_renewal_) return true;
  next_renewal_ = now + std::chrono::milliseconds(
                            static_cast<std::int64_t>(campaign_.lease_seconds * 1000 / kRenewalsOfALease));
  const Result<bool> renewed = queue_->renew(lease);
  // A store that is away is tried again at the next renewal; whether the lease has ended is seen then, or
  // when the result is delivered.
  if (!renewed && database_.fault() == store::Fault::kLost) static_cast<void>(database_.connect());
  lost_ = renewed && !*renewed;
  return !lost_;
}

bool CampaignWorker::is_new(const std::string& program, const std::string& fingerprint) {
  const Result<store::Rows> rows =
      database_.run("SELECT 1 FROM bugs WHERE campaign = $1 AND program = $2 AND fingerprint = $3",
                    {store::number(campaign_.id), program, fingerprint});
  return rows && rows->empty();
}

Result<campaigns::UnitOutcome> CampaignWorker::explore(const campaigns::Lease& lease) {
  const Result<const PreparedProgram*> prepared = prepare(lease.cell.series);
  if (!prepared) return Error{prepared.error()};
  const Result<HuntSetUp> set_up = options_.read_options(unit_words(lease));
  if (!set_up) return Error{set_up.error()};
  // libheddle.so of this installation, wherever the program was linked.
  static const char* const original = std::getenv("LD_LIBRARY_PATH");
  static const std::string before = original != nullptr ? std::string(":") + original : std::string();
  const std::string libraries =
      (*prepared)->folder + "/" + kPackedLibraries + ":" + find_tool_paths().library_folder + before;
  setenv("LD_LIBRARY_PATH", libraries.c_str(), 1);
  UnitWatch watch;
  watch.stop = [&] { return !goes_on(lease); };
  watch.progress = [](std::uint64_t) {};
  watch.is_new = [&](const std::string& fingerprint) { return is_new(lease.cell.program, fingerprint); };
  return explore_unit(lease, **prepared, *set_up, watch);
}

void CampaignWorker::tell(const campaigns::Lease& lease, const campaigns::UnitOutcome& outcome) {
  if (options_.quiet || (outcome.bugs.empty() && outcome.problem.empty() && Clock::now() < next_line_))
    return;
  next_line_ = Clock::now() + kBetweenLines;
  std::string line = "worker " + std::to_string(number_) + ": " + report::visible(lease.cell.program) +
                     (lease.cell.test.empty() ? "" : " " + report::visible(lease.cell.test)) + ", " +
                     report::visible(lease.cell.strategy) + ", unit " + std::to_string(lease.unit + 1) +
                     ": " + report::counted(outcome.executions, "execution") + " in " +
                     report::seconds_text(outcome.seconds);
  if (!outcome.bugs.empty()) line += ", " + report::counted(outcome.bugs.size(), "bug");
  if (!outcome.problem.empty()) line += ", not controlled: " + report::visible(outcome.problem);
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

void CampaignWorker::note_problem(const campaigns::Lease& lease, const std::string& problem) {
  const std::string sentence =
      "'" + report::visible(lease.cell.program) + "' cannot be explored here: " + report::visible(problem);
  if (std::find(done_.problems.begin(), done_.problems.end(), sentence) == done_.problems.end()) {
    done_.problems.push_back(sentence);
    std::fprintf(stderr, "heddle: %s\n", sentence.c_str());
  }
}

Result<bool> CampaignWorker::do_unit(const campaigns::Lease& lease) {
  lost_ = false;
  next_renewal_ = Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(
                                     campaign_.lease_seconds * 1000 / kRenewalsOfALease));
  const Result<campaigns::UnitOutcome> outcome = explore(lease);
  if (!outcome) {
    note_problem(lease, outcome.error());
    queue_->leave_out(lease.cell.series);
    const Result<bool> given_back = queue_->give_back(lease, false);
    if (!given_back) return Error{given_back.error()};
    return true;
  }
  if (interrupted()) {
    // Not for long: whoever ends us may not wait, and the lease ends by itself.
    store::Patience little{2, [] { return false; }};
    campaigns::WorkQueue queue(database_, little, campaign_.id, worker_, campaign_.lease_seconds);
    static_cast<void>(queue.give_back(lease, false));
    return true;
  }
  if (!lost_) {
    const Result<campaigns::Delivered> delivered = campaigns::deliver(
        database_, patience_, campaign_.id, worker_, lease, *outcome, covered_[lease.cell.id]);
    if (!delivered) return Error{delivered.error()};
    lost_ = *delivered == campaigns::Delivered::kNotOurs;
  }
  if (lost_) {
    ++done_.lost;
    return true;
  }
  ++done_.units;
  done_.executions += outcome->executions;
  tell(lease, *outcome);
  return true;
}

// Longer and longer while there is nothing: the first time, another worker is planning units this very
// moment.
void CampaignWorker::pause(unsigned times) const {
  const double most = std::min(kLongestPause, campaign_.lease_seconds / kRenewalsOfALease);
  const double seconds = std::min(most, kShortestPause * static_cast<double>(1u << std::min(times, 10u)));
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (Clock::now() < end && !interrupted()) std::this_thread::sleep_for(kGlance);
}

Result<WorkDone> CampaignWorker::run() {
  if (const Result<bool> begun = begin(); !begun) return Error{begun.error()};
  unsigned waits = 0;
  while (!interrupted()) {
    if (queue_->leaves_out_too_much()) break;
    const Result<campaigns::WorkQueue::Offer> offer = queue_->take();
    if (!offer && interrupted()) break;
    if (!offer) return Error{offer.error()};
    if (offer->why == campaigns::WorkQueue::Why::kOver) break;
    if (offer->why == campaigns::WorkQueue::Why::kWait) {
      // What is left may be what this worker cannot do.
      if (!done_.problems.empty()) break;
      pause(waits++);
      continue;
    }
    waits = 0;
    if (const Result<bool> unit = do_unit(*offer->lease); !unit && !interrupted()) return Error{unit.error()};
  }
  std::string note = interrupted() ? "interrupted" : "";
  for (const std::string& problem : done_.problems) note += (note.empty() ? "" : "; ") + problem;
  store::Patience little{2, [] { return false; }};
  static_cast<void>(campaigns::Views(database_, little).end_worker(worker_, note));
  return done_;
}

}  // namespace

std::string usual_campaign_cache() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::string(cache) + "/heddle/campaigns";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') {
    const passwd* user = getpwuid(geteuid());
    home = user != nullptr ? user->pw_dir : "/tmp";
  }
  return std::string(home) + "/.cache/heddle/campaigns";
}

Result<WorkDone> work_on_campaign(const WorkOptions& options, unsigned number) {
  const store::Patience patience{options.patience, interrupted};
  const Result<std::unique_ptr<store::Database>> database = store::open(options.store, false, patience);
  if (!database) return Error{database.error()};
  return CampaignWorker(options, number, **database).run();
}

}  // namespace heddle::sessions
