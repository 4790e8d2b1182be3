#include "report/text/step_text.h"

#include <fmt/format.h>

#include "event/operation_words.h"
#include "report/model/deed_words.h"
#include "report/model/text.h"

namespace heddle::report {

namespace {

std::string access_text(const Event& event, const ValueWords& value, const ObjectName& object) {
  const std::string name = object.known() ? object.plain() : "memory";
  switch (event.kind) {
    case OperationKind::kFree:
      return "free " + name;
    case OperationKind::kRead:
    case OperationKind::kAtomicLoad:
      return fmt::format("{} → {}", name, value.before);
    case OperationKind::kAtomicUpdate:
      return wrote(event) ? fmt::format("{} → {} = {}", name, value.before, value.after)
                          : fmt::format("{} → {}, left as it is", name, value.before);
    default:
      return fmt::format("{} = {}", name, value.after);
  }
}

std::string thread_name(ThreadNames threads, std::uint32_t thread) {
  return thread < threads.size() ? visible(threads[thread]) : fmt::format("thread {}", thread);
}

}  // namespace

std::string step_text(const Event& event, const ValueWords& value, const ObjectName& object,
                      ThreadNames threads) {
  if (is_access(event.kind)) return access_text(event, value, object);
  const bool failed = event.detail == 1;
  const OperationFacts& facts = facts_of(event.kind);
  const OperationWords& words = words_of(event.kind);
  if (facts.act == OperationAct::kJoin && event.site == kNoSite) return "join all";
  const std::string_view step = words.step.empty() ? facts.name : words.step;
  if (has_gap(step))
    return filled(step, [&] {
      return facts.object == OperationObject::kThread ? thread_name(threads, event.detail & ~kGaveUp)
                                                      : std::to_string(event.detail);
    });
  const bool is_other_deed = failed && !words.failed.empty() && !words.failed.starts_with(':');
  const std::string_view deed = is_other_deed ? words.failed : step;
  const std::string_view result = failed && !is_other_deed ? words.failed : std::string_view();
  return fmt::format("{}{}{}{}", deed, object.known() ? " " : "", object.known() ? object.plain() : "",
                     result);
}

}  // namespace heddle::report
