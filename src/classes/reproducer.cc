#include "classes/reproducer.h"

#include <algorithm>
#include <set>

namespace heddle::classes {

namespace {

// `text` in quotes, as C++ writes it.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

// Must read as what the driver tells (include/heddle/class_driver.h).
constexpr char kTexts[] = R"(// How values are written.
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(char value) { return {'\'', value, '\''}; }
std::string text_of(std::string_view value) { return '"' + std::string(value) + '"'; }
std::string text_of(const char* value) { return '"' + std::string(value) + '"'; }
std::string text_of(const std::string& value) { return '"' + value + '"'; }
template <typename T>
std::string text_of(const T& value);
template <typename T>
std::string text_of(const std::optional<T>& value) { return value ? text_of(*value) : "nothing"; }
template <typename T>
std::string text_of(const std::shared_ptr<T>& value) { return value ? text_of(*value) : "null"; }
template <typename T>
std::string text_of(const std::unique_ptr<T>& value) { return value ? text_of(*value) : "null"; }
template <typename A, typename B>
std::string text_of(const std::pair<A, B>& value) { return '(' + text_of(value.first) + ", " + text_of(value.second) + ')'; }
template <typename T>
std::string text_of(T* const& value) { return value == nullptr ? "null" : "a pointer"; }

template <typename T, typename = void>
struct IsRange : std::false_type {};
template <typename T>
struct IsRange<T, std::void_t<decltype(std::begin(std::declval<const T&>()))>> : std::true_type {};
template <typename T, typename = void>
struct IsStreamable : std::false_type {};
template <typename T>
struct IsStreamable<T, std::void_t<decltype(std::declval<std::ostream&>() << std::declval<const T&>())>>
    : std::true_type {};

template <typename T>
std::string text_of(const T& value) {
  if constexpr (std::is_integral_v<T>) {
    return std::to_string(value);
  } else if constexpr (std::is_enum_v<T>) {
    return std::to_string(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (IsRange<T>::value) {
    std::string text = "{";
    for (const auto& each : value) text += (text.size() == 1 ? "" : ", ") + text_of(each);
    return text + '}';
  } else if constexpr (IsStreamable<T>::value) {
    std::ostringstream stream;
    stream << value;
    return stream.str();
  } else {
    return "an object";
  }
}

)";

// For results that need no more.
constexpr char kPlainTexts[] = R"(// How values are written.
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(const std::string& value) { return '"' + value + '"'; }
std::string text_of(const char* value) { return '"' + std::string(value) + '"'; }
template <typename T>
std::string text_of(T number) { return std::to_string(number); }

)";

constexpr char kOutcome[] = R"(// What a call gives: its result, or the exception.
template <typename Call>
std::string outcome_of(Call call) {
  try {
    return call();
  } catch (const std::exception& exception) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> name(
        abi::__cxa_demangle(typeid(exception).name(), nullptr, nullptr, &status), std::free);
    return std::string("threw ") + name.get();
  }
}

)";

bool is_plain(const Type& type) {
  return type.category == TypeCategory::kBool ||
         (type.category == TypeCategory::kInteger && type.spelling != "char") ||
         type.spelling == "std::string";
}

// The body of a test, in a program of its own or among others.
class ReproducerWriter {
 public:
  enum class Form { kProgram, kGoogleTest };

  ReproducerWriter(const Operations& operations, const TestCase& test,
                   const std::optional<ReproducerCheck>& check, const ReproducerOptions& options)
      : operations_(operations), test_(test), check_(check), options_(options) {}

  // `head` opens the function.
  std::string function(const std::string& head, Form form) {
    form_ = form;
    return head + " {\n" + statements() + "}\n";
  }
  bool uses_outcome() const { return uses_outcome_; }

  bool needs_all_texts() const {
    if (!check_) return false;
    const auto is_strange = [&](const Call& call) {
      const Operation& operation = operations_.methods()[call.operation];
      const Method& method = operations_.method_of(operation);
      if (method.returns.category != TypeCategory::kVoid && !is_plain(method.returns)) return true;
      return std::ranges::any_of(operation.slots, [&](const Slot& slot) {
        return slot.kind == Slot::Kind::kOutput && !is_plain(method.parameters[slot.parameter].type);
      });
    };
    const bool strange_state = std::ranges::any_of(check_->observers, [&](std::size_t observer) {
      return !is_plain(operations_.model().methods[operations_.observers()[observer]].returns);
    });
    return strange_state || std::ranges::any_of(test_.suffixes, [&](const CallSequence& suffix) {
             return std::ranges::any_of(suffix, is_strange);
           });
  }

