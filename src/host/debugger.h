// gdb on a replay: the schedule is followed in the process that gdb starts, and gdb stops where it fails.
#pragma once

#include <string>
#include <vector>

#include "event/result.h"
#include "host/explorer_process.h"
#include "search/messages.h"

namespace heddle::host {

struct DebuggerSession {
  LaunchOptions launch;
  ExecutionPlace place;  // of launch.surroundings
  ReplayRequest request;
  std::string in_process_schedule;   // a schedule of heddle::explore: the program itself replays this file
  std::string headline;              // what gdb says when it stops
  std::string events;                // what each event of the schedule is, a line for each; empty: not known
  std::string script;                // heddle_gdb.py
  std::vector<std::string> options;  // more words for gdb
};

// Where gdb is; the error says what to do without it.
Result<std::string> find_debugger();

// Runs gdb with this process's terminal, to its end; the answer is its exit status.
Result<int> run_debugger(const std::string& debugger, const DebuggerSession& session);

// The commands that gdb reads, for a session whose files lie in `folder`.
std::string debugger_commands(const DebuggerSession& session, const std::string& folder);

}  // namespace heddle::host
