#include "runtime/failure_report.h"

#include <cstring>

#include "runtime/hot.h"
#include "runtime/names.h"
#include "runtime/recording.h"
#include "runtime/scheduler.h"

namespace heddle::runtime {

std::vector<SiteId> stack_of(const Thread& thread, SiteId innermost) {
  std::vector<SiteId> stack;
  if (innermost != kNoSite) stack.push_back(innermost);
  std::uint32_t index = thread.depth < kMaxShadowFrames ? thread.depth : kMaxShadowFrames;
  std::uint64_t below = 0;
  constexpr std::size_t kMaxFrames = 200;
  while (index-- > 0 && stack.size() < kMaxFrames) {
    const ShadowFrame& frame = thread.frames[index];
    if (frame.stack_pointer <= below) continue;  // left behind by longjmp
    below = frame.stack_pointer;
    const SiteId site = load_map().site_of(frame.return_address);
    if (site != kNoSite) stack.push_back(site);
  }
  return stack;
}

ThreadReport describe(const Thread& thread, ThreadId waits_for, Unwinding unwinding) {
  ThreadReport report;
  report.name = thread.name;
  report.state = thread.finished  ? ThreadState::kFinished
                 : thread.enabled ? ThreadState::kEnabled
                                  : ThreadState::kBlocked;
  report.next = thread.next;
  report.waits_for = waits_for;
  const auto name = [unwinding](std::uint64_t address) {
    return unwinding == Unwinding::kYes ? name_for_people(address) : name_of(address);
  };
  if (thread.next.location != kNoLocation) report.object = name(thread.next.address);
  for (const AcquiredLock& lock : thread.held) report.held.push_back({name(lock.address), lock.site});
  if (thread.finished) return report;
  if (load_map().program_is_instrumented())
    report.stack = stack_of(thread, thread.next.site);
  else if (unwinding == Unwinding::kYes)
    report.stack = sites_of(scheduler().unwind(thread));
  return report;
}

void store_report(const Writer& writer) {
  Recording& recording = *hot.recording;
  const std::vector<std::uint8_t>& bytes = writer.bytes();
  if (bytes.size() > kMaxReport) {
    recording.beyond |= set_of(Bound::kReport);
    return;
  }
  std::memcpy(recording.report, bytes.data(), bytes.size());
  recording.report_size = bytes.size();
}

}  // namespace heddle::runtime