 private:
  std::string arguments(const Operation& operation, const Call& call) const {
    std::string text;
    for (std::size_t i = 0; i < operation.slots.size(); ++i) {
      const Slot& slot = operation.slots[i];
      if (slot.kind == Slot::Kind::kTarget) continue;
      text += text.empty() ? "" : ", ";
      text += slot.kind == Slot::Kind::kOutput ? "output_" + std::to_string(i)
                                               : operations_.expression(slot, call.argument_seeds[i]);
    }
    return text;
  }

  std::string call_text(const Call& call) const {
    const Operation& operation = operations_.methods()[call.operation];
    const Method& method = operations_.method_of(operation);
    std::string target = operations_.object_name(0, operations_.objects()) + '.';
    if (!operation.slots.empty() && operation.slots.front().kind == Slot::Kind::kTarget)
      target = operations_.expression(operation.slots.front(), call.argument_seeds.front()) + '.';
    if (method.is_static) target = operations_.model().name + "::";
    return target + method.name + '(' + arguments(operation, call) + ')';
  }

  // Variables that a call writes to, declared.
  std::string outputs(const Call& call) const {
    const Operation& operation = operations_.methods()[call.operation];
    std::string text;
    for (std::size_t i = 0; i < operation.slots.size(); ++i)
      if (operation.slots[i].kind == Slot::Kind::kOutput)
        text += operations_.method_of(operation).parameters[operation.slots[i].parameter].type.spelling +
                " output_" + std::to_string(i) + "{}; ";
    return text;
  }

  bool is_given(const Call& call) const {
    return call.argument_seeds.size() > operations_.methods()[call.operation].slots.size();
  }
  static std::string variable(const Call& call) {
    return Operations::result_name(call.argument_seeds.back() - Operations::kFirstResult);
  }

  // A variable for the result that a later call is given.
  void declare_result(const Call& call, const std::string& indent) {
    const Method& method = operations_.method_of(operations_.methods()[call.operation]);
    if (is_given(call)) body_ += indent + method.returns.spelling + " " + variable(call) + "{};\n";
  }

  // A call whose result nobody compares with anything.
  void plain_call(const Call& call, bool may_throw, const std::string& indent) {
    const Method& method = operations_.method_of(operations_.methods()[call.operation]);
    declare_result(call, indent);
    std::string text = call_text(call);
    if (is_given(call))
      text = variable(call) + " = " + text;
    else if (method.returns.category != TypeCategory::kVoid)
      text = "static_cast<void>(" + text + ")";
    text = outputs(call) + text + ";";
    if (may_throw)
      text = "try { " + text + " } catch (...) {}";
    else if (!outputs(call).empty())
      text = "{ " + text + " }";
    body_ += indent + text + '\n';
  }

  // The text of what a call gives, as the driver tells it.
  void compared_call(const Call& call, const std::string& into, const std::string& indent) {
    const Operation& operation = operations_.methods()[call.operation];
    const Method& method = operations_.method_of(operation);
    declare_result(call, indent);
    std::string text;
    const std::string declared = outputs(call);
    const bool has_result = method.returns.category != TypeCategory::kVoid && !method.returns_reference;
    std::string statements = declared;
    if (!has_result) {
      statements += call_text(call) + "; ";
      text = "std::string(\"returned\")";
    } else if (is_given(call)) {
      statements += variable(call) + " = " + call_text(call) + "; ";
      text = "\"returned \" + text_of(" + variable(call) + ")";
    } else if (declared.empty()) {
      text = "\"returned \" + text_of(" + call_text(call) + ")";
    } else {
      statements += "auto result = " + call_text(call) + "; ";
      text = "\"returned \" + text_of(result)";
    }
    // By custom, false means that nothing was given.
    const bool asks_first = has_result && method.returns.category == TypeCategory::kBool;
    bool is_first = !has_result;
    for (std::size_t i = 0; i < operation.slots.size(); ++i) {
      if (operation.slots[i].kind != Slot::Kind::kOutput) continue;
      const std::string given = std::string(is_first ? "\" gives \"" : "\" and gives \"") +
                                " + text_of(output_" + std::to_string(i) + ")";
      text += asks_first ? " + (result ? " + given + " : std::string())" : " + " + given;
      is_first = false;
    }
    const bool may_throw = options_.may_throw.contains(call);
    uses_outcome_ = uses_outcome_ || may_throw;
    if (may_throw)
      body_ += indent + into + " += outcome_of([&] { " + statements + "return " + text + "; }) + \"; \";\n";
    else if (statements.empty())
      body_ += indent + into + " += " + text + " + \"; \";\n";
    else
      body_ += indent + "{ " + statements + into + " += " + text + " + \"; \"; }\n";
  }

