#include "study/cell_runner.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "study/process_pool.h"

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

  std::vector<PoolTask> tasks;
  for (const CellGroup& group : groups)
    tasks.push_back({[this, &group](const PoolTask::Say& say) -> Result<bool> {
      for (const CellKey& key : group.keys) {
        Result<Cell> cell = settings_.search(group, key);
        if (!cell) return Error{key.strategy + ": " + cell.error()};
        std::string line = print(*cell);
        line.pop_back();  // its line break
        say(line);
      }
      return true;
    }});

  Account account(groups, done_before);
  PoolObserver observer;
  observer.interrupted = settings_.interrupted;
  observer.waited = [&] { settings_.on_progress(account.progress()); };
  observer.said = [&](std::size_t task, const std::string& line) {
    const std::optional<Cell> cell = parse_cell(line);
    if (!cell) return;
    if (Result<bool> kept = cells_.add(*cell); !kept) problems_.push_back(kept.error());
    account.finished_cell(groups[task].cost);
  };
  observer.ended = [&](std::size_t task, const std::string& problem) {
    const std::string& subject = groups[task].subject->name;
    if (!problem.empty()) problems_.push_back(subject + ": " + problem);
    if (!account.finished_group(subject)) return;
    StudyProgress progress = account.progress();
    progress.finished_subject = subject;
    settings_.on_progress(progress);
  };
  return run_in_pool(tasks, settings_.jobs, observer);
}

}  // namespace heddle::study
