#include "classes/operations.h"

#include <algorithm>
#include <set>
#include <utility>

#include "classes/argument_values.h"
#include "classes/method_words.h"
#include "classes/model_text.h"

namespace heddle::classes {

namespace {

bool can_be_kept(const Method& method) {
  const Type& type = method.returns;
  return type.category != TypeCategory::kVoid && type.category != TypeCategory::kBool &&
         type.category != TypeCategory::kSameClass && type.category != TypeCategory::kIterator &&
         type.category != TypeCategory::kPointer && type.category != TypeCategory::kOther &&
         !method.returns_reference && type.is_copyable && type.is_default_constructible;
}

// A function that a test gives may write to what it is given where that is what the method is for.
bool changes_what_it_is_given(const Method& method) {
  static constexpr std::string_view kWords[] = {"update", "upsert", "modify", "mutate", "change",   "apply",
                                                "edit",   "write",  "comput", "merge",  "increment"};
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return method.name.find(word) != std::string::npos; });
}

// A constructor whose next argument says how large the object is at first: small ones grow, wrap around and
// are full, as those of the usual size are not after a few calls.
bool has_capacity(const Method& method) {
  if (!method.is_constructor) return false;
  const auto first = std::ranges::find_if(method.parameters, &Parameter::has_default);
  if (first == method.parameters.end() || first->type.category != TypeCategory::kInteger) return false;
  static constexpr std::string_view kNames[] = {"capacity", "size", "bucket",  "count",
                                                "max",      "num",  "initial", "limit"};
  return first->name == "n" || std::ranges::any_of(kNames, [&](std::string_view word) {
           return first->name.find(word) != std::string::npos ||
                  first->name.find(static_cast<char>(word[0] - 'a' + 'A') + std::string(word.substr(1))) !=
                      std::string::npos;
         });
}

// A number of things, or of milliseconds: below zero it is outside of what a method is for.
bool means_amount(const Parameter& parameter) {
  static const std::set<std::string>* const amounts = new std::set<std::string>{
      "timeout", "milliseconds", "millis", "ms",     "msec",  "msecs", "microseconds", "usec", "usecs",
      "seconds", "duration",     "delay",  "period", "count", "size",  "capacity",     "max",  "limit",
      "length",  "num",          "number", "n",      "len",   "slots", "threads",      "time", "interval"};
  const std::vector<std::string> words = words_of(parameter.name);
  return std::ranges::any_of(words, [](const std::string& word) { return amounts->contains(word); });
}

// `returning<bool>(1)` becomes `increment<bool>(1)`.
std::vector<std::string> changing(std::vector<std::string> values) {
  constexpr std::string_view kReturning = "returning<";
  for (std::string& value : values) {
    if (value.starts_with(kReturning)) value = "increment<" + value.substr(kReturning.size());
    if (value == "[](auto&&...) {}") value = "increment<void>()";
  }
  return values;
}

}  // namespace

std::string Operations::object_name(std::uint64_t seed, std::size_t objects) {
  if (objects == 1) return "object";
  return seed % objects == 0 ? "first" : "second";
}

// result_1 before the threads, result_1_2 of the first thread's second call.
std::string Operations::result_name(std::uint64_t number) {
  const std::string own = std::to_string(number % kNumbers + 1);
  return number < kNumbers ? "result_" + own : "result_" + std::to_string(number / kNumbers) + "_" + own;
}