  std::string statements() {
    const std::string name = operations_.model().name;
    const Call& constructor = test_.prefix.front();
    const Operation& made_by = operations_.constructors()[constructor.operation];
    for (std::size_t i = 0; i < operations_.objects(); ++i) {
      const std::string given = arguments(made_by, constructor);
      body_ += "  " + name + " " + Operations::object_name(i, operations_.objects()) +
               (given.empty() ? "" : "(" + given + ")") + ";\n";
    }
    for (std::size_t i = 1; i < test_.prefix.size(); ++i)
      plain_call(test_.prefix[i], options_.prefix_threw.contains(i - 1), "  ");
    body_ += '\n';
    if (check_) body_ += "  std::string seen[" + std::to_string(test_.suffixes.size()) + "];\n";
    if (has_times()) body_ += "  std::atomic<int> clock{0};\n" + times();
    for (std::size_t thread = 0; thread < test_.suffixes.size(); ++thread) one_thread(thread);
    for (std::size_t thread = 0; thread < test_.suffixes.size(); ++thread)
      body_ += "  thread_" + std::to_string(thread + 1) + ".join();\n";
    if (check_) comparison();
    return std::move(body_);
  }

  bool has_times() const { return check_ && !check_->before.empty(); }

  std::string times() const {
    std::string text;
    for (std::size_t thread = 0; thread < test_.suffixes.size(); ++thread) {
      const std::string count = std::to_string(test_.suffixes[thread].size());
      const std::string number = std::to_string(thread + 1);
      text += "  int began_" + number + "[" + count + "], ended_" + number + "[" + count + "];\n";
    }
    return text;
  }

  void one_thread(std::size_t thread) {
    const std::string number = std::to_string(thread + 1);
    body_ += "  std::thread thread_" + number + "([&] {\n";
    for (std::size_t i = 0; i < test_.suffixes[thread].size(); ++i) {
      const Call& call = test_.suffixes[thread][i];
      const std::string place = number + "[" + std::to_string(i) + "]";
      if (has_times()) body_ += "    began_" + place + " = ++clock;\n";
      if (check_)
        compared_call(call, "seen[" + std::to_string(thread) + "]", "    ");
      else
        plain_call(call, options_.may_throw.contains(call), "    ");
      if (has_times()) body_ += "    ended_" + place + " = ++clock;\n";
    }
    body_ += "  });\n";
  }

  static std::string one_text(const std::vector<std::vector<Outcome>>& outcomes) {
    std::string text;
    for (const std::vector<Outcome>& of_thread : outcomes) {
      if (!text.empty()) text += "| ";
      for (const Outcome& outcome : of_thread) text += to_text(outcome) + "; ";
    }
    return text;
  }

  void state() {
    bool is_first = true;
    for (std::size_t object = 0; object < operations_.objects(); ++object)
      for (const std::size_t observer : check_->observers) {
        const std::string method = operations_.model().methods[operations_.observers()[observer]].name;
        const std::string call = Operations::object_name(object, operations_.objects()) + "." + method + "()";
        body_ += "  all += std::string(\"" + std::string(is_first ? "" : ", ") + method +
                 "() is \") + text_of(" + call + ");\n";
        is_first = false;
      }
  }

