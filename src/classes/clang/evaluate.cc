// The part of MethodWalk that knows expressions, and what pointers point at.
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "classes/clang/library.h"
#include "classes/clang/method_walk.h"

namespace heddle::classes {

namespace {

using clang::dyn_cast;
using clang::isa;

constexpr bool is_local(const Place& place) {
  return place.root == Place::Root::kLocal;
}

// The expression itself, without what only keeps temporaries alive.
const clang::Expr* plain(const clang::Expr* expression) {
  while (true) {
    const clang::Expr* inner = expression->IgnoreParens();
    if (const auto* temporary = dyn_cast<clang::MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (const auto* full = dyn_cast<clang::FullExpr>(inner))
      inner = full->getSubExpr();
    else if (const auto* bound = dyn_cast<clang::CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    else if (const auto* cast = dyn_cast<clang::ImplicitCastExpr>(inner);
             cast != nullptr &&
             (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_DerivedToBase ||
              cast->getCastKind() == clang::CK_UncheckedDerivedToBase))
      inner = cast->getSubExpr();
    if (inner == expression) return inner;
    expression = inner;
  }
}

bool is_pointing(clang::QualType type) {
  return type->isPointerType() || is_iterator_like(type) || is_smart_pointer(type);
}

// Fields of an anonymous union are those of the class around it.
std::string owner_name(const clang::FieldDecl* field) {
  const clang::RecordDecl* owner = field->getParent();
  while (owner->isAnonymousStructOrUnion()) owner = clang::cast<clang::RecordDecl>(owner->getParent());
  return owner->getName().str();
}

// Such as a list's: a node of it may be reached in several ways.
bool leads_to_its_own_kind(const clang::CXXRecordDecl* record) {
  return std::ranges::any_of(record->fields(), [&](const clang::FieldDecl* field) {
    clang::QualType type = field->getType();
    if (is_smart_pointer(type) || is_atomic(type)) {
      const auto* instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(record_of(type));
      if (instance == nullptr || instance->getTemplateArgs().size() == 0 ||
          instance->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type)
        return false;
      type = instance->getTemplateArgs()[0].getAsType();
    }
    if (type->isPointerType()) type = type->getPointeeType();
    const clang::CXXRecordDecl* target = record_of(type);
    return target != nullptr && target->getCanonicalDecl() == record->getCanonicalDecl();
  });
}

}  // namespace

bool MethodWalk::is_class_under_test(const clang::CXXRecordDecl* record) const {
  if (record == nullptr) return false;
  const clang::CXXRecordDecl* canonical = record->getCanonicalDecl();
  return canonical == class_->getCanonicalDecl() ||
         (record->hasDefinition() && class_->isDerivedFrom(canonical));
}

void MethodWalk::store(const Place& place, const Places& what) {
  if (!is_local(place) || what.empty()) return;
  Places& known = stored_[place.local][place.path];
  const std::size_t before = known.size();
  add(known, what);
  if (known.size() != before) ++stored_version_;
  if (!stack_.empty()) locals_[stack_.back()].insert(place.local);
}

void MethodWalk::copy_contents(const void* from, const void* to) {
  const auto known = stored_.find(from);
  if (known == stored_.end() || from == to) return;
  const std::map<std::string, Places> copied = known->second;
  for (const auto& [path, places] : copied) store({Place::Root::kLocal, to, path, false}, places);
}

void MethodWalk::publish(const Places& places, LockState& state) {
  for (const Place& each : places)
    if (is_local(each)) {
      state.published.insert(each.local);
      const auto inner = stored_.find(each.local);
      if (inner == stored_.end()) continue;
      for (const auto& [path, targets] : inner->second)
        for (const Place& target : targets)
          if (is_local(target)) state.published.insert(target.local);
    }
}

Places MethodWalk::pointee_by_type(const Place& holder, clang::QualType pointee) {
  const clang::CXXRecordDecl* record = record_of(pointee);
  if (record != nullptr && (!is_library(record) || is_class_under_test(record)) && !record->isLambda())
    return {is_class_under_test(record)
                ? Place{Place::Root::kAnother, is_local(holder) ? holder.local : nullptr, "", false}
                : Place{Place::Root::kNode, nullptr, "", false}};
  if (is_local(holder) || pointee->isFunctionType() || holder.path.empty()) return {};
  Place found = holder;
  if (!found.path.ends_with("[]")) found.path += "[]";
  return {found};
}

// What is behind a pointer, a smart pointer or a reference that lies in a place.
Places MethodWalk::contents(const Place& place, clang::QualType pointer) {
  if (is_local(place)) {
    const auto variable = stored_.find(place.local);
    if (variable != stored_.end()) {
      const auto part = variable->second.find(place.path);
      if (part != variable->second.end()) return part->second;
    }
  }
  if (pointer->isPointerType() || pointer->isReferenceType())
    return pointee_by_type(place, pointer->getPointeeType());
  const clang::CXXRecordDecl* record = record_of(pointer);
  const auto* instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (instance == nullptr || instance->getTemplateArgs().size() == 0 ||
      instance->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type)
    return {};
  clang::QualType target = instance->getTemplateArgs()[0].getAsType();
  if (is_smart_pointer(pointer)) {
    while (target->isArrayType()) target = context_.getAsArrayType(target)->getElementType();
    const clang::CXXRecordDecl* owned = record_of(target);
    const bool is_part = record->getName() == "unique_ptr" && owned != nullptr && owned->hasDefinition() &&
                         !is_library(owned) && place.root == Place::Root::kObject && !place.is_element &&
                         !is_class_under_test(owned) && !leads_to_its_own_kind(owned);
    if (is_part) return {place};
    return pointee_by_type(place, target);
  }
  if (is_atomic(pointer) && target->isPointerType()) return pointee_by_type(place, target->getPointeeType());
  return {};
}

Places MethodWalk::contents(const Places& places, clang::QualType pointer) {
  Places found;
  for (const Place& each : places) add(found, contents(each, pointer));
  return found;
}

// What a pointer or an iterator points at, whether the expression is a variable or a value.
Places MethodWalk::pointees(const clang::Expr* expression, LockState& state) {
  const clang::Expr* inner = plain(expression);
  const Value found = value(inner, state);
  if (!inner->isGLValue()) return found.places;
  const Places targets = contents(found.places, inner->getType());
  if (targets.empty() && is_iterator_like(inner->getType()) && !found.places.empty() &&
      record_of(inner->getType())->getName() != "initializer_list")
    not_seen("what an iterator stands for could not be told", expression->getExprLoc());
  return targets;
}

Value MethodWalk::value(const clang::Expr* expression, LockState& state) {
  const auto known = frame_->values.find(expression);
  return known != frame_->values.end() ? known->second : evaluate(expression, state);
}

Places MethodWalk::variable_places(const clang::VarDecl* variable) {
  const Place itself{Place::Root::kLocal, variable, "", false};
  if (variable->hasGlobalStorage()) {
    if (variable->isConstexpr() || variable->getTLSKind() != clang::VarDecl::TLS_None) return {};
    if (variable->getType().isConstQualified() && !is_synchronization(variable->getType())) return {};
    if (is_library(variable) &&
        !is_class_under_test(dyn_cast<clang::CXXRecordDecl>(variable->getDeclContext())))
      return {};
    return {Place{Place::Root::kGlobal, nullptr, variable->getQualifiedNameAsString(), false}};
  }
  if (!variable->getType()->isReferenceType() || holds_temporary_.contains(variable)) return {itself};
  Places targets = contents(itself, variable->getType());
  if (targets.empty()) targets.insert(itself);
  return targets;
}

Value MethodWalk::evaluate_name(const clang::DeclRefExpr* name, LockState& state) {
  const clang::ValueDecl* declared = name->getDecl();
  if (const auto* binding = dyn_cast<clang::BindingDecl>(declared)) {
    const auto* whole = dyn_cast<clang::VarDecl>(binding->getDecomposedDecl());
    if (whole == nullptr) return {};
    const Places places = variable_places(whole);
    // `auto [place, is_new] = map.insert(...)`: the pair stands for what its iterator does.
    if (is_iterator_like(whole->getType()) && !binding->getType()->isBooleanType()) {
      const Place itself{Place::Root::kLocal, binding, "", false};
      store(itself, contents(places, whole->getType()));
      return {{itself}, {}};
    }
    if (const auto* member = dyn_cast_or_null<clang::MemberExpr>(binding->getBinding())) {
      Value found;
      for (const Place& each : places)
        found.places.insert(each.member(member->getMemberDecl()->getName().str(), ""));
      return found;
    }
    return {places, {}};
  }
  const auto* variable = dyn_cast<clang::VarDecl>(declared);
  if (variable == nullptr) return {};
  Value found{variable_places(variable), {}};
  const auto condition = conditions_.find(variable);
  if (condition != conditions_.end()) found.condition = condition->second;
  (void)state;
  return found;
}

Value MethodWalk::evaluate_member(const clang::MemberExpr* member, LockState& state) {
  if (const auto* variable = dyn_cast<clang::VarDecl>(member->getMemberDecl()))
    return {variable_places(variable), {}};
  const Value base = value(member->getBase(), state);
  const auto* field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  if (field == nullptr) return base;
  Value found;
  for (Place each : base.places) {
    if (is_local(each) && state.published.contains(each.local)) {
      const clang::CXXRecordDecl* record = dyn_cast<clang::CXXRecordDecl>(field->getParent());
      each = {is_class_under_test(record) ? Place::Root::kAnother : Place::Root::kNode, nullptr, "", false};
    }
    // `entry->second` is a part of the container, whatever the library calls it.
    const auto* owner = dyn_cast<clang::CXXRecordDecl>(field->getParent());
    const bool is_inside = owner != nullptr && is_library(owner) && !is_class_under_test(owner);
    const Place part = is_inside ? each : each.member(field->getName().str(), owner_name(field));
    if (field->getType()->isReferenceType())
      add(found.places, contents(part, field->getType()));
    else
      found.places.insert(part);
  }
  return found;
}

Value MethodWalk::evaluate_unary(const clang::UnaryOperator* operation, LockState& state) {
  const clang::Expr* operand = operation->getSubExpr();
  Value found = value(operand, state);
  if (operation->isIncrementDecrementOp()) {
    access(found.places, operand->getType(), AccessType::kRead, false, state, operation->getExprLoc());
    access(found.places, operand->getType(), AccessType::kWrite, false, state, operation->getExprLoc());
    if (operation->isPostfix()) return {contents(found.places, operand->getType()), {}};
    return found;
  }
  switch (operation->getOpcode()) {
    case clang::UO_AddrOf:
    case clang::UO_Deref:
      return found;
    case clang::UO_LNot:
      if (found.condition) found.condition->when = !found.condition->when;
      return found;
    default:
      return {};
  }
}

Value MethodWalk::evaluate_binary(const clang::BinaryOperator* operation, LockState& state) {
  const clang::Expr* left = operation->getLHS();
  const clang::Expr* right = operation->getRHS();
  if (operation->isAssignmentOp()) {
    Value target = value(left, state);
    if (operation->isCompoundAssignmentOp())
      access(target.places, left->getType(), AccessType::kRead, false, state, operation->getExprLoc());
    access(target.places, left->getType(), AccessType::kWrite, false, state, operation->getExprLoc());
    if (left->getType()->isPointerType()) {
      const Places what = value(right, state).places;
      for (const Place& each : target.places) store(each, what);
      if (!std::ranges::all_of(target.places, is_local)) publish(what, state);
    }
    return target;
  }
  if (operation->getOpcode() == clang::BO_Comma) return value(right, state);
  if (operation->isAdditiveOp() && operation->getType()->isPointerType()) {
    Value found = value(left->getType()->isPointerType() ? left : right, state);
    return {elements(found.places), {}};
  }
  if (operation->isPtrMemOp()) {
    not_seen("a pointer to a member is followed", operation->getExprLoc());
    return {};
  }
  // `pthread_mutex_trylock(&m) == 0`
  if (operation->isEqualityOp()) {
    Value found = value(left, state);
    const bool is_zero = right->IgnoreParenImpCasts()->isNullPointerConstant(
                             context_, clang::Expr::NPC_ValueDependentIsNotNull) != clang::Expr::NPCK_NotNull;
    if (found.condition && is_zero) {
      if (operation->getOpcode() == clang::BO_EQ) found.condition->when = !found.condition->when;
      return {{}, found.condition};
    }
  }
  return {};
}

Value MethodWalk::evaluate_cast(const clang::CastExpr* cast, LockState& state) {
  const clang::Expr* operand = cast->getSubExpr();
  Value found = value(operand, state);
  switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue:
      access(found.places, operand->getType(), AccessType::kRead, false, state, cast->getExprLoc());
      return {operand->getType()->isPointerType() ? contents(found.places, operand->getType()) : Places(),
              found.condition};
    case clang::CK_ArrayToPointerDecay:
      return {elements(found.places), {}};
    case clang::CK_IntegralToPointer:
      return {pointee_by_type({}, cast->getType()->getPointeeType()), {}};
    case clang::CK_NullToPointer:
      return {};
    default:
      return found;
  }
}

Value MethodWalk::evaluate(const clang::Expr* expression, LockState& state) {
  if (const auto* name = dyn_cast<clang::DeclRefExpr>(expression)) return evaluate_name(name, state);
  if (const auto* member = dyn_cast<clang::MemberExpr>(expression)) return evaluate_member(member, state);
  if (isa<clang::CXXThisExpr>(expression)) return {frame_->self, {}};
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(expression)) return evaluate_unary(unary, state);
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(expression)) return evaluate_binary(binary, state);
  if (const auto* cast = dyn_cast<clang::CastExpr>(expression)) return evaluate_cast(cast, state);
  if (const auto* made = dyn_cast<clang::CXXConstructExpr>(expression))
    return evaluate_construction(made, state);
  if (const auto* called = dyn_cast<clang::CallExpr>(expression)) return call(called, state);
  if (const auto* builtin = dyn_cast<clang::AtomicExpr>(expression)) return atomic_builtin(builtin, state);
  if (const auto* index = dyn_cast<clang::ArraySubscriptExpr>(expression))
    return {elements(value(index->getBase(), state).places), {}};
  if (const auto* made = dyn_cast<clang::CXXNewExpr>(expression)) {
    const Place fresh{Place::Root::kLocal, expression, "", false};
    if (made->getNumPlacementArgs() != 1 || !made->getPlacementArg(0)->getType()->isPointerType())
      return {{fresh}, {}};
    const Value there = value(made->getPlacementArg(0), state);
    access(there.places, made->getAllocatedType(), AccessType::kWrite, false, state, made->getExprLoc());
    return there;
  }
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(expression)) {
    Value found = value(choice->getTrueExpr(), state);
    add(found.places, value(choice->getFalseExpr(), state).places);
    return {found.places, {}};
  }
  if (const auto* lambda = dyn_cast<clang::LambdaExpr>(expression)) {
    lambda_self_[lambda->getLambdaClass()] = frame_->self;
    for (const clang::LambdaCapture& capture : lambda->captures())
      if (capture.capturesVariable() && lambda->isInitCapture(&capture))
        if (const auto* variable = dyn_cast<clang::VarDecl>(capture.getCapturedVar()))
          declare(variable, state);
    return {};
  }
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(expression))
    return opaque->getSourceExpr() != nullptr ? value(opaque->getSourceExpr(), state) : Value();
  if (const auto* default_value = dyn_cast<clang::CXXDefaultInitExpr>(expression))
    return value(default_value->getExpr(), state);
  if (const auto* list = dyn_cast<clang::InitListExpr>(expression)) {
    Value found;
    for (const clang::Expr* each : list->inits()) add(found.places, value(each, state).places);
    if (list->getType()->isPointerType() || list->isTransparent()) return found;
    return {};
  }
  const clang::Expr* inner = plain(expression);
  return inner != expression ? value(inner, state) : Value();
}

