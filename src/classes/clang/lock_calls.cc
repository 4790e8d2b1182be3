// The part of MethodWalk that knows how locks are taken and let go.
#include <clang/AST/Attr.h>

#include <algorithm>

#include "classes/clang/library.h"
#include "classes/clang/method_walk.h"

namespace heddle::classes {

namespace {

using clang::dyn_cast;

clang::QualType behind_pointer(clang::QualType type) {
  return type->isPointerType() ? type->getPointeeType() : type;
}

}  // namespace

LockIdentity MethodWalk::identify(const Places& places, clang::SourceLocation where) {
  const LockIdentity unknown{"", LockMode::kExclusive, LockOwner::kAnother};
  if (places.size() != 1 || places.begin()->root == Place::Root::kLocal) {
    not_seen("which lock is meant could not be told", where);
    return unknown;
  }
  const Place& place = *places.begin();
  const std::string name = place.path.empty() ? "this" : place.path;
  if (place.is_element) {
    not_seen("the lock " + name + " is one of several, and two calls may mean different ones", where);
    return {name, LockMode::kExclusive, LockOwner::kAnother};
  }
  switch (place.root) {
    case Place::Root::kObject:
      return {name, LockMode::kExclusive, LockOwner::kObject};
    case Place::Root::kGlobal:
      return {name, LockMode::kExclusive, LockOwner::kEverybody};
    default:
      return {name, LockMode::kExclusive, LockOwner::kAnother, place.local};
  }
}

LockIdentity MethodWalk::identify(const clang::Expr* lock, LockState& state) {
  const clang::QualType type = lock->getType();
  const bool is_smart = is_smart_pointer(type);
  return identify(is_smart ? pointees(lock, state) : value(lock, state).places, lock->getExprLoc());
}

std::optional<Storage> MethodWalk::local_storage(const clang::Expr* expression, LockState& state) {
  const Places places = value(expression, state).places;
  if (places.size() != 1 || places.begin()->root != Place::Root::kLocal) return std::nullopt;
  return Storage(places.begin()->local, places.begin()->path);
}

void MethodWalk::construct_guard(const clang::CXXConstructExpr* construction, const Place& target,
                                 LockState& state) {
  if (target.root != Place::Root::kLocal) {
    not_seen("a guard outlives the call", construction->getExprLoc());
    return;
  }
  const bool is_shared = record_of(construction->getType())->getName() == "shared_lock";
  Guard guard;
  bool is_locked_before = false, is_locked_now = true;
  for (const clang::Expr* argument : construction->arguments()) {
    if (clang::isa<clang::CXXDefaultArgExpr>(argument)) continue;
    const clang::QualType type = behind_pointer(argument->getType());
    const clang::CXXRecordDecl* record = record_of(type);
    const std::string name = record != nullptr ? record->getName().str() : std::string();
    if (is_standard_guard(type)) {  // moved
      const auto from = local_storage(argument, state);
      if (from && state.guards.contains(*from)) {
        Guard& moved = state.guards[*from];
        state.guards[{target.local, target.path}] = moved;
        state.guards[*from].owns = false;
      }
      return;
    }
    if (name == "adopt_lock_t")
      is_locked_before = true;
    else if (name == "defer_lock_t" || name == "try_to_lock_t")
      is_locked_now = false;
    else if (is_lock(type)) {
      guard.locks.push_back(identify(argument, state));
      if (is_shared) guard.locks.back().mode = LockMode::kShared;
    } else {
      is_locked_now = false;  // with a time limit
    }
  }
  if (is_locked_before)
    guard.owns = true;
  else if (is_locked_now)
    state.acquire(guard, section_at(construction));
  state.guards[{target.local, target.path}] = std::move(guard);
}

std::optional<Value> MethodWalk::guard_call(const std::string& name, const Storage& storage,
                                            const clang::CallExpr* call, LockState& state) {
  Guard& guard = state.guards[storage];
  if (name == "lock") {
    if (!guard.owns) state.acquire(guard, section_at(call));
  } else if (name == "unlock") {
    state.release(guard);
  } else if (name == "release") {
    guard.owns = false;
  } else if (name.starts_with("try_lock") || name == "owns_lock" ||
             clang::isa<clang::CXXConversionDecl>(call->getDirectCallee())) {
    return Value{{}, TryLock{{}, storage, true}};
  } else if (call->getDirectCallee()->getOverloadedOperator() == clang::OO_Equal) {
    state.release(guard);
    const auto from = local_storage(call->getArg(1), state);
    if (from && state.guards.contains(*from)) {
      state.guards[storage] = state.guards[*from];
      state.guards[*from].owns = false;
    }
  } else if (name == "swap") {
    not_seen("guards are swapped", call->getExprLoc());
  }
  return Value();
}

// Waiting lets go of the lock: what comes after it is a critical section of its own.
std::optional<Value> MethodWalk::wait_call(const std::string& name, const clang::CallExpr* call,
                                           LockState& state) {
  if (!name.starts_with("wait")) return Value();
  if (const auto storage = local_storage(call->getArg(0), state);
      storage && state.guards.contains(*storage)) {
    Guard& guard = state.guards[*storage];
    state.release(guard);
    state.acquire(guard, section_at(call));
  } else if (is_lock(call->getArg(0)->getType())) {
    const LockIdentity lock = identify(call->getArg(0), state);
    state.release(lock);
    state.acquire(lock, section_at(call));
  }
  run_callables({call->getArgs(), call->getNumArgs()}, {}, false, state);
  return Value();
}

std::optional<Value> MethodWalk::pthread_call(const std::string& name, const clang::CallExpr* call,
                                              LockState& state) {
  const auto ends_with = [&](std::string_view end) { return name.ends_with(end); };
  if (name == "pthread_cond_wait" || name == "pthread_cond_timedwait") {
    const LockIdentity lock = identify(call->getArg(1), state);
    state.release(lock);
    state.acquire(lock, section_at(call));
    return Value();
  }
  const bool is_lock_call = name.starts_with("pthread_mutex_") || name.starts_with("pthread_rwlock_") ||
                            name.starts_with("pthread_spin_");
  if (!is_lock_call) return name.starts_with("pthread_cond_") ? std::optional(Value()) : std::nullopt;
  if (ends_with("_init") || ends_with("_destroy")) return Value();
  LockIdentity lock = identify(call->getArg(0), state);
  if (ends_with("rdlock")) lock.mode = LockMode::kShared;
  if (ends_with("_unlock")) {
    state.release(lock);
  } else if (name.find("_try") != std::string::npos || name.find("_timed") != std::string::npos) {
    return Value{{}, TryLock{{lock}, std::nullopt, false}};
  } else {
    state.acquire(lock, section_at(call));
  }
  return Value();
}

std::optional<Value> MethodWalk::lock_call(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                           const clang::Expr* object, LockState& state) {
  const std::string name = name_of(callee);
  if (name.starts_with("pthread_")) return pthread_call(name, call, state);
  if (object == nullptr) {
    if (!is_library(callee) || (name != "lock" && name != "try_lock")) return std::nullopt;
    if (name == "try_lock") {
      not_seen("what std::try_lock locks counts as not locked", call->getExprLoc());
      return Value();
    }
    const std::uint32_t section = section_at(call);
    const std::uint32_t sections = state.held.empty() ? state.sections + 1 : state.sections;
    for (const clang::Expr* argument : call->arguments()) {
      const auto storage = local_storage(argument, state);
      if (storage && state.guards.contains(*storage))
        state.acquire(state.guards[*storage], section);
      else
        state.acquire(identify(argument, state), section);
    }
    state.sections = std::min(sections, kMaximumSections);
    return Value();
  }
  const clang::QualType type = behind_pointer(object->getType());
  if (is_condition_variable(type)) return wait_call(name, call, state);
  if (is_standard_guard(type)) {
    const auto storage = local_storage(object, state);
    if (storage) return guard_call(name, *storage, call, state);
    not_seen("which guard is meant could not be told", call->getExprLoc());
    return Value();
  }
  if (!is_lock(type) || is_class_under_test(record_of(type))) return std::nullopt;
  static const std::set<std::string> kLockMethods = {"lock",         "unlock",        "try_lock",
                                                     "lock_shared",  "unlock_shared", "try_lock_shared",
                                                     "try_lock_for", "try_lock_until"};
  if (!kLockMethods.contains(name)) return std::nullopt;
  const Places places = value(object, state).places;
  const bool is_local = std::ranges::all_of(
      places, [](const Place& each) { return each.root == Place::Root::kLocal && each.local != nullptr; });
  if (is_local && !is_library(callee)) return std::nullopt;  // a guard of the user's own: see what it does
  LockIdentity lock = identify(places, call->getExprLoc());
  if (name.ends_with("_shared")) lock.mode = LockMode::kShared;
  if (name.starts_with("unlock")) {
    state.release(lock);
  } else if (name.starts_with("try_")) {
    return Value{{}, TryLock{{lock}, std::nullopt, true}};
  } else {
    state.acquire(lock, section_at(call));
  }
  return Value();
}

// What Clang's thread safety attributes say of a function without a body.
void MethodWalk::attribute_effects(const clang::FunctionDecl* callee, const Places& self,
                                   llvm::ArrayRef<const clang::Expr*> arguments, LockState& state,
                                   const clang::Stmt* at) {
  for (std::size_t i = 0; i < arguments.size() && i < callee->getNumParams(); ++i)
    bind(callee->getParamDecl(i), arguments[i], state);
  Frame frame;
  frame.function = callee;
  frame.self = self;
  Frame* const caller = std::exchange(frame_, &frame);
  const auto locks_of = [&](const auto* attribute) {
    std::vector<LockIdentity> locks;
    for (const clang::Expr* argument : attribute->args()) locks.push_back(identify(argument, state));
    if (attribute->args_size() == 0) locks.push_back(identify(self, callee->getLocation()));
    return locks;
  };
  const bool is_constructor = clang::isa<clang::CXXConstructorDecl>(callee);
  for (const auto* attribute : callee->specific_attrs<clang::AcquireCapabilityAttr>()) {
    Guard guard{locks_of(attribute), false};
    if (attribute->isShared())
      for (LockIdentity& lock : guard.locks) lock.mode = LockMode::kShared;
    frame_ = caller;
    state.acquire(guard, section_at(at));
    frame_ = &frame;
    if (is_constructor && !self.empty() && self.begin()->root == Place::Root::kLocal)
      state.guards[{self.begin()->local, self.begin()->path}] = guard;
  }
  if (!clang::isa<clang::CXXDestructorDecl>(callee))
    for (const auto* attribute : callee->specific_attrs<clang::ReleaseCapabilityAttr>())
      for (const LockIdentity& lock : locks_of(attribute)) state.release(lock);
  frame_ = caller;
}

}  // namespace heddle::classes
