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

ThreadReport describe(const Thread& thread, ThreadId waits_for) {
  ThreadReport report;
  report.name = thread.name;
  report.given_name = thread.attributes.name;
  report.state = thread.finished  ? ThreadState::kFinished
                 : thread.enabled ? ThreadState::kEnabled
                                  : ThreadState::kBlocked;
  report.next = thread.next;
  report.waits_for = waits_for;
  if (thread.next.location != kNoLocation) report.object = name_for_people(thread.next.address);
  for (const AcquiredLock& lock : thread.held)
    report.held.push_back({name_for_people(lock.address), lock.site});
  if (!thread.finished)
    report.stack = load_map().program_is_instrumented() ? stack_of(thread, thread.next.site)
                                                        : sites_of(scheduler().unwind(thread));
  return report;
}

void store_report(const Writer& writer) {
  Recording& recording = *hot.recording;
  const std::vector<std::uint8_t>& bytes = writer.bytes();
  if (bytes.size() > kMaxReport) return;
  std::memcpy(recording.report, bytes.data(), bytes.size());
  recording.report_size = bytes.size();
}

}  // namespace heddle::runtime
