#include "schedule/registry.h"

#include <array>
#include <limits>

#include "schedule/adaptive_search.h"
#include "schedule/deadlock_fuzzer.h"
#include "schedule/exhaustive_search.h"
#include "schedule/fair.h"
#include "schedule/fifo.h"
#include "schedule/guided.h"
#include "schedule/hars_online.h"
#include "schedule/hold.h"
#include "schedule/iroot.h"
#include "schedule/native.h"
#include "schedule/noise.h"
#include "schedule/pct.h"
#include "schedule/plan.h"
#include "schedule/portfolio.h"
#include "schedule/pos.h"
#include "schedule/profiled.h"
#include "schedule/random_walk.h"
#include "schedule/rpro.h"
#include "schedule/surw.h"
#include "schedule/surwp.h"
#include "schedule/tsa.h"
#include "schedule/urw.h"

namespace heddle {

namespace {

using Made = Result<std::unique_ptr<Strategy>>;

constexpr std::uint64_t kMostDepth = 100;
constexpr std::uint64_t kMostEvents = 1'000'000'000;
constexpr std::uint64_t kMostThreads = 4096;
constexpr std::uint64_t kLongestDelay = 3'600'000'000'000;  // nanoseconds

template <typename Kind, typename... Arguments>
Made made_of(std::string problem, Arguments... arguments) {
  if (!problem.empty()) return Error{std::move(problem)};
  return std::unique_ptr<Strategy>(std::make_unique<Kind>(arguments...));
}

// With a profile of its own.
template <typename Kind, typename... Arguments>
Made profiled(std::string problem, Arguments... arguments) {
  return made_of<Profiled>(std::move(problem), Profiled::Make([=](const Profile& profile) {
                             return std::make_unique<Kind>(arguments..., profile);
                           }));
}

template <typename Search, typename Options>
Made prefixed(std::string problem, const Options& options, ExitRule exit) {
  if (!problem.empty()) return Error{std::move(problem)};
  return std::unique_ptr<Strategy>(std::make_unique<Prefixed>(std::make_unique<Search>(options), exit));
}

template <typename Kind>
Made make_plain(const StrategySpec& spec) {
  return made_of<Kind>(OptionReader(spec).problem(""));
}

template <typename Kind>
Made make_profiled(const StrategySpec& spec) {
  return profiled<Kind>(OptionReader(spec).problem(""));
}

Made make_random(const StrategySpec& spec) {
  OptionReader options(spec);
  const double probability = options.probability("switch", -1);
  return made_of<RandomWalk>(options.problem("switch=P, P from 0 to 1"), probability);
}

Made make_fifo(const StrategySpec& spec) {
  OptionReader options(spec);
  const bool newest = options.flag("newest", false);
  return made_of<Fifo>(options.problem("newest=true|false"), newest);
}

PctOptions read_pct(OptionReader& options, std::uint64_t least_depth, EventClass counted) {
  PctOptions pct;
  pct.depth = static_cast<unsigned>(options.integer("depth", pct.depth, least_depth, kMostDepth));
  pct.threads = options.integer("n", 0, 1, kMostThreads);
  pct.events = options.integer("k", 0, 1, kMostEvents);
  pct.counted = static_cast<EventClass>(
      options.word("events", static_cast<std::size_t>(counted), {"acquire", "sync", "all"}));
  pct.fair = options.flag("fair", false);
  return pct;
}

Made make_pct(const StrategySpec& spec) {
  OptionReader options(spec);
  const PctOptions pct = read_pct(options, 1, EventClass::kSync);
  return profiled<Pct>(options.problem("depth=D, events=acquire|sync|all, n=N, k=K, fair=true|false"), pct);
}

Made make_rpro(const StrategySpec& spec) {
  OptionReader options(spec);
  const PctOptions pct = read_pct(options, 2, EventClass::kAcquire);
  const std::uint64_t radius = options.integer("radius", 10, 1, kMostEvents);
  if (radius + 2 < pct.depth)
    options.refuse("strategy option 'radius=" + std::to_string(radius) + "' leaves no room for " +
                   std::to_string(pct.depth - 2) + " change points: the radius is at least depth - 2");
  return profiled<Rpro>(
      options.problem("depth=D, radius=R, events=acquire|sync|all, n=N, k=K, fair=true|false"), pct, radius);
}

Made make_plan(const StrategySpec& spec) {
  OptionReader options(spec);
  Plan plan;
  const std::string initial = options.text("initial"), changes = options.text("changes");
  if (!parse_priorities(initial, plan.initial))
    options.refuse("strategy option 'initial=" + initial + "' is not a list of numbers such as 4/3/5");
  if (!parse_changes(changes, plan.changes))
    options.refuse("strategy option 'changes=" + changes +
                   "' is not a list of THREAD.EVENTS.PRIORITY such as 1.17.2/0.9.1");
  const auto counted = static_cast<EventClass>(options.word("events", 1, {"acquire", "sync", "all"}));
  return made_of<FollowPlan>(
      options.problem("initial=P/P/..., changes=THREAD.EVENTS.PRIORITY/..., events=..."), plan, counted);
}

Made make_noise(const StrategySpec& spec) {
  OptionReader options(spec);
  const auto mode = static_cast<Noise::Mode>(options.word("mode", 1, {"yield", "sleep"}));
  const std::uint64_t longest = options.duration("max", 10'000'000, kLongestDelay);
  const double probability = options.probability("probability", 0.1);
  return made_of<Noise>(options.problem("mode=yield|sleep, max=TIME, probability=P"), mode, longest,
                        probability);
}

template <bool kRule3>
Made make_tsa(const StrategySpec& spec) {
  OptionReader options(spec);
  TsaOptions tsa;
  tsa.rule_3 = kRule3;
  tsa.estimate = static_cast<Estimate>(options.word("estimate", 0, {"paper", "sharp"}));
  tsa.vary = options.flag("vary", false);
  tsa.requirements = spec.requirements;
  return made_of<Tsa>(options.problem("estimate=paper|sharp, vary=true|false"), tsa);
}

// "2", or "1-5". 0: neither.
IdiomSet parse_idioms(std::string_view text) {
  const auto digit = [](char c) { return c >= '1' && c <= '0' + kIdioms ? c - '0' : 0; };
  if (text.size() != 1 && (text.size() != 3 || text[1] != '-')) return 0;
  const int first = digit(text.front()), last = digit(text.back());
  IdiomSet idioms = 0;
  for (int idiom = first; first != 0 && idiom <= last; ++idiom) idioms |= static_cast<IdiomSet>(1u << idiom);
  return idioms;
}

constexpr std::string_view kFirstIdiom = "1";

Made make_iroot(const StrategySpec& spec) {
  OptionReader options(spec);
  IRootOptions iroot;
  const std::string given = options.text("idioms");
  iroot.idioms = parse_idioms(given.empty() ? kFirstIdiom : std::string_view(given));
  if (iroot.idioms == 0)
    options.refuse("strategy option 'idioms=" + given +
                   "' is not a number from 1 to 5, or a range such as 1-5");
  iroot.failures = static_cast<std::uint32_t>(options.integer("failures", iroot.failures, 1, 1'000'000));
  return made_of<ActiveTesting>(options.problem("idioms=I or I-J, failures=N"), iroot);
}

Made make_deadlock_fuzzer(const StrategySpec& spec) {
  OptionReader options(spec);
  DeadlockTarget target;
  const std::string cycle = options.text("cycle");
  if (!parse_target(cycle, target))
    options.refuse("strategy option 'cycle=" + cycle +
                   "' is not a list of THREAD:HELD-SITE:LOCK:SITE such as main.0:4a1:9c07:4b2/main.1:...");
  return made_of<DeadlockFuzzer>(options.problem("cycle=THREAD:HELD-SITE:LOCK:SITE/..."), target);
}

PatternOptions read_patterns(OptionReader& options) {
  PatternOptions patterns;
  patterns.patterns =
      static_cast<PatternOptions::Patterns>(options.word("patterns", 1, {"falcon", "unicorn"}));
  patterns.threads = static_cast<PatternOptions::Threads>(options.word("threads", 0, {"names", "ignore"}));
  patterns.window = static_cast<std::uint32_t>(
      options.integer("window", patterns.window, 0, std::numeric_limits<std::uint32_t>::max()));
  return patterns;
}

Made make_hars_online(const StrategySpec& spec) {
  OptionReader options(spec);
  HarsOnlineOptions online;
  online.patterns = read_patterns(options);
  online.chance = options.probability("chance", online.chance);
  return made_of<HarsOnline>(
      options.problem("chance=P, patterns=falcon|unicorn, threads=names|ignore, window=N"), online);
}

template <bool kHeuristics>
Made make_adaptive(const StrategySpec& spec) {
  OptionReader options(spec);
  AdaptiveOptions adaptive;
  adaptive.heuristics = kHeuristics;
  adaptive.queue = options.integer("queue", kHeuristics ? 4 : 5, 1, 1'000'000);
  adaptive.patterns = read_patterns(options);
  adaptive.distance = static_cast<PatternDistance::Reading>(options.word("distance", 0, {"new", "missing"}));
  adaptive.restart = options.flag("restart", adaptive.restart);
  std::string allowed =
      "queue=N, patterns=falcon|unicorn, threads=names|ignore, window=N, "
      "distance=new|missing, restart=true|false";
  if (kHeuristics) {
    adaptive.reading.switches_by_access = options.word("tsf", 0, {"count", "frequency"}) == 1;
    adaptive.reading.writes_counted = options.word("wop", 0, {"proportion", "count"}) == 1;
    adaptive.chance = options.probability("chance", 0);
    adaptive.cold = options.integer("cold", 0, 0, 1'000'000);
    allowed += ", tsf=count|frequency, wop=proportion|count, chance=P, cold=N";
  }
  return prefixed<AdaptiveSearch>(options.problem(allowed), adaptive, ExitRule::kHeld);
}

Made make_dfs(const StrategySpec& spec) {
  OptionReader options(spec);
  ExhaustiveOptions exhaustive;
  constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t preemptions = options.integer("preemptions", kNone, 0, 1'000'000);
  const std::uint64_t delays = options.integer("delays", kNone, 0, 1'000'000);
  if (preemptions != kNone && delays != kNone)
    options.refuse("strategy options 'preemptions' and 'delays' exclude each other");
  if (preemptions != kNone) exhaustive = {ExhaustiveOptions::Bound::kPreemptions, preemptions};
  if (delays != kNone) exhaustive = {ExhaustiveOptions::Bound::kDelays, delays};
  return prefixed<ExhaustiveSearch>(options.problem("preemptions=N, delays=N"), exhaustive, ExitRule::kFree);
}

constexpr std::string_view kPctOptions =
    "depth=D  the bug depth, D - 1 change points (3)\n"
    "events=acquire|sync|all  which events are counted (sync)\n"
    "n=N, k=K  threads and events, otherwise measured by the first executions\n"
    "fair=true  not in the paper: a thread that spins or yields gets the lowest priority";
constexpr std::string_view kRproOptions =
    "depth=D  the bug depth, D - 1 change points (3)\n"
    "radius=R  the largest distance from the first change point (10)\n"
    "events=acquire|sync|all  which events are counted (acquire)\n"
    "n=N, k=K, fair=true  as for pct";
constexpr std::string_view kPlanOptions =
    "initial=P/P/...  priorities of the threads in the order of their creation; larger runs first\n"
    "changes=T.J.P/...  after its J-th event thread T gets priority P\n"
    "events=acquire|sync|all  which events are counted (sync)";
constexpr std::string_view kNoiseOptions =
    "mode=yield|sleep  what a delayed thread does (sleep)\n"
    "max=TIME  the longest sleep (10ms)\n"
    "probability=P  probability of a delay before an operation (0.1)";

constexpr std::string_view kTsaOptions =
    "estimate=paper|sharp  how pairs are estimated; sharp uses joins, condition variables and barriers "
    "(paper)\n"
    "vary=true  not in the paper: after an execution that covers nothing new, target only some of the pairs";
constexpr std::string_view kIRootOptions =
    "idioms=I or I-J  which of the five idioms (1)\n"
    "failures=N  failed attempts at one root before it is dropped (6)";
constexpr std::string_view kArsOptions =
    "queue=N  length of the queue of subtraces (5)\n"
    "patterns=falcon|unicorn  memory-access patterns 1 to 8, or all 17 (unicorn)\n"
    "threads=names|ignore  ignore is not in the paper: patterns do not distinguish threads (names)\n"
    "window=N  the most accesses between the pairs of a two-variable pattern (1000)\n"
    "distance=new|missing  counts patterns missing in a passed trace, or missing in the subtrace (new)\n"
    "restart=true|false  whether each completed trace ends a search, as in the authors' program (true)";
constexpr std::string_view kHarsOptions =
    "queue=N, patterns, threads, window, distance, restart  as for ars, but a queue of 4\n"
    "tsf=count|frequency  thread switches, or these by access (count)\n"
    "wop=proportion|count  writes by access, or writes (proportion)\n"
    "chance=P  not in the paper: probability of a random choice instead of the heuristics (0)\n"
    "cold=N  not in the paper: no heuristics after N passed traces (0: always use them)";
constexpr std::array<std::string_view, kTallies> kAdaptiveTallies = {"sortings", "replayed-steps", "pruned",
                                                                     "turns"};
constexpr std::array<std::string_view, kTallies> kRules = {"rule-1", "rule-2", "rule-3"};

constexpr std::array kStrategies = {
    StrategyInfo{"auto",
                 "a portfolio: draws a strategy for each execution, from those that find most together", "",
                 make_profiled<Portfolio>},
    StrategyInfo{"random", "a uniform choice among the enabled threads at each scheduling point",
                 "switch=P  continue the running thread with probability 1-P instead (P from 0 to 1)",
                 make_random},
    StrategyInfo{
        "pct", "random priorities, changed at random events; finds a bug of depth d with a known probability",
        kPctOptions, make_pct},
    StrategyInfo{"rpro", "pct for deadlocks: all priority changes lie within a radius", kRproOptions,
                 make_rpro},
    StrategyInfo{"pos", "partial-order sampling: random priorities of operations, redrawn after a race", "",
                 make_plain<Pos>},
    StrategyInfo{"urw",
                 "a random walk weighted by each thread's remaining events: uniform over interleavings", "",
                 make_profiled<Urw>},
    StrategyInfo{"surw",
                 "uniform over the orders of the events at one shared location, drawn for each execution", "",
                 make_profiled<Surw>},
    StrategyInfo{"surwp", "surw over several locations, everything else by random priorities", "",
                 make_profiled<Surwp>},
    StrategyInfo{"hold", "holds a thread at a site until a conflicting operation has passed", "",
                 make_profiled<Hold>},
    StrategyInfo{"tsa", "pauses threads before locks, so that locks are taken in new orders", kTsaOptions,
                 make_tsa<true>, kRules},
    StrategyInfo{"tsa-h",
                 "tsa without its rule 3, the estimation-based heuristic",
                 kTsaOptions,
                 make_tsa<false>,
                 {"rule-1", "rule-2", "no-rule"}},
    StrategyInfo{"iroot",
                 "active testing: triggers interleavings that were predicted but not yet seen",
                 kIRootOptions,
                 make_iroot,
                 {"aimed", "exposed"}},
    StrategyInfo{"deadlock-fuzzer",
                 "triggers deadlocks that the lock orders of passing executions predict",
                 "cycle=THREAD:HELD-SITE:LOCK:SITE/...  from results.json (those that random walks predict)",
                 make_deadlock_fuzzer,
                 {"aimed", "thrashed"}},
    StrategyInfo{"hars", "extends the prefix whose access patterns are farthest from all passed executions",
                 kHarsOptions, make_adaptive<true>, kAdaptiveTallies},
    StrategyInfo{"ars", "hars without its heuristics and without pruning", kArsOptions, make_adaptive<false>,
                 kAdaptiveTallies},
    StrategyInfo{"hars-online", "prefers operations that complete rare access patterns",
                 "chance=P  probability of a choice that ignores patterns (0)\n"
                 "patterns=falcon|unicorn, threads=names|ignore, window=N  as for hars",
                 make_hars_online},
    StrategyInfo{"dfs",
                 "every schedule, one execution for each; says so when none is left",
                 "preemptions=N  those with at most N preemptions, fewer first\n"
                 "delays=N  those with at most N delays of the threads' turns, fewer first",
                 make_dfs,
                 {"", "replayed-steps", "", "turns"}},
    StrategyInfo{"mcr",
                 "maximal causality reduction: one execution for each combination of values read, by Z3",
                 "",
                 make_plain<Guided>,
                 {"", "", "", "turns"}},
    StrategyInfo{"native", "imitates an uncontrolled run: the thread whose own clock is least runs first", "",
                 make_plain<Native>},
    StrategyInfo{"noise", "a native run with random delays, as in random testing by yield and sleep",
                 kNoiseOptions, make_noise},
    StrategyInfo{"plan", "given priorities and priority changes: the same schedule every time", kPlanOptions,
                 make_plan},
    StrategyInfo{"fifo", "no preemption: a thread runs until it blocks or ends; always the same schedule",
                 "newest=true  a new thread runs first and its creator waits", make_fifo},
};

}  // namespace

std::span<const StrategyInfo> all_strategies() {
  return kStrategies;
}

Result<StrategySpec> parse_strategy_spec(std::string_view text) {
  StrategySpec spec;
  const std::size_t colon = text.find(':');
  spec.name = text.substr(0, colon);
  std::string_view rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view option = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    const std::size_t equals = option.find('=');
    if (equals == std::string_view::npos || equals == 0)
      return Error{"strategy option '" + std::string(option) + "' is not of the form key=value"};
    spec.options[std::string(option.substr(0, equals))] = option.substr(equals + 1);
  }
  return spec;
}

