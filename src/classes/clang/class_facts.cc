#include "classes/clang/class_facts.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>

#include <algorithm>
#include <set>

#include "classes/clang/library.h"
#include "classes/clang/method_walk.h"
#include "classes/clang/parameter_roles.h"
#include "classes/clang/template_instances.h"
#include "classes/clang/type_facts.h"

namespace heddle::classes {

namespace {

using clang::dyn_cast;

bool may_be_called_operator(clang::OverloadedOperatorKind kind) {
  switch (kind) {
    case clang::OO_None:
    case clang::OO_Subscript:
    case clang::OO_Call:
      return true;
    default:
      return false;
  }
}

bool is_comparison(clang::OverloadedOperatorKind kind) {
  switch (kind) {
    case clang::OO_EqualEqual:
    case clang::OO_ExclaimEqual:
    case clang::OO_Less:
    case clang::OO_LessEqual:
    case clang::OO_Greater:
    case clang::OO_GreaterEqual:
      return true;
    default:
      return false;
  }
}

class ClassFacts {
 public:
  ClassFacts(clang::Sema& sema, const clang::CXXRecordDecl* record)
      : context_(sema.Context), class_(record), types_(sema.Context, record), instances_(sema, record) {}

  ClassModel model() {
    model_.name = types_.spelling(context_.getRecordType(class_));
    if (class_->needsImplicitDefaultConstructor() && !class_->isAbstract()) {
      Method made;
      made.name = class_->getNameAsString();
      made.is_constructor = true;
      made.returns = {"void", TypeCategory::kVoid, {}, true, true};
      made.line = line_of(class_);
      model_.methods.push_back(std::move(made));
    }
    if (class_->isAbstract())
      model_.not_seen.push_back("The class is abstract: no object of it can be made.");
    add_members_of(class_);
    add_bases_of(class_);
    add_templates();
    number_overloads();
    model_.assistants = types_.assistants();
    const clang::SourceManager& sources = context_.getSourceManager();
    model_.file = sources.getFilename(sources.getExpansionLoc(class_->getLocation())).str();
    return std::move(model_);
  }

 private:
  std::uint32_t line_of(const clang::Decl* declaration) const {
    return context_.getSourceManager().getExpansionLineNumber(declaration->getLocation());
  }

  void add_members_of(const clang::CXXRecordDecl* record) {
    for (const clang::Decl* member : record->decls()) {
      if (const auto* method = dyn_cast<clang::CXXMethodDecl>(member))
        add(method, record);
      else if (const auto* generic = dyn_cast<clang::FunctionTemplateDecl>(member))
        add(generic, record);
      else if (const auto* shadow = dyn_cast<clang::UsingShadowDecl>(member);
               shadow != nullptr && shadow->getAccess() == clang::AS_public)
        if (const auto* used = dyn_cast<clang::CXXMethodDecl>(shadow->getTargetDecl()))
          if (!clang::isa<clang::CXXConstructorDecl>(used)) add_method(used);
    }
  }

  void add_bases_of(const clang::CXXRecordDecl* record) {
    for (const clang::CXXBaseSpecifier& base : record->bases()) {
      const clang::CXXRecordDecl* parent = record_of(base.getType());
      if (parent == nullptr || !parent->hasDefinition() || base.getAccessSpecifier() != clang::AS_public)
        continue;
      add_members_of(parent->getDefinition());
      add_bases_of(parent->getDefinition());
    }
  }

  // A method of a base is hidden by any of the same name further down.
  bool is_hidden(const std::string& name, const clang::CXXRecordDecl* record) {
    const auto [first, is_new] = declared_in_.try_emplace(name, record);
    return !is_new && first->second != record;
  }

  void add(const clang::CXXMethodDecl* method, const clang::CXXRecordDecl* record) {
    if (method->getAccess() != clang::AS_public || clang::isa<clang::CXXDestructorDecl>(method)) return;
    if (const auto* constructor = dyn_cast<clang::CXXConstructorDecl>(method)) {
      if (record != class_ || class_->isAbstract()) return;
      if (constructor->isCopyOrMoveConstructor()) return skip("copying and moving", constructor);
      if (!method->isDeleted()) add_method(method);
      return;
    }
    if (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator())
      return skip("assignment", method);
    if (method->isImplicit() || is_hidden(method->getNameAsString(), record)) return;
    add_method(method);
  }

  void skip(const std::string& what, const clang::CXXMethodDecl* method) {
    if (method->isDeleted() || method->isImplicit()) return;
    const std::string sentence = "No test does " + what + " (line " + std::to_string(line_of(method)) + ").";
    if (!std::ranges::count(model_.not_seen, sentence)) model_.not_seen.push_back(sentence);
  }

  Method signature(const clang::CXXMethodDecl* method) {
    Method made;
    made.is_constructor = clang::isa<clang::CXXConstructorDecl>(method);
    made.name = made.is_constructor ? class_->getNameAsString() : method->getNameAsString();
    made.is_const = method->isConst();
    made.is_static = method->isStatic();
    made.line = line_of(method);
    return made;
  }

  void add_method(const clang::CXXMethodDecl* method, const TemplateInstance& instance = {}) {
    Method made = signature(method);
    made.template_arguments = instance.arguments;
    for (const clang::ParmVarDecl* parameter : method->parameters()) {
      made.parameters.push_back(types_.parameter(parameter));
      made.takes_another_instance |= leads_to_instance(parameter->getType());
      made.takes_callback |= made.parameters.back().type.category == TypeCategory::kCallback;
    }
    find_roles(made, instance.iterators);
    if (!made.is_constructor) {
      made.returns = types_.type(method->getReturnType());
      made.returns_reference = method->getReturnType()->isReferenceType();
    } else {
      made.returns = {"void", TypeCategory::kVoid, {}, true, true};
    }
    made.not_callable = why_not_callable(method, made);
    MethodWalk(context_, class_).walk(method, made);
    model_.methods.push_back(std::move(made));
  }

