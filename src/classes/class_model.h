// What is known about a class under test: its public methods, what each of them touches and under which
// locks. It also holds what could not be analysed: static facts only rank, and nothing is left out because of
// a fact that may be missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::classes {

enum class LockMode : std::uint8_t { kShared, kExclusive };

// Whose lock it is. Two threads that call methods of one object mean the same lock when it belongs to the
// object or to all objects; the lock of another instance is a different one in every call.
enum class LockOwner : std::uint8_t { kObject, kEverybody, kAnother };

struct HeldLock {
  std::string lock;  // empty: it could not be told which
  LockMode mode = LockMode::kExclusive;
  LockOwner owner = LockOwner::kObject;
  std::uint32_t critical_section = 0;  // numbered within the method, in the order of the text
};

// The inner lock is taken while the outer one is held, and not in one step with it.
struct NestedLocks {
  HeldLock outer;
  HeldLock inner;
};

enum class AccessType : std::uint8_t { kRead, kWrite };

struct FieldAccess {
  std::string field;
  AccessType type = AccessType::kRead;
  // Outermost first. Whose they are is seen from the field's object: for a field of another instance, that
  // instance's own lock is kObject, and the lock of the object that the method is called on is kAnother.
  std::vector<HeldLock> held;
  bool is_atomic = false;
  std::uint32_t line = 0;
  std::uint32_t path = 0;  // of the paths through the method, the first that comes here
};

// What a value of a type can be made from, and what can be told of it.
enum class TypeCategory : std::uint8_t {
  kVoid,
  kBool,
  kInteger,  // with characters and std::byte
  kFloating,
  kEnum,
  kText,       // std::string, std::string_view, const char*
  kCallback,   // std::function, a function pointer, or a parameter of template type that is called
  kSameClass,  // the class under test
  kRecord,     // another class; `Assistant` tells how one is made
  kPointer,    // to anything else
  kIterator,   // into a container or the class: not made
  kOther,
};

struct Type {
  std::string
      spelling;  // fully qualified, without reference and top-level const, so that a program can use it
  TypeCategory category = TypeCategory::kOther;
  std::vector<std::string> enumerators;  // fully qualified
  bool is_copyable = true;
  bool is_default_constructible = true;
  bool can_have_place = false;  // a pointer, to what can be made of nothing

  friend bool operator==(const Type&, const Type&) = default;
};

enum class Passing : std::uint8_t { kValue, kConstReference, kReference, kRvalueReference };

// What a pointer stands for, and the number that goes with it.
enum class ParameterRole : std::uint8_t {
  kNone,
  kArray,        // the first of some values, which are read
  kOutputArray,  // the first of some places, which are written to
  kArrayEnd,     // behind the last of the array before it
  kCount,        // how many the array before it has
  kOutput,       // one place, which is written to
};

struct Parameter {
  std::string name;
  Type type;
  Passing passing = Passing::kValue;
  bool has_default = false;
  ParameterRole role = ParameterRole::kNone;
};

// Why no test calls what the class is not meant to have.
inline constexpr const char* kExcluded = "Its constraints exclude it.";
inline constexpr const char* kDeleted = "It is deleted.";

struct Method {
  std::string name;
  std::string template_arguments;  // "<int>": of a member template, what a call has to say
  std::uint32_t overload = 0;      // among those of the same name
  std::vector<Parameter> parameters;
  Type returns;
  bool returns_reference = false;
  bool is_const = false;
  bool is_static = false;
  bool is_constructor = false;
  std::string not_callable;  // why no test calls it, as a sentence; empty: tests do
  std::uint32_t line = 0;

  std::vector<FieldAccess> accesses;  // with those of the methods that it calls
  // The most that a single call goes through, nested ones not counted; 4 stands for more, too.
  std::uint32_t critical_sections = 0;
  std::optional<HeldLock> whole_body_lock;  // taken before anything else and held to the end
  std::vector<NestedLocks> nested_locks;
  bool takes_another_instance = false;
  bool takes_callback = false;
  std::vector<std::string>
      not_seen;  // a sentence for each: a call without a body, a lock of unknown name, ...
};

// Whether a call may have changed something when it waits: it writes outside of the last critical section,
// which waiting begins, or what it does was not all seen.
bool may_act_before_waiting(const Method& method);

// How an object that a call needs is made.
struct Assistant {
  std::string type;                                  // Type::spelling
  std::vector<std::vector<Parameter>> constructors;  // public ones, without copying and moving
  bool is_aggregate = false;                         // the only constructor lists its fields, for `Type{...}`
};

struct ClassModel {
  std::string name;                // fully qualified, with template arguments: a program can use it
  std::string header;              // as it was named
  std::string file;                // that defines the class: a header may only include it
  std::vector<std::string> flags;  // of the compilation that the class was looked at in
  std::vector<Method> methods;     // constructors among them
  std::vector<Assistant> assistants;
  std::vector<std::string> not_seen;
  std::vector<std::string> notes;  // what was done so that it can be tested
};

}  // namespace heddle::classes
