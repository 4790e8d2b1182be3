#include "report/text/headline.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

#include "event/livelock.h"
#include "report/model/failure_names.h"
#include "report/model/text.h"
#include "report/text/deadlock_text.h"
#include "report/text/heap_text.h"
#include "report/text/race_text.h"
#include "report/text/stack_error_text.h"

namespace heddle::report {

namespace {

constexpr std::size_t kMaxSpinning = 3;
constexpr std::size_t kLongestQuote = 200;

std::string at_place(const Failure& failure, const Places& places) {
  return failure.site == kNoSite ? "" : " at " + places.place(failure.site);
}

// "kind at place: text", of which place and text may be missing.
std::string plain_headline(std::string_view kind, std::string_view text, const Failure& failure,
                           const Places& places) {
  std::string result = std::string(kind) + at_place(failure, places);
  if (!text.empty()) result += ": " + shortened(visible(text), kLongestQuote);
  return result;
}

// The kind says "assertion" already.
std::string_view without_word(std::string_view text, std::string_view word) {
  return text.starts_with(word) ? trimmed(text.substr(word.size())) : text;
}

std::string_view signal_meaning(int number) {
  switch (number) {
    case SIGFPE:
      return "arithmetic error, such as a division by zero";
    case SIGILL:
      return "illegal instruction";
    case SIGTRAP:
      return "breakpoint or trap";
    case SIGSYS:
      return "forbidden system call";
    case SIGABRT:
      return "abort";
    case SIGKILL:
      return "killed from outside";
    default:
      return {};
  }
}

std::string crash_headline(const Failure& failure, const Places& places) {
  if (failure.text == kStackOverflow) return "crash: stack overflow (SIGSEGV)" + at_place(failure, places);
  std::string text = "crash: " + signal_name(failure.code);
  if (failure.code == SIGSEGV || failure.code == SIGBUS)
    text += fmt::format(" (invalid address {})", hexadecimal(failure.address));
  else if (const std::string_view meaning = signal_meaning(failure.code); !meaning.empty())
    text += fmt::format(" ({})", meaning);
  return text + at_place(failure, places);
}

// The mangled name of a type, as the runtime finds it in the type information.
std::string type_name(std::string_view mangled) {
  constexpr std::string_view kPrefix = "typeinfo for ";
  constexpr std::string_view kString =
      "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";
  std::string name = symbols::demangle("_ZTI" + std::string(mangled));
  if (!name.starts_with(kPrefix)) return std::string(mangled);
  name.erase(0, kPrefix.size());
  for (std::size_t at = 0; (at = name.find(kString)) != std::string::npos;)
    name.replace(at, kString.size(), "std::string");
  return name;
}

std::string exception_headline(const Failure& failure, const Places& places) {
  const std::string_view text = failure.text;
  const std::size_t line_end = text.find('\n');
  std::string result = "uncaught exception";
  const std::string_view type = text.substr(0, line_end);
  if (!type.empty()) result += " " + shortened(visible(type_name(type)), kLongestQuote);
  if (line_end != std::string_view::npos)
    result += fmt::format(": \"{}\"", shortened(visible(text.substr(line_end + 1)), kLongestQuote));
  return failure.site == kNoSite ? result
                                 : fmt::format("{} thrown at {}", result, places.place(failure.site));
}

// "main.0 spins at"; all that could go on, and do nothing else.
std::string spinning_words(const FailureNames& names) {
  constexpr std::size_t kMostNamed = 3;
  const std::vector<ThreadReport>& threads = names.failure().threads;
  std::vector<std::string> spinning;
  for (std::size_t id = 0; id < threads.size(); ++id)
    if (threads[id].state == ThreadState::kEnabled)
      spinning.push_back(names.thread(static_cast<ThreadId>(id)));
  if (spinning.empty()) return "spinning at";
  return fmt::format("{} {} at", listed(spinning, kMostNamed), spinning.size() == 1 ? "spins" : "spin");
}

std::string livelock_headline(const FailureNames& names) {
  const Failure& failure = names.failure();
  const Places& places = names.places();
  std::vector<std::string> spinning;
  for (SiteId site : failure.spinning) {
    const std::string place = places.place(site);
    if (site != kNoSite && std::find(spinning.begin(), spinning.end(), place) == spinning.end())
      spinning.push_back(place);
  }
  if (spinning.empty() && failure.site != kNoSite) spinning.push_back(places.place(failure.site));
  const std::string reason = failure.text.empty() ? std::string(kNothingChanges) : visible(failure.text);
  const std::string text = "livelock: " + shortened(reason, kLongestQuote);
  if (spinning.empty()) return text;
  // Out of time is not proved to be a spin.
  const std::string words =
      reason == kNothingChanges ? spinning_words(names) : std::string("the last steps were spent at");
  return fmt::format("{}; {} {}", text, words, listed(spinning, kMaxSpinning));
}

std::string misuse_headline(const FailureNames& names) {
  const Failure& failure = names.failure();
  if (failure.text.empty()) return plain_headline("lock misuse", "", failure, names.places());
  return plain_headline("lock misuse", names.thread(failure.thread) + " " + failure.text, failure,
                        names.places());
}

}  // namespace

std::string signal_name(int number) {
  const char* name = number > 0 ? sigabbrev_np(number) : nullptr;
  return name != nullptr ? std::string("SIG") + name : fmt::format("signal {}", number);
}

std::string headline(const Failure& failure, const Places& places, int expected_exit) {
  switch (failure.kind) {
    case FailureKind::kNone:
      return "no failure";
    case FailureKind::kAssertion:
      return plain_headline("assertion", without_word(failure.text, "assertion "), failure, places);
    case FailureKind::kCrash:
      return crash_headline(failure, places);
    case FailureKind::kDeadlock:
      return deadlock_headline(FailureNames(failure, places));
    case FailureKind::kLivelock:
      return livelock_headline(FailureNames(failure, places));
    case FailureKind::kLockMisuse:
      return misuse_headline(FailureNames(failure, places));
    case FailureKind::kUncaughtException:
      return exception_headline(failure, places);
    case FailureKind::kExitStatus:
      return fmt::format("exit status {} (expected {}){}{}", failure.code, expected_exit,
                         at_place(failure, places), failure.text.empty() ? "" : ": " + visible(failure.text));
    case FailureKind::kDataRace:
      return race_headline(FailureNames(failure, places));
    case FailureKind::kHeapError:
      return heap_headline(FailureNames(failure, places));
    case FailureKind::kStackError:
      return stack_error_headline(FailureNames(failure, places));
    case FailureKind::kNotLinearizable:
      return plain_headline("not linearizable", failure.text, failure, places);
    case FailureKind::kNotThreadSafe:
      return plain_headline("not thread-safe", failure.text, failure, places);
    case FailureKind::kTimeout:
      return plain_headline(
          "timeout",
          failure.text.empty() ? "the execution took longer than its limit of real time" : failure.text,
          failure, places);
    case FailureKind::kLeftBehind:
      return plain_headline(
          "left behind",
          failure.text.empty() ? "the body returned with threads running or locks held" : failure.text,
          failure, places);
    case FailureKind::kThreadLeak:
      return fmt::format("thread leak: {} ended and was neither joined nor detached; it was created{}",
                         FailureNames(failure, places).thread(failure.thread), at_place(failure, places));
    case FailureKind::kDriver:
      return fmt::format("the driver failed with status {}", failure.code);
    case FailureKind::kOpenMpMisuse:
      return fmt::format("OpenMP misuse{}: {} {}", at_place(failure, places),
                         FailureNames(failure, places).thread(failure.thread), visible(failure.text));
    case FailureKind::kCount:
      break;
  }
  return plain_headline("unknown failure", failure.text, failure, places);
}

}  // namespace heddle::report
