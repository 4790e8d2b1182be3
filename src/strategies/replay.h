// `replay`: one schedule again, exactly. Every operation is checked against the record as far as there is
// one; the first that differs ends the execution and is named.
#pragma once

#include <optional>

#include "event/schedule.h"
#include "strategies/step_notes.h"
#include "strategies/strategy.h"

namespace heddle {

class Replay : public Strategy {
 public:
  Replay(Schedule schedule, StepRecord record, NotedSteps noted = NotedSteps::kPreemptions)
      : schedule_(std::move(schedule)), record_(std::move(record)), notes_(noted) {}

  Facets facets() override {
    return {.needs = {.every_operation = true,
                      .executed = true,
                      .time = true,
                      .stores = true,
                      .every_store = true,
                      .every_deadline = true},
            .divergence = divergence()};
  }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  std::uint32_t choose_store(const StoreChoice& choice) override;
  void executed(const Event& event) override;

  const Divergence* divergence() const { return divergence_ ? &*divergence_ : nullptr; }

 private:
  static bool agree(const StepKind& recorded, const StepKind& found);
  Decision diverge(ThreadId thread, StepKind found, std::string reason, bool schedule_ended = false);

  Schedule schedule_;
  StepRecord record_;
  StepNotes notes_;
  std::size_t run_ = 0;  // the current run of the schedule
  std::uint32_t steps_in_run_ = 0;
  std::uint64_t step_ = 0;
  std::optional<Divergence> divergence_;
};

}  // namespace heddle