  bool leads_to_instance(clang::QualType type) const {
    type = type.getNonReferenceType();
    if (type->isPointerType() && !type->isFunctionPointerType()) type = type->getPointeeType();
    const clang::CXXRecordDecl* record = record_of(type);
    return record != nullptr && (record->getCanonicalDecl() == class_->getCanonicalDecl() ||
                                 (record->hasDefinition() && class_->isDerivedFrom(record)));
  }

  std::string why_not_callable(const clang::CXXMethodDecl* method, const Method& made) const {
    if (method->isDeleted()) return kDeleted;
    if (method->isInvalidDecl()) return "It does not compile.";
    if (method->isVariadic()) return "It takes any number of arguments.";
    if (method->getRefQualifier() == clang::RQ_RValue) return "It is for temporary objects only.";
    if (method->isVolatile()) return "It is for volatile objects only.";
    if (clang::isa<clang::CXXConversionDecl>(method)) return "It is a conversion.";
    const clang::OverloadedOperatorKind kind = method->getOverloadedOperator();
    const bool compares = is_comparison(kind) && made.parameters[0].type.category == TypeCategory::kSameClass;
    if (!may_be_called_operator(kind) && !compares) return "It is an operator.";
    for (const Parameter& parameter : made.parameters) {
      if (parameter.has_default) continue;
      const std::string& type = parameter.type.spelling;
      if (parameter.type.category == TypeCategory::kIterator || type.ends_with("iterator"))
        return "It takes an iterator.";
      if (type.starts_with("std::initializer_list")) return "It takes a list of initial values.";
      if (parameter.passing == Passing::kRvalueReference &&
          parameter.type.category == TypeCategory::kSameClass)
        return "It takes the contents of another object.";
    }
    return "";
  }

  void add(const clang::FunctionTemplateDecl* generic, const clang::CXXRecordDecl* record) {
    const auto* method = dyn_cast<clang::CXXMethodDecl>(generic->getTemplatedDecl());
    if (method == nullptr || generic->getAccess() != clang::AS_public || method->isDeleted()) return;
    const bool is_constructor = clang::isa<clang::CXXConstructorDecl>(method);
    if (is_constructor ? record != class_ || class_->isAbstract()
                       : is_hidden(method->getNameAsString(), record))
      return;
    if (clang::isa<clang::CXXConversionDecl>(method)) return;
    templates_.push_back(generic);
  }

  // Behind the plain methods: a template that takes what one of them takes adds nothing.
  void add_templates() {
    for (const clang::FunctionTemplateDecl* generic : templates_) {
      const std::optional<TemplateInstance> instance =
          instances_.of(const_cast<clang::FunctionTemplateDecl*>(generic));
      if (!instance) {
        add_uncalled(generic);
        continue;
      }
      add_method(instance->method, *instance);
      Method& made = model_.methods.back();
      const auto is_same = [&](const Method& other) {
        return &other != &made && other.name == made.name && other.not_callable.empty() &&
               other.is_constructor == made.is_constructor &&
               std::ranges::equal(
                   other.parameters, made.parameters, {}, [](const Parameter& p) { return p.type; },
                   [](const Parameter& p) { return p.type; });
      };
      if (made.not_callable.empty() && std::ranges::any_of(model_.methods, is_same))
        made.not_callable = "Another overload takes the same.";
    }
  }

  void add_uncalled(const clang::FunctionTemplateDecl* generic) {
    const auto* method = clang::cast<clang::CXXMethodDecl>(generic->getTemplatedDecl());
    Method made = signature(method);
    made.returns = {method->getReturnType()->isVoidType() ? "void" : "auto",
                    method->getReturnType()->isVoidType() ? TypeCategory::kVoid : TypeCategory::kOther,
                    {},
                    true,
                    true};
    for (const clang::ParmVarDecl* parameter : method->parameters()) {
      Parameter described;
      described.name = parameter->getNameAsString();
      if (parameter->getType()->isDependentType())
        described.type = {parameter->getType().getNonReferenceType().getUnqualifiedType().getAsString(),
                          TypeCategory::kOther,
                          {},
                          true,
                          false};
      else
        described = types_.parameter(parameter);
      made.parameters.push_back(std::move(described));
    }
    made.not_callable = TemplateInstances::has_body(generic)
                            ? "It is a template, and does not compile with any of the types that were tried."
                            : "It is a template, and its body is not in the header.";
    if (TemplateInstances::needs_nothing(generic)) made.not_callable = kExcluded;
    made.not_seen.push_back("It is a template: what it does depends on what it is called with.");
    model_.methods.push_back(std::move(made));
  }

  void number_overloads() {
    std::map<std::string, std::uint32_t> next;
    for (Method& method : model_.methods) method.overload = next[method.name]++;
  }

  clang::ASTContext& context_;
  const clang::CXXRecordDecl* class_;
  TypeFacts types_;
  TemplateInstances instances_;
  ClassModel model_;
  std::map<std::string, const clang::CXXRecordDecl*> declared_in_;
  std::vector<const clang::FunctionTemplateDecl*> templates_;
};

}  // namespace

ClassModel class_facts(clang::Sema& sema, const clang::CXXRecordDecl* record) {
  return ClassFacts(sema, record).model();
}

}  // namespace heddle::classes
