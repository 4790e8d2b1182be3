#include "classes/operations.h"

#include <algorithm>
#include <set>
#include <utility>

#include "classes/argument_values.h"
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

  for (std::size_t i = 0; i < model_.methods.size(); ++i) {
    const Method& method = model_.methods[i];
    std::optional<Operation> operation = operation_for(i);
    if (!operation) continue;
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

std::optional<Operation> Operations::operation_for(std::size_t number) {
  const Method& method = model_.methods[number];
  const std::string signature = signature_of(method);
  if (!method.not_callable.empty()) {
    notes_.push_back(signature + ": " + method.not_callable);
    return std::nullopt;
  }
  Operation operation;
  operation.method = number;
  operation.name = method.name;
  if (objects_ > 1 && !method.is_constructor && !method.is_static)
    operation.slots.push_back({Slot::Kind::kTarget, 0, {}, false});
  for (std::size_t i = 0; i < method.parameters.size(); ++i) {
    const Parameter& parameter = method.parameters[i];
    if (parameter.has_default && method.is_constructor) break;
    Slot slot;
    slot.parameter = i;
    if (parameter.type.category == TypeCategory::kSameClass && !method.is_constructor) {
      slot.kind = Slot::Kind::kObject;
    } else if (parameter.passing == Passing::kReference) {
      slot.kind = Slot::Kind::kOutput;
      if (!parameter.type.is_default_constructible) {
        notes_.push_back(signature + ": cannot construct a " + parameter.type.spelling +
                         " for this output parameter");
        return std::nullopt;
      }
    } else {
      slot.values = argument_values(parameter.type, model_.assistants, factories_);
      if (slot.values.empty() && parameter.has_default) break;
      if (slot.values.empty()) {
        notes_.push_back(signature + ": cannot construct a " + parameter.type.spelling +
                         "; pass --factory FILE with a heddle::Factory for it");
        return std::nullopt;
      }
    }
    operation.slots.push_back(std::move(slot));
  }
  return operation;
}

std::size_t Operations::objects_of(const TestCase& test) const {
  std::size_t objects = 1;
  const auto look_at = [&](const CallSequence& calls, std::size_t first) {
    for (std::size_t i = first; i < calls.size(); ++i) {
      const std::vector<Slot>& slots = methods_[calls[i].operation].slots;
      for (std::size_t slot = 0; slot < slots.size(); ++slot)
        if (slots[slot].kind == Slot::Kind::kTarget || slots[slot].kind == Slot::Kind::kObject)
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
      return "output";
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
  return target + operation.name + '(' + arguments + ')';
}

std::string Operations::text_of_constructor(const Call& call) const {
  return text_of(call, constructors_[call.operation]);
}

}  // namespace heddle::classes
