#include "classes/clang/method_walk.h"

#include <clang/AST/Attr.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Analysis/Analyses/PostOrderCFGView.h>
#include <clang/Analysis/CFG.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "classes/clang/library.h"

namespace heddle::classes {

namespace {

constexpr int kMaximumRounds = 6;
constexpr int kMaximumFieldDepth = 3;

// For each block the first of the paths through the method that comes to it.
class PathNumbers {
 public:
  explicit PathNumbers(const clang::CFG& graph) { visit(graph.getEntry()); }
  std::uint32_t of(const clang::CFGBlock* block) const {
    const auto found = numbers_.find(block);
    return found == numbers_.end() ? 0 : found->second;
  }

 private:
  void visit(const clang::CFGBlock& block) {
    if (!numbers_.try_emplace(&block, next_).second) {
      ++next_;
      return;
    }
    bool is_end = true;
    for (const clang::CFGBlock* successor : block.succs()) {
      if (successor == nullptr) continue;
      is_end = false;
      visit(*successor);
    }
    if (is_end) ++next_;
  }

  std::map<const clang::CFGBlock*, std::uint32_t> numbers_;
  std::uint32_t next_ = 0;
};

}  // namespace

std::uint32_t MethodWalk::line_of(clang::SourceLocation where) const {
  return where.isValid() ? context_.getSourceManager().getExpansionLineNumber(where) : 0;
}

void MethodWalk::not_seen(const std::string& what, clang::SourceLocation where) {
  const std::uint32_t line = line_of(where);
  const std::string sentence = line == 0 ? what + "." : "Line " + std::to_string(line) + ": " + what + ".";
  if (!std::ranges::count(not_seen_, sentence)) not_seen_.push_back(sentence);
}

std::uint32_t MethodWalk::section_at(const void* at) {
  const auto number = static_cast<std::uint32_t>(sections_.size() + 1);
  const std::uint32_t section = sections_.try_emplace({frame_->call_path, at}, number).first->second;
  if (is_recording_ && !std::ranges::count(sections_in_order_, section))
    sections_in_order_.push_back(section);
  return section;
}

// The lock of the object under test is another instance's for a field of that other instance, and the other
// way round: what counts is whether those who share the field's object share the lock.
HeldLock MethodWalk::seen_from(const Place& place, const LockState::Held& held) const {
  HeldLock seen{held.lock.name, held.lock.mode, held.lock.owner, held.section};
  if (place.root != Place::Root::kAnother) return seen;
  if (held.lock.owner == LockOwner::kObject)
    seen.owner = LockOwner::kAnother;
  else if (held.lock.owner == LockOwner::kAnother && held.lock.instance != nullptr &&
           held.lock.instance == place.local)
    seen.owner = LockOwner::kObject;
  return seen;
}

void MethodWalk::note_nesting(const LockState& state, std::size_t held_before) {
  if (!is_recording_) return;
  const auto described = [](const LockState::Held& held) {
    return HeldLock{held.lock.name, held.lock.mode, held.lock.owner, held.section};
  };
  const auto is_held_before = [&](std::size_t inner) {
    const auto end = state.held.begin() + static_cast<std::ptrdiff_t>(inner);
    return std::any_of(state.held.begin(), end,
                       [&](const LockState::Held& each) { return each.lock == state.held[inner].lock; });
  };
  for (std::size_t inner = held_before; inner < state.held.size(); ++inner) {
    if (is_held_before(inner)) continue;  // taken twice: no wait
    for (std::size_t outer = 0; outer < inner; ++outer) {
      const LockState::Held &first = state.held[outer], &second = state.held[inner];
      if (first.section == second.section) continue;
      if (first.lock.name.empty() || second.lock.name.empty()) continue;
      const NestedLocks found{described(first), described(second)};
      const auto is_it = [&](const NestedLocks& each) {
        return each.outer.lock == found.outer.lock && each.outer.owner == found.outer.owner &&
               each.inner.lock == found.inner.lock && each.inner.owner == found.inner.owner;
      };
      if (std::ranges::none_of(nested_, is_it)) nested_.push_back(found);
    }
  }
}

void MethodWalk::access(const Places& places, clang::QualType type, AccessType kind, bool is_atomic_access,
                        const LockState& state, clang::SourceLocation where, int depth) {
  if (!is_recording_ || is_synchronization(type)) return;
  const clang::CXXRecordDecl* record = record_of(type);
  const bool is_made_of_fields = record != nullptr && record->hasDefinition() && !is_library(record) &&
                                 !is_atomic(type) && !record->isLambda() && !record->isUnion();
  for (const Place& place : places) {
    if (place.root == Place::Root::kLocal) continue;
    if (is_made_of_fields && depth < kMaximumFieldDepth) {
      for (const clang::FieldDecl* field : record->getDefinition()->fields())
        access({place.member(field->getName().str(), record->getName().str())}, field->getType(), kind,
               is_atomic_access, state, where, depth + 1);
      continue;
    }
    if (place.path.empty()) continue;
    FieldAccess found{place.path, kind, {}, is_atomic_access || is_atomic(type), line_of(where), path_};
    std::string key = place.path + (kind == AccessType::kRead ? " r " : " w ") + std::to_string(found.line) +
                      (found.is_atomic ? "a" : "");
    for (const LockState::Held& each : state.held) {
      const HeldLock held = seen_from(place, each);
      const auto is_it = [&](const HeldLock& other) {
        return other.lock == held.lock && other.mode == held.mode && other.owner == held.owner;
      };
      if (!held.lock.empty() && std::ranges::any_of(found.held, is_it)) continue;  // taken twice
      found.held.push_back(held);
      key += ' ' + held.lock + std::to_string(held.critical_section) +
             std::to_string(static_cast<int>(held.owner));
    }
    if (!accesses_seen_.insert(key).second) continue;
    accesses_.push_back(std::move(found));
    held_at_.push_back(state.held);
  }
}

void MethodWalk::walk(const clang::CXXMethodDecl* method, Method& facts) {
  const clang::FunctionDecl* definition = nullptr;
  if (!method->hasBody(definition) || definition->isInvalidDecl()) {
    if (!method->isDefaulted())
      facts.not_seen.push_back("Its body is not in the header or what the header includes.");
    return;
  }
  Frame frame;
  frame.function = definition;
  if (!method->isStatic()) frame.self = {Place{Place::Root::kObject, nullptr, "", false}};
  is_recording_ = true;
  frame_ = &frame;
  LockState entry;
  require_locks(method, frame.self, entry);
  LockState exit = run(frame, entry).exit;
  for (const LockState::Held& required : entry.held) exit.release(required.lock);
  finish(facts, exit);
}

void MethodWalk::finish(Method& facts, const LockState& exit) {
  std::map<std::uint32_t, std::uint32_t> numbers;
  for (const std::uint32_t section : sections_in_order_)
    numbers.emplace(section, static_cast<std::uint32_t>(numbers.size() + 1));
  for (FieldAccess& each : accesses_)
    for (HeldLock& held : each.held) held.critical_section = numbers[held.critical_section];

  facts.critical_sections = exit.sections;
  if (exit.sections == 1 && !held_at_.empty() && !tries_locks_) {
    const auto is_held_always = [&](const LockState::Held& lock) {
      return std::ranges::all_of(held_at_,
                                 [&](const auto& held) { return std::ranges::count(held, lock) > 0; });
    };
    for (const LockState::Held& each : held_at_.front())
      if (!facts.whole_body_lock && !each.lock.name.empty() && is_held_always(each))
        facts.whole_body_lock =
            HeldLock{each.lock.name, each.lock.mode, each.lock.owner, numbers[each.section]};
  }
  for (NestedLocks& each : nested_)
    for (HeldLock* lock : {&each.outer, &each.inner})
      lock->critical_section = numbers[lock->critical_section];
  facts.nested_locks = std::move(nested_);
  for (const LockState::Held& held : exit.held)
    not_seen_.push_back("Returns while it holds " + (held.lock.name.empty() ? "a lock" : held.lock.name) +
                        ".");
  facts.accesses = std::move(accesses_);
  facts.not_seen.insert(facts.not_seen.end(), not_seen_.begin(), not_seen_.end());
  facts.takes_callback |= calls_back_;
}

void MethodWalk::require_locks(const clang::FunctionDecl* function, const Places& self, LockState& state) {
  Frame frame;
  frame.function = function;
  frame.self = self;
  Frame* const caller = std::exchange(frame_, &frame);
  for (const auto* attribute : function->specific_attrs<clang::RequiresCapabilityAttr>())
    for (const clang::Expr* argument : attribute->args()) {
      LockIdentity lock = identify(argument, state);
      if (attribute->isShared()) lock.mode = LockMode::kShared;
      const auto is_it = [&](const LockState::Held& held) { return held.lock == lock; };
      if (std::ranges::any_of(state.held, is_it)) continue;
      state.acquire(lock, section_at(argument));
      state.sections = 0;
    }
  frame_ = caller;
}

MethodWalk::Summary MethodWalk::run(Frame& frame, const LockState& entry) {
  const auto key = std::tuple(frame.call_path, frame.function, entry.signature());
  if (!is_recording_) {
    const auto known = summaries_.find(key);
    if (known != summaries_.end()) return known->second;
  }
  // Variables of an earlier call from elsewhere have nothing to do with this one.
  const auto [last, is_first] = last_call_path_.try_emplace(frame.function, frame.call_path);
  if (!is_first && last->second != frame.call_path) {
    for (const void* local : locals_[frame.function])
      if (!llvm::is_contained(frame.function->parameters(), local)) stored_.erase(local);
    last->second = frame.call_path;
  }

  Summary summary{entry, {}, {}};
  clang::CFG::BuildOptions options;
  options.AddImplicitDtors = options.AddTemporaryDtors = options.AddInitializers = true;
  options.setAllAlwaysAdd();
  const auto graph = clang::CFG::buildCFG(frame.function, frame.function->getBody(), &context_, options);
  if (graph == nullptr) {
    not_seen("the control flow of " + frame.function->getQualifiedNameAsString() + " could not be followed",
             frame.function->getLocation());
    return summary;
  }
  stack_.push_back(frame.function);
  Frame* const caller = std::exchange(frame_, &frame);
  note_targets(frame, *graph);
  summary = run_blocks(frame, entry, *graph);
  frame_ = caller;
  stack_.pop_back();
  if (!is_recording_) summaries_[key] = summary;
  return summary;
}

MethodWalk::Summary MethodWalk::run_blocks(Frame& frame, const LockState& entry, const clang::CFG& graph) {
  const clang::PostOrderCFGView view(&graph);
  const std::vector<const clang::CFGBlock*> order(view.begin(), view.end());
  std::map<const clang::CFGBlock*, std::size_t> position;
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  bool has_loop = false;
  for (const clang::CFGBlock* block : order)
    for (const clang::CFGBlock* successor : block->succs())
      has_loop |=
          successor != nullptr && position.contains(successor) && position[successor] <= position[block];

  const bool is_outermost = stack_.size() == 1;
  const PathNumbers paths(graph);
  std::map<const clang::CFGBlock*, LockState> states{{&graph.getEntry(), entry}};
  const auto round = [&] {
    std::map<const clang::CFGBlock*, LockState> before{{&graph.getEntry(), entry}};
    for (const clang::CFGBlock* block : order) {
      if (!before.contains(block)) {
        const auto earlier = states.find(block);  // reached over a loop's way back alone
        if (earlier == states.end()) continue;
        before.emplace(block, earlier->second);
      }
      // What comes over a loop's way back is known from the round before.
      if (has_loop && states.contains(block)) before[block].join(states[block]);
      LockState state = before[block];
      if (is_outermost) path_ = paths.of(block);
      for (const clang::CFGElement& element : *block) {
        const std::size_t held_before = state.held.size();
        run_element(element, state);
        note_nesting(state, held_before);
      }
      std::size_t number = 0;
      for (const clang::CFGBlock* successor : block->succs()) {
        const std::size_t edge = number++;
        if (successor == nullptr) continue;
        const LockState out = on_edge(*block, edge, state);
        const auto [known, is_new] = before.try_emplace(successor, out);
        if (!is_new) known->second.join(out);
      }
    }
    return before;
  };

  if (has_loop) {
    const bool was_recording = std::exchange(is_recording_, false);
    for (int i = 0; i < kMaximumRounds; ++i) {
      const std::uint32_t version = stored_version_;
      auto after = round();
      const bool is_stable =
          version == stored_version_ && std::ranges::all_of(after, [&](const auto& each) {
            const auto known = states.find(each.first);
            return known != states.end() && known->second.signature() == each.second.signature();
          });
      states = std::move(after);
      if (is_stable) break;
    }
    is_recording_ = was_recording;
    if (was_recording) round();
  } else {
    states = round();
  }
  run_handlers(graph);
  const auto exit = states.find(&graph.getExit());
  return {exit == states.end() ? entry : exit->second, frame.returned, frame.returned_guard};
}

// Nothing leads to handlers of exceptions in this graph. Which locks are held in them is not known.
void MethodWalk::run_handlers(const clang::CFG& graph) {
  std::vector<const clang::CFGBlock*> to_do;
  for (const clang::CFGBlock* block : graph)
    if (llvm::isa_and_nonnull<clang::CXXCatchStmt>(block->getLabel())) to_do.push_back(block);
  const clang::PostOrderCFGView reachable(&graph);
  std::set<const clang::CFGBlock*> done(reachable.begin(), reachable.end());
  while (!to_do.empty()) {
    const clang::CFGBlock* block = to_do.back();
    to_do.pop_back();
    if (!done.insert(block).second) continue;
    LockState state;
    for (const clang::CFGElement& element : *block) run_element(element, state);
    for (const clang::CFGBlock* successor : block->succs())
      if (successor != nullptr) to_do.push_back(successor);
  }
}

void MethodWalk::note_targets(Frame& frame, const clang::CFG& graph) {
  const auto note = [&](const clang::Expr* initial, const Place& target) {
    if (initial == nullptr) return;
    const clang::Expr* made = initial->IgnoreImplicit();
    if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(made);
        list != nullptr && list->isTransparent())
      made = list->getInit(0)->IgnoreImplicit();
    if (llvm::isa<clang::CXXConstructExpr>(made)) frame.targets[made] = target;
  };
  for (const clang::CFGBlock* block : graph)
    for (const clang::CFGElement& element : *block) {
      if (const auto statement = element.getAs<clang::CFGStmt>()) {
        if (const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(statement->getStmt()))
          for (const clang::Decl* each : declarations->decls())
            if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(each))
              note(variable->getInit(), {Place::Root::kLocal, variable, "", false});
      } else if (const auto initializer = element.getAs<clang::CFGInitializer>()) {
        const clang::CXXCtorInitializer* init = initializer->getInitializer();
        for (const Place& self : frame.self) {
          if (init->isAnyMemberInitializer())
            note(init->getInit(), self.member(init->getAnyMember()->getName().str(),
                                              init->getAnyMember()->getParent()->getName().str()));
          else
            note(init->getInit(), self);
        }
      }
    }
}

