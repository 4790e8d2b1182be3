// What is known of the standard library without looking into it.
#pragma once

#include <string>

namespace clang {
class CXXRecordDecl;
class Decl;
class FunctionDecl;
class QualType;
}  // namespace clang

namespace heddle::classes {

// Of namespace std, or the compiler's.
bool is_library(const clang::Decl* declaration);

const clang::CXXRecordDecl* record_of(clang::QualType type);  // behind references, not behind pointers
std::string name_of(const clang::FunctionDecl* function);     // empty for operators

bool is_standard_guard(clang::QualType type);
bool is_atomic(clang::QualType type);
bool is_condition_variable(clang::QualType type);
// Has lock() and unlock(), or is one of the pthread types.
bool is_lock(clang::QualType type);
bool is_smart_pointer(clang::QualType type);
// Of the library, and stands for something in a container: iterators, views, what insert() returns.
bool is_iterator_like(clang::QualType type);
bool is_const_iterator(clang::QualType type);
bool is_callable_wrapper(clang::QualType type);  // std::function and its like
// It is never read or written: locks, condition variables, guards.
bool is_synchronization(clang::QualType type);

// How a member function treats the library object that it is called on.
struct Treatment {
  bool reads = true;
  bool writes = true;
};
Treatment treatment_of_object(const clang::FunctionDecl* method);

enum class Algorithm {
  kAlias,       // std::move, std::get: only passes on
  kReads,       // std::find
  kWritesLast,  // std::copy: the last iterator is where to
  kUnknown,     // may write through all iterators
};
Algorithm algorithm_of(const clang::FunctionDecl* function);

}  // namespace heddle::classes
