#include "classes/class_model.h"

#include <algorithm>

namespace heddle::classes {

bool may_act_before_waiting(const Method& method) {
  const bool is_seen = method.not_seen.empty() && !method.takes_callback;
  const auto is_early = [&](const FieldAccess& access) {
    if (access.type != AccessType::kWrite) return false;
    return !is_seen || access.held.empty() ||
           (method.critical_sections > 1 && std::ranges::none_of(access.held, [&](const HeldLock& held) {
              return held.critical_section >= method.critical_sections;
            }));
  };
  return std::ranges::any_of(method.accesses, is_early);
}

}  // namespace heddle::classes
