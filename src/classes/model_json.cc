#include "classes/model_json.h"

#include <nlohmann/json.hpp>

namespace heddle::classes {

using Json = nlohmann::ordered_json;

NLOHMANN_JSON_SERIALIZE_ENUM(LockMode, {{LockMode::kExclusive, "exclusive"}, {LockMode::kShared, "shared"}})
NLOHMANN_JSON_SERIALIZE_ENUM(LockOwner, {{LockOwner::kAnother, "another"},
                                         {LockOwner::kObject, "object"},
                                         {LockOwner::kEverybody, "everybody"}})
NLOHMANN_JSON_SERIALIZE_ENUM(AccessType, {{AccessType::kRead, "read"}, {AccessType::kWrite, "write"}})
NLOHMANN_JSON_SERIALIZE_ENUM(TypeCategory, {{TypeCategory::kOther, "other"},
                                            {TypeCategory::kVoid, "void"},
                                            {TypeCategory::kBool, "bool"},
                                            {TypeCategory::kInteger, "integer"},
                                            {TypeCategory::kFloating, "floating"},
                                            {TypeCategory::kEnum, "enum"},
                                            {TypeCategory::kText, "text"},
                                            {TypeCategory::kCallback, "callback"},
                                            {TypeCategory::kSameClass, "same class"},
                                            {TypeCategory::kRecord, "record"},
                                            {TypeCategory::kPointer, "pointer"},
                                            {TypeCategory::kIterator, "iterator"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Passing, {{Passing::kValue, "value"},
                                       {Passing::kConstReference, "const reference"},
                                       {Passing::kReference, "reference"},
                                       {Passing::kRvalueReference, "rvalue reference"}})
NLOHMANN_JSON_SERIALIZE_ENUM(ParameterRole, {{ParameterRole::kNone, "none"},
                                             {ParameterRole::kArray, "array"},
                                             {ParameterRole::kOutputArray, "output array"},
                                             {ParameterRole::kArrayEnd, "array end"},
                                             {ParameterRole::kCount, "count"},
                                             {ParameterRole::kOutput, "output"}})

// Found by the library through the types' namespace, so they cannot be in an anonymous one.
static void to_json(Json& json, const HeldLock& held) {
  json = {{"lock", held.lock},
          {"mode", held.mode},
          {"owner", held.owner},
          {"critical_section", held.critical_section}};
}

static void from_json(const Json& json, HeldLock& held) {
  json.at("lock").get_to(held.lock);
  json.at("mode").get_to(held.mode);
  json.at("owner").get_to(held.owner);
  json.at("critical_section").get_to(held.critical_section);
}

static void to_json(Json& json, const NestedLocks& nested) {
  json = {{"outer", nested.outer}, {"inner", nested.inner}};
}

static void from_json(const Json& json, NestedLocks& nested) {
  json.at("outer").get_to(nested.outer);
  json.at("inner").get_to(nested.inner);
}

static void to_json(Json& json, const FieldAccess& access) {
  json = {{"field", access.field},      {"type", access.type}, {"held", access.held},
          {"atomic", access.is_atomic}, {"line", access.line}, {"path", access.path}};
}

static void from_json(const Json& json, FieldAccess& access) {
  json.at("field").get_to(access.field);
  json.at("type").get_to(access.type);
  json.at("held").get_to(access.held);
  json.at("atomic").get_to(access.is_atomic);
  json.at("line").get_to(access.line);
  json.at("path").get_to(access.path);
}

static void to_json(Json& json, const Type& type) {
  json = {{"spelling", type.spelling},
          {"category", type.category},
          {"copyable", type.is_copyable},
          {"default_constructible", type.is_default_constructible}};
  if (type.can_have_place) json["can_have_place"] = true;
  if (!type.enumerators.empty()) json["enumerators"] = type.enumerators;
}

static void from_json(const Json& json, Type& type) {
  json.at("spelling").get_to(type.spelling);
  json.at("category").get_to(type.category);
  json.at("copyable").get_to(type.is_copyable);
  json.at("default_constructible").get_to(type.is_default_constructible);
  type.can_have_place = json.value("can_have_place", false);
  type.enumerators = json.value("enumerators", type.enumerators);
}

static void to_json(Json& json, const Parameter& parameter) {
  json = {{"name", parameter.name},
          {"type", parameter.type},
          {"passing", parameter.passing},
          {"has_default", parameter.has_default}};
  if (parameter.role != ParameterRole::kNone) json["role"] = parameter.role;
}

static void from_json(const Json& json, Parameter& parameter) {
  json.at("name").get_to(parameter.name);
  json.at("type").get_to(parameter.type);
  json.at("passing").get_to(parameter.passing);
  json.at("has_default").get_to(parameter.has_default);
  parameter.role = json.value("role", ParameterRole::kNone);
}

static void to_json(Json& json, const Method& method) {
  json = {{"name", method.name},
          {"overload", method.overload},
          {"parameters", method.parameters},
          {"returns", method.returns},
          {"returns_reference", method.returns_reference},
          {"const", method.is_const},
          {"static", method.is_static},
          {"constructor", method.is_constructor},
          {"not_callable", method.not_callable},
          {"line", method.line},
          {"accesses", method.accesses},
          {"critical_sections", method.critical_sections},
          {"nested_locks", method.nested_locks},
          {"takes_another_instance", method.takes_another_instance},
          {"takes_callback", method.takes_callback},
          {"not_seen", method.not_seen}};
  if (method.whole_body_lock) json["whole_body_lock"] = *method.whole_body_lock;
  if (!method.template_arguments.empty()) json["template_arguments"] = method.template_arguments;
}

static void from_json(const Json& json, Method& method) {
  json.at("name").get_to(method.name);
  json.at("overload").get_to(method.overload);
  json.at("parameters").get_to(method.parameters);
  json.at("returns").get_to(method.returns);
  json.at("returns_reference").get_to(method.returns_reference);
  json.at("const").get_to(method.is_const);
  json.at("static").get_to(method.is_static);
  json.at("constructor").get_to(method.is_constructor);
  json.at("not_callable").get_to(method.not_callable);
  json.at("line").get_to(method.line);
  json.at("accesses").get_to(method.accesses);
  json.at("critical_sections").get_to(method.critical_sections);
  json.at("nested_locks").get_to(method.nested_locks);
  json.at("takes_another_instance").get_to(method.takes_another_instance);
  json.at("takes_callback").get_to(method.takes_callback);
  json.at("not_seen").get_to(method.not_seen);
  method.template_arguments = json.value("template_arguments", std::string());
  if (json.contains("whole_body_lock")) method.whole_body_lock = json["whole_body_lock"].get<HeldLock>();
}

static void to_json(Json& json, const Assistant& assistant) {
  json = {{"type", assistant.type},
          {"constructors", assistant.constructors},
          {"aggregate", assistant.is_aggregate}};
}

static void from_json(const Json& json, Assistant& assistant) {
  json.at("type").get_to(assistant.type);
  json.at("constructors").get_to(assistant.constructors);
  json.at("aggregate").get_to(assistant.is_aggregate);
}

std::string to_json(const ClassModel& model) {
  Json json = {{"class", model.name},       {"header", model.header},   {"file", model.file},
               {"flags", model.flags},      {"methods", model.methods}, {"assistants", model.assistants},
               {"not_seen", model.not_seen}};
  if (!model.notes.empty()) json["notes"] = model.notes;
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

Result<ClassModel> read_class_model(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return Error{"the model of the class is not JSON"};
  try {
    ClassModel model;
    json.at("class").get_to(model.name);
    json.at("header").get_to(model.header);
    json.at("file").get_to(model.file);
    json.at("flags").get_to(model.flags);
    json.at("methods").get_to(model.methods);
    json.at("assistants").get_to(model.assistants);
    json.at("not_seen").get_to(model.not_seen);
    model.notes = json.value("notes", model.notes);
    return model;
  } catch (const Json::exception& problem) {
    return Error{std::string("the model of the class is not complete: ") + problem.what()};
  }
}

}  // namespace heddle::classes
