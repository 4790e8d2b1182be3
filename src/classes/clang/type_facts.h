// Types as a generated program has to write them, and how objects of them are made.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <map>
#include <string>

#include "classes/class_model.h"

namespace heddle::classes {

class TypeFacts {
 public:
  TypeFacts(clang::ASTContext& context, const clang::CXXRecordDecl* class_under_test);

  std::string spelling(clang::QualType type) const;
  Type type(clang::QualType type);  // records become assistants
  Parameter parameter(const clang::ParmVarDecl* parameter);

  std::vector<Assistant> assistants() const;

 private:
  TypeCategory category(clang::QualType type) const;
  void need(const clang::CXXRecordDecl* record, const std::string& name);

  clang::ASTContext& context_;
  const clang::CXXRecordDecl* class_;
  std::map<std::string, Assistant> assistants_;
  int depth_ = 0;
};

}  // namespace heddle::classes
