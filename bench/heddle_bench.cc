// Prints each figure as a ratio between two measurements of the same run, with the bound that the project has
// set itself.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "class_cost.h"
#include "context_switch.h"
#include "copy_time.h"
#include "extraction_cost.h"
#include "fiber_reference.h"
#include "median.h"
#include "strategies/registry.h"
#include "strategy_cost.h"

namespace {

// The number that a command prints; negative when it fails.
double number_from(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  double number = -1;
  if (pipe == nullptr || std::fscanf(pipe, "%lf", &number) != 1) number = -1;
  if (pipe != nullptr) pclose(pipe);
  return number;
}

double body(const std::string& what) {
  return number_from(std::string(HEDDLE_BENCH_BODY) + " " + what);
}

// Nanoseconds of an execution of a whole program, from results.json.
double search_time(const std::string& environment, const std::string& options, unsigned executions,
                   const std::string& program) {
  const std::string folder =
      std::filesystem::temp_directory_path() / ("heddle-bench-" + std::to_string(getpid()));
  const double time = heddle::bench::median_of(5, [&] {
    const std::string run = environment + " " + HEDDLE_TOOL +
                            " run --quiet --strategy random --until budget " + options + " --executions " +
                            std::to_string(executions) + " --out " + folder + " -- " + program +
                            " > /dev/null < /dev/null";
    const int status = std::system(run.c_str());
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) return -1.0;
    return number_from("sed -n 's/.*\"seconds\": \\([0-9.e-]*\\).*/\\1/p' " + folder + "/results.json") *
           1e9 / executions;
  });
  std::filesystem::remove_all(folder);
  std::filesystem::remove_all(folder + ".old");
  return time;
}

double execution_time(const char* isolation, const std::string& what, unsigned executions) {
  return search_time("", std::string("--jobs 1 --isolation ") + isolation, executions,
                     std::string(HEDDLE_BENCH_BODY) + " " + what);
}

void print(const char* name, const char* what, double figure, const char* against, double other, double ratio,
           const char* bound, bool within) {
  std::printf("%-30s %8.2f   %-9s %s (%s; %s)\n", name, ratio, bound, within ? "ok    " : "MISSED", what,
              against);
  std::printf("%-30s %8s   %-9s        %.1f against %.1f\n", "", "", "", figure, other);
}

// What looking for data races and heap errors and predicting deadlocks adds to a search of programs that have
// none.
void measure_checks() {
  double product = 1;
  unsigned programs = 0;
  for (const char* name : {"account", "boundedbuffer", "cache4j", "library-linkedlist", "log4j", "mergesort",
                           "producerconsumer", "stringbuffer"}) {
    const std::string program = std::string(HEDDLE_SUBJECTS) + "/" + name + "-fixed";
    constexpr unsigned kExecutions = 20'000;
    const double checked = search_time("", "--jobs 1", kExecutions, program);
    const double unchecked = search_time("HEDDLE_TEST_WITHOUT_HEAP_CHECKS=1",
                                         "--jobs 1 --races ignore --no-predict", kExecutions, program);
    const std::string title = std::string("all checks: ") + name;
    print(title.c_str(), "ns an execution", checked, "without checks", unchecked, checked / unchecked, "<= 2",
          checked / unchecked <= 2);
    product *= checked / unchecked;
    ++programs;
  }
  const double mean = std::pow(product, 1.0 / programs);
  print("all checks: geometric mean", "times", mean, "without checks", 1, mean, "<= 2", mean <= 2);
}

// Seconds of processor time, of all processes that a command has started and waited for; negative when it
// finds a bug or fails.
double processor_time(const std::string& command) {
  const auto spent = [] {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  };
  const double before = spent();
  const bool succeeded = std::system(command.c_str()) == 0;
  return succeeded ? spent() - before : -1;
}

