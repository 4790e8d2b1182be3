// What the events of a trace are called: what was done, to what, and where. Cells are narrow: a heap object
// is "Node#2", and a legend says which one that is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "analysis/missing_order.h"
#include "report/model/places.h"
#include "report/text/step_text.h"
#include "search/messages.h"

namespace heddle::report {

struct Meaning {
  std::string name, meaning;  // "Node#2", "allocated at stack.cc:12 by main"
};

class TraceWords {
 public:
  // All must outlive it.
  TraceWords(const ExplainedTrace& trace, ThreadNames threads, const Places& places)
      : trace_(trace),
        threads_(threads),
        places_(places),
        frames_(trace.frame_names),
        pointees_(trace.pointees) {}

  // Events are told by their index.
  std::string text(std::size_t index);   // "lock mutex", "balance → 100", "flag → 0 (older)"
  std::string place(std::size_t index);  // "bank.cc:14"; empty: nowhere
  // The user's frames, innermost first. Before its first step a thread is nowhere.
  const std::vector<Frame>& stack(std::size_t index);
  // What it is about; unknown: nothing that has a name. Blocks of the heap are numbered as they are asked
  // for.
  const ObjectName& object(std::size_t index);
  // Which newer store it does not see, or goes before, and what would order them; empty: it has to do with
  // the newest one.
  std::string sight(std::size_t index);
  // What the short name of its object stands for; empty: it has none.
  std::string meaning(std::size_t index) const;

  const std::vector<Meaning>& legend() const { return legend_; }

 private:
  ValueWords values(std::size_t index);
  std::string value(std::uint64_t bits, std::size_t index);
  // "&Node#2.next", "&block#1+8 (Entry)"; empty: nothing there has a name.
  std::string pointer(const Location& to, std::string_view type, SiteId site);
  std::string thread_name_of(ThreadId thread) const;
  const SightsOfExecution& sights();
  const Location* location_of(const Event& event) const;  // of the granule
  Location accessed(std::size_t index, const Location& granule) const;
  ObjectName heap_name(const Location& location, bool whole, std::uint64_t size);

  const ExplainedTrace& trace_;
  ThreadNames threads_;
  const Places& places_;
  std::unordered_map<std::uint32_t, std::vector<Frame>> stacks_;
  FrameNames frames_;
  Pointees pointees_;
  std::optional<SightsOfExecution> sights_;  // when somebody asks
  // By what is accessed: where it begins, its size, and whether all of it is meant.
  std::map<std::tuple<std::uint64_t, SiteId, std::int64_t, std::uint64_t, bool>, ObjectName> objects_;
  std::unordered_map<std::uint64_t, std::size_t> blocks_;  // places in the legend, by object
  std::map<std::string, unsigned> numbers_;                // used up, by kind of object
  std::vector<Meaning> legend_;
};

}  // namespace heddle::report