Operations::Operations(ClassModel model, std::vector<std::string> factories)
    : model_(std::move(model)), factories_(std::move(factories)) {
  const auto takes_object = [](const Method& method) {
    return method.not_callable.empty() && !method.is_constructor &&
           std::ranges::any_of(method.parameters, [](const Parameter& parameter) {
             return parameter.type.category == TypeCategory::kSameClass;
           });
  };
  if (std::ranges::any_of(model_.methods, takes_object)) objects_ = 2;

  const bool has_own_factory =
      is_made_by_factory({model_.name, TypeCategory::kRecord, {}, true, true}, factories_);
  if (has_own_factory) add_factory();
  reasons_.resize(model_.methods.size());
  for (std::size_t i = 0; i < model_.methods.size(); ++i) {
    const Method& method = model_.methods[i];
    std::optional<Operation> operation = operation_for(i);
    if (!operation) continue;
    if (has_own_factory && method.is_constructor && !is_factory(method)) continue;
    if (has_capacity(method))
      if (std::optional<Operation> small = operation_for(i, 1)) constructors_.push_back(std::move(*small));
    const bool looks = method.is_const && !method.is_static && method.parameters.empty() &&
                       method.returns.category != TypeCategory::kVoid && !method.returns_reference;
    if (looks) observers_.push_back(i);
    (method.is_constructor ? constructors_ : methods_).push_back(std::move(*operation));
  }

  std::set<std::string> taken;
  for (const Operation& operation : methods_)
    for (const Slot& slot : operation.slots)
      if (slot.kind == Slot::Kind::kValue)
        taken.insert(method_of(operation).parameters[slot.parameter].type.spelling);
  std::set<std::string> kept;
  for (Operation& operation : methods_) {
    const Method& method = method_of(operation);
    operation.keeps_result = can_be_kept(method) && taken.contains(method.returns.spelling);
    if (operation.keeps_result) kept.insert(method.returns.spelling);
  }
  for (Operation& operation : methods_)
    for (Slot& slot : operation.slots)
      slot.takes_results = slot.kind == Slot::Kind::kValue &&
                           kept.contains(method_of(operation).parameters[slot.parameter].type.spelling);
}

std::nullopt_t Operations::not_called(std::size_t method, const std::string& reason) {
  reasons_[method] = reason;
  notes_.push_back(signature_of(model_.methods[method]) + ": " + reason);
  return std::nullopt;
}

std::optional<Operation> Operations::operation_for(std::size_t number, std::size_t defaults) {
  const Method& method = model_.methods[number];
  if (!method.not_callable.empty()) return not_called(number, method.not_callable);
  Operation operation;
  operation.method = number;
  operation.name = method.name;
  if (objects_ > 1 && !method.is_constructor && !method.is_static)
    operation.slots.push_back({Slot::Kind::kTarget, 0, {}, false});
  for (std::size_t i = 0; i < method.parameters.size(); ++i) {
    const Parameter& parameter = method.parameters[i];
    if (parameter.has_default && method.is_constructor && defaults-- == 0) break;
    Slot slot;
    slot.parameter = i;
    if (parameter.type.category == TypeCategory::kSameClass && !method.is_constructor) {
      slot.kind = Slot::Kind::kObject;
    } else if (parameter.role != ParameterRole::kNone && !has_factory(parameter.type)) {
      if (!set_role(slot, parameter))
        return not_called(number, "cannot construct what " + parameter.type.spelling + " points at");
    } else if (parameter.passing == Passing::kReference &&
               parameter.type.category == TypeCategory::kCallback) {
      return not_called(number, "it takes a function that it may change");
    } else if (parameter.passing == Passing::kReference) {
      slot.kind = Slot::Kind::kOutput;
      if (!parameter.type.is_default_constructible)
        return not_called(number,
                          "cannot construct a " + parameter.type.spelling +
                              " for this output parameter; pass --factory FILE with a heddle::Factory "
                              "for it");
    } else {
      slot.values = argument_values(parameter.type, model_.assistants, factories_);
      if (means_amount(parameter)) std::erase(slot.values, "-1");
      if (parameter.type.category == TypeCategory::kCallback && changes_what_it_is_given(method) &&
          parameter.type.spelling.find("(*") == std::string::npos)
        slot.values = changing(slot.values);
      if (slot.values.empty() && parameter.has_default) break;
      if (slot.values.empty())
        return not_called(number, "cannot construct a " + parameter.type.spelling +
                                      "; pass --factory FILE with a heddle::Factory for it");
    }
    operation.slots.push_back(std::move(slot));
  }
  return operation;
}

bool Operations::has_factory(const Type& type) const {
  return !argument_values(type, {}, factories_).empty() && is_made_by_factory(type, factories_);
}

bool Operations::set_role(Slot& slot, const Parameter& parameter) const {
  switch (parameter.role) {
    case ParameterRole::kArray:
      slot.kind = Slot::Kind::kArray;
      slot.values = argument_values(pointee_of(parameter.type), model_.assistants, factories_);
      return !slot.values.empty();
    case ParameterRole::kOutputArray:
      slot.kind = Slot::Kind::kOutputArray;
      return true;
    case ParameterRole::kArrayEnd:
      slot.kind = Slot::Kind::kArrayEnd;
      return true;
    case ParameterRole::kCount:
      slot.kind = Slot::Kind::kCount;
      return true;
    case ParameterRole::kOutput:
      slot.kind = Slot::Kind::kOutputPointer;
      return true;
    case ParameterRole::kNone:
      break;
  }
  return false;
}

