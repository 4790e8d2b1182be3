// The model of a class, from Clang's syntax tree.
#pragma once

#include "classes/class_model.h"

namespace clang {
class ASTContext;
class CXXRecordDecl;
}  // namespace clang

namespace heddle::classes {

ClassModel class_facts(clang::ASTContext& context, const clang::CXXRecordDecl* record);

}  // namespace heddle::classes
