#include "report/text/warning_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "event/thread_name.h"
#include "report/model/failure_names.h"
#include "report/model/text.h"
#include "strategies/deadlock_fuzzer.h"

namespace heddle::report {

namespace {

using Json = nlohmann::ordered_json;
using Member = PredictedDeadlock::Member;

constexpr std::size_t kMaxWarnings = 10;

// As if it had happened: the names are found in the same way.
Failure as_failure(const PredictedDeadlock& deadlock) {
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  for (const Member& member : deadlock.members) {
    ThreadReport& thread = failure.threads.emplace_back();
    thread.name = member.thread;
    thread.object = member.lock;
    thread.held.push_back({member.held_lock, member.held_site});
  }
  // Whose objects the locks are, in most programs.
  failure.threads.emplace_back().name = kMainThreadName;
  return failure;
}

std::string title_text(const host::Warning& warning) {
  const std::size_t locks = warning.deadlock.members.size();
  const std::string what = locks == 2
                               ? "these locks are taken in opposite orders"
                               : fmt::format("these {} locks are taken in orders that form a cycle", locks);
  if (warning.bug != 0) return what;
  if (warning.attempts == 0) return what + "; no execution has tried to trigger it";
  return fmt::format("{}; {} did not make it a deadlock", what,
                     counted(warning.attempts, "directed attempt"));
}

std::string member_text(const Member& member, const FailureNames& names) {
  return fmt::format("{} takes {}{} at {} while it holds {} (taken{} at {})", visible(member.thread),
                     names.phrase(member.lock, "a lock"), member.shared ? " to read" : "",
                     names.place(member.site), names.phrase(member.held_lock, "another lock"),
                     member.held_shared ? " to read" : "", names.place(member.held_site));
}

std::string warning_lines(const host::Warning& warning, const Places& places, const Style& style) {
  const std::string word = "Warning:";
  const std::string title = wrapped(word + " " + title_text(warning), 0, 2);
  std::string text = style.yellow(word) + title.substr(word.size());
  const Failure failure = as_failure(warning.deadlock);
  const FailureNames names(failure, places);
  for (const Member& member : warning.deadlock.members) text += wrapped(member_text(member, names), 2, 6);
  return text;
}

}  // namespace

std::string warnings_text(const std::vector<host::Warning>& warnings, const RunDescription& run,
                          const Places& places, const Style& style) {
  std::string text;
  std::size_t count = 0;
  for (const host::Warning& warning : warnings)
    if (warning.bug == 0 && ++count <= kMaxWarnings) text += "\n" + warning_lines(warning, places, style);
  if (count > kMaxWarnings)
    text += "\n" + wrapped(fmt::format("... and {}: see {}", counted(count - kMaxWarnings, "more warning"),
                                       visible(path_in(run, "results.json"))));
  return text;
}

Json warning_json(const host::Warning& warning, const Places& places) {
  const Failure failure = as_failure(warning.deadlock);
  const FailureNames names(failure, places);
  Json json = Json::object();
  json["kind"] = "predicted-deadlock";
  json["message"] = title_text(warning);
  json["threads"] = Json::array();
  for (const Member& member : warning.deadlock.members)
    json["threads"].push_back({{"name", member.thread},
                               {"takes", names.plain(member.lock)},
                               {"shared", member.shared},
                               {"site", names.place(member.site)},
                               {"holds", names.plain(member.held_lock)},
                               {"holds_shared", member.held_shared},
                               {"holds_site", names.place(member.held_site)}});
  json["execution"] = warning.deadlock.execution + 1;
  json["attempts"] = warning.attempts;
  json["strategy"] = to_strategy(warning.deadlock);
  if (warning.bug != 0) json["happened"] = warning.bug;
  return json;
}

}  // namespace heddle::report
