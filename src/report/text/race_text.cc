#include "report/text/race_text.h"

#include <fmt/format.h>

#include "report/model/deed_words.h"
#include "report/model/text.h"
#include "report/text/stack_text.h"

namespace heddle::report {

namespace {

// The user's own line, if the access is in library code.
std::string place_of(const FailureNames& names, const RacingAccess& access) {
  const std::vector<Frame> stack = names.places().user_stack(access.stack);
  return stack.empty() ? names.place(access.site) : stack.front().place;
}

std::string_view verb(const RacingAccess& access) {
  if (access.frees) return "frees";
  if (access.allocates) return "allocates";
  if (access.deed != OperationKind::kNone) return deed_words(access.deed).now;
  if (access.atomic) return access.writes ? "atomically writes" : "atomically reads";
  return access.writes ? "writes" : "reads";
}

std::string_view past(const RacingAccess& access) {
  if (access.frees) return "freed";
  if (access.allocates) return "allocated";
  if (access.deed != OperationKind::kNone) return deed_words(access.deed).past;
  if (access.atomic) return access.writes ? "wrote atomically" : "read atomically";
  return access.writes ? "wrote" : "read";
}

std::string bytes_text(const RacingAccess& access) {
  if (access.deed != OperationKind::kNone) return "it";
  return access.size == 255 ? "255 bytes or more" : counted(access.size, "byte");
}

// By whom the thread was created, and, of the one that accessed first, whether it was over by then.
std::string creation_text(const FailureNames& names, const RacingAccess& access, bool goes_on) {
  if (access.created.thread == kNoThread) return {};
  const std::vector<Frame> stack = names.places().user_stack(access.created.stack);
  if (stack.empty()) return {};
  return wrapped(
      fmt::format("created by {} at {}{}", names.thread(access.created.thread), stack.front().place,
                  goes_on ? "" : "; its last step came before the other access"),
      6, 8);
}

// What the block is that both touch.
std::string allocation_text(const FailureNames& names, const Style& style) {
  const DataRace& race = names.failure().race;
  if (race.place.kind != ObjectKind::kHeap || race.first.allocates) return {};
  if (race.allocated.thread == kNoThread) return {};
  return "  " +
         fmt::format("The block of {} was allocated by {}\n", counted(race.place.size, "byte"),
                     style.bold(names.thread(race.allocated.thread))) +
         stack_text(names.places().user_stack(race.allocated.stack), "at", style);
}

// The pointer to an object's virtual functions has a name in debug information only.
std::string vptr_text(const FailureNames& names) {
  const std::string object = names.racing_plain();
  const std::size_t at = object.find("_vptr");
  if (at == std::string::npos) return {};
  const DataRace& race = names.failure().race;
  const RacingAccess& writer = race.second.writes ? race.second : race.first;
  const std::vector<Frame> stack = names.places().user_stack(writer.stack);
  const bool destroys = !stack.empty() && stack.front().function.find('~') != std::string::npos;
  return "\n" +
         wrapped(fmt::format("`_vptr` tells which class's virtual functions the object has. {} {} while "
                             "another thread uses it: a virtual call may go to another class, or crash.",
                             names.thread(writer.thread),
                             destroys ? "destroys the object" : "constructs or destroys the object"));
}

std::string access_block(const FailureNames& names, const RacingAccess& access, std::string_view then,
                         const Style& style) {
  const bool goes_on = &access != &names.failure().race.first || names.failure().race.first_goes_on;
  const std::string thread = names.thread(access.thread);
  const std::string bytes = bytes_text(access) + (access.is_volatile ? ", volatile" : "");
  const std::string what = access.allocates || access.frees ? "the block" : bytes;
  std::string text = wrapped(fmt::format("{}{} {} {}", then, thread, verb(access), what), 2, 6);
  if (const std::size_t at = text.find(thread); at != std::string::npos)
    text.replace(at, thread.size(), style.bold(thread));
  std::vector<SiteId> stack = access.stack;
  if (stack.empty()) stack.push_back(access.site);
  text += stack_text(names.places().user_stack(stack), "at", style);
  const std::string origin = origin_text(names, access.thread);
  text += origin.empty() ? creation_text(names, access, goes_on) : origin;
  return text + (access.held.empty() ? "      holds no lock\n" : held_text(names, access.held));
}

std::string locks_reason(const FailureNames& names) {
  const DataRace& race = names.failure().race;
  switch (race.locks) {
    case RaceLocks::kNone:
      return "Neither thread held a lock.";
    case RaceLocks::kOnlyFirst:
    case RaceLocks::kOnlySecond: {
      const RacingAccess& holder = race.locks == RaceLocks::kOnlyFirst ? race.first : race.second;
      const RacingAccess& other = race.locks == RaceLocks::kOnlyFirst ? race.second : race.first;
      return fmt::format("Only {} held {}; {} held no lock.", names.thread(holder.thread),
                         holder.held.empty() ? "a lock" : names.phrase(holder.held.front().lock, "a lock"),
                         names.thread(other.thread));
    }
    case RaceLocks::kDifferent:
      return "Both held locks, but not the same one.";
    case RaceLocks::kForReading:
      return fmt::format("Both held {} for reading only, which lets them in at the same time.",
                         names.phrase(race.common_lock, "the same lock"));
    case RaceLocks::kCommon:
      return fmt::format(
          "Both held {}, but it was given up between the two accesses in another way than by "
          "unlocking it.",
          names.phrase(race.common_lock, "the same lock"));
  }
  return {};
}

std::string order_reason(const FailureNames& names) {
  const DataRace& race = names.failure().race;
  const std::string first = names.thread(race.first.thread), second = names.thread(race.second.thread);
  switch (race.order) {
    case RaceOrder::kNothingReleased:
      return fmt::format(
          "Between the two accesses {} did nothing that lets another thread come after it: no "
          "unlock, no release store, no end.",
          first);
    case RaceOrder::kNothingAcquired:
      return fmt::format("{} last released something at {}, but {} acquired nothing after that.", first,
                         names.place(race.release_site), second);
    case RaceOrder::kDifferentObjects:
      return fmt::format("{} last released something at {}, but {} last acquired something else, at {}.",
                         first, names.place(race.release_site), second, names.place(race.acquisition_site));
    case RaceOrder::kTooEarly:
      return fmt::format("{} released at {} only after {} had acquired from there, at {}.", first,
                         names.place(race.release_site), second, names.place(race.acquisition_site));
    case RaceOrder::kNotHandedOver:
      if (race.locks == RaceLocks::kForReading)
        return fmt::format("Giving it up, as {} did at {}, orders nothing for other threads that read.",
                           first, names.place(race.release_site));
      return fmt::format("{} released at {}, but what {} read at {} was not what was released there.", first,
                         names.place(race.release_site), second, names.place(race.acquisition_site));
  }
  return {};
}

std::string volatile_hint(const DataRace& race) {
  if (!race.first.is_volatile || !race.second.is_volatile) return {};
  return "\n" + wrapped(
                    "In C and C++ volatile orders nothing. Where the program means relaxed atomics by it, "
                    "--volatile atomic takes it for that.");
}

}  // namespace

std::string race_headline(const FailureNames& names) {
  const DataRace& race = names.failure().race;
  return fmt::format("data race at {}: {} {} {}, which {} {} at {}; nothing orders them",
                     place_of(names, race.second), names.thread(race.second.thread), verb(race.second),
                     names.racing_phrase(), names.thread(race.first.thread), past(race.first),
                     place_of(names, race.first));
}

std::string race_text(const FailureNames& names, const Style& style) {
  const DataRace& race = names.failure().race;
  return wrapped(fmt::format("The two accesses to {}:", names.racing_phrase())) +
         access_block(names, race.first, "", style) + access_block(names, race.second, "then ", style) +
         allocation_text(names, style) + vptr_text(names) + "\n" +
         wrapped(locks_reason(names) + " " + order_reason(names)) + volatile_hint(race);
}

}  // namespace heddle::report
