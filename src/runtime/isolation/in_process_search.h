// The search of heddle::explore: a body is executed again and again in this process. Strategy, observers,
// confirming and shrinking are those of `heddle run`; a zygote takes the place of the explorer.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "event/schedule_file.h"
#include "runtime/isolation/in_process.h"
#include "runtime/isolation/zygote.h"
#include "search/bug.h"
#include "search/search.h"

namespace heddle::runtime {

struct InProcessLimits {
  std::uint64_t executions = 0;
  double seconds = 0;
  bool stop_at_first_bug = true;
  bool shrink = true;
};

struct InProcessFindings {
  SearchTotals totals;
  double seconds = 0;
  bool exhausted = false;
  std::uint64_t races = 0;  // each place in memory once
  CoverageReport coverage;
  std::optional<Bug> bug;  // the first one
  ModuleTable modules;
  std::string error;  // why nothing could be explored
};

class InProcessSearch {
 public:
  // If memory is restored, global state is as it is now before each execution.
  InProcessSearch(const SearchSettings& settings, Body body, bool restores_memory, Recording& recording)
      : settings_(settings),
        body_(body),
        restores_memory_(restores_memory),
        executor_(recording, body_, restores_memory ? &image_ : nullptr) {}

  InProcessFindings run(const InProcessLimits& limits);
  // This schedule and nothing else; or, where the body may be another one by now, as far as it goes.
  enum class Follow : std::uint8_t { kExactly, kAsFarAsItGoes };
  InProcessFindings replay(const ScheduleFile& file, Follow follow);

 private:
  std::string prepare();
  void observe(Search& search);
  void look_at_pause(Search& search, PauseReason reason, InProcessFindings& findings);
  // As it was found, or as it was replayed; the modules are those that its sites belong to.
  struct Confirmed {
    Bug bug;
    ModuleTable modules;
  };
  Confirmed confirm(const ExecutionReport& found);
  void handle_failure(const Search& search, InProcessFindings& findings);
  void handle_races(const std::vector<ExecutionReport>& races, InProcessFindings& findings);
  void shrink(Bug& bug);

  const SearchSettings& settings_;
  Body body_;
  bool restores_memory_;
  Image image_;
  InProcessExecutor executor_;
  std::optional<Zygote> zygote_;
  std::set<std::uint64_t> racy_places_;
};

}  // namespace heddle::runtime