// The user's factory for the class itself stands for a constructor.
void Operations::add_factory() {
  if (std::ranges::any_of(model_.methods, [this](const Method& each) { return is_factory(each); })) return;
  Method made;
  made.name = model_.name;
  made.is_constructor = true;
  made.returns = {"void", TypeCategory::kVoid, {}, true, true};
  Parameter object;
  object.type.spelling = model_.name;
  object.type.category = TypeCategory::kRecord;
  made.parameters.push_back(object);
  model_.methods.push_back(std::move(made));
}

bool Operations::is_factory(const Method& method) const {
  return method.is_constructor && method.parameters.size() == 1 &&
         method.parameters[0].type.spelling == model_.name &&
         method.parameters[0].type.category == TypeCategory::kRecord;
}

std::string Operations::variable(const Operation& operation, std::size_t slot) {
  const auto own = [](const char* name, std::size_t number) { return name + std::to_string(number); };
  switch (operation.slots[slot].kind) {
    case Slot::Kind::kOutput:
    case Slot::Kind::kOutputArray:
      return own("output_", slot);
    case Slot::Kind::kOutputPointer:
      return own("&output_", slot);
    case Slot::Kind::kArray:
      return own("array_", slot);
    case Slot::Kind::kArrayEnd:
      return variable(operation, slot - 1) + " + " + std::to_string(kArrayLength);
    case Slot::Kind::kCount:
      return std::to_string(kArrayLength);
    default:
      return "";
  }
}

std::string Operations::declaration(const Operation& operation, std::size_t number,
                                    const std::vector<std::string>& values) const {
  const Slot& slot = operation.slots[number];
  if (!slot.is_output() && slot.kind != Slot::Kind::kArray) return "";
  const Type& type = method_of(operation).parameters[slot.parameter].type;
  const std::string name = std::to_string(number);
  if (slot.kind == Slot::Kind::kOutput) return type.spelling + " output_" + name + "{};";
  const std::string target = pointee_of(type).spelling;
  if (slot.kind == Slot::Kind::kOutputPointer) return target + " output_" + name + "{};";
  // Characters end by a zero when they are told.
  if (slot.kind == Slot::Kind::kOutputArray)
    return target + " output_" + name + "[" + std::to_string(kArrayLength + (target == "char" ? 1 : 0)) +
           "]{};";
  std::string list;
  for (const std::string& each : values) list += (list.empty() ? "" : ", ") + each;
  return target + " array_" + name + "[] = {" + list + "};";
}

std::vector<std::string> Operations::elements(const Slot& slot, std::uint64_t seed) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < kArrayLength; ++i)
    values.push_back(slot.values[(seed + i) % slot.values.size()]);
  return values;
}

bool Operations::gives(std::string_view word) const {
  const auto has_word = [&](const Operation& operation) {
    return std::ranges::any_of(operation.slots, [&](const Slot& slot) {
      return std::ranges::any_of(
          slot.values, [&](const std::string& value) { return value.find(word) != std::string::npos; });
    });
  };
  return std::ranges::any_of(constructors_, has_word) || std::ranges::any_of(methods_, has_word);
}

std::set<std::string> Operations::placed_types() const {
  std::set<std::string> types;
  for (const std::vector<Operation>* each : {&constructors_, &methods_})
    for (const Operation& operation : *each)
      for (const Slot& slot : operation.slots)
        if (slot.has_values() && !slot.values.empty() && slot.values.front().starts_with(kPlaceWord))
          types.insert(pointee_of(method_of(operation).parameters[slot.parameter].type).spelling);
  return types;
}

std::map<std::string, std::vector<std::string>> Operations::told_enumerations() const {
  std::map<std::string, std::vector<std::string>> told;
  const auto add = [&](const Type& type) {
    if (type.category == TypeCategory::kEnum && !type.enumerators.empty())
      told.emplace(type.spelling, type.enumerators);
  };
  for (const Operation& operation : methods_) {
    const Method& method = method_of(operation);
    if (!method.returns_reference) add(method.returns);
    for (const Slot& slot : operation.slots)
      if (slot.is_output()) add(method.parameters[slot.parameter].type);
  }
  for (const std::size_t observer : observers_) add(model_.methods[observer].returns);
  return told;
}

