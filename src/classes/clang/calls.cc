// The part of MethodWalk that knows calls: of the standard library, of atomics, and of what has a body.
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "classes/clang/library.h"
#include "classes/clang/method_walk.h"

namespace heddle::classes {

namespace {

using clang::dyn_cast;
using Arguments = llvm::ArrayRef<const clang::Expr*>;

constexpr std::size_t kDeepestCall = 40;
constexpr std::uint32_t kMostCalls = 20'000;
constexpr std::uint32_t kMostElements = 15'000;

std::vector<const clang::FunctionDecl*> call_operators(const clang::CXXRecordDecl* record) {
  std::vector<const clang::FunctionDecl*> found;
  for (const clang::Decl* member : record->decls()) {
    if (const auto* method = dyn_cast<clang::CXXMethodDecl>(member)) {
      if (method->getOverloadedOperator() == clang::OO_Call) found.push_back(method);
    } else if (const auto* generic = dyn_cast<clang::FunctionTemplateDecl>(member)) {
      if (generic->getTemplatedDecl()->getOverloadedOperator() == clang::OO_Call)
        for (const clang::FunctionDecl* instance : generic->specializations()) found.push_back(instance);
    }
  }
  return found;
}

bool is_callable_object(clang::QualType type) {
  const clang::CXXRecordDecl* record = record_of(type);
  return record != nullptr && !is_library(record) && record->hasDefinition() &&
         !call_operators(record).empty();
}

}  // namespace

// Its body is not looked into.
bool MethodWalk::is_opaque(const clang::FunctionDecl* callee) const {
  const auto* method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (method != nullptr && is_class_under_test(method->getParent())) return false;
  const clang::SourceManager& sources = context_.getSourceManager();
  const bool is_of_c_library = callee->isExternC() && sources.isInSystemHeader(callee->getLocation());
  return is_library(callee) || callee->getBuiltinID() != 0 || callee->isNoReturn() || is_of_c_library;
}

Value MethodWalk::call(const clang::CallExpr* call, LockState& state) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  Arguments arguments(call->getArgs(), call->getNumArgs());
  if (clang::isa<clang::CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParens())) return {};
  if (callee == nullptr) {
    calls_back_ = true;
    not_seen("a function is called through a pointer", call->getExprLoc());
    for (const clang::Expr* argument : arguments) pass_to_library(argument, {}, true, state);
    return {};
  }
  const clang::Expr* object = nullptr;
  if (const auto* member = dyn_cast<clang::CXXMemberCallExpr>(call)) {
    object = member->getImplicitObjectArgument();
  } else if (clang::isa<clang::CXXOperatorCallExpr>(call)) {
    const auto* method = dyn_cast<clang::CXXMethodDecl>(callee);
    if (method != nullptr && !arguments.empty()) {
      if (!method->isStatic()) object = arguments.front();
      arguments = arguments.drop_front();
    }
  }
  if (auto handled = lock_call(call, callee, object, state)) return *handled;
  const auto* method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (object != nullptr && (is_atomic(object->getType()) || (object->getType()->isPointerType() &&
                                                             is_atomic(object->getType()->getPointeeType()))))
    return atomic_call(callee, object, arguments, state, call);
  if (is_opaque(callee)) return library_call(callee, object, arguments, state, call);

  Places self = object != nullptr ? value(object, state).places : Places();
  if (method != nullptr && method->getParent()->isLambda()) {
    self = lambda_self_[method->getParent()];
  } else if (method != nullptr && method->isVirtual()) {
    const bool is_object = std::ranges::all_of(
        self, [](const Place& each) { return each.root == Place::Root::kObject && each.path.empty(); });
    const clang::CXXMethodDecl* last =
        is_object ? method->getCorrespondingMethodInClass(class_, /*MayBeBase=*/true) : nullptr;
    if (last != nullptr)
      callee = last;
    else if (!method->hasAttr<clang::FinalAttr>())
      not_seen("calls " + method->getQualifiedNameAsString() + ", which other classes may override",
               call->getExprLoc());
  }
  return follow(callee, self, arguments, state, call);
}

