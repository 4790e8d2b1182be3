#include "classes/reproducer.h"

#include <algorithm>
#include <map>
#include <set>

#include "classes/argument_values.h"
#include "classes/method_words.h"
#include "classes/reproducer_texts.h"

namespace heddle::classes {

namespace {

// `text` in quotes, as C++ writes it.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (code < ' ') {
      result += {'\\', '0', static_cast<char>('0' + code / 8), static_cast<char>('0' + code % 8)};
    } else {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result + '"';
}

bool is_plain(const Type& type) {
  return type.category == TypeCategory::kBool ||
         (type.category == TypeCategory::kInteger && type.spelling != "char" &&
          type.spelling != "std::byte") ||
         type.spelling == "std::string";
}

// Of the functions that a file begins with.
struct FileNeeds {
  bool is_compared = false;  // results with anything
  bool all_texts = false;
  bool hides_addresses = false;
  bool bool_text = false;
  bool string_text = false;
  bool number_text = false;
  bool outcome = false;
  bool state = false;
  bool functions = false;                                        // that tests give to methods
  std::set<std::string> places;                                  // what tests give pointers to
  std::map<std::string, std::vector<std::string>> enumerations;  // that calls give

  void merge(const FileNeeds& other) {
    is_compared = is_compared || other.is_compared;
    all_texts = all_texts || other.all_texts;
    hides_addresses = hides_addresses || other.hides_addresses;
    bool_text = bool_text || other.bool_text;
    string_text = string_text || other.string_text;
    number_text = number_text || other.number_text;
    outcome = outcome || other.outcome;
    state = state || other.state;
    functions = functions || other.functions;
    places.insert(other.places.begin(), other.places.end());
    enumerations.insert(other.enumerations.begin(), other.enumerations.end());
  }
};

// The body of a test, in a program of its own or among others.
// Some text has one, as drivers write it.
bool has_address(const ReproducerCheck& check) {
  const auto in_text = [](const std::string& text) {
    return text.find("an address") != std::string::npos || text.find(" thread") != std::string::npos;
  };
  const auto in_outcomes = [&](const std::vector<std::vector<Outcome>>& outcomes) {
    return std::ranges::any_of(outcomes, [&](const std::vector<Outcome>& of_thread) {
      return std::ranges::any_of(of_thread, in_text, &Outcome::text);
    });
  };
  return in_outcomes(check.seen) || std::ranges::any_of(check.explained, in_outcomes) ||
         in_text(check.seen_state.value_or("")) || std::ranges::any_of(check.explained_states, in_text);
}

class ReproducerWriter {
 public:
  enum class Form { kProgram, kGoogleTest };

  ReproducerWriter(const Operations& operations, const TestCase& test,
                   const std::optional<ReproducerCheck>& check, const ReproducerOptions& options)
      : operations_(operations), test_(test), check_(check), options_(options) {}

  // `head` opens the function.
  std::string function(const std::string& head, Form form) {
    form_ = form;
    written_ = statements();
    return head + " {\n" + written_ + "}\n";
  }
  // What the functions of the file need.
  FileNeeds needs() const {
    FileNeeds needs;
    needs.functions = body_has("returning<") || body_has("increment<");
    if (body_has(kPlaceWord)) needs.places = operations_.placed_types();
    if (!check_) return needs;
    needs.is_compared = true;
    const std::vector<Type> types = told_types();
    const auto any = [&](TypeCategory category) {
      return std::ranges::any_of(types, [&](const Type& type) { return type.category == category; });
    };
    needs.enumerations = operations_.told_enumerations();
    const auto is_named = [&](const Type& type) { return needs.enumerations.contains(type.spelling); };
    needs.all_texts =
        !std::ranges::all_of(types, [&](const Type& type) { return is_plain(type) || is_named(type); });
    if (std::ranges::none_of(types, is_named) && !needs.all_texts) needs.enumerations.clear();
    needs.hides_addresses = has_address(*check_);
    needs.bool_text = any(TypeCategory::kBool);
    needs.string_text = any(TypeCategory::kText);
    needs.number_text = any(TypeCategory::kInteger);
    needs.outcome = uses_outcome_;
    needs.state = state_throws();
    return needs;
  }

 private:
  bool body_has(std::string_view word) const { return written_.find(word) != std::string::npos; }

  // Of what the program writes as text.
  std::vector<Type> told_types() const {
    std::vector<Type> types;
    for (const CallSequence& suffix : test_.suffixes)
      for (const Call& call : suffix) {
        const Operation& operation = operations_.methods()[call.operation];
        const Method& method = operations_.method_of(operation);
        if (has_result(method)) types.push_back(method.returns);
        for (const Slot& slot : operation.slots)
          if (slot.is_output()) types.push_back(method.parameters[slot.parameter].type);
      }
    for (const std::size_t observer : check_->observers)
      types.push_back(operations_.model().methods[operations_.observers()[observer]].returns);
    return types;
  }

  static bool has_result(const Method& method) {
    return method.returns.category != TypeCategory::kVoid && !method.returns_reference;
  }

  // As the driver tells it.
  bool state_throws() const {
    const auto throws = [](const std::string& state) { return state.find("throws ") != std::string::npos; };
    return check_->seen_state &&
           (throws(*check_->seen_state) || std::ranges::any_of(check_->explained_states, throws));
  }