void MethodWalk::run_element(const clang::CFGElement& element, LockState& state) {
  ++elements_;
  if (const auto statement = element.getAs<clang::CFGStmt>()) {
    const clang::Stmt* each = statement->getStmt();
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(each)) {
      Value found = evaluate(expression, state);
      frame_->values[each] = std::move(found);
    } else if (const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(each)) {
      for (const clang::Decl* declaration : declarations->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) declare(variable, state);
    } else if (const auto* returned = llvm::dyn_cast<clang::ReturnStmt>(each)) {
      return_value(returned, state);
    }
  } else if (const auto initializer = element.getAs<clang::CFGInitializer>()) {
    initialize(initializer->getInitializer(), state);
  } else if (const auto variable = element.getAs<clang::CFGAutomaticObjDtor>()) {
    const clang::VarDecl* ended = variable->getVarDecl();
    if (!ended->getType()->isReferenceType() || holds_temporary_.contains(ended))
      destroy(ended, ended->getType(), state);
  } else if (const auto temporary = element.getAs<clang::CFGTemporaryDtor>()) {
    const clang::Expr* made = temporary->getBindTemporaryExpr()->getSubExpr()->IgnoreImplicit();
    destroy(made, made->getType(), state);
  } else if (const auto deleted = element.getAs<clang::CFGDeleteDtor>()) {
    const clang::Expr* argument = deleted->getDeleteExpr()->getArgument();
    access(value(argument, state).places, argument->getType()->getPointeeType(), AccessType::kWrite, false,
           state, argument->getExprLoc());
  }
}