void MethodWalk::bind(const clang::ParmVarDecl* parameter, const clang::Expr* argument, LockState& state) {
  const clang::QualType type = parameter->getType();
  stored_.erase(parameter);
  conditions_.erase(parameter);
  const Place itself{Place::Root::kLocal, parameter, "", false};
  if (type->isReferenceType()) {
    // A temporary stands for itself, and what it holds is what the reference's object holds.
    const clang::Expr* inner = argument->IgnoreParens();
    const auto* temporary = dyn_cast<clang::MaterializeTemporaryExpr>(inner);
    const bool is_value = temporary != nullptr && !temporary->getSubExpr()->isGLValue();
    if (is_value && (value(argument, state).places.empty() || is_iterator_like(type) ||
                     is_smart_pointer(type) || type->getPointeeType()->isPointerType())) {
      holds_temporary_.insert(parameter);
      store(itself, pointees(argument, state));
    } else {
      holds_temporary_.erase(parameter);
      store(itself, value(argument, state).places);
    }
    return;
  }
  if (type->isPointerType() || is_iterator_like(type) || is_smart_pointer(type)) {
    store(itself, pointees(argument, state));
    return;
  }
  if (is_standard_guard(type)) {
    if (const auto from = local_storage(argument, state); from && state.guards.contains(*from)) {
      state.guards[{parameter, ""}] = state.guards[*from];
      state.guards.erase(*from);
    }
    return;
  }
  if (record_of(type) != nullptr)
    for (const Place& each : value(argument, state).places)
      if (each.root == Place::Root::kLocal) copy_contents(each.local, parameter);
}

Value MethodWalk::follow(const clang::FunctionDecl* callee, const Places& self, Arguments arguments,
                         LockState& state, const void* at) {
  const clang::FunctionDecl* definition = nullptr;
  const clang::SourceLocation where = callee->getLocation();
  if (!callee->hasBody(definition)) {
    const auto* method = dyn_cast<clang::CXXMethodDecl>(callee);
    const bool is_simple = callee->isDefaulted() || callee->isTrivial();
    if (method != nullptr && is_simple) {  // copies, member by member
      const clang::QualType type(method->getParent()->getTypeForDecl(), 0);
      if (callee->getOverloadedOperator() == clang::OO_Equal || clang::isa<clang::CXXConstructorDecl>(callee))
        access(self, type, AccessType::kWrite, false, state, where);
      else
        access(self, type, AccessType::kRead, false, state, where);
      for (const clang::Expr* argument : arguments) {
        const Places places = value(argument, state).places;
        access(places, argument->getType(), AccessType::kRead, false, state, argument->getExprLoc());
        for (const Place& from : places)
          for (const Place& to : self)
            if (from.root == Place::Root::kLocal && to.root == Place::Root::kLocal)
              copy_contents(from.local, to.local);
      }
      return {self, {}};
    }
    for (std::size_t i = 0; i < arguments.size(); ++i)
      pass_to_library(arguments[i],
                      i < callee->getNumParams() ? callee->getParamDecl(i)->getType() : clang::QualType(),
                      true, state);
    run_callables(arguments, {}, true, state);
    for (const clang::Expr* argument : arguments) publish(value(argument, state).places, state);
    attribute_effects(callee, self, arguments, state, static_cast<const clang::Stmt*>(at));
    if (method != nullptr && !method->isStatic()) {
      const clang::QualType type(method->getParent()->getTypeForDecl(), 0);
      access(self, type, AccessType::kRead, false, state, where);
      if (!method->isConst()) access(self, type, AccessType::kWrite, false, state, where);
    }
    not_seen("calls " + callee->getQualifiedNameAsString() + ", whose body is not in sight",
             arguments.empty() ? clang::SourceLocation() : arguments.front()->getExprLoc());
    return {callee->getReturnType()->isPointerType() || callee->getReturnType()->isReferenceType()
                ? pointee_by_type({}, callee->getReturnType()->getPointeeType())
                : Places(),
            {}};
  }
  if (std::ranges::count(stack_, definition)) {
    const clang::QualType type = callee->getReturnType();
    return {type->isPointerType() || type->isReferenceType() ? pointee_by_type({}, type->getPointeeType())
                                                             : Places(),
            {}};
  }
  if (stack_.size() > kDeepestCall || ++calls_ > kMostCalls || elements_ > kMostElements) {
    not_seen("calls " + callee->getQualifiedNameAsString() + ", too deep to be followed", {});
    return {};
  }

  for (std::size_t i = 0; i < arguments.size() && i < definition->getNumParams(); ++i) {
    bind(definition->getParamDecl(i), arguments[i], state);
    locals_[definition].insert(definition->getParamDecl(i));
  }
  Frame frame;
  frame.function = definition;
  frame.self = self;
  frame.call_path =
      call_paths_.try_emplace({frame_->call_path, at}, static_cast<std::uint32_t>(call_paths_.size() + 1))
          .first->second;
  const std::uint32_t sections = std::exchange(state.sections, 0);
  Summary summary = run(frame, state);
  state = std::move(summary.exit);
  state.sections = std::min(state.sections + sections, kMaximumSections);
  if (summary.returned_guard) {
    state.guards[{at, ""}] = *summary.returned_guard;
    return {{Place{Place::Root::kLocal, at, "", false}}, {}};
  }
  return summary.returned;
}