std::size_t Operations::objects_of(const TestCase& test) const {
  std::size_t objects = 1;
  const auto look_at = [&](const CallSequence& calls, std::size_t first) {
    for (std::size_t i = first; i < calls.size(); ++i) {
      const std::vector<Slot>& slots = methods_[calls[i].operation].slots;
      for (std::size_t slot = 0; slot < slots.size(); ++slot)
        if (slots[slot].is_object())
          objects = std::max<std::size_t>(objects, calls[i].argument_seeds[slot] % objects_ + 1);
    }
  };
  look_at(test.prefix, 1);
  for (const CallSequence& suffix : test.suffixes) look_at(suffix, 0);
  return objects;
}

std::vector<std::uint8_t> Operations::observers_of(const TestCase& test) const {
  std::set<std::string> written;
  bool is_all_seen = true;
  for (const CallSequence& suffix : test.suffixes)
    for (const Call& call : suffix) {
      const Method& method = method_of(methods_[call.operation]);
      is_all_seen = is_all_seen && method.not_seen.empty();
      for (const FieldAccess& access : method.accesses)
        if (access.type == AccessType::kWrite) written.insert(access.field);
    }
  std::vector<std::uint8_t> observed;
  for (const std::size_t observer : observers_) {
    const Method& method = model_.methods[observer];
    const bool sees = std::ranges::any_of(
        method.accesses, [&](const FieldAccess& access) { return written.contains(access.field); });
    observed.push_back(sees || !is_all_seen || !method.not_seen.empty() ? 1 : 0);
  }
  return observed;
}

Operations Operations::with_objects(std::size_t objects) const {
  Operations copy = *this;
  copy.objects_ = objects;
  return copy;
}

Operations Operations::without(const std::set<std::size_t>& methods, const std::string& reason) const {
  ClassModel model = model_;
  for (const std::size_t method : methods) model.methods[method].not_callable = reason;
  return Operations(std::move(model), factories_);
}

std::optional<std::uint32_t> Operations::operation_of(std::size_t method) const {
  const auto place = std::ranges::find(methods_, method, &Operation::method);
  if (place == methods_.end()) return std::nullopt;
  return static_cast<std::uint32_t>(place - methods_.begin());
}

std::string Operations::expression(const Slot& slot, std::uint64_t seed) const {
  switch (slot.kind) {
    case Slot::Kind::kTarget:
    case Slot::Kind::kObject:
      return object_name(seed, objects_);
    case Slot::Kind::kOutput:
    case Slot::Kind::kOutputArray:
      return "output";
    case Slot::Kind::kOutputPointer:
      return "&output";
    case Slot::Kind::kArrayEnd:
      return "end";
    case Slot::Kind::kCount:
      return std::to_string(kArrayLength);
    case Slot::Kind::kArray: {
      std::string text;
      for (const std::string& each : elements(slot, seed)) text += (text.empty() ? "" : ", ") + each;
      return "{" + text + "}";
    }
    case Slot::Kind::kValue:
      if (seed >= kFirstResult && slot.takes_results) return result_name(seed - kFirstResult);
      return slot.values[seed % slot.values.size()];
  }
  return {};
}

std::string Operations::text_of(const Call& call, const Operation& operation) const {
  std::string arguments, target;
  for (std::size_t i = 0; i < operation.slots.size(); ++i) {
    const Slot& slot = operation.slots[i];
    const std::uint64_t seed = i < call.argument_seeds.size() ? call.argument_seeds[i] : 0;
    if (slot.kind == Slot::Kind::kTarget)
      target = objects_ > 1 ? expression(slot, seed) + '.' : "";
    else
      arguments += (arguments.empty() ? "" : ", ") + expression(slot, seed);
  }
  return target + operation.name + method_of(operation).template_arguments + '(' + arguments + ')';
}

std::string Operations::text_of_constructor(const Call& call) const {
  return text_of(call, constructors_[call.operation]);
}

}  // namespace heddle::classes
