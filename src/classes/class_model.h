// What is known about a class under test: its public methods, what each of them touches and under which
// locks. Whoever fills it in writes down what could not be seen, too: static facts rank, and nothing is left
// out on the strength of a fact that may be missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::classes {

enum class LockMode : std::uint8_t { kShared, kExclusive };

// Whose lock it is. Two threads that call methods of one object mean the same lock when it is the object's or
// everybody's; the lock of another instance is a different one in every call.
enum class LockOwner : std::uint8_t { kObject, kEverybody, kAnother };

struct HeldLock {
  std::string lock;  // empty: it could not be told which
  LockMode mode = LockMode::kExclusive;
  LockOwner owner = LockOwner::kObject;
  std::uint32_t critical_section = 0;  // numbered within the method, in the order of the text
};

enum class AccessType : std::uint8_t { kRead, kWrite };

struct FieldAccess {
  std::string field;
  AccessType type = AccessType::kRead;
  std::vector<HeldLock> held;  // outermost first
  std::uint32_t path = 0;      // of the paths through the method, the first that comes here
};

struct Method {
  std::string name;
  std::uint32_t overload = 0;  // among those of the same name
  std::vector<std::string> parameters;
  std::string returns;
  bool is_const = false;
  bool is_constructor = false;

  std::vector<FieldAccess> accesses;    // with those of the methods that it calls
  std::uint32_t critical_sections = 0;  // the most that a single call goes through, nested ones not counted
  std::optional<HeldLock> whole_body_lock;  // taken before anything else and held to the end
  bool takes_another_instance = false;
  bool takes_callback = false;
  std::vector<std::string>
      not_seen;  // a sentence for each: a call without a body, a lock of unknown name, ...
};

struct ClassModel {
  std::string name;
  std::vector<Method> methods;  // constructors among them
  std::vector<std::string> not_seen;
};

}  // namespace heddle::classes
