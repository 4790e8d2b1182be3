// The operations that tests of a class are made of: its callable methods, and for each argument the values
// that it may have, as a program would write them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "classes/class_model.h"
#include "classes/test_case.h"

namespace heddle::classes {

struct Slot {
  enum class Kind : std::uint8_t {
    kTarget,         // the object that the method is called on
    kObject,         // another object of the class, or the same
    kValue,          // one of `values`
    kOutput,         // a variable that the method may write to; always starts alike
    kOutputPointer,  // where such a variable is
    kOutputArray,    // the first of kArrayLength such variables
    kArray,          // the first of kArrayLength values
    kArrayEnd,       // behind the last of the array before it
    kCount,          // kArrayLength
  };
  bool is_object() const { return kind == Kind::kTarget || kind == Kind::kObject; }
  bool has_values() const { return kind == Kind::kValue || kind == Kind::kArray; }
  bool is_output() const {
    return kind == Kind::kOutput || kind == Kind::kOutputPointer || kind == Kind::kOutputArray;
  }
  Kind kind = Kind::kValue;
  std::size_t parameter = 0;        // of the method; not of kTarget
  std::vector<std::string> values;  // expressions
  bool takes_results = false;       // earlier results of the thread that have the right type, too
};

struct Operation {
  std::size_t method = 0;  // in the model
  std::string name;
  std::vector<Slot> slots;    // in the order of Call::argument_seeds
  bool keeps_result = false;  // another operation takes results of its type
};

class Operations {
 public:
  // A seed from here on means the result of an earlier call, by its number: calls before the threads count
  // from 0, those of thread t from (t + 1) * kNumbers, so that a call means the same in every thread.
  static constexpr std::uint64_t kFirstResult = 1000;
  static constexpr std::uint64_t kNumbers = 100;
  static std::string result_name(std::uint64_t number);
  // What names the objects in texts and programs.
  static std::string object_name(std::uint64_t seed, std::size_t objects);

  // `factories` are types that the user knows how to make: heddle::Factory<T>::make(number).
  explicit Operations(ClassModel model, std::vector<std::string> factories = {});

  const ClassModel& model() const { return model_; }
  const Method& method_of(const Operation& operation) const { return model_.methods[operation.method]; }
  // Numbered as in calls.
  const std::vector<Operation>& constructors() const { return constructors_; }
  const std::vector<Operation>& methods() const { return methods_; }
  // Methods that look at an object without changing it or being told anything: its observable state.
  const std::vector<std::size_t>& observers() const { return observers_; }
  // By observer: 1 where it may see what the threads of a test write.
  std::vector<std::uint8_t> observers_of(const TestCase& test) const;
  // 2 where a method takes another object of the class.
  std::size_t objects() const { return objects_; }
  // How many of them the calls of a test are about.
  std::size_t objects_of(const TestCase& test) const;
  // The same for tests that are about fewer objects: the object need not be named.
  Operations with_objects(std::size_t objects) const;
  // Of a method in the model; none: no test calls it.
  std::optional<std::uint32_t> operation_of(std::size_t method) const;

  // The same methods of another class.
  void rename_class(const std::string& name) { model_.name = name; }
  // Without those that cannot be compiled, each with the reason.
  Operations without(const std::set<std::size_t>& methods, const std::string& reason) const;

  // Why methods are not called, a sentence for each.
  const std::vector<std::string>& notes() const { return notes_; }
  // Why no test calls a method of the model; empty: tests do.
  const std::string& why_not_called(std::size_t method) const { return reasons_[method]; }

  // As a person writes it: `queue.push(1)` without the object where there is only one.
  std::string text_of(const Call& call, const Operation& operation) const;
  std::string text_of(const Call& call) const { return text_of(call, methods_[call.operation]); }
  std::string text_of_constructor(const Call& call) const;
  // The expression for an argument.
  std::string expression(const Slot& slot, std::uint64_t seed) const;

  static constexpr std::size_t kArrayLength = 2;
  // An argument as a program has it: a value, or the name of a variable that `declaration` declares.
  static std::string variable(const Operation& operation, std::size_t slot);  // empty: it needs none
  // "int output_1{};" or "int array_1[] = {1, 2};", of values that a program gives.
  std::string declaration(const Operation& operation, std::size_t slot,
                          const std::vector<std::string>& values = {}) const;
  // The values of an array.
  static std::vector<std::string> elements(const Slot& slot, std::uint64_t seed);
  // Whether some argument has this word in it.
  bool gives(std::string_view word) const;
  // What operations are given pointers to, each with a place to live (argument_values.h).
  std::set<std::string> placed_types() const;
  // Enumerations that calls give, by how they are spelled.
  std::map<std::string, std::vector<std::string>> told_enumerations() const;

 private:
  // A constructor is given `defaults` of the arguments that it need not have.
  std::optional<Operation> operation_for(std::size_t method, std::size_t defaults = 0);
  std::nullopt_t not_called(std::size_t method, const std::string& reason);
  bool has_factory(const Type& type) const;
  bool set_role(Slot& slot, const Parameter& parameter) const;
  void add_factory();
  bool is_factory(const Method& method) const;

  ClassModel model_;
  std::vector<std::string> factories_;
  std::vector<Operation> constructors_;
  std::vector<Operation> methods_;
  std::vector<std::size_t> observers_;
  std::vector<std::string> notes_;
  std::vector<std::string> reasons_;  // by method
  std::size_t objects_ = 1;
};

}  // namespace heddle::classes