  void comparison() {
    body_ += "\n  std::string all = seen[0]";
    for (std::size_t thread = 1; thread < test_.suffixes.size(); ++thread)
      body_ += " + \"| \" + seen[" + std::to_string(thread) + "]";
    body_ += ";\n";
    if (check_->seen_state) {
      body_ += "  all += \"then \";\n";
      state();
    }
    const std::string with_state = check_->seen_state ? "then " : "";
    if (has_times()) {
      body_ += "  // Which of the calls were over before others began.\n  const bool in_that_order =\n      ";
      for (std::size_t i = 0; i < check_->before.size(); ++i) {
        const auto& [first, second] = check_->before[i];
        body_ += (i == 0 ? "" : " &&\n      ") + std::string("ended_") + std::to_string(first.thread + 1) +
                 "[" + std::to_string(first.call) + "] < began_" + std::to_string(second.thread + 1) + "[" +
                 std::to_string(second.call) + "]";
      }
      body_ += ";\n";
    }
    if (check_->explained.empty() || has_times()) {
      body_ += "  // No order of the calls gives this" +
               std::string(has_times() ? " when they come so" : "") + ".\n";
      body_ += "  if (" + std::string(has_times() ? "!in_that_order || " : "") +
               "all != " + quoted(one_text(check_->seen) + with_state + check_->seen_state.value_or("")) +
               ") " + success() + "\n";
    } else {
      body_ += "  // What the calls give one after the other, in whatever order.\n";
      std::set<std::string> texts;
      for (std::size_t i = 0; i < check_->explained.size(); ++i)
        texts.insert(one_text(check_->explained[i]) +
                     (check_->seen_state && i < check_->explained_states.size()
                          ? with_state + check_->explained_states[i]
                          : ""));
      for (const std::string& text : texts) body_ += "  if (all == " + quoted(text) + ") " + success() + "\n";
    }
    if (form_ == Form::kGoogleTest) {
      body_ += "  FAIL() << \"No order of the calls explains this: \" << all;\n";
      return;
    }
    body_ +=
        "  std::fprintf(stderr, \"No order of the calls explains this: %s\\n\", all.c_str());\n  "
        "std::abort();\n";
  }

  std::string success() const { return form_ == Form::kProgram ? "return 0;" : "return;"; }

  const Operations& operations_;
  const TestCase& test_;
  const std::optional<ReproducerCheck>& check_;
  const ReproducerOptions& options_;
  Form form_ = Form::kProgram;
  std::string body_;
  bool uses_outcome_ = false;
};

// What comes before the functions of a file.
std::string preamble(const ReproducerOptions& options, const std::vector<std::string>& headers,
                     bool needs_texts, bool needs_all_texts, bool needs_outcome) {
  std::string text;
  for (const std::string& each : options.comment) text += each.empty() ? "//\n" : "// " + each + '\n';
  for (const std::string& include : options.includes) text += "#include \"" + include + "\"\n";
  text += '\n';
  for (const std::string& header : headers) text += "#include <" + header + ">\n";
  for (const char* header : {"cxxabi.h", "atomic", "cstdio", "cstdlib", "exception", "iterator", "memory",
                             "optional", "sstream", "string", "string_view", "thread", "typeinfo", "utility"})
    text += std::string("#include <") + header + ">\n";
  text += '\n';
  if (!needs_texts) return text;
  text += "namespace {\n\n";
  text += needs_all_texts ? kTexts : kPlainTexts;
  if (needs_outcome) text += kOutcome;
  return text + "}  // namespace\n\n";
}

}  // namespace

std::string reproducer_source(const Operations& operations, const TestCase& test,
                              const std::optional<ReproducerCheck>& check, const ReproducerOptions& options) {
  ReproducerWriter writer(operations, test, check, options);
  const std::string main = writer.function("int main()", ReproducerWriter::Form::kProgram);
  return preamble(options, {}, check.has_value(), writer.needs_all_texts(), writer.uses_outcome()) + main;
}

std::string test_file_source(const Operations& operations, const std::vector<EmittedTest>& tests,
                             const ReproducerOptions& options) {
  std::string text;
  bool needs_texts = false, needs_all_texts = false, needs_outcome = false;
  for (const EmittedTest& each : tests) {
    ReproducerOptions own = options;
    own.may_throw = each.may_throw;
    own.prefix_threw = each.prefix_threw;
    const Operations described = operations.with_objects(operations.objects_of(each.test));
    ReproducerWriter writer(described, each.test, each.check, own);
    text += (text.empty() ? "" : "\n") +
            writer.function("TEST(Generated, " + each.name + ")", ReproducerWriter::Form::kGoogleTest);
    needs_texts = needs_texts || each.check.has_value();
    needs_all_texts = needs_all_texts || writer.needs_all_texts();
    needs_outcome = needs_outcome || writer.uses_outcome();
  }
  return preamble(options, {"gtest/gtest.h"}, needs_texts, needs_all_texts, needs_outcome) + text;
}

}  // namespace heddle::classes
