#include "host/debugger.h"

#include <csignal>
#include <cstdlib>
#include <utility>

#include "compile/temporary_directory.h"
#include "host/output_folder.h"
#include "host/program_file.h"
#include "host/shell_words.h"
#include "process/child.h"

namespace heddle::host {

namespace {

constexpr char kEventsFile[] = "events";

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Only the program is to see our variables: not the shell that gdb starts it with. gdb tells programs about
// its own terminal, and `heddle run` does not.
std::string wrapper(const DebuggerSession& session, const std::string& folder) {
  std::string unset = "env", set;
  for (const std::string name : {"LINES", "COLUMNS", "SHELL", "DEBUGINFOD_URLS"}) {
    if (std::getenv(name.c_str()) != nullptr)
      set += " " + name + "=" + shell_quoted(variable(name.c_str()));
    else
      unset += " -u " + name;
  }
  std::string command = unset + set;
  if (!session.in_process_schedule.empty())
    return command + " HEDDLE_DEBUGGED=1 HEDDLE_REPLAY=" + shell_quoted(session.in_process_schedule);
  command += " " + std::string(kDebugReplayVariable) + "=" + shell_quoted(folder);
  for (const process::Variable& each : session.place.variables())
    command += " " + each.name + "=" + shell_quoted(one_line(each.value));
  if (session.launch.program.links_runtime) return command;
  const std::string before = variable("LD_PRELOAD");
  command += " " + std::string(kOriginalPreloadVariable) + "=" + shell_quoted(before);
  return command +
         " LD_PRELOAD=" + shell_quoted(session.launch.runtime_library + (before.empty() ? "" : ":" + before));
}

}  // namespace

Result<std::string> find_debugger() {
  const std::string path = find_in_path("gdb");
  if (path != "gdb") return path;
  return Error{
      "there is no gdb on PATH; install it (on Debian: apt install gdb), or leave --gdb out for the report"};
}

std::string debugger_commands(const DebuggerSession& session, const std::string& folder) {
  return "set print thread-events off\n"
         "set disable-randomization on\n"
         "set startup-with-shell on\n" +
         (session.launch.folder.empty() ? "" : "set cwd " + session.launch.folder + "\n") +
         "set exec-wrapper " + wrapper(session, folder) +
         "\n"
         "source " +
         session.script +
         "\n"
         "heddle stop-at-failure " +
         one_line(session.headline) + "\n" +
         (session.events.empty() ? "" : "heddle events-of " + folder + "/" + kEventsFile + "\n") + "run\n";
}

Result<int> run_debugger(const std::string& debugger, const DebuggerSession& session) {
  compile::TemporaryDirectory temporary;
  const Result<std::string> folder = temporary.path();
  if (!folder) return Error{folder.error()};
  const std::vector<std::uint8_t> request = encode(session.request);
  const std::string commands = *folder + "/commands";
  for (const auto& [file, contents] :
       {std::pair<std::string, std::string>{*folder + "/" + kDebugRequestFile,
                                            std::string(request.begin(), request.end())},
        {*folder + "/" + kDebugInputFile, session.launch.input},
        {*folder + "/" + kEventsFile, session.events},
        {commands, debugger_commands(session, *folder)}}) {
    if (const Result<bool> written = write_file(file, contents); !written) return Error{written.error()};
  }
  process::ChildOptions options;
  options.words = {debugger, "-q", "-x", commands};
  options.words.insert(options.words.end(), session.options.begin(), session.options.end());
  options.words.insert(options.words.end(), {"--args", session.launch.program.path});
  for (std::string& argument : session.place.fill_in(session.launch.arguments))
    options.words.push_back(std::move(argument));
  options.variables = {{"SHELL", "/bin/sh"},      // the wrapper is written for it
                       {"DEBUGINFOD_URLS", ""}};  // no question about the network first
  options.default_signals = true;

  // Ctrl-C is gdb's, which shares our terminal.
  const auto interrupt_before = std::signal(SIGINT, SIG_IGN);
  const auto quit_before = std::signal(SIGQUIT, SIG_IGN);
  Result<process::Child> child = process::Child::start(options);
  const int status = child ? child->wait().shell_status() : 0;
  std::signal(SIGINT, interrupt_before);
  std::signal(SIGQUIT, quit_before);
  if (!child) return Error{"cannot start gdb: " + child.error()};
  return status;
}

}  // namespace heddle::host