Value MethodWalk::evaluate_construction(const clang::CXXConstructExpr* construction, LockState& state) {
  const auto known = frame_->targets.find(construction);
  const Place target =
      known != frame_->targets.end() ? known->second : Place{Place::Root::kLocal, construction, "", false};
  const clang::CXXConstructorDecl* constructor = construction->getConstructor();
  const clang::QualType type = construction->getType();
  const llvm::ArrayRef<const clang::Expr*> arguments(construction->getArgs(), construction->getNumArgs());
  if (is_standard_guard(type)) {
    construct_guard(construction, target, state);
    return {{target}, {}};
  }
  if (is_opaque(constructor) || is_atomic(type)) {
    const std::string name = constructor->getParent()->getName().str();
    const bool is_later = name == "thread" || name == "jthread" || is_callable_wrapper(type);
    Places into;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const bool has_parameter = i < constructor->getNumParams();
      pass_to_library(arguments[i],
                      has_parameter ? constructor->getParamDecl(i)->getType() : clang::QualType(), true,
                      state);
      if (is_iterator_like(arguments[i]->getType()) || arguments[i]->getType()->isPointerType() ||
          is_smart_pointer(arguments[i]->getType()))
        add(into, pointees(arguments[i], state));
      else if (is_iterator_like(type))
        add(into, value(arguments[i], state).places);
      if (!is_local(target)) publish(value(arguments[i], state).places, state);
    }
    run_callables(arguments, into, is_later, state);
    if (is_iterator_like(type) || is_smart_pointer(type)) return {into, {}};
    return {{target}, {}};
  }
  if (constructor->isCopyOrMoveConstructor() && (constructor->isImplicit() || constructor->isDefaulted())) {
    const Value source = value(arguments[0], state);
    access(source.places, type, AccessType::kRead, false, state, construction->getExprLoc());
    access({target}, type, AccessType::kWrite, false, state, construction->getExprLoc());
    for (const Place& each : source.places)
      if (is_local(each)) copy_contents(each.local, target.local);
    return {{target}, {}};
  }
  if (constructor->isTrivial()) return {{target}, {}};
  follow(constructor, {target}, arguments, state, construction);
  return {{target}, {}};
}

