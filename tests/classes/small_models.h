// Models of classes written down in a few words.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "classes/class_model.h"

namespace heddle::classes::testing {

inline Type type(std::string spelling, TypeCategory category) {
  Type made;
  made.spelling = std::move(spelling);
  made.category = category;
  return made;
}

inline const Type kVoidType = type("void", TypeCategory::kVoid);
inline const Type kBoolType = type("bool", TypeCategory::kBool);
inline const Type kIntType = type("int", TypeCategory::kInteger);
inline const Type kTextType = type("std::string", TypeCategory::kText);

inline Type record(std::string spelling) {
  return type(std::move(spelling), TypeCategory::kRecord);
}

inline Parameter parameter(Type of, Passing passing = Passing::kValue, bool has_default = false) {
  return {"given", std::move(of), passing, has_default};
}

inline Method method(std::string name, Type returns, std::vector<Parameter> parameters = {}) {
  Method made;
  made.name = std::move(name);
  made.returns = std::move(returns);
  made.parameters = std::move(parameters);
  return made;
}

inline Method const_method(std::string name, Type returns, std::vector<Parameter> parameters = {}) {
  Method made = method(std::move(name), std::move(returns), std::move(parameters));
  made.is_const = true;
  return made;
}

inline Method constructor(std::string name, std::vector<Parameter> parameters = {}) {
  Method made = method(std::move(name), kVoidType, std::move(parameters));
  made.is_constructor = true;
  return made;
}

inline Method touching(Method made, std::string field, AccessType how) {
  FieldAccess access;
  access.field = std::move(field);
  access.type = how;
  made.accesses.push_back(std::move(access));
  return made;
}

inline ClassModel class_model(std::string name, std::vector<Method> methods) {
  ClassModel made;
  made.name = std::move(name);
  made.methods = std::move(methods);
  return made;
}

}  // namespace heddle::classes::testing