// On the edges out of `if (m.try_lock())`.
LockState MethodWalk::on_edge(const clang::CFGBlock& from, std::size_t successor, const LockState& state) {
  const clang::Expr* condition = from.succ_size() == 2 ? from.getLastCondition() : nullptr;
  if (condition == nullptr) return state;
  LockState on_way = state;
  const Value found = value(condition, on_way);
  LockState changed = state;
  if (!found.condition || found.condition->when != (successor == 0)) return changed;
  const TryLock& taken = *found.condition;
  tries_locks_ = true;
  if (taken.guard) {
    const auto guard = changed.guards.find(*taken.guard);
    if (guard != changed.guards.end() && !guard->second.owns)
      changed.acquire(guard->second, section_at(condition));
  } else {
    for (const LockIdentity& lock : taken.locks) changed.acquire(lock, section_at(condition));
  }
  note_nesting(changed, state.held.size());
  return changed;
}

void MethodWalk::initialize(const clang::CXXCtorInitializer* initializer, LockState& state) {
  const clang::Expr* initial = initializer->getInit();
  if (!initializer->isAnyMemberInitializer()) {
    value(initial, state);
    return;
  }
  const clang::FieldDecl* field = initializer->getAnyMember();
  Places targets;
  for (const Place& self : frame_->self)
    targets.insert(self.member(field->getName().str(), field->getParent()->getName().str()));
  const bool points = field->getType()->isReferenceType() || field->getType()->isPointerType() ||
                      is_iterator_like(field->getType()) || is_smart_pointer(field->getType());
  if (points) {
    const Places what =
        field->getType()->isReferenceType() ? value(initial, state).places : pointees(initial, state);
    for (const Place& target : targets) store(target, what);
    const auto is_local = [](const Place& each) { return each.root == Place::Root::kLocal; };
    if (!std::ranges::all_of(targets, is_local)) publish(what, state);
  }
  const clang::CXXRecordDecl* record = record_of(field->getType());
  const bool is_made_elsewhere =
      record != nullptr && !is_library(record) && frame_->targets.contains(initial->IgnoreImplicit());
  if (!is_made_elsewhere && !field->getType()->isReferenceType())
    access(targets, field->getType(), AccessType::kWrite, false, state, initializer->getSourceLocation());
}

void MethodWalk::destroy(const void* root, clang::QualType type, LockState& state) {
  const clang::CXXRecordDecl* record = record_of(type);
  if (record != nullptr && !is_library(record) && record->hasDefinition()) {
    const clang::CXXDestructorDecl* destructor = record->getDestructor();
    if (destructor != nullptr && destructor->hasBody())
      follow(destructor, {Place{Place::Root::kLocal, root, "", false}}, {}, state, root);
  }
  std::vector<Storage> ended;
  for (auto& [storage, guard] : state.guards)
    if (storage.first == root) ended.push_back(storage);
  for (auto storage = ended.rbegin(); storage != ended.rend(); ++storage) {
    state.release(state.guards[*storage]);
    state.guards.erase(*storage);
  }
}

}  // namespace heddle::classes
