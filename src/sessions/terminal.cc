#include "sessions/terminal.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "report/model/text.h"
#include "report/text/progress_line.h"

namespace heddle::sessions {

namespace {

volatile std::sig_atomic_t interrupts = 0;

bool width_is_given = false;

void on_interrupt(int signal) {
  interrupts = interrupts + 1;
  std::signal(signal, SIG_DFL);
}

bool wants_colour(int descriptor) {
  const char* terminal = std::getenv("TERM");
  const char* refused = std::getenv("NO_COLOR");
  return isatty(descriptor) != 0 && (refused == nullptr || *refused == '\0') &&
         (terminal == nullptr || std::strcmp(terminal, "dumb") != 0);
}

// Zero where it is no terminal, or one that does not know.
std::size_t columns_behind(int descriptor) {
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::size_t columns_in_environment() {
  const char* columns = std::getenv("COLUMNS");
  return columns == nullptr ? 0 : std::strtoul(columns, nullptr, 10);
}

}  // namespace

void use_width(std::size_t columns) {
  width_is_given = true;
  report::set_line_width(columns);
}

void follow_width() {
  if (width_is_given) return;
  std::size_t columns = columns_behind(STDOUT_FILENO);
  if (columns == 0) columns = columns_in_environment();
  report::set_line_width(columns == 0 ? report::kUsualWidth : columns);
}

report::Style output_style() {
  follow_width();
  return {wants_colour(1)};
}

ProgressDisplay::ProgressDisplay(std::uint64_t executions, double seconds, bool quiet, Place place)
    : executions_(executions),
      seconds_(seconds),
      quiet_(quiet),
      place_(std::move(place)),
      terminal_(isatty(2) != 0) {}

void ProgressDisplay::show(const host::HuntProgress& progress) {
  if (quiet_) return;
  if (!terminal_ && progress.seconds < next_line_) return;
  next_line_ = progress.seconds + 5;
  const bool is_placed = place_ && progress.running_site != kNoSite && report::takes_long(progress);
  const std::string place = is_placed ? place_(progress.running_site) : "";
  const std::string line = report::progress_line(progress, executions_, seconds_, place);
  std::fprintf(stderr, terminal_ ? "\r%s\033[K" : "%s\n", line.c_str());
  std::fflush(stderr);
  shown_ = true;
}

void ProgressDisplay::clear() {
  if (shown_ && terminal_) std::fprintf(stderr, "\r\033[K");
  shown_ = false;
}

void ShrinkDisplay::show(std::uint64_t reexecutions) {
  host::HuntProgress progress;
  progress.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  progress.shrinking = 1;
  progress.reexecutions = reexecutions;
  display_.show(progress);
}

std::size_t terminal_columns() {
  const std::size_t columns = columns_behind(STDERR_FILENO);
  return columns > 20 ? columns : report::kUsualWidth;
}

void watch_for_interrupts() {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}

bool interrupted() {
  return interrupts != 0;
}

std::string read_standard_input(bool wanted) {
  std::string input;
  if (isatty(0) != 0) {
    if (wanted)
      std::fprintf(
          stderr,
          "heddle: the program may read standard input, which is a terminal here: it is given an empty one;\n"
          "        for another write '< FILE'\n");
    return input;
  }
  char buffer[65536];
  bool told = false;
  for (;;) {
    pollfd ready{0, POLLIN, 0};
    if (!told && poll(&ready, 1, 2000) == 0) {
      std::fprintf(stderr,
                   "heddle: reading the program's standard input to its end (use </dev/null for none)\n");
      told = true;
    }
    const ssize_t got = read(0, buffer, sizeof buffer);
    if (got <= 0 || interrupted()) return input;
    input.append(buffer, static_cast<std::size_t>(got));
  }
}

}  // namespace heddle::sessions
