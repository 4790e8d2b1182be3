#include "sessions/snapshot.h"

#include <algorithm>
#include <set>
#include <vector>

#include "host/guided_search.h"
#include "report/model/text.h"
#include "symbols/demangle.h"

namespace heddle::sessions {

namespace {

constexpr std::size_t kMostNames = 5;

struct NamedFunction {
  std::string full;   // "Bank::transfer(int, int)"
  std::string plain;  // "Bank::transfer"
  symbols::Symbol symbol;
};

// Without what the compiler has split off.
std::vector<NamedFunction> functions_of(const std::string& path, symbols::Symbolizer& symbolizer) {
  std::vector<NamedFunction> functions;
  for (symbols::Symbol& symbol : symbolizer.functions(path)) {
    if (symbol.name.find(".cold") != std::string::npos) continue;
    const std::string full = symbols::demangle(symbol.name);
    functions.push_back({full, symbols::short_function_name(full), std::move(symbol)});
  }
  return functions;
}

bool is_called(const NamedFunction& function, std::string_view name) {
  if (function.symbol.name == name || function.full == name || function.plain == name) return true;
  const std::string_view plain = function.plain;
  return plain.size() > name.size() + 2 && plain.ends_with(name) &&
         plain.substr(plain.size() - name.size() - 2, 2) == "::";
}

// Those that mean the name best: whole names before the last parts of names.
std::vector<NamedFunction> functions_called(const std::vector<NamedFunction>& all, std::string_view name) {
  std::vector<NamedFunction> whole, parts;
  for (const NamedFunction& each : all)
    if (is_called(each, name)) (each.plain == name || each.full == name ? whole : parts).push_back(each);
  std::vector<NamedFunction>& best = whole.empty() ? parts : whole;
  // One function may have several symbols, as constructors do. They come by their addresses.
  best.erase(std::unique(best.begin(), best.end(),
                         [](const NamedFunction& a, const NamedFunction& b) {
                           return a.symbol.address == b.symbol.address;
                         }),
             best.end());
  return best;
}

std::string names_like(const std::vector<NamedFunction>& all, std::string_view name) {
  const std::string_view last = name.substr(name.rfind(':') + 1);
  std::set<std::string> names;
  for (const NamedFunction& each : all)
    if (each.plain.find(last) != std::string::npos) names.insert(each.plain);
  if (names.empty()) return {};
  return "; there are " + report::listed({names.begin(), names.end()}, kMostNames);
}

}  // namespace

Result<SnapshotPlace> find_snapshot(const SnapshotChoice& choice, const SearchSettings& settings,
                                    const ModuleTable& modules, symbols::Symbolizer& symbolizer) {
  SnapshotPlace place;
  using Where = SnapshotChoice::Where;
  if (choice.where == Where::kStart || choice.where == Where::kFirstThread) return place;
  if (host::is_guided(settings))
    return Error{"the strategy " + settings.strategy +
                 " has to see executions from the program's start: leave --snapshot out"};
  if (settings.execution.carrier != Carrier::kContexts)
    return Error{"--snapshot at a place needs --carrier contexts"};
  if (choice.where == Where::kStartHere) {
    place.name = "heddle::start_here()";
    return place;
  }
  const std::string& name = choice.function;
  std::string others;
  for (const Module& module : modules.modules) {
    if (!module.instrumented) continue;
    const std::vector<NamedFunction> all = functions_of(module.path, symbolizer);
    const std::vector<NamedFunction> called = functions_called(all, name);
    if (called.size() > 1) {
      std::vector<std::string> names;
      for (const NamedFunction& each : called) names.push_back("'" + each.full + "'");
      return Error{"several functions are called '" + name + "': " + report::listed(names, kMostNames) +
                   ". Write one of them in full"};
    }
    if (called.size() == 1)
      return SnapshotPlace{name, module.path, called.front().symbol.address, called.front().symbol.size};
    if (others.empty()) others = names_like(all, name);
  }
  return Error{
      "no function of the instrumented program is called '" + name + "'" + others +
      ". A function that is inlined everywhere does not exist: give it __attribute__((noinline)), or "
      "call heddle::start_here() and write --snapshot start-here"};
}

}  // namespace heddle::sessions
