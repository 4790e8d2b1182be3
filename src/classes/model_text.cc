#include "classes/model_text.h"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::classes {

namespace {

std::string parameter_text(const Parameter& parameter) {
  const bool is_const = parameter.passing == Passing::kConstReference;
  std::string text = (is_const ? "const " : "") + parameter.type.spelling;
  if (parameter.passing == Passing::kReference || is_const) text += '&';
  if (parameter.passing == Passing::kRvalueReference) text += "&&";
  return parameter.name.empty() ? text : text + ' ' + parameter.name;
}

std::string lock_text(const HeldLock& held) {
  std::string text = held.lock.empty() ? "a lock" : held.lock;
  if (held.owner == LockOwner::kAnother && !held.lock.empty()) text += " of another";
  if (held.mode == LockMode::kShared) text += " (shared)";
  return text;
}

std::string locks_text(const std::vector<HeldLock>& held) {
  std::string text;
  for (const HeldLock& each : held) text += (text.empty() ? " under " : ", ") + lock_text(each);
  return text.empty() ? " without a lock" : text;
}

// One line for each way in which a field is accessed under the same locks.
std::vector<std::string> access_lines(const Method& method) {
  struct Uses {
    bool reads = false;
    bool writes = false;
  };
  std::vector<std::pair<std::string, std::string>> order;
  std::map<std::pair<std::string, std::string>, Uses> uses;
  for (const FieldAccess& access : method.accesses) {
    const auto key = std::pair(access.field, locks_text(access.held) + (access.is_atomic ? ", atomic" : ""));
    const auto [use, is_new] = uses.try_emplace(key);
    if (is_new) order.push_back(key);
    (access.type == AccessType::kRead ? use->second.reads : use->second.writes) = true;
  }
  std::vector<std::string> lines;
  for (const auto& key : order) {
    const Uses& use = uses[key];
    const char* verb = use.reads && use.writes ? "reads and writes " : use.reads ? "reads " : "writes ";
    lines.push_back(verb + key.first + key.second);
  }
  return lines;
}

std::string section_line(const Method& method) {
  if (method.whole_body_lock) return "all of it under " + lock_text(*method.whole_body_lock);
  if (method.critical_sections < 2) return "";
  const bool is_more = method.critical_sections >= 4;
  return std::to_string(method.critical_sections) + (is_more ? " or more" : "") + " critical sections";
}

}  // namespace

std::string signature_of(const Method& method) {
  std::string text = method.is_static ? "static " : "";
  if (!method.is_constructor) {
    text += method.returns.spelling + (method.returns_reference ? "& " : " ");
  }
  text += method.name + method.template_arguments + '(';
  for (const Parameter& parameter : method.parameters)
    text += (&parameter == method.parameters.data() ? "" : ", ") + parameter_text(parameter);
  return text + (method.is_const ? ") const" : ")");
}

std::string model_table(const ClassModel& model) {
  std::string text = model.name + '\n';
  for (const std::string& note : model.notes) text += "  " + note + '\n';
  for (const Method& method : model.methods) {
    text += "\n  " + signature_of(method) + '\n';
    const auto add = [&](const std::string& line) {
      if (!line.empty()) text += "    " + line + '\n';
    };
    if (!method.not_callable.empty()) add("not called: " + method.not_callable);
    add(section_line(method));
    for (const std::string& line : access_lines(method)) add(line);
    if (method.accesses.empty() && method.not_seen.empty()) add("touches no field");
  }
  std::string unseen;
  for (const std::string& sentence : model.not_seen) unseen += "  " + sentence + '\n';
  for (const Method& method : model.methods)
    for (const std::string& sentence : method.not_seen) unseen += "  " + method.name + ": " + sentence + '\n';
  if (!unseen.empty()) text += "\nNot seen:\n" + unseen;
  return text;
}

}  // namespace heddle::classes