void MethodWalk::declare(const clang::VarDecl* variable, LockState& state) {
  const clang::Expr* initial = variable->getInit();
  const clang::QualType type = variable->getType();
  if (initial == nullptr || variable->hasGlobalStorage()) return;
  const Place itself{Place::Root::kLocal, variable, "", false};
  if (type->isReferenceType()) {
    const clang::Expr* inner = plain(initial);
    if (inner->isGLValue()) {
      Places& known = stored_[variable][""];
      if (known != value(inner, state).places) {
        known.clear();
        store(itself, value(inner, state).places);
      }
      return;
    }
    holds_temporary_.insert(variable);
  }
  const clang::QualType object = type.getNonReferenceType();
  if (is_standard_guard(object)) {
    if (const auto from = local_storage(initial, state); from && *from != Storage(variable, "")) {
      const auto guard = state.guards.find(*from);
      if (guard != state.guards.end()) {
        state.guards[{variable, ""}] = guard->second;
        state.guards.erase(*from);
      }
    }
    return;
  }
  if (is_pointing(object)) {
    store(itself, pointees(initial, state));
    return;
  }
  const Value found = value(initial, state);
  if (found.condition) conditions_[variable] = *found.condition;
  if (record_of(object) != nullptr)
    for (const Place& each : found.places)
      if (is_local(each)) copy_contents(each.local, variable);
}

