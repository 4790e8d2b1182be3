// The model of a class, from Clang's syntax tree.
#pragma once

#include "classes/class_model.h"

namespace clang {
class CXXRecordDecl;
class Sema;
}  // namespace clang

namespace heddle::classes {

// Member templates are instantiated for it.
ClassModel class_facts(clang::Sema& sema, const clang::CXXRecordDecl* record);

}  // namespace heddle::classes