// Lambdas and other function objects that are passed to code that calls them, now or later.
void MethodWalk::run_callables(Arguments arguments, const Places& elements_of, bool is_later,
                               LockState& state) {
  for (const clang::Expr* argument : arguments) {
    if (!is_callable_object(argument->getType())) continue;
    const clang::CXXRecordDecl* record = record_of(argument->getType());
    const Places self = record->isLambda() ? lambda_self_[record] : value(argument, state).places;
    for (const clang::FunctionDecl* each : call_operators(record)) {
      for (const clang::ParmVarDecl* parameter : each->parameters()) {
        stored_.erase(parameter);
        if (parameter->getType()->isReferenceType() || parameter->getType()->isPointerType())
          store({Place::Root::kLocal, parameter, "", false}, elements_of);
      }
      LockState entry = state;
      if (is_later) {
        entry.held.clear();
        not_seen("a function is handed on, to be called later", argument->getExprLoc());
      }
      const auto* instance = dyn_cast<clang::CXXMethodDecl>(each);
      if (instance != nullptr && each->hasBody()) follow(each, self, {}, entry, argument);
      if (!is_later) {
        state.sections = std::max(state.sections, entry.sections);
        state.published.insert(entry.published.begin(), entry.published.end());
      }
    }
  }
}

// A function that other code will call at an unknown time: std::thread(&Pool::work, this).
void MethodWalk::hand_on(const clang::Expr* function, LockState& state) {
  const clang::Expr* named = function->IgnoreParenImpCasts();
  if (const auto* address = dyn_cast<clang::UnaryOperator>(named))
    named = address->getSubExpr()->IgnoreParenImpCasts();
  const auto* name = dyn_cast<clang::DeclRefExpr>(named);
  const auto* callee = name != nullptr ? dyn_cast<clang::FunctionDecl>(name->getDecl()) : nullptr;
  not_seen("a function is handed on, to be called later", function->getExprLoc());
  if (callee == nullptr || is_opaque(callee)) return;
  LockState later = state;
  later.held.clear();
  follow(callee, frame_->self, {}, later, function);
}

