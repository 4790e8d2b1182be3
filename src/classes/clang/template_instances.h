// A member template stands for many functions. Tests call one of them: the first, of those with types of the
// class itself, whose constraints hold and whose body compiles.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clang {
class Sema;
}

namespace heddle::classes {

struct TemplateInstance {
  const clang::CXXMethodDecl* method = nullptr;  // with its body
  std::string arguments;                         // "<int>", where a call does not tell them
  std::vector<unsigned> iterators;               // its parameters that iterate over values
};

// What a test gives where something is called: `heddle_callback<R>` returns an R, whatever it is given.
inline constexpr const char* kCallbackTemplate = "heddle_callback";
inline constexpr const char* kCallbackCode =
    "template <class R> struct heddle_callback { template <class... A> R operator()(A&&...) const { return "
    "R(); "
    "} };\n";

class TemplateInstances {
 public:
  TemplateInstances(clang::Sema& sema, const clang::CXXRecordDecl* record);

  std::optional<TemplateInstance> of(clang::FunctionTemplateDecl* generic);
  static bool has_body(const clang::FunctionTemplateDecl* generic);
  // Whether calls need to tell nothing: if such a template is refused, the class is not meant to have it.
  static bool needs_nothing(const clang::FunctionTemplateDecl* generic);

 private:
  // What one template parameter may be: a pack several, or none.
  struct Choice {
    std::vector<clang::TemplateArgument> arguments;
    bool iterates = false;
  };
  using Choices = std::vector<Choice>;

  Choices choices_for(const clang::FunctionTemplateDecl* generic, unsigned number);
  Choices types_for(const clang::FunctionTemplateDecl* generic, const clang::TemplateTypeParmDecl* parameter);
  Choices packs_for(const clang::FunctionTemplateDecl* generic, const clang::TemplateTypeParmDecl* parameter);
  Choices numbers_for(const clang::NonTypeTemplateParmDecl* parameter) const;
  std::vector<clang::QualType> values(bool is_key) const;
  std::vector<clang::QualType> callbacks(std::string_view name);
  clang::QualType callback(clang::QualType result);
  clang::QualType standard(std::string_view space, std::string_view name) const;
  bool is_callback(const clang::FunctionTemplateDecl* generic,
                   const clang::TemplateTypeParmDecl* parameter) const;
  std::optional<TemplateInstance> instance(clang::FunctionTemplateDecl* generic,
                                           const std::vector<Choice>& chosen);
  std::optional<std::string> explicit_arguments(const clang::FunctionTemplateDecl* generic,
                                                const std::vector<Choice>& chosen) const;

  clang::Sema& sema_;
  clang::ASTContext& context_;
  clang::ClassTemplateDecl* callback_ = nullptr;
  // Of the class: the types of its keys, of what it maps them to or contains, and that its methods take.
  std::vector<clang::QualType> keys_, mapped_, contained_, taken_;
};

}  // namespace heddle::classes
