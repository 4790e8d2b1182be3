#include "sessions/program_places.h"

#include <algorithm>
#include <set>
#include <utility>
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

Result<ProgramPlace> find_function(const std::string& name, const ModuleTable& modules,
                                   symbols::Symbolizer& symbolizer, const std::string& instead) {
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
      return ProgramPlace{name, module.path, called.front().symbol.address, called.front().symbol.size};
    if (others.empty()) others = names_like(all, name);
  }
  return Error{
      "no function of the instrumented program is called '" + name + "'" + others +
      ". A function that is inlined everywhere does not exist: give it __attribute__((noinline)), or " +
      instead};
}

}  // namespace

Result<ProgramPlace> find_snapshot(const SnapshotChoice& choice, const SearchSettings& settings,
                                   const ModuleTable& modules, symbols::Symbolizer& symbolizer) {
  ProgramPlace place;
  using Where = SnapshotChoice::Where;
  if (choice.where == Where::kStart || choice.where == Where::kFirstThread) return place;
  if (host::is_guided(settings))
    return Error{"the strategy " + settings.strategy +
                 " has to see executions from the program's start: leave --snapshot out"};
  if (settings.execution.carrier != Carrier::kContexts)
    return Error{"--snapshot at a place needs --carrier contexts"};
  if (choice.where == Where::kFunction)
    return find_function(choice.function, modules, symbolizer,
                         "call heddle::start_here() and write --snapshot start-here");
  place.name = kStartMark;
  return place;
}

Result<ProgramPlace> find_region(const std::string& region, const ModuleTable& modules,
                                 symbols::Symbolizer& symbolizer) {
  ProgramPlace place;
  if (!region.empty() && region != kMarkedRegions)
    return find_function(region, modules, symbolizer,
                         "mark the region by heddle::Region and write --region marked");
  if (region == kMarkedRegions) place.name = kRegionMark;
  return place;
}

Result<bool> find_places(const PlaceChoices& choices, const ModuleTable& modules,
                         symbols::Symbolizer& symbolizer, SearchSettings& settings) {
  Result<ProgramPlace> snapshot = find_snapshot(choices.snapshot, settings, modules, symbolizer);
  if (!snapshot) return Error{snapshot.error()};
  Result<ProgramPlace> region = find_region(choices.region, modules, symbolizer);
  if (!region) return Error{region.error()};
  settings.snapshot = std::move(*snapshot);
  settings.region = std::move(*region);
  settings.execution.only_in_region = settings.region.is_given();
  settings.may_begin_at_region = settings.region.is_given() && !settings.snapshot.is_given() &&
                                 !host::is_guided(settings) &&
                                 settings.execution.carrier == Carrier::kContexts;
  return true;
}

}  // namespace heddle::sessions