void MethodWalk::pass_to_library(const clang::Expr* argument, clang::QualType parameter, bool may_write,
                                 LockState& state) {
  const clang::QualType type = argument->getType();
  const clang::SourceLocation where = argument->getExprLoc();
  if (clang::isa<clang::CXXDefaultArgExpr>(argument) || is_callable_object(type)) return;
  if (type->isMemberFunctionPointerType()) return hand_on(argument, state);
  if (type->isPointerType() && !argument->isGLValue()) {
    const Places targets = value(argument, state).places;
    const clang::QualType pointee = type->getPointeeType();
    if (pointee->isFunctionType()) return hand_on(argument, state);
    // A node that is only handed on, into a container say, is not looked into.
    if (record_of(pointee) != nullptr) return;
    access(targets, pointee, AccessType::kRead, false, state, where);
    if (may_write && !pointee.isConstQualified())
      access(targets, pointee, AccessType::kWrite, false, state, where);
    return;
  }
  if (is_iterator_like(type)) {
    const Places targets = pointees(argument, state);
    access(targets, {}, AccessType::kRead, false, state, where);
    if (may_write && !is_const_iterator(type)) access(targets, {}, AccessType::kWrite, false, state, where);
    return;
  }
  if (!argument->isGLValue()) return;
  const Places places = value(argument, state).places;
  access(places, type, AccessType::kRead, false, state, where);
  const bool is_changeable =
      parameter.isNull() || (parameter->isReferenceType() && !parameter->getPointeeType().isConstQualified());
  if (is_changeable && !type.isConstQualified())
    access(places, type, AccessType::kWrite, false, state, where);
}

Value MethodWalk::library_call(const clang::FunctionDecl* callee, const clang::Expr* object,
                               Arguments arguments, LockState& state, const clang::Expr* at) {
  const clang::QualType result = callee->getReturnType();
  const bool gives_access = result->isReferenceType() || result->isPointerType() ||
                            is_iterator_like(result) || is_smart_pointer(result);
  const std::string name = name_of(callee);
  const bool is_atomic_function = name.starts_with("__sync_") || name.starts_with("atomic_");
  if (is_atomic_function && !arguments.empty() && arguments[0]->getType()->isPointerType()) {
    const Places places = value(arguments[0], state).places;
    const clang::QualType type = arguments[0]->getType()->getPointeeType();
    const bool only_reads = name.find("load") != std::string::npos,
               only_writes = name.find("store") != std::string::npos;
    if (!only_writes) access(places, type, AccessType::kRead, true, state, at->getExprLoc());
    if (!only_reads) access(places, type, AccessType::kWrite, true, state, at->getExprLoc());
    return {result->isPointerType() ? contents(places, type) : Places(), {}};
  }
  Value found;
  Places reached;
  if (object != nullptr) {
    const clang::QualType type =
        object->getType()->isPointerType() ? object->getType()->getPointeeType() : object->getType();
    const Treatment treatment = treatment_of_object(callee);
    const Places places = value(object, state).places;
    if (is_iterator_like(type)) {
      reached = pointees(object, state);
      const clang::OverloadedOperatorKind kind = callee->getOverloadedOperator();
      if (kind == clang::OO_Equal && !arguments.empty())
        for (const Place& each : places) store(each, pointees(arguments[0], state));
    } else {
      if (treatment.reads) access(places, type, AccessType::kRead, false, state, at->getExprLoc());
      if (treatment.writes) access(places, type, AccessType::kWrite, false, state, at->getExprLoc());
      reached = elements(places);
      if (is_smart_pointer(type)) {
        const bool is_written = callee->getOverloadedOperator() == clang::OO_Equal || name == "reset";
        if (is_written && !arguments.empty())
          for (const Place& each : places) store(each, pointees(arguments[0], state));
        else
          reached = contents(places, type);
      }
      if (is_callable_wrapper(type) && callee->getOverloadedOperator() == clang::OO_Call) {
        calls_back_ = true;
        not_seen("calls a function that it was given", at->getExprLoc());
      }
    }
    const auto is_local = [](const Place& each) { return each.root == Place::Root::kLocal; };
    if (!std::ranges::all_of(places, is_local))
      for (const clang::Expr* argument : arguments) {
        publish(value(argument, state).places, state);
        if (argument->getType()->isPointerType() || is_smart_pointer(argument->getType()))
          publish(pointees(argument, state), state);
      }
  }

  const bool is_member = object != nullptr;
  const Algorithm algorithm = is_member ? Algorithm::kReads : algorithm_of(callee);
  Places from_arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const clang::Expr* argument = arguments[i];
    const bool points = argument->getType()->isPointerType() || is_iterator_like(argument->getType());
    add(from_arguments, points ? pointees(argument, state) : value(argument, state).places);
    if (algorithm == Algorithm::kAlias) continue;
    std::size_t last = i + 1;
    while (last < arguments.size() && !is_iterator_like(arguments[last]->getType())) ++last;
    const bool may_write =
        algorithm == Algorithm::kUnknown || (algorithm == Algorithm::kWritesLast && last == arguments.size());
    const clang::QualType parameter =
        i < callee->getNumParams() ? callee->getParamDecl(i)->getType() : clang::QualType();
    pass_to_library(argument, parameter, may_write, state);
  }
  if (!is_member) reached = algorithm == Algorithm::kAlias ? from_arguments : elements(from_arguments);
  Places handed = reached;
  add(handed, from_arguments);
  const bool is_once = name == "call_once" && !arguments.empty();
  if (is_once) {
    LockState once = state;
    once.acquire(identify(arguments[0], state), section_at(at));
    run_callables(arguments, {}, false, once);
    state.sections = once.sections;
  } else {
    const bool is_kept = object != nullptr && is_callable_wrapper(object->getType());
    run_callables(arguments, handed, is_kept || name == "async", state);
  }
  if (name == "make_unique" || name == "make_shared" || name == "allocate")
    return {{Place{Place::Root::kLocal, at, "", false}}, {}};
  if (gives_access) found.places = std::move(reached);
  return found;
}

