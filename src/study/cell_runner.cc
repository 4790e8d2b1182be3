#include "study/cell_runner.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "process/process_pool.h"

namespace heddle::study {

namespace {

using Clock = std::chrono::steady_clock;

// How far the work is.
class Account {
 public:
  Account(const std::vector<CellGroup>& groups, std::size_t done_before) : done_before_(done_before) {
    for (const CellGroup& group : groups) {
      all_ += group.keys.size();
      cost_ += group.cost * static_cast<double>(group.keys.size());
      ++open_groups_[group.subject->name];
    }
  }

  void finished_cell(double cost) {
    ++done_;
    done_cost_ += cost;
  }
  // Whether it was the last one of its subject.
  bool finished_group(const std::string& subject) { return --open_groups_[subject] == 0; }

  StudyProgress progress() const {
    StudyProgress progress{done_before_ + done_, done_before_ + all_, std::nullopt, {}};
    const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
    if (done_cost_ > 0) progress.seconds_left = elapsed / done_cost_ * (cost_ - done_cost_);
    return progress;
  }

 private:
  Clock::time_point start_ = Clock::now();
  std::size_t done_before_;
  std::size_t done_ = 0;
  std::size_t all_ = 0;
  double done_cost_ = 0;
  double cost_ = 0;
  std::map<std::string, std::size_t> open_groups_;
};

}  // namespace

bool CellRunner::run(std::vector<CellGroup> groups) {
  std::size_t done_before = 0;
  for (CellGroup& group : groups)
    done_before +=
        std::erase_if(group.keys, [this](const CellKey& key) { return cells_.find(key) != nullptr; });
  std::erase_if(groups, [](const CellGroup& group) { return group.keys.empty(); });
  std::sort(groups.begin(), groups.end(), [](const CellGroup& a, const CellGroup& b) {
    return a.cost != b.cost ? a.cost > b.cost : a.keys.front() < b.keys.front();
  });

  Account account(groups, done_before);
  process::ProcessPool pool;
  pool.at_a_time = settings_.jobs;
  pool.work = [&](std::size_t job, const process::ProcessPool::Say& say) -> Result<bool> {
    for (const CellKey& key : groups[job].keys) {
      Result<Cell> cell = settings_.search(groups[job], key);
      if (!cell) return Error{key.strategy + ": " + cell.error()};
      std::string line = print(*cell);
      line.pop_back();  // its line break
      say(line);
    }
    return true;
  };
  pool.stop = settings_.interrupted;
  pool.tick = [&](const std::vector<std::size_t>&) { settings_.on_progress(account.progress()); };
  pool.said = [&](std::size_t job, const std::string& line) {
    const std::optional<Cell> cell = parse_cell(line);
    if (!cell) return;
    if (Result<bool> kept = cells_.add(*cell); !kept) problems_.push_back(kept.error());
    account.finished_cell(groups[job].cost);
  };
  pool.ended = [&](std::size_t job, const process::JobEnd& end) {
    const std::string& subject = groups[job].subject->name;
    if (!end.problem.empty())
      problems_.push_back(subject + ": " + end.problem);
    else if (!end.is_success())
      problems_.push_back(subject + ": the process that searched it ended too early");
    if (!account.finished_group(subject)) return;
    StudyProgress progress = account.progress();
    progress.finished_subject = subject;
    settings_.on_progress(progress);
  };
  return pool.run(groups.size());
}

}  // namespace heddle::study