  std::string arguments(const Operation& operation, const Call& call) const {
    std::string text;
    for (std::size_t i = 0; i < operation.slots.size(); ++i) {
      const Slot& slot = operation.slots[i];
      if (slot.kind == Slot::Kind::kTarget) continue;
      text += text.empty() ? "" : ", ";
      const std::string variable = Operations::variable(operation, i);
      text += variable.empty() ? operations_.expression(slot, call.argument_seeds[i]) : variable;
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
    return target + method.name + method.template_arguments + '(' + arguments(operation, call) + ')';
  }

  // Variables that a call writes to or reads from, declared.
  std::string outputs(const Call& call) const {
    return variables(operations_.methods()[call.operation], call);
  }
  std::string variables(const Operation& operation, const Call& call) const {
    std::string text;
    for (std::size_t i = 0; i < operation.slots.size(); ++i) {
      const Slot& slot = operation.slots[i];
      const std::string declared = operations_.declaration(
          operation, i,
          slot.kind == Slot::Kind::kArray ? Operations::elements(slot, call.argument_seeds[i])
                                          : std::vector<std::string>{});
      if (!declared.empty()) text += declared + ' ';
    }
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

  // A call whose result is compared with nothing.
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
    std::string statements = declared;
    if (!has_result(method)) {
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
    const bool asks_first = has_result(method) && method.returns.category == TypeCategory::kBool;
    bool is_first = !has_result(method);
    for (std::size_t i = 0; i < operation.slots.size(); ++i) {
      if (!operation.slots[i].is_output()) continue;
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
    if (const std::string declared = variables(made_by, constructor); !declared.empty())
      body_ += "  " + declared.substr(0, declared.size() - 1) + '\n';
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
        const std::string between = is_first ? "" : ", ";
        if (state_throws())
          body_ += "  all += " + (is_first ? "" : quoted(between) + " + ") + "state_of([&] { return \"" +
                   method + "() is \" + text_of(" + call + "); });\n";
        else
          body_ += "  all += \"" + between + method + "() is \" + text_of(" + call + ");\n";
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
  std::string written_;
  bool uses_outcome_ = false;
};

// As drivers write it: by its name.
std::string enumerators_text(const std::string& type, const std::vector<std::string>& enumerators) {
  std::string text = "[[maybe_unused]] std::string text_of(" + type + " value) {\n";
  for (const std::string& each : enumerators)
    text += "  if (value == " + each + ") return \"" + last_name_of(each) + "\";\n";
  return text + "  return std::to_string(static_cast<std::underlying_type_t<" + type + ">>(value));\n}\n\n";
}

// What comes before the functions of a file.
std::string preamble(const ReproducerOptions& options, const std::vector<std::string>& headers,
                     const FileNeeds& needs) {
  std::string text;
  for (const std::string& each : options.comment) text += each.empty() ? "//\n" : "// " + each + '\n';
  for (const std::string& include : options.includes) text += "#include \"" + include + "\"\n";
  text += '\n';
  for (const std::string& header : headers) text += "#include <" + header + ">\n";
  if (needs.hides_addresses) text += "#include <sys/mman.h>\n#include <unistd.h>\n#include <algorithm>\n";
  for (const char* header :
       {"cxxabi.h", "atomic", "cstdio", "cstdlib", "exception", "iterator", "memory", "optional", "sstream",
        "string", "string_view", "thread", "tuple", "type_traits", "typeinfo", "utility"})
    text += std::string("#include <") + header + ">\n";
  text += '\n';
  const bool has_pieces = needs.functions || !needs.places.empty();
  if (!needs.is_compared && !has_pieces) return text;
  text += "namespace {\n\n";
  if (needs.functions) text += kFunctions;
  if (!needs.places.empty()) text += place_texts(needs.places);
  if (!needs.is_compared) return text + "}  // namespace\n\n";
  for (const auto& [type, enumerators] : needs.enumerations) text += enumerators_text(type, enumerators);
  if (needs.all_texts || needs.hides_addresses) {
    text += value_texts(needs.hides_addresses, !needs.places.empty());
  } else if (needs.bool_text || needs.string_text || needs.number_text) {
    text += "// How values are written.\n";
    if (needs.bool_text) text += kBoolText;
    if (needs.string_text) text += kStringText;
    if (needs.number_text) text += kNumberText;
    text += '\n';
  }
  if (needs.outcome || needs.state) text += kThrown;
  if (needs.outcome) text += kOutcome;
  if (needs.state) text += kState;
  return text + "}  // namespace\n\n";
}

}  // namespace

std::string reproducer_source(const Operations& operations, const TestCase& test,
                              const std::optional<ReproducerCheck>& check, const ReproducerOptions& options) {
  ReproducerWriter writer(operations, test, check, options);
  const std::string main = writer.function("int main()", ReproducerWriter::Form::kProgram);
  return preamble(options, {}, writer.needs()) + main;
}

std::string test_file_source(const Operations& operations, const std::vector<EmittedTest>& tests,
                             const ReproducerOptions& options) {
  std::string text;
  FileNeeds needs;
  for (const EmittedTest& each : tests) {
    ReproducerOptions own = options;
    own.may_throw = each.may_throw;
    own.prefix_threw = each.prefix_threw;
    const Operations described = operations.with_objects(operations.objects_of(each.test));
    ReproducerWriter writer(described, each.test, each.check, own);
    text += (text.empty() ? "" : "\n") +
            writer.function("TEST(Generated, " + each.name + ")", ReproducerWriter::Form::kGoogleTest);
    needs.merge(writer.needs());
  }
  return preamble(options, {"gtest/gtest.h"}, needs) + text;
}

}  // namespace heddle::classes