// Exploring with this build against exploring with another one, each with programs that its own `heddle c++`
// has compiled. Processor time, in turns, the least of several: other work on the machine matters little.
void compare_with(const std::string& other_build) {
  struct Subject {
    const char* name;
    unsigned executions;
  };
  constexpr int kRepetitions = 7;
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("heddle-bench-against-" + std::to_string(getpid()));
  const auto explore = [&](const std::string& build, const Subject& subject) {
    const std::string time = build +
                             "/bin/heddle run --quiet --strategy random --until budget --executions " +
                             std::to_string(subject.executions) + " --out " + folder.string() + " -- " +
                             build + "/subjects/" + subject.name + "-fixed > /dev/null < /dev/null";
    return processor_time(time);
  };
  double product = 1;
  unsigned programs = 0;
  for (const Subject& subject :
       {Subject{"account", 4000}, Subject{"bakery", 10'000}, Subject{"boundedbuffer", 8000},
        Subject{"cache4j", 800}, Subject{"hashset-1", 800}, Subject{"jdbc-1", 600},
        Subject{"linkedlist-2", 800}, Subject{"log4j", 8000}, Subject{"mergesort", 8000},
        Subject{"pipeline", 2000}, Subject{"pool", 2000}, Subject{"vfs2", 800}}) {
    double ours = 1e9, theirs = 1e9;
    for (int i = 0; i < kRepetitions; ++i) {
      theirs = std::min(theirs, explore(other_build, subject));
      ours = std::min(ours, explore(HEDDLE_BUILD, subject));
    }
    const double ratio = ours / theirs;
    print((std::string("exploring ") + subject.name).c_str(), "us an execution",
          ours * 1e6 / subject.executions, "the other build", theirs * 1e6 / subject.executions, ratio,
          "<= 1.05", ours > 0 && theirs > 0 && ratio <= 1.05);
    product *= ratio;
    ++programs;
  }
  std::filesystem::remove_all(folder);
  std::filesystem::remove_all(folder.string() + ".old");
  const double mean = std::pow(product, 1.0 / programs);
  print("exploring: geometric mean", "times", mean, "the other build", 1, mean, "<= 1.05", mean <= 1.05);
  const double tests = heddle::bench::class_cost(std::string(HEDDLE_TOOL), 400).tests;
  const double before = heddle::bench::class_cost(other_build + "/bin/heddle", 400).tests;
  print("tests of a class", "a second", tests, "the other build", before, tests / before, ">= 0.95",
        tests > 0 && before > 0 && tests / before >= 0.95);
}

// A decision among eight threads, and whether it grows with the length of an execution. The plain loop around
// it is in both figures.
void compare_strategies() {
  for (const heddle::StrategyInfo& info : heddle::all_strategies()) {
    const std::string name(info.name);
    const auto [time, later, random] = heddle::bench::decision_cost(name);
    print(("decision of " + name).c_str(), "ns", time, "of random", random, time / random, "<= 5",
          time / random <= 5);
    print("  in long executions", "ns", later, "in short ones", time, later / time, "<= 1.5",
          later / time <= 1.5);
  }
}

// Extraction from a trace of a million events, and whether it grows with the length of the trace.
void measure_extraction() {
  using heddle::bench::ExtractionCost;
  constexpr struct {
    const char* name;
    ExtractionCost (*cost)(std::size_t events);
  } kExtractions[] = {{"access patterns", heddle::bench::pattern_cost},
                      {"interleaving roots", heddle::bench::iroot_cost}};
  for (const auto& each : kExtractions) {
    const ExtractionCost small = each.cost(125'000), large = each.cost(1'000'000);
    print(each.name, "ns an event", large.nanoseconds, "allowed", 1000, large.nanoseconds / 1000, "<= 1",
          large.nanoseconds <= 1000);
    print("  in eight times the events", "ns", large.nanoseconds, "of an eighth", small.nanoseconds,
          large.nanoseconds / small.nanoseconds, "<= 1.3", large.nanoseconds / small.nanoseconds <= 1.3);
    print("  state", "bytes for a location and a thread", large.bytes, "allowed", 64, large.bytes / 64,
          "<= 1", large.bytes <= 64);
  }
}

// Small bodies in process, against the same on bare fibers: how much of the time is Heddle.
void measure_limit() {
  struct Small {
    char body;
    const char* name;
  };
  for (const Small& each : {Small{'a', "in process: loads and stores"}, Small{'b', "in process: locks"},
                            Small{'e', "in process: five threads"}}) {
    const std::string letter(1, each.body);
    const double ours = body("small " + letter), checked = body("checked " + letter);
    const double limit = heddle::bench::fiber_time(each.body);
    print(each.name, "ns an execution", ours, "bare fibers and a random choice", limit, ours / limit,
          "<= 2.5", ours / limit <= 2.5);
    print("  with data races looked for", "ns", checked, "without", ours, checked / ours, "<= 1.5",
          checked / ours <= 1.5);
  }
}

// Where the time of a small execution goes: what one more of each thing costs. What a point does: the
// operation is announced, somebody is chosen, the threads are switched, the event is recorded.
void measure_stages() {
  const auto small = [](char name) { return body(std::string("small ") + name); };
  constexpr double kPoints = 20, kThreads = 5;
  const double nothing = small('0'), point = (small('A') - small('a')) / kPoints;
  const double thread = (small('t') - nothing) / kThreads;
  const double fiber_point = (heddle::bench::fiber_time('A') - heddle::bench::fiber_time('a')) / kPoints;
  const double fiber = heddle::bench::fiber_time('t') / kThreads;
  const double announced_and_recorded = body("recorded");
  const double chosen = heddle::bench::decision_cost("random").time;
  const double switched = heddle::bench::switch_time();
  std::printf("stages of a small execution in process     ns    of bare fibers\n");
  std::printf("  an execution that does nothing     %8.0f\n", nothing);
  std::printf("  a thread, from creation to join    %8.0f    %6.0f\n", thread, fiber);
  std::printf("  a scheduling point                 %8.1f    %6.1f\n", point, fiber_point);
  std::printf("    announced and recorded alone     %8.1f\n", announced_and_recorded);
  std::printf("    chosen by random, of eight       %8.1f\n", chosen);
  std::printf("    switched                         %8.1f\n", switched);
}

// Executions that begin after two million steps, and the same from the program's start.
void measure_snapshot() {
  const std::string program = std::string(HEDDLE_BENCH_BODY) + " late";
  const double begun_late = search_time("", "--jobs 1 --snapshot start-here", 1000, program);
  const double whole = search_time("", "--jobs 1", 10, program);
  print("--snapshot start-here", "ns an execution", begun_late, "from the start, 2 million steps", whole,
        whole / begun_late, ">= 100", whole / begun_late >= 100);
}

// Ten million accesses to shared memory before the region or after it, and the same without a region.
void measure_region() {
  for (const char* const where : {"before", "after"}) {
    const std::string program = std::string(HEDDLE_BENCH_BODY) + " outside " + where;
    const bool is_before = std::strcmp(where, "before") == 0;
    const double whole = search_time("", "--jobs 1 --races ignore", 3, program);
    const double only_inside =
        search_time("", "--jobs 1 --races ignore --region marked", is_before ? 2000 : 50, program);
    const double bound = is_before ? 1000 : 20;
    print(is_before ? "--region, 10 million events before" : "--region, 10 million events after",
          "ns an execution", only_inside, "without", whole, whole / only_inside,
          is_before ? ">= 1000" : ">= 20", whole / only_inside >= bound);
  }
}

// What the C++ memory model costs: a program of relaxed atomics, and programs without any.
void measure_memory() {
  const auto compare = [](const std::string& title, const std::string& program, unsigned executions,
                          double bound) {
    const double weak = search_time("", "--jobs 1 --memory c++", executions, program);
    const double sequential = search_time("", "--jobs 1 --memory sc", executions, program);
    const std::string text = bound == 2 ? "<= 2" : "<= 1.05";
    print(title.c_str(), "ns an execution", weak, "--memory sc", sequential, weak / sequential, text.c_str(),
          weak > 0 && weak / sequential <= bound);
  };
  compare("--memory c++: relaxed atomics", std::string(HEDDLE_BENCH_BODY) + " relaxed", 20'000, 2);
  for (const char* name : {"account", "boundedbuffer", "log4j"})
    compare(std::string("--memory c++: ") + name, std::string(HEDDLE_SUBJECTS) + "/" + name + "-fixed",
            20'000, 1.05);
}

// The time until both of two commands, begun together, have ended.
double time_of_both(const std::string& first, const std::string& second) {
  const auto start = std::chrono::steady_clock::now();
  const std::string both = "{ " + first + "; } & { " + second + "; } & wait";
  if (std::system(both.c_str()) != 0) return -1;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// What two cores of this machine do at the same time, measured in one core: two searches of one job, begun
// together, against one. Processors that share caches and memory, or a core, do less than twice as much.
double gain_of_two_searches(unsigned executions, const std::string& program) {
  const std::string folder =
      std::filesystem::temp_directory_path() / ("heddle-bench-both-" + std::to_string(getpid()));
  const auto search = [&](const char* name) {
    return std::string(HEDDLE_TOOL) + " run --quiet --strategy random --until budget --jobs 1 --executions " +
           std::to_string(executions) + " --out " + folder + name + " -- " + program +
           " > /dev/null < /dev/null";
  };
  const double both = heddle::bench::median_of(5, [&] { return time_of_both(search("a"), search("b")); });
  const double one = heddle::bench::median_of(5, [&] { return time_of_both(search("a"), "true"); });
  for (const char* name : {"a", "b"}) {
    std::filesystem::remove_all(folder + name);
    std::filesystem::remove_all(folder + name + ".old");
  }
  return 2 * one / both;
}

// Executions side by side. The median of the programs is what counts: short executions have less to share.
void measure_jobs() {
  struct Subject {
    const char* name;
    unsigned executions;
  };
  std::vector<double> ratios, limits, shares;
  for (const Subject& subject :
       {Subject{"account", 30'000}, Subject{"bakery", 60'000}, Subject{"boundedbuffer", 60'000},
        Subject{"cache4j", 6000}, Subject{"hashset-1", 6000}, Subject{"jdbc-1", 6000},
        Subject{"log4j", 60'000}, Subject{"mergesort", 60'000}, Subject{"pipeline", 15'000},
        Subject{"pool", 15'000}}) {
    const std::string program = std::string(HEDDLE_SUBJECTS) + "/" + subject.name + "-fixed";
    const double one = search_time("", "--jobs 1", subject.executions, program);
    const double two = search_time("", "--jobs 2", subject.executions, program);
    print((std::string("two jobs: ") + subject.name).c_str(), "ns an execution", two, "one job", one,
          one / two, "", one > 0 && two > 0);
    ratios.push_back(one / two);
    limits.push_back(gain_of_two_searches(subject.executions, program));
    shares.push_back(ratios.back() / limits.back());
  }
  using heddle::bench::median;
  const double ratio = median(ratios), limit = median(limits), share = median(shares);
  print("two jobs: median", "times", ratio, "one job", 1, ratio, ">= 1.9", ratio >= 1.9);
  print("two jobs: of the machine's", "times", ratio, "two searches at the same time", limit, share,
        ">= 0.95", share >= 0.95);
}

// Tests of a small queue: how soon the first one runs, and how many do, against a compilation and a run for
// each of their executions.
void measure_classes() {
  const heddle::bench::ClassCost ours = heddle::bench::class_cost(HEDDLE_TOOL, 1000);
  const double header = heddle::bench::header_compilation();
  print("heddle class: the first test", "s from the start", ours.first_test, "g++ compiles the header",
        header, ours.first_test / header, "< 2 s", ours.first_test > 0 && ours.first_test < 2);
  const std::string single =
      std::filesystem::temp_directory_path() / ("heddle-bench-" + std::to_string(getpid()));
  const std::string by_hand = std::string(HEDDLE_TOOL) + " c++ -std=c++20 -g -I" + HEDDLE_EXAMPLES + " " +
                              HEDDLE_BENCH_SOURCES + "/queue_test.cc -o " + single + " && " + single;
  const double theirs =
      1 / heddle::bench::median_of(3, [&] {
        const auto start = std::chrono::steady_clock::now();
        if (std::system(by_hand.c_str()) != 0) return -1.0;
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      });
  std::filesystem::remove(single);
  print("generated tests of a class", "executions a second", ours.executions, "compiled and run one by one",
        theirs, ours.executions / theirs, ">= 10000", ours.executions / theirs >= 10'000);
  const double forks = 1e9 / body("fork");
  print("tests of 100 executions each", "a second", ours.tests, "bare forks a second", forks,
        ours.tests / forks, "", ours.tests > 0);
}

void measure_wrapper() {
  const heddle::bench::WrapperCost cost = heddle::bench::wrapper_cost(HEDDLE_TOOL);
  const double own = cost.wrapped - cost.with_flags;
  print("heddle c++ of a tiny file", "ms", cost.wrapped * 1e3, "g++ alone", cost.bare * 1e3,
        cost.wrapped / cost.bare, "+ 20 ms", cost.bare > 0 && cost.wrapped - cost.bare < 0.020);
  print("heddle c++ without its flags", "ms of its own", own * 1e3, "g++ with the flags",
        cost.with_flags * 1e3, cost.wrapped / cost.with_flags, "+ 20 ms", cost.bare > 0 && own < 0.020);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string part = count > 1 ? arguments[1] : "";
  if (part == "strategies") {
    compare_strategies();
    return 0;
  }
  if (part == "checks") {
    measure_checks();
    return 0;
  }
  if (part == "against") {
    if (count != 3) {
      std::fprintf(stderr,
                   "heddle_bench against BUILD: the build folder of another version, with its subjects\n");
      return 2;
    }
    compare_with(arguments[2]);
    return 0;
  }
  if (part == "limit") {
    measure_limit();
    return 0;
  }
  if (part == "stages") {
    measure_stages();
    return 0;
  }
  if (part == "snapshot") {
    measure_snapshot();
    return 0;
  }
  if (part == "jobs") {
    measure_jobs();
    return 0;
  }
  if (part == "memory") {
    measure_memory();
    return 0;
  }
  if (part == "region") {
    measure_region();
    return 0;
  }
  if (part == "classes") {
    measure_classes();
    measure_wrapper();
    return 0;
  }
  if (part == "extraction") {
    measure_extraction();
    return 0;
  }
  std::printf("%-30s %8s   %-9s\n", "", "ratio", "bound");
  const double ours = heddle::bench::switch_time();
  const double boost = heddle::bench::boost_switch_time();
  print("context switch", "ns, with the thread pointer", ours, "boost.context, without", boost, ours / boost,
        "<= 1.0", ours / boost <= 1.0);
  const double explored = body("explore");
  const double native = body("native");
  print("in-process executions", "a second, 2 threads, 24 events", explored, "on native threads", native,
        explored / native, ">= 10", explored / native >= 10);
  measure_limit();
  measure_stages();
  const double recorded = body("recorded");
  const double inactive = body("inactive");
  print("recorded, undecided access", "ns", recorded, "inactive hook", inactive, recorded / inactive, "<= 5",
        recorded / inactive <= 5);
  for (const std::size_t size : {16u, 256u}) {
    const std::string bytes = std::to_string(size);
    const double plain = heddle_bench_copy_time(size);
    const double copy = body("copy " + bytes);
    print(("memcpy of " + bytes + ", not under control").c_str(), "ns, by a library without hooks", copy,
          "without Heddle", plain, copy / plain, "<= 2", copy / plain <= 2);
    const double watched = body("watched " + bytes);
    print(("memcpy of " + bytes + ", under control").c_str(), "ns, by a library without hooks", watched,
          "without Heddle", plain, watched / plain, "<= 4", watched / plain <= 4);
    const double seen = body("seen " + bytes);
    print(("memcpy of " + bytes + ", seen").c_str(), "ns, by the program", seen, "without Heddle", plain,
          seen / plain, "<= 150", seen / plain <= 150);
  }
  const double forked = execution_time("fork", "once", 1000);
  const double bare = body("fork");
  print("execution in fork mode", "ns", forked, "bare fork and wait", bare, forked / bare, "<= 2",
        forked / bare <= 2);
  struct Restored {
    const char* name;
    const char* what;
    unsigned forked;  // executions to measure
    unsigned restored;
    double bound;
  };
  for (const Restored& each : {Restored{"restored: small program", "once", 1000, 20'000, 25},
                               Restored{"restored: 1 MB touched", "touch 1", 1000, 20'000, 20},
                               Restored{"restored: 100 MB touched", "touch 100", 20, 200, 5},
                               Restored{"restored: asserting", "assert", 1000, 20'000, 1},
                               Restored{"restored: crashing", "crash", 1000, 1000, 1}}) {
    const double by_fork = execution_time("fork", each.what, each.forked);
    const double by_restoring = execution_time("restore", each.what, each.restored);
    const std::string bound = ">= " + std::to_string(static_cast<int>(each.bound));
    print(each.name, "ns by restoring", by_restoring, "by forking", by_fork, by_fork / by_restoring,
          bound.c_str(), by_fork / by_restoring >= each.bound);
  }
  measure_snapshot();
  measure_region();
  measure_jobs();
  measure_memory();
  measure_checks();
  measure_classes();
  measure_wrapper();
  compare_strategies();
  measure_extraction();
}
