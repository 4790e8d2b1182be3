#include "classes/clang/template_instances.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/QualTypeNames.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/Template.h>
#include <clang/Sema/TemplateDeduction.h>
#include <llvm/ADT/SmallBitVector.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace heddle::classes {

namespace {

using clang::dyn_cast;
using clang::QualType;

constexpr std::size_t kMostChoices = 8;    // for one template parameter
constexpr std::size_t kMostAttempts = 48;  // for one template

bool names_parameter(const clang::Expr* expression, const clang::ParmVarDecl* parameter) {
  const auto* name = dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return name != nullptr && name->getDecl() == parameter;
}

// Whether a template calls one of its parameters: f(...) or std::forward<F>(f)(...).
bool calls_parameter(const clang::Stmt* statement, const clang::ParmVarDecl* parameter) {
  if (const auto* call = dyn_cast<clang::CallExpr>(statement)) {
    const clang::Expr* callee = call->getCallee()->IgnoreParenImpCasts();
    if (names_parameter(callee, parameter)) return true;
    const auto* forwarded = dyn_cast<clang::CallExpr>(callee);
    if (forwarded != nullptr && forwarded->getNumArgs() == 1 &&
        names_parameter(forwarded->getArg(0), parameter))
      return true;
  }
  return std::ranges::any_of(statement->children(), [&](const clang::Stmt* part) {
    return part != nullptr && calls_parameter(part, parameter);
  });
}

std::string lower(std::string_view name) {
  std::string text;
  for (const char c : name)
    if (c != '_') text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

bool is_one_of(std::string_view name, const std::set<std::string_view>& words,
               std::initializer_list<std::string_view> endings = {}) {
  const std::string text = lower(name);
  return words.contains(text) ||
         std::ranges::any_of(endings, [&](std::string_view ending) { return text.ends_with(ending); });
}

bool means_key(std::string_view name) {
  return is_one_of(name, {"k"}, {"key", "keytype"});
}

bool means_value(std::string_view name) {
  return is_one_of(name, {"t", "v", "u", "type", "item", "element", "data", "contents"},
                   {"value", "valuetype"});
}

bool means_callback(std::string_view name) {
  return is_one_of(name, {"f", "fn", "fun", "op", "task", "job", "pred", "closure", "cb"},
                   {"fn", "func", "function", "functor", "callable", "callback", "predicate", "visitor",
                    "handler", "action", "operation", "factory", "updater", "generator", "consumer"});
}

bool means_iterator(std::string_view name) {
  return is_one_of(name, {"it", "iter", "begin", "end", "first", "last", "sentinel"},
                   {"it", "iter", "iterator", "sentinel", "itemfirst"});
}

// The function's own template, as it was written: that has the body.
const clang::FunctionDecl* as_written(const clang::FunctionTemplateDecl* generic) {
  while (generic->getInstantiatedFromMemberTemplate() != nullptr)
    generic = generic->getInstantiatedFromMemberTemplate();
  const clang::FunctionDecl* function = generic->getTemplatedDecl();
  const clang::FunctionDecl* defined = nullptr;
  return function->hasBody(defined) ? defined : function;
}

// `T`, `T&`, `const T&` or `T&&` of this template parameter; a pack of them, too.
bool is_of(QualType type, const clang::TemplateTypeParmDecl* parameter) {
  if (const auto* pack = type->getAs<clang::PackExpansionType>()) type = pack->getPattern();
  const auto* used = type.getNonReferenceType()->getAs<clang::TemplateTypeParmType>();
  return used != nullptr && used->getDepth() == parameter->getDepth() &&
         used->getIndex() == parameter->getIndex();
}

std::vector<const clang::ParmVarDecl*> parameters_of(const clang::FunctionTemplateDecl* generic,
                                                     const clang::TemplateTypeParmDecl* parameter) {
  std::vector<const clang::ParmVarDecl*> found;
  for (const clang::ParmVarDecl* each : generic->getTemplatedDecl()->parameters())
    if (is_of(each->getType(), parameter)) found.push_back(each);
  return found;
}

// The parameters that arguments are chosen for; those behind are left to their default arguments.
unsigned told_parameters(const clang::FunctionTemplateDecl* generic) {
  const clang::TemplateParameterList* parameters = generic->getTemplateParameters();
  unsigned count = 0;
  for (unsigned i = 0; i < parameters->size(); ++i) {
    const clang::NamedDecl* each = parameters->getParam(i);
    const auto* type = dyn_cast<clang::TemplateTypeParmDecl>(each);
    const auto* value = dyn_cast<clang::NonTypeTemplateParmDecl>(each);
    const bool has_default =
        (type != nullptr && type->hasDefaultArgument()) || (value != nullptr && value->hasDefaultArgument());
    if (!has_default) count = i + 1;
  }
  return count;
}

void add_type(std::vector<QualType>& types, QualType type) {
  type = type.getNonReferenceType().getUnqualifiedType().getCanonicalType();
  if (type->isDependentType() || type->isVoidType() || type->isFunctionType() || type->isArrayType()) return;
  if (!std::ranges::count(types, type)) types.push_back(type);
}

}  // namespace

TemplateInstances::TemplateInstances(clang::Sema& sema, const clang::CXXRecordDecl* record)
    : sema_(sema), context_(sema.Context) {
  for (clang::NamedDecl* found :
       context_.getTranslationUnitDecl()->lookup(&context_.Idents.get(kCallbackTemplate)))
    callback_ = dyn_cast<clang::ClassTemplateDecl>(found);
  const auto add_named = [&](std::string_view name, QualType type) {
    if (means_key(name)) add_type(keys_, type);
    if (is_one_of(name, {}, {"mappedtype", "datatype"})) add_type(mapped_, type);
    if (means_value(name)) add_type(contained_, type);
  };
  if (const auto* instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(record)) {
    const clang::TemplateParameterList* names = instance->getSpecializedTemplate()->getTemplateParameters();
    for (unsigned i = 0; i < names->size() && i < instance->getTemplateArgs().size(); ++i)
      if (const clang::TemplateArgument& given = instance->getTemplateArgs()[i];
          given.getKind() == clang::TemplateArgument::Type)
        add_named(names->getParam(i)->getNameAsString(), given.getAsType());
    if (!keys_.empty() && !contained_.empty()) mapped_ = contained_;
  }
  for (const clang::Decl* member : record->decls()) {
    if (const auto* alias = dyn_cast<clang::TypedefNameDecl>(member))
      add_named(alias->getNameAsString(), alias->getUnderlyingType());
    const auto* method = dyn_cast<clang::CXXMethodDecl>(member);
    if (method == nullptr || method->getAccess() != clang::AS_public || method->isImplicit()) continue;
    for (const clang::ParmVarDecl* parameter : method->parameters()) {
      const clang::CXXRecordDecl* taken = parameter->getType().getNonReferenceType()->getAsCXXRecordDecl();
      if (taken == nullptr || taken->getCanonicalDecl() != record->getCanonicalDecl())
        add_type(taken_, parameter->getType());
    }
  }
}

std::vector<QualType> TemplateInstances::values(bool is_key) const {
  std::vector<QualType> types = is_key ? keys_ : mapped_;
  for (const std::vector<QualType>* each : {&contained_, &keys_, &taken_})
    for (const QualType type : *each) add_type(types, type);
  add_type(types, context_.IntTy);
  return types;
}

QualType TemplateInstances::callback(QualType result) {
  if (callback_ == nullptr) return {};
  const clang::SourceLocation here = callback_->getLocation();
  clang::TemplateArgumentListInfo arguments(here, here);
  arguments.addArgument(
      sema_.getTrivialTemplateArgumentLoc(clang::TemplateArgument(result), QualType(), here));
  const QualType type = sema_.CheckTemplateIdType(clang::TemplateName(callback_), here, arguments);
  return type.isNull() ? type : type.getCanonicalType();
}

std::vector<QualType> TemplateInstances::callbacks(std::string_view name) {
  std::vector<QualType> results = {context_.VoidTy, context_.BoolTy, context_.IntTy};
  if (is_one_of(name, {}, {"pred", "predicate", "filter", "condition"})) std::swap(results[0], results[1]);
  const std::vector<QualType> own = values(false);
  const bool makes = is_one_of(name, {}, {"factory", "generator", "creator", "maker", "supplier"});
  results.insert(makes ? results.begin() : results.end(), own.begin(),
                 own.begin() + std::min<std::ptrdiff_t>(2, std::ssize(own)));
  std::vector<QualType> types;
  for (const QualType result : results)
    if (const QualType type = callback(result); !type.isNull()) add_type(types, type);
  return types;
}

QualType TemplateInstances::standard(std::string_view space, std::string_view name) const {
  const auto find = [&](const clang::DeclContext* scope, std::string_view word) -> clang::NamedDecl* {
    for (clang::NamedDecl* found : scope->lookup(&context_.Idents.get(word))) return found;
    return nullptr;
  };
  const auto* std_space =
      dyn_cast_or_null<clang::NamespaceDecl>(find(context_.getTranslationUnitDecl(), "std"));
  if (std_space == nullptr) return {};
  const clang::DeclContext* scope = std_space;
  if (!space.empty()) scope = dyn_cast_or_null<clang::NamespaceDecl>(find(std_space, space));
  if (scope == nullptr) return {};
  const clang::NamedDecl* found = find(scope, name);
  if (const auto* type = dyn_cast_or_null<clang::TypeDecl>(found)) return context_.getTypeDeclType(type);
  return {};
}

bool TemplateInstances::is_callback(const clang::FunctionTemplateDecl* generic,
                                    const clang::TemplateTypeParmDecl* parameter) const {
  if (means_callback(parameter->getName())) return true;
  const clang::FunctionDecl* written = as_written(generic);
  const std::vector<const clang::ParmVarDecl*> own = parameters_of(generic, parameter);
  return std::ranges::any_of(own, [&](const clang::ParmVarDecl* each) {
    if (means_callback(each->getName())) return true;
    const unsigned i = each->getFunctionScopeIndex();
    return i < written->getNumParams() && written->getBody() != nullptr &&
           calls_parameter(written->getBody(), written->getParamDecl(i));
  });
}

TemplateInstances::Choices TemplateInstances::types_for(const clang::FunctionTemplateDecl* generic,
                                                        const clang::TemplateTypeParmDecl* parameter) {
  Choices choices;
  const auto add = [&](QualType type, bool iterates = false) {
    if (!type.isNull()) choices.push_back({{clang::TemplateArgument(type.getCanonicalType())}, iterates});
  };
  const std::string name = lower(parameter->getName());
  if (name == "rep") add(context_.LongTy);
  if (name == "period") add(standard("", "milli"));
  if (name.ends_with("clock")) add(standard("chrono", "steady_clock"));
  if (name.ends_with("duration") || name == "dur") add(standard("chrono", "milliseconds"));
  bool is_key = means_key(parameter->getName()), iterates = means_iterator(parameter->getName());
  for (const clang::ParmVarDecl* each : parameters_of(generic, parameter)) {
    is_key = is_key || means_key(each->getName());
    iterates = iterates || means_iterator(each->getName());
  }
  // What is read only is told by its constness, and a body that was tried once may not complain again.
  const std::string method = lower(generic->getNameAsString());
  const bool gives =
      std::ranges::any_of(std::initializer_list<std::string_view>{"pop", "dequeue", "take", "drain", "read",
                                                                  "receive", "copyto", "get"},
                          [&](std::string_view word) { return method.find(word) != std::string::npos; });
  if (iterates)
    for (const QualType type : values(false)) {
      if (choices.size() >= kMostChoices) break;
      for (const bool is_read : {!gives, gives})
        add(context_.getPointerType(is_read ? type.withConst() : type), true);
    }
  const std::vector<QualType> plain = values(is_key);
  std::string_view hint = parameter->getName();
  const std::vector<const clang::ParmVarDecl*> own = parameters_of(generic, parameter);
  if (!own.empty() && means_callback(own.front()->getName())) hint = own.front()->getName();
  const std::vector<QualType> called = callbacks(hint);
  const bool is_called = is_callback(generic, parameter);
  for (const QualType type : is_called ? called : plain) add(type);
  for (const QualType type : is_called ? plain : called) add(type);
  return choices;
}

TemplateInstances::Choices TemplateInstances::packs_for(const clang::FunctionTemplateDecl* generic,
                                                        const clang::TemplateTypeParmDecl* parameter) {
  Choices choices;
  const auto add = [&](const std::vector<QualType>& types) {
    Choice choice;
    for (const QualType type : types) choice.arguments.emplace_back(type);
    choices.push_back(std::move(choice));
  };
  bool has_callback = false, has_key = false;
  for (const clang::NamedDecl* each : *generic->getTemplateParameters())
    if (const auto* other = dyn_cast<clang::TemplateTypeParmDecl>(each);
        other != nullptr && other != parameter)
      has_callback = has_callback || is_callback(generic, other);
  for (const clang::ParmVarDecl* each : generic->getTemplatedDecl()->parameters())
    has_key = has_key || means_key(each->getName());
  if (has_callback) add({});
  const std::vector<QualType> own = values(false);
  if (!keys_.empty() && !mapped_.empty() && !has_key) add({keys_[0], mapped_[0]});
  add({own[0]});
  // What the objects in the class are made of.
  if (const clang::CXXRecordDecl* record = own[0]->getAsCXXRecordDecl();
      record != nullptr && record->hasDefinition())
    for (const clang::CXXConstructorDecl* each : record->ctors()) {
      if (each->getAccess() != clang::AS_public || each->isCopyOrMoveConstructor() || each->isDeleted() ||
          each->param_empty() || each->getDescribedFunctionTemplate() != nullptr)
        continue;
      std::vector<QualType> parts;
      for (const clang::ParmVarDecl* part : each->parameters())
        parts.push_back(part->getType().getNonReferenceType().getUnqualifiedType().getCanonicalType());
      add(parts);
    }
  if (!has_callback) add({});
  if (!keys_.empty() && !mapped_.empty() && has_key) add({keys_[0], mapped_[0]});
  return choices;
}

TemplateInstances::Choices TemplateInstances::numbers_for(
    const clang::NonTypeTemplateParmDecl* parameter) const {
  Choices choices;
  const QualType type = parameter->getType();
  if (type->isDependentType() || !type->isIntegralOrEnumerationType()) return choices;
  for (const int number : {1, 0, 2, 4}) {
    if (type->isBooleanType() && number > 1) continue;
    llvm::APSInt value = context_.MakeIntValue(static_cast<std::uint64_t>(number), type);
    choices.push_back({{clang::TemplateArgument(context_, value, type)}, false});
  }
  return choices;
}

TemplateInstances::Choices TemplateInstances::choices_for(const clang::FunctionTemplateDecl* generic,
                                                          unsigned number) {
  const clang::NamedDecl* parameter = generic->getTemplateParameters()->getParam(number);
  Choices choices;
  if (const auto* type = dyn_cast<clang::TemplateTypeParmDecl>(parameter))
    choices = type->isParameterPack() ? packs_for(generic, type) : types_for(generic, type);
  else if (const auto* value = dyn_cast<clang::NonTypeTemplateParmDecl>(parameter))
    choices = value->isParameterPack() ? Choices{Choice{}} : numbers_for(value);
  if (choices.size() > kMostChoices) choices.resize(kMostChoices);
  return choices;
}

// Those from the left on that no argument of a call tells. Callbacks have no name that a program could write.
std::optional<std::string> TemplateInstances::explicit_arguments(const clang::FunctionTemplateDecl* generic,
                                                                 const std::vector<Choice>& chosen) const {
  llvm::SmallBitVector deduced;
  clang::Sema::MarkDeducedTemplateParameters(context_, generic, deduced);
  std::size_t count = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (!deduced[static_cast<unsigned>(i)] &&
        !generic->getTemplateParameters()->getParam(i)->isParameterPack())
      count = i + 1;
  if (count == 0) return "";
  clang::PrintingPolicy policy(context_.getLangOpts());
  policy.SuppressTagKeyword = policy.Bool = true;
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    for (const clang::TemplateArgument& each : chosen[i].arguments) {
      std::string word;
      if (each.getKind() == clang::TemplateArgument::Type) {
        word = clang::TypeName::getFullyQualifiedName(each.getAsType(), context_, policy);
      } else {
        llvm::raw_string_ostream stream(word);
        each.print(policy, stream, true);
      }
      if (word.find(kCallbackTemplate) != std::string_view::npos) return std::nullopt;
      text += (text.empty() ? "" : ", ") + word;
    }
  return "<" + text + ">";
}

std::optional<TemplateInstance> TemplateInstances::instance(clang::FunctionTemplateDecl* generic,
                                                            const std::vector<Choice>& chosen) {
  const std::optional<std::string> arguments = explicit_arguments(generic, chosen);
  if (!arguments) return std::nullopt;
  const clang::SourceLocation here = generic->getLocation();
  clang::TemplateArgumentListInfo given(here, here);
  for (const Choice& choice : chosen)
    for (const clang::TemplateArgument& each : choice.arguments)
      given.addArgument(sema_.getTrivialTemplateArgumentLoc(each, QualType(), here));
  const auto errors = [&] { return sema_.getDiagnostics().getClient()->getNumErrors(); };
  const unsigned before = errors();
  clang::FunctionDecl* function = nullptr;
  clang::sema::TemplateDeductionInfo info(here);
  const auto result = sema_.DeduceTemplateArguments(generic, &given, function, info);
  if (result != clang::TemplateDeductionResult::Success || function == nullptr || errors() != before)
    return std::nullopt;
  sema_.InstantiateFunctionDefinition(here, function, true, true, true);
  if (errors() != before || function->isInvalidDecl()) return std::nullopt;
  TemplateInstance made;
  made.method = dyn_cast<clang::CXXMethodDecl>(function);
  made.arguments = *arguments;
  for (unsigned i = 0; i < chosen.size(); ++i)
    if (const auto* parameter =
            dyn_cast<clang::TemplateTypeParmDecl>(generic->getTemplateParameters()->getParam(i));
        parameter != nullptr && chosen[i].iterates)
      for (const clang::ParmVarDecl* each : parameters_of(generic, parameter))
        made.iterators.push_back(each->getFunctionScopeIndex());
  std::ranges::sort(made.iterators);
  return made;
}

bool TemplateInstances::needs_nothing(const clang::FunctionTemplateDecl* generic) {
  return told_parameters(generic) == 0;
}

bool TemplateInstances::has_body(const clang::FunctionTemplateDecl* generic) {
  return as_written(generic)->hasBody();
}

std::optional<TemplateInstance> TemplateInstances::of(clang::FunctionTemplateDecl* generic) {
  if (!has_body(generic)) return std::nullopt;
  const unsigned count = told_parameters(generic);
  std::vector<Choices> choices;
  std::vector<std::vector<std::size_t>> attempts = {{}};
  for (unsigned i = 0; i < count; ++i) {
    choices.push_back(choices_for(generic, i));
    std::vector<std::vector<std::size_t>> longer;
    for (const std::vector<std::size_t>& each : attempts)
      for (std::size_t next = 0; next < choices.back().size(); ++next) {
        longer.push_back(each);
        longer.back().push_back(next);
      }
    const auto rank = [](const std::vector<std::size_t>& each) {
      return std::accumulate(each.begin(), each.end(), std::size_t{0});
    };
    std::ranges::stable_sort(longer, {}, rank);
    if (longer.size() > kMostAttempts) longer.resize(kMostAttempts);
    attempts = std::move(longer);
  }
  for (const std::vector<std::size_t>& attempt : attempts) {
    std::vector<Choice> chosen;
    for (std::size_t i = 0; i < attempt.size(); ++i) chosen.push_back(choices[i][attempt[i]]);
    if (std::optional<TemplateInstance> made = instance(generic, chosen)) return made;
  }
  return std::nullopt;
}

}  // namespace heddle::classes
