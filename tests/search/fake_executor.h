// Executions that a test makes up, for what looks at them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "event/execution.h"
#include "search/executor.h"

namespace heddle {

// Runs nothing: each execution ends as the test says, the last way for ever.
class FakeExecutor : public Executor {
 public:
  explicit FakeExecutor(std::vector<Execution> ends = {Execution{}}) : ends_(std::move(ends)) {}

  const Execution& run(Strategy&, const ExecutionOptions& options) override {
    execution_ = ends_[std::min(asked.size(), ends_.size() - 1)];
    execution_.number = options.number;
    asked.push_back(options);
    return execution_;
  }

  std::vector<ExecutionOptions> asked;

 private:
  std::vector<Execution> ends_;
  Execution execution_;
};

inline Execution ended(End end) {
  Execution execution;
  execution.end = end;
  return execution;
}

inline Execution failed_at(SiteId site, ThreadId thread = 0) {
  Execution execution = ended(End::kFailed);
  execution.failure.kind = FailureKind::kAssertion;
  execution.failure.site = site;
  execution.failure.thread = thread;
  return execution;
}

}  // namespace heddle