Estimate estimate_of(std::string_view text) {
  const Result<StrategySpec> spec = parse_strategy_spec(text);
  if (!spec) return Estimate::kPaper;
  const auto given = spec->options.find("estimate");
  return given != spec->options.end() && given->second == "sharp" ? Estimate::kSharp : Estimate::kPaper;
}

IdiomSet idioms_of(std::string_view text) {
  const Result<StrategySpec> spec = parse_strategy_spec(text);
  if (spec)
    if (const auto given = spec->options.find("idioms"); given != spec->options.end())
      if (const IdiomSet idioms = parse_idioms(given->second); idioms != 0) return idioms;
  return parse_idioms(kFirstIdiom);
}

std::string_view tally_name(std::string_view spec, std::size_t tally) {
  for (const StrategyInfo& info : kStrategies)
    if (info.name == spec.substr(0, spec.find(':'))) return info.tallies[tally];
  return {};
}

Result<std::unique_ptr<Strategy>> make_strategy(std::string_view text,
                                                const std::vector<SyncPair>& requirements) {
  Result<StrategySpec> spec = parse_strategy_spec(text);
  if (!spec) return Error{spec.error()};
  spec->requirements = requirements;
  std::string known;
  for (const StrategyInfo& info : kStrategies) {
    if (info.name == spec->name) {
      Made made = info.make(*spec);
      if (!made) return made;
      return std::unique_ptr<Strategy>(std::make_unique<Fair>(std::move(*made)));
    }
    known += known.empty() ? "" : ", ";
    known += info.name;
  }
  return Error{"there is no strategy '" + spec->name + "'; there are: " + known};
}

}  // namespace heddle