void MethodWalk::return_value(const clang::ReturnStmt* statement, LockState& state) {
  const clang::Expr* returned = statement->getRetValue();
  if (returned == nullptr) return;
  const clang::QualType type = frame_->function->getReturnType();
  if (is_standard_guard(type) && !type->isReferenceType()) {
    if (const auto from = local_storage(returned, state)) {
      const auto guard = state.guards.find(*from);
      if (guard == state.guards.end()) return;
      frame_->returned_guard = guard->second;
      state.guards.erase(guard);
    }
    return;
  }
  const Value found = value(returned, state);
  Places places = type->isReferenceType() || !is_pointing(type) ? found.places : pointees(returned, state);
  frame_->returned.condition = found.condition;
  const bool gives_access = type->isReferenceType() || is_pointing(type);
  if (stack_.size() == 1 && gives_access) {
    const clang::QualType target =
        type->isReferenceType() || type->isPointerType() ? type->getPointeeType() : clang::QualType();
    std::erase_if(places, [](const Place& each) { return is_local(each) || each.path.empty(); });
    if (places.empty() || target.isNull()) return;
    const LockState no_lock;
    access(places, target, AccessType::kRead, false, no_lock, statement->getReturnLoc());
    if (!target.isConstQualified())
      access(places, target, AccessType::kWrite, false, no_lock, statement->getReturnLoc());
    not_seen("what the caller does with the reference to " + places.begin()->path + " that it gets",
             statement->getReturnLoc());
    return;
  }
  if (gives_access || record_of(type) != nullptr) add(frame_->returned.places, places);
}

}  // namespace heddle::classes
