#include "classes/clang/type_facts.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/QualTypeNames.h>

#include <algorithm>

#include "classes/clang/library.h"
#include "classes/clang/template_instances.h"

namespace heddle::classes {

namespace {

using clang::dyn_cast;

constexpr int kAssistantDepth = 3;

bool is_library_record(clang::QualType type, std::string_view name) {
  const clang::CXXRecordDecl* record = record_of(type);
  return record != nullptr && is_library(record) && record->getName().str() == name;
}

bool is_iterator_name(clang::QualType type) {
  const clang::CXXRecordDecl* record = record_of(type);
  if (record == nullptr) return false;
  const std::string name = record->getName().lower();
  return name.find("iterator") != std::string::npos;
}

// A private typedef, or one inside a template: its name is of no use elsewhere.
bool has_hidden_name(clang::QualType type) {
  if (const auto* alias = type->getAs<clang::TypedefType>()) {
    const clang::TypedefNameDecl* declared = alias->getDecl();
    if (declared->getAccess() == clang::AS_private || declared->getAccess() == clang::AS_protected)
      return true;
    return declared->getDeclContext()->isRecord() || declared->getDeclContext()->isFunctionOrMethod();
  }
  return type->getAs<clang::SubstTemplateTypeParmType>() != nullptr;
}

bool is_hidden(const clang::Decl* declaration) {
  for (const clang::Decl* each = declaration; each != nullptr;
       each = dyn_cast_or_null<clang::Decl>(each->getDeclContext())) {
    if (each->getAccess() == clang::AS_private || each->getAccess() == clang::AS_protected) return true;
    if (clang::isa<clang::TranslationUnitDecl>(each)) break;
  }
  return false;
}

// That a program can use.
bool has_name(const clang::EnumDecl* enumeration) {
  return !is_hidden(enumeration) &&
         (enumeration->getIdentifier() != nullptr || enumeration->getTypedefNameForAnonDecl() != nullptr);
}

bool can_be_copied(const clang::CXXRecordDecl* record) {
  if (!record->hasDefinition()) return false;
  if (record->needsImplicitCopyConstructor()) return !record->defaultedCopyConstructorIsDeleted();
  return std::ranges::any_of(record->ctors(), [](const clang::CXXConstructorDecl* each) {
    return each->isCopyConstructor() && !each->isDeleted() && each->getAccess() == clang::AS_public;
  });
}

bool can_be_made_of_nothing(const clang::CXXRecordDecl* record) {
  if (!record->hasDefinition() || record->isAbstract()) return false;
  if (record->needsImplicitDefaultConstructor()) return true;
  return std::ranges::any_of(record->ctors(), [](const clang::CXXConstructorDecl* each) {
    return each->isDefaultConstructor() && !each->isDeleted() && each->getAccess() == clang::AS_public;
  });
}

}  // namespace

TypeFacts::TypeFacts(clang::ASTContext& context, const clang::CXXRecordDecl* class_under_test)
    : context_(context), class_(class_under_test) {}

std::string TypeFacts::spelling(clang::QualType type) const {
  clang::PrintingPolicy policy(context_.getLangOpts());
  policy.SuppressTagKeyword = policy.Bool = true;
  policy.SuppressScope = policy.AnonymousTagLocations = false;
  type = type.getNonReferenceType().getUnqualifiedType();
  if (has_hidden_name(type) || (type->isPointerType() && has_hidden_name(type->getPointeeType())))
    type = type.getCanonicalType();
  return clang::TypeName::getFullyQualifiedName(type, context_, policy);
}

TypeCategory TypeFacts::category(clang::QualType type) const {
  if (type->isVoidType()) return TypeCategory::kVoid;
  if (type->isBooleanType()) return TypeCategory::kBool;
  if (type->isEnumeralType())
    return record_of(type) == nullptr && spelling(type) == "std::byte" ? TypeCategory::kInteger
                                                                       : TypeCategory::kEnum;
  if (type->isIntegerType()) return TypeCategory::kInteger;
  if (type->isFloatingType()) return TypeCategory::kFloating;
  if (type->isFunctionPointerType() || is_callable_wrapper(type)) return TypeCategory::kCallback;
  if (type->isPointerType()) {
    const clang::QualType target = type->getPointeeType();
    if (target->isCharType() && target.isConstQualified()) return TypeCategory::kText;
    return TypeCategory::kPointer;
  }
  for (const std::string_view text : {"basic_string", "basic_string_view"})
    if (is_library_record(type, text)) {
      const auto* instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(record_of(type));
      return instance->getTemplateArgs()[0].getAsType()->isCharType() ? TypeCategory::kText
                                                                      : TypeCategory::kOther;
    }
  const clang::CXXRecordDecl* record = record_of(type);
  if (record == nullptr) return TypeCategory::kOther;
  if (record->getName() == kCallbackTemplate) return TypeCategory::kCallback;
  if (record->getCanonicalDecl() == class_->getCanonicalDecl()) return TypeCategory::kSameClass;
  if (is_iterator_name(type)) return TypeCategory::kIterator;
  return TypeCategory::kRecord;
}

Type TypeFacts::type(clang::QualType written) {
  const clang::QualType bare = written.getNonReferenceType().getUnqualifiedType();
  Type found{spelling(bare), category(bare), {}, true, true};
  if (const clang::CXXRecordDecl* record = record_of(bare);
      record != nullptr && record->getName() == kCallbackTemplate)
    found.spelling =
        spelling(dyn_cast<clang::ClassTemplateSpecializationDecl>(record)->getTemplateArgs()[0].getAsType()) +
        " (...)";
  if (const auto* enumeration = bare->getAs<clang::EnumType>();
      enumeration != nullptr && found.category == TypeCategory::kEnum && has_name(enumeration->getDecl()))
    for (const clang::EnumConstantDecl* each : enumeration->getDecl()->enumerators())
      found.enumerators.push_back(enumeration->getDecl()->isScoped()
                                      ? found.spelling + "::" + each->getNameAsString()
                                      : each->getQualifiedNameAsString());
  if (const clang::CXXRecordDecl* record = record_of(bare)) {
    found.is_copyable = can_be_copied(record);
    found.is_default_constructible = can_be_made_of_nothing(record);
    if (found.category == TypeCategory::kRecord) need(record, found.spelling);
  } else if (bare->isPointerType() && found.category == TypeCategory::kPointer) {
    const clang::CXXRecordDecl* target = record_of(bare->getPointeeType());
    found.can_have_place =
        target != nullptr ? can_be_made_of_nothing(target) && !is_hidden(target)
                          : bare->getPointeeType()->isScalarType() && !bare->getPointeeType()->isVoidType();
    if (target != nullptr && category(bare->getPointeeType()) == TypeCategory::kRecord)
      need(target, spelling(bare->getPointeeType()));
  }
  return found;
}

Parameter TypeFacts::parameter(const clang::ParmVarDecl* parameter) {
  Parameter found;
  found.name = parameter->getNameAsString();
  const clang::QualType type = parameter->getType();
  found.type = this->type(type);
  if (type->isRValueReferenceType())
    found.passing = Passing::kRvalueReference;
  else if (type->isReferenceType())
    found.passing =
        type->getPointeeType().isConstQualified() ? Passing::kConstReference : Passing::kReference;
  found.has_default = parameter->hasDefaultArg();
  return found;
}

void TypeFacts::need(const clang::CXXRecordDecl* record, const std::string& name) {
  if (depth_ >= kAssistantDepth || assistants_.contains(name) || !record->hasDefinition()) return;
  if (is_hidden(record)) return;
  record = record->getDefinition();
  Assistant& made = assistants_[name];
  made.type = name;
  // Containers and their like are made of nothing; their many constructors would only lead further away.
  if (is_library(record) && can_be_made_of_nothing(record)) {
    made.constructors.emplace_back();
    return;
  }
  ++depth_;
  std::vector<std::vector<Parameter>> constructors;
  bool is_aggregate = false;
  if (record->isAggregate() && record->getNumBases() == 0) {
    is_aggregate = true;
    constructors.emplace_back();
    for (const clang::FieldDecl* field : record->fields())
      constructors.back().push_back({field->getNameAsString(), type(field->getType()), Passing::kValue,
                                     field->hasInClassInitializer()});
  } else if (!record->isAbstract()) {
    if (record->needsImplicitDefaultConstructor()) constructors.emplace_back();
    for (const clang::CXXConstructorDecl* each : record->ctors()) {
      if (each->isDeleted() || each->getAccess() != clang::AS_public || each->isCopyOrMoveConstructor())
        continue;
      constructors.emplace_back();
      for (const clang::ParmVarDecl* parameter : each->parameters())
        constructors.back().push_back(this->parameter(parameter));
    }
  }
  --depth_;
  assistants_[name].constructors = std::move(constructors);
  assistants_[name].is_aggregate = is_aggregate;
}

std::vector<Assistant> TypeFacts::assistants() const {
  std::vector<Assistant> found;
  for (const auto& [name, assistant] : assistants_) found.push_back(assistant);
  return found;
}

}  // namespace heddle::classes