Value MethodWalk::atomic_call(const clang::FunctionDecl* callee, const clang::Expr* object,
                              Arguments arguments, LockState& state, const clang::Expr* at) {
  const clang::QualType type =
      object->getType()->isPointerType() ? object->getType()->getPointeeType() : object->getType();
  const Places places = value(object, state).places;
  const std::string name = name_of(callee);
  bool reads = true, writes = true;
  if (name == "load" || name == "test" || name == "wait" || clang::isa<clang::CXXConversionDecl>(callee))
    writes = false;
  else if (name == "store" || name == "clear" || callee->getOverloadedOperator() == clang::OO_Equal)
    reads = false;
  else if (name == "is_lock_free" || name.starts_with("notify_"))
    reads = writes = false;
  if (reads) access(places, type, AccessType::kRead, true, state, at->getExprLoc());
  if (writes) access(places, type, AccessType::kWrite, true, state, at->getExprLoc());
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i]->isGLValue())
      pass_to_library(arguments[i],
                      i < callee->getNumParams() ? callee->getParamDecl(i)->getType() : clang::QualType(),
                      true, state);
    const Places given = arguments[i]->getType()->isPointerType() ? pointees(arguments[i], state) : Places();
    if (!std::ranges::all_of(places, [](const Place& each) { return each.root == Place::Root::kLocal; }))
      publish(given, state);
    if (name.starts_with("compare_exchange") && i == 0)  // `expected` becomes what was there
      for (const Place& each : value(arguments[0], state).places) store(each, contents(places, type));
  }
  Value found;
  if (callee->getReturnType()->isPointerType()) found.places = contents(places, type);
  if (found.places.empty() && callee->getReturnType()->isPointerType())
    found.places = pointee_by_type({}, callee->getReturnType()->getPointeeType());
  return found;
}

Value MethodWalk::atomic_builtin(const clang::AtomicExpr* builtin, LockState& state) {
  const Places places = value(builtin->getPtr(), state).places;
  const std::string name = builtin->getOpAsString().str();
  const clang::QualType type = builtin->getPtr()->getType()->getPointeeType();
  if (name.find("store") == std::string::npos)
    access(places, type, AccessType::kRead, true, state, builtin->getExprLoc());
  if (name.find("load") == std::string::npos)
    access(places, type, AccessType::kWrite, true, state, builtin->getExprLoc());
  return {builtin->getType()->isPointerType() ? pointee_by_type({}, builtin->getType()->getPointeeType())
                                              : Places(),
          {}};
}

}  // namespace heddle::classes
