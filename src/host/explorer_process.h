// The explorer as a process of ours: started, talked to, and ended.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "event/result.h"
#include "event/surroundings.h"
#include "host/execution_place.h"
#include "host/explorer.h"
#include "host/guided_search.h"
#include "host/program_file.h"
#include "process/child.h"
#include "process/descriptor.h"
#include "search/messages.h"

namespace heddle::host {

struct LaunchOptions {
  ProgramFile program;
  std::vector<std::string> arguments;
  std::string runtime_library;  // to be preloaded where the program does not link it
  std::string input;            // standard input of every execution
  std::string folder;           // where it runs; empty: where we do
  bool randomise_addresses = false;
  Surroundings surroundings;
};

class ExplorerProcess : public Explorer {
 public:
  static Result<std::unique_ptr<ExplorerProcess>> start(const LaunchOptions& options);
  ~ExplorerProcess() override;
  ExplorerProcess(const ExplorerProcess&) = delete;
  ExplorerProcess& operator=(const ExplorerProcess&) = delete;

  // Its modules grow when the program loads more of them.
  const Hello& hello() const { return hello_; }
  const Progress& progress() const override { return *progress_; }

  Result<SearchPaused> search(const SearchRequest& request, const Watch& watch) override;
  // The same in two steps, of a search that is not guided: the caller has something else to do meanwhile.
  Result<bool> begin(const SearchRequest& request);
  Result<SearchPaused> finish(const Watch& watch);
  Result<Replayed> replay(const ReplayRequest& request, const Watch& watch = nullptr) override;
  // In two steps, too.
  Result<bool> begin_replay(const ReplayRequest& request);
  Result<Replayed> finish_replay(const Watch& watch);
  // What was begun is over, or the explorer is lost.
  bool has_answered() const;
  // What was begun is to pause at the end of the execution.
  void pause_soon() { progress_->stop.store(1, std::memory_order_relaxed); }
  // What was begun is of no use any more.
  void hurry() { progress_->stop.store(kStopNow, std::memory_order_relaxed); }
  std::string output(std::size_t limit) const override;

 private:
  ExplorerProcess() = default;

  Result<SearchPaused> run(const SearchRequest& request, const Watch& watch);
  Result<std::vector<std::uint8_t>> receive(MessageType expected, const Watch& watch);
  Result<bool> send(const std::vector<std::uint8_t>& message);
  Error lost();
  void note_expectation(Failure& failure) const;

  ExecutionPlace place_;      // outlives the child, which runs there
  bool has_problem_ = false;  // the explorer said why it cannot go on
  process::Child child_;
  process::Descriptor socket_;
  process::Descriptor output_;
  Progress* progress_ = nullptr;
  Hello hello_;
  std::unique_ptr<GuidedSearch> guided_;  // the search that goes on, if it is one
};

}  // namespace heddle::host
