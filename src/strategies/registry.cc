#include "strategies/registry.h"

#include <algorithm>
#include <array>
#include <limits>

#include "strategies/complete_search.h"
#include "strategies/fair.h"
#include "strategies/guided.h"
#include "strategies/hold.h"
#include "strategies/native.h"
#include "strategies/portfolio.h"
#include "strategies/pos.h"
#include "strategies/profiled.h"
#include "strategies/surw.h"
#include "strategies/surwp.h"
#include "strategies/urw.h"

namespace heddle {

namespace {

constexpr std::uint64_t kMostDepth = 100;
constexpr std::uint64_t kMostEvents = 1'000'000'000;
constexpr std::uint64_t kMostThreads = 4096;
constexpr std::uint64_t kLongestDelay = 3'600'000'000'000;  // nanoseconds

// ---- Reading options.

StrategyOptions read_none(OptionReader&) {
  return NoOptions{};
}

StrategyOptions read_random(OptionReader& options) {
  options.allow("switch=P, P from 0 to 1");
  return WalkOptions{options.probability("switch", RandomWalk::kUniform)};
}

StrategyOptions read_fifo(OptionReader& options) {
  options.allow("newest=true|false");
  return FifoOptions{options.flag("newest", false)};
}

PctOptions read_priorities(OptionReader& options, std::uint64_t least_depth, EventClass counted) {
  PctOptions pct;
  pct.depth = static_cast<unsigned>(options.integer("depth", pct.depth, least_depth, kMostDepth));
  pct.threads = options.integer("n", 0, 1, kMostThreads);
  pct.events = options.integer("k", 0, 1, kMostEvents);
  pct.counted = static_cast<EventClass>(
      options.word("events", static_cast<std::size_t>(counted), {"acquire", "sync", "all"}));
  pct.fair = options.flag("fair", false);
  return pct;
}

StrategyOptions read_pct(OptionReader& options) {
  options.allow("depth=D, events=acquire|sync|all, n=N, k=K, fair=true|false");
  return read_priorities(options, 1, EventClass::kAll);
}

StrategyOptions read_rpro(OptionReader& options) {
  options.allow("depth=D, radius=R, events=acquire|sync|all, n=N, k=K, fair=true|false");
  const PctOptions pct = read_priorities(options, 2, EventClass::kAcquire);
  const std::uint64_t radius = options.integer("radius", 10, 1, kMostEvents);
  if (radius + 2 < pct.depth)
    options.refuse("strategy option 'radius=" + std::to_string(radius) + "' leaves no room for " +
                   std::to_string(pct.depth - 2) + " change points: the radius is at least depth - 2");
  return RproOptions{pct, radius};
}

StrategyOptions read_pctwm(OptionReader& options) {
  options.allow("depth=D, stores=H, k=K");
  PctwmOptions pctwm;
  pctwm.depth = static_cast<unsigned>(options.integer("depth", pctwm.depth, 0, kMostDepth));
  pctwm.stores = static_cast<std::uint32_t>(options.integer("stores", pctwm.stores, 1, kMostDepth));
  pctwm.reads = options.integer("k", 0, 1, kMostEvents);
  return pctwm;
}

StrategyOptions read_plan(OptionReader& options) {
  options.allow("initial=P/P/..., changes=THREAD.EVENTS.PRIORITY/..., events=...");
  PlanOptions plan;
  const std::string initial = options.text("initial"), changes = options.text("changes");
  if (!parse_priorities(initial, plan.plan.initial))
    options.refuse("strategy option 'initial=" + initial + "' is not a list of numbers such as 4/3/5");
  if (!parse_changes(changes, plan.plan.changes))
    options.refuse("strategy option 'changes=" + changes +
                   "' is not a list of THREAD.EVENTS.PRIORITY such as 1.17.2/0.9.1");
  plan.counted = static_cast<EventClass>(options.word("events", 1, {"acquire", "sync", "all"}));
  return plan;
}

StrategyOptions read_noise(OptionReader& options) {
  options.allow("mode=yield|sleep, max=TIME, probability=P");
  NoiseOptions noise;
  noise.mode = static_cast<NoiseOptions::Mode>(options.word("mode", 1, {"yield", "sleep"}));
  noise.longest = options.duration("max", noise.longest, kLongestDelay);
  noise.probability = options.probability("probability", noise.probability);
  return noise;
}

template <bool kRule3>
StrategyOptions read_tsa(OptionReader& options) {
  options.allow("estimate=paper|sharp, vary=true|false");
  TsaOptions tsa;
  tsa.rule_3 = kRule3;
  tsa.estimate = static_cast<Estimate>(options.word("estimate", 0, {"paper", "sharp"}));
  tsa.vary = options.flag("vary", false);
  return tsa;
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

StrategyOptions read_iroot(OptionReader& options) {
  options.allow("idioms=I or I-J, failures=N");
  IRootOptions iroot;
  if (const std::string given = options.text("idioms"); !given.empty()) {
    iroot.idioms = parse_idioms(given);
    if (iroot.idioms == 0)
      options.refuse("strategy option 'idioms=" + given +
                     "' is not a number from 1 to 5, or a range such as 1-5");
  }
  iroot.failures = static_cast<std::uint32_t>(options.integer("failures", iroot.failures, 1, 1'000'000));
  return iroot;
}

StrategyOptions read_deadlock_fuzzer(OptionReader& options) {
  options.allow("cycle=THREAD:HELD-SITE:LOCK:SITE/...");
  DeadlockTarget target;
  const std::string cycle = options.text("cycle");
  if (!parse_target(cycle, target))
    options.refuse("strategy option 'cycle=" + cycle +
                   "' is not a list of THREAD:HELD-SITE:LOCK:SITE such as main.0:4a1:9c07:4b2/main.1:...");
  return target;
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

StrategyOptions read_hars_online(OptionReader& options) {
  options.allow("chance=P, patterns=falcon|unicorn, threads=names|ignore, window=N");
  HarsOnlineOptions online;
  online.patterns = read_patterns(options);
  online.chance = options.probability("chance", online.chance);
  return online;
}

AdaptiveOptions read_adaptive(OptionReader& options, std::uint64_t queue) {
  AdaptiveOptions adaptive;
  adaptive.queue = options.integer("queue", queue, 1, 1'000'000);
  adaptive.patterns = read_patterns(options);
  adaptive.places = static_cast<AdaptiveOptions::Places>(options.word("places", 0, {"site", "line"}));
  adaptive.distance = static_cast<PatternDistance::Reading>(options.word("distance", 0, {"new", "missing"}));
  adaptive.restart = options.flag("restart", adaptive.restart);
  adaptive.step = static_cast<AdaptiveOptions::Step>(options.word("step", 0, {"selected", "all", "authors"}));
  return adaptive;
}

StrategyOptions read_ars(OptionReader& options) {
  options.allow(
      "queue=N, patterns=falcon|unicorn, threads=names|ignore, places=site|line, window=N, "
      "distance=new|missing, restart=true|false, step=selected|all|authors");
  AdaptiveOptions adaptive = read_adaptive(options, 5);
  adaptive.heuristics = false;
  return adaptive;
}

StrategyOptions read_hars(OptionReader& options) {
  options.allow(
      "queue=N, patterns=falcon|unicorn, threads=names|ignore, places=site|line, window=N, "
      "distance=new|missing, restart=true|false, step=selected|all|authors, switches=choices|events, "
      "tsf=count|frequency, wop=proportion|count, chance=P, cold=N");
  AdaptiveOptions adaptive = read_adaptive(options, 4);
  adaptive.reading.switches =
      static_cast<HeuristicReading::Switches>(options.word("switches", 0, {"choices", "events"}));
  adaptive.reading.switches_by_access = options.word("tsf", 0, {"count", "frequency"}) == 1;
  adaptive.reading.writes_counted = options.word("wop", 0, {"proportion", "count"}) == 1;
  adaptive.chance = options.probability("chance", 0);
  adaptive.cold = options.integer("cold", 0, 0, 1'000'000);
  return adaptive;
}

StrategyOptions read_dfs(OptionReader& options) {
  options.allow("preemptions=N, delays=N");
  constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t preemptions = options.integer("preemptions", kNone, 0, 1'000'000);
  const std::uint64_t delays = options.integer("delays", kNone, 0, 1'000'000);
  if (preemptions != kNone && delays != kNone)
    options.refuse("strategy options 'preemptions' and 'delays' exclude each other");
  using Bound = ExhaustiveOptions::Bound;
  if (preemptions != kNone) return ExhaustiveOptions{Bound::kPreemptions, preemptions};
  if (delays != kNone) return ExhaustiveOptions{Bound::kDelays, delays};
  return ExhaustiveOptions{};
}

StrategyOptions read_complete(OptionReader& options) {
  options.allow("unroll=N");
  return CompleteOptions{options.integer("unroll", 0, 1, 1'000'000)};
}

// ---- Making strategies from them.

using Made = std::unique_ptr<Strategy>;

template <typename Kind>
Made make_plain(const StrategyOptions&) {
  return std::make_unique<Kind>();
}

template <typename Kind, typename Options>
Made make_with(const StrategyOptions& options) {
  return std::make_unique<Kind>(std::get<Options>(options));
}

// With a profile of its own.
template <typename Kind>
Made make_profiled(const StrategyOptions&) {
  return std::make_unique<Profiled>([](const Profile& profile) { return std::make_unique<Kind>(profile); });
}

template <typename Kind, typename Options>
Made make_profiled_with(const StrategyOptions& options) {
  return std::make_unique<Profiled>([given = std::get<Options>(options)](const Profile& profile) {
    return std::make_unique<Kind>(given, profile);
  });
}

template <typename Search, typename Options, ExitRule kExit>
Made make_prefixed(const StrategyOptions& options) {
  return std::make_unique<Prefixed>(std::make_unique<Search>(std::get<Options>(options)), kExit);
}

// ---- What there is.

constexpr std::string_view kPctOptions =
    "depth=D  the bug depth, D - 1 change points (3)\n"
    "events=acquire|sync|all  which events are counted (all)\n"
    "n=N, k=K  threads and events, otherwise measured by the first executions\n"
    "fair=true  not in the paper: a thread that spins or yields gets the lowest priority";
constexpr std::string_view kPctwmOptions =
    "depth=D  the reads that take something from another thread (2)\n"
    "stores=H  from which of the newest stores (2)\n"
    "k=K  atomic reads, otherwise measured by the executions before";
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
    "places=site|line  where an access is: its instruction, or its line of source (site)\n"
    "window=N  the most accesses between the pairs of a two-variable pattern (1000)\n"
    "distance=new|missing  counts patterns missing in a passed trace, or missing in the subtrace (new)\n"
    "restart=true|false  whether each completed trace ends a search, as in the authors' program (true)\n"
    "step=selected|all|authors  executes the selected continuation, all of them (the paper's line 23), or "
    "all as the authors' program does (selected)";
constexpr std::string_view kHarsOptions =
    "queue=N, patterns, threads, places, window, distance, restart, step  as for ars, but a queue of 4\n"
    "switches=choices|events  thread switches between choices, or between any two events (choices)\n"
    "tsf=count|frequency  thread switches, or these by access (count)\n"
    "wop=proportion|count  writes by access, or writes (proportion)\n"
    "chance=P  not in the paper: probability of a random choice instead of the heuristics (0)\n"
    "cold=N  not in the paper: no heuristics after N passed traces (0: always use them)";
constexpr std::array<std::string_view, kTallies> kAdaptiveTallies = {"selected-traces", "replayed-steps",
                                                                     "pruned", "turns"};
constexpr std::array<std::string_view, kTallies> kRules = {"rule-1", "rule-2", "rule-3"};

constexpr std::array kStrategies = {
    StrategyInfo{"auto",
                 "a portfolio: draws a strategy for each execution, from those that find most together", "",
                 read_none, make_profiled<Portfolio>},
    StrategyInfo{"random", "a uniform choice among the enabled threads at each scheduling point",
                 "switch=P  continue the running thread with probability 1-P instead (P from 0 to 1)",
                 read_random, make_with<RandomWalk, WalkOptions>},
    StrategyInfo{
        "pct", "random priorities, changed at random events; finds a bug of depth d with a known probability",
        kPctOptions, read_pct, make_profiled_with<Pct, PctOptions>},
    StrategyInfo{
        "pctwm",
        "for --memory c++: draws the reads that take something from another thread, with a known probability",
        kPctwmOptions, read_pctwm, make_with<Pctwm, PctwmOptions>},
    StrategyInfo{"rpro", "pct for deadlocks: all priority changes lie within a radius", kRproOptions,
                 read_rpro, make_profiled_with<Rpro, RproOptions>},
    StrategyInfo{"pos", "partial-order sampling: random priorities of operations, redrawn after a race", "",
                 read_none, make_plain<Pos>},
    StrategyInfo{"urw",
                 "a random walk weighted by each thread's remaining events: uniform over interleavings", "",
                 read_none, make_profiled<Urw>},
    StrategyInfo{"surw",
                 "uniform over the orders of the events at one shared location, drawn for each execution", "",
                 read_none, make_profiled<Surw>},
    StrategyInfo{"surwp", "surw over several locations, everything else by random priorities", "", read_none,
                 make_profiled<Surwp>},
    StrategyInfo{"hold", "holds a thread at a site until a conflicting operation has passed", "", read_none,
                 make_profiled<Hold>},
    StrategyInfo{"tsa", "pauses threads before locks, so that locks are taken in new orders", kTsaOptions,
                 read_tsa<true>, make_with<Tsa, TsaOptions>, kRules},
    StrategyInfo{"tsa-h",
                 "tsa without its rule 3, the estimation-based heuristic",
                 kTsaOptions,
                 read_tsa<false>,
                 make_with<Tsa, TsaOptions>,
                 {"rule-1", "rule-2", "no-rule"}},
    StrategyInfo{"iroot",
                 "active testing: triggers interleavings that were predicted but not yet seen",
                 kIRootOptions,
                 read_iroot,
                 make_with<ActiveTesting, IRootOptions>,
                 {"aimed", "exposed"}},
    StrategyInfo{"deadlock-fuzzer",
                 "triggers deadlocks that the lock orders of passing executions predict",
                 "cycle=THREAD:HELD-SITE:LOCK:SITE/...  from results.json (those that random walks predict)",
                 read_deadlock_fuzzer,
                 make_with<DeadlockFuzzer, DeadlockTarget>,
                 {"aimed", "thrashed"}},
    StrategyInfo{"hars", "extends the prefix whose access patterns are farthest from all passed executions",
                 kHarsOptions, read_hars, make_prefixed<AdaptiveSearch, AdaptiveOptions, ExitRule::kHeld>,
                 kAdaptiveTallies},
    StrategyInfo{"ars", "hars without its heuristics and without pruning", kArsOptions, read_ars,
                 make_prefixed<AdaptiveSearch, AdaptiveOptions, ExitRule::kHeld>, kAdaptiveTallies},
    StrategyInfo{"hars-online", "prefers operations that complete rare access patterns",
                 "chance=P  probability of a choice that ignores patterns (0)\n"
                 "patterns=falcon|unicorn, threads=names|ignore, window=N  as for hars",
                 read_hars_online, make_with<HarsOnline, HarsOnlineOptions>},
    StrategyInfo{"dfs",
                 "every schedule, one execution for each; says so when none is left",
                 "preemptions=N  those with at most N preemptions, fewer first\n"
                 "delays=N  those with at most N delays of the threads' turns, fewer first",
                 read_dfs,
                 make_prefixed<ExhaustiveSearch, ExhaustiveOptions, ExitRule::kFree>,
                 {"", "replayed-steps", "", "turns"}},
    StrategyInfo{"complete", "every behaviour, one execution for each; says so when none is left",
                 "unroll=N  loops are cut after N iterations, and the claim says so", read_complete,
                 make_with<CompleteSearch, CompleteOptions>},
    StrategyInfo{"mcr",
                 "maximal causality reduction: one execution for each combination of values read",
                 "",
                 read_none,
                 make_plain<Guided>,
                 {"", "", "", "turns"}},
    StrategyInfo{"native", "imitates an uncontrolled run: the thread whose own clock is least runs first", "",
                 read_none, make_plain<Native>},
    StrategyInfo{"noise", "a native run with random delays, as in random testing by yield and sleep",
                 kNoiseOptions, read_noise, make_with<Noise, NoiseOptions>},
    StrategyInfo{"plan", "given priorities and priority changes: the same schedule every time", kPlanOptions,
                 read_plan, make_with<FollowPlan, PlanOptions>},
    StrategyInfo{"fifo", "no preemption: a thread runs until it blocks or ends; always the same schedule",
                 "newest=true  a new thread runs first and its creator waits", read_fifo,
                 make_with<Fifo, FifoOptions>},
};

const StrategyInfo* find_strategy(std::string_view name) {
  const auto found = std::find_if(kStrategies.begin(), kStrategies.end(),
                                  [name](const StrategyInfo& info) { return info.name == name; });
  return found == kStrategies.end() ? nullptr : &*found;
}

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

Result<ParsedStrategy> parse_strategy(std::string_view text) {
  const Result<StrategySpec> spec = parse_strategy_spec(text);
  if (!spec) return Error{spec.error()};
  const StrategyInfo* const info = find_strategy(spec->name);
  if (info == nullptr) {
    std::string known;
    for (const StrategyInfo& each : kStrategies)
      known += (known.empty() ? "" : ", ") + std::string(each.name);
    return Error{"there is no strategy '" + spec->name + "'; there are: " + known};
  }
  OptionReader reader(*spec);
  ParsedStrategy parsed{info, info->read(reader)};
  if (std::string problem = reader.problem(); !problem.empty()) return Error{std::move(problem)};
  return parsed;
}

std::unique_ptr<Strategy> ParsedStrategy::make() const {
  return std::make_unique<Fair>(info->make(options));
}

bool takes_lines(std::string_view spec) {
  const Result<ParsedStrategy> parsed = parse_strategy(spec);
  const AdaptiveOptions* const adaptive = parsed ? parsed->options_as<AdaptiveOptions>() : nullptr;
  return adaptive != nullptr && adaptive->places == AdaptiveOptions::Places::kLines;
}

Result<std::unique_ptr<Strategy>> make_strategy(std::string_view text,
                                                const std::vector<SyncPair>& requirements,
                                                const std::vector<SiteLine>& lines) {
  Result<ParsedStrategy> parsed = parse_strategy(text);
  if (!parsed) return Error{parsed.error()};
  if (auto* const tsa = std::get_if<TsaOptions>(&parsed->options)) tsa->requirements = requirements;
  auto* const adaptive = std::get_if<AdaptiveOptions>(&parsed->options);
  if (adaptive != nullptr && adaptive->places == AdaptiveOptions::Places::kLines) adaptive->lines = lines;
  return parsed->make();
}

std::string_view tally_name(std::string_view spec, std::size_t tally) {
  const StrategyInfo* const info = find_strategy(spec.substr(0, spec.find(':')));
  return info != nullptr ? info->tallies[tally] : std::string_view();
}

}  // namespace heddle
