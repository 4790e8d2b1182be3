#include "runtime/isolation/explorer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/time.h>
#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

#include "event/interruption.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/engine/scheduler.h"
#include "runtime/interpose/program.h"
#include "runtime/isolation/child_process.h"
#include "runtime/isolation/fork_executor.h"
#include "runtime/isolation/learning.h"
#include "runtime/isolation/left_out.h"
#include "runtime/isolation/own_descriptors.h"
#include "runtime/isolation/race_watch.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/isolation/replaying.h"
#include "runtime/isolation/restore_executor.h"
#include "runtime/isolation/setup.h"
#include "runtime/isolation/snapshot_copy.h"
#include "runtime/isolation/surroundings.h"
#include "runtime/memory/arena.h"
#include "runtime/naming/call_site.h"
#include "runtime/naming/place_in_code.h"
#include "runtime/services/program_state.h"
#include "runtime/services/task.h"
#include "runtime/services/whereabouts.h"
#include "runtime/system/channel.h"
#include "runtime/system/real.h"
#include "runtime/system/real_time.h"
#include "search/observers.h"
#include "search/search_answers.h"

namespace heddle::runtime {

namespace {

// Its upper end shares a table of the system's pages (2 MB) with what is reserved next.
constexpr std::size_t kExplorerStack = 7u << 20;
// Steps outside the region that take longer than a fork: about a millisecond.
constexpr std::uint64_t kStepsWorthASnapshot = 500'000;

void (*program_entry)() = nullptr;
int control_socket = -1;
int output_file = -1;
Progress* progress = nullptr;
ProgramSurroundings* surroundings = nullptr;

// `heddle` is gone when it does not take the message: then there is nobody to work for.
void send(const std::vector<std::uint8_t>& message) {
  if (!send_message(control_socket, message)) leave_process(0);
}

// Empty, or what is wrong.
std::string set_region(const ProgramPlace& region) {
  const std::optional<CodeRange> code = code_of(region);
  if (!code) return region.file + " is not loaded when the program starts";
  hot.region_code = code->start;
  hot.region_size = code->size;
  return {};
}

// Interrupts the wait for a child, so that a hanging one is noticed.
void start_timer() {
  struct sigaction action{};
  action.sa_handler = [](int) {};
  real().sigaction(SIGALRM, &action, nullptr);
  itimerval interval{};
  interval.it_interval.tv_usec = interval.it_value.tv_usec = 100'000;
  setitimer(ITIMER_REAL, &interval, nullptr);
}

class Explorer : private SearchGround {
 public:
  // Of the two recordings one is the worker's, which may run while an execution is forked.
  Explorer(Recording& forked, Recording& restored)
      : fork_(forked, program_entry, output_file, *progress, map_stack(0), *surroundings),
        restore_(restored, fork_, program_entry, *progress, *surroundings),
        at_snapshot_(restored, program_entry, output_file, *progress, fork_.main_stack(), *surroundings),
        restored_(restored),
        searches_(*this) {}

  void serve() {
    for (;;) {
      std::vector<std::uint8_t> message;
      if (!receive_message(control_socket, message)) leave_process(0);
      Reader reader(message);
      MessageType type{};
      reader.get(type);
      if (type == MessageType::kSearch)
        search(reader, message);
      else if (type == MessageType::kReplay)
        replay(reader, message);
      else
        send(encode_problem("the explorer does not understand a message"));
    }
  }

 private:
  void search(Reader& reader, const std::vector<std::uint8_t>& message) {
    SearchRequest request;
    if (!decode(reader, request)) return send(encode_problem("the explorer cannot read a search request"));
    if (const std::string problem = set_region(request.settings.region); !problem.empty())
      return send(encode_problem(problem));
    if (!is_copy_)
      if (const auto answer = ask_copy(request, message)) return send(*answer);
    Result<SearchPaused> answer = searches_.answer(std::move(request));
    if (!answer) return send(encode_problem(answer.error()));
    answer->modules = load_map().table();
    send(encode(*answer));
  }

  // Where searches do not begin at the program's start. None: they do.
  std::optional<std::vector<std::uint8_t>> ask_copy(const SearchRequest& request,
                                                    const std::vector<std::uint8_t>& message) {
    const bool is_asked_for = request.settings.snapshot.is_given();
    const bool may_begin_at_region = request.settings.may_begin_at_region && !region_comes_early_ &&
                                     !surroundings->have_folder() && !surroundings->have_driver();
    if (!is_asked_for && !may_begin_at_region) return {};
    const ProgramPlace& place = is_asked_for ? request.settings.snapshot : request.settings.region;
    const ExecutionOptions& options = request.settings.execution;
    const auto begin = [&] {
      itimerval none{};
      setitimer(ITIMER_REAL, &none, nullptr);
      give_task(request.task);
      return at_snapshot_.begin_at(place, options);
    };
    const auto serve_there = [&](int socket) {
      is_copy_ = true;
      control_socket = socket;
      start_timer();
      serve();
    };
    const std::string problem = copy_.make(place, options, restored_, *progress, begin, serve_there);
    // Up to the region all executions are the same, so that either way finds the same.
    const bool could_begin_earlier =
        !is_asked_for && progress->stop.load(std::memory_order_relaxed) != kStopNow;
    if (could_begin_earlier && (!problem.empty() || restored_.shared_steps < kStepsWorthASnapshot)) {
      copy_.end();
      region_comes_early_ = true;
      return {};
    }
    if (!problem.empty()) return encode_problem(problem);
    std::vector<std::uint8_t> answer = copy_.ask(message);
    return answer.empty() ? encode_problem("the process that searches from '" + place.name + "' was lost")
                          : answer;
  }

  Executor& executor(const SearchSettings& settings) override {
    jobs_ = settings.jobs;
    isolation_ = settings.isolation;
    if (is_copy_) return at_snapshot_;
    if (surroundings->have_driver()) return fork_;  // whose process costs more than ours
    restore_.set_jobs(settings.jobs);
    return settings.isolation == Isolation::kRestore ? static_cast<Executor&>(restore_) : fork_;
  }

  // What another explorer would do with the same request must not depend on what was run here before.
  void set_task(const SearchRequest& request) override {
    give_task(request.task);
    tells_knowledge_ = has_task() || request.tells_left;
    if (has_task() || !request.left.empty()) know(request.knowledge);
  }

  void give_task(const std::vector<std::uint8_t>& task) {
    if (runtime::set_task(task)) restore_.forget_program();
  }

  void observe(const SearchSettings& settings, Search& search) override {
    const std::uint64_t start = real_milliseconds();
    const auto seconds = [start] { return static_cast<double>(real_milliseconds() - start) / 1000; };
    Observers& observers = search.observers;
    if (search.is_guided()) observers.add(make_trace_keeper());
    if (settings.races != Races::kIgnore)
      observers.add(std::make_unique<RaceWatch>(settings.volatile_means, settings.races));
    add_observers(settings, program().knowledge.locations, seconds, observers);
    observers.add(make_interruption_counter());
  }

  bool must_stop(const Search& search) override {
    if (restore_.shows_progress()) show_progress(search);
    return progress->stop.load(std::memory_order_relaxed) != 0 && !restore_.has_more();
  }

  // A worker ends here.
  void pause(const Search& search, SearchPaused& answer) override {
    restore_.pause();
    show_progress(search);
    answer.saw_threads = fork_.saw_threads() || restore_.saw_threads() || at_snapshot_.saw_threads();
    answer.written_file = is_copy_ ? at_snapshot_.written_file() : restore_.written_file();
    answer.uses_outside = restore_.uses_outside() || fork_.uses_outside();
    answer.fallback = restore_.fallback();
    answer.alone = why_alone();
    if (tells_knowledge_) answer.knowledge = knowledge_to_tell();
    answer.suspected = restore_.suspected();
  }

  std::string why_alone() const {
    if (jobs_ <= 1) return {};
    if (is_copy_) return "each begins where the program was at the snapshot";
    if (surroundings->have_driver()) return "each talks with the driver";
    if (isolation_ == Isolation::kFork) return "each is a process of its own";
    return restore_.why_alone();
  }

  static void show_progress(const Search& search) {
    progress->executions.store(search.totals().executions, std::memory_order_relaxed);
    progress->steps.store(search.totals().steps, std::memory_order_relaxed);
    progress->failed.store(search.totals().failed, std::memory_order_relaxed);
    const Left left = search.left();
    progress->left_samples.store(left.samples, std::memory_order_relaxed);
    progress->left_mean.store(left.mean, std::memory_order_relaxed);
    progress->left_variance.store(left.variance, std::memory_order_relaxed);
  }

  void replay(Reader& reader, std::vector<std::uint8_t>& message) {
    ReplayRequest request;
    if (!decode(reader, request)) return send(encode_problem("the explorer cannot read a replay request"));
    give_task(request.task);
    // Schedules may be long. All of the paused search has been told.
    message = {};
    restore_.wait_for_dismissed();
    give_memory_back(restored_);
    std::unique_ptr<Strategy> strategy = prepare_replay(request);
    const Execution& execution = fork_.run(*strategy, request.execution);
    strategy.reset();
    Replayed answer = answer_to(request, execution);
    answer.uses_outside = fork_.uses_outside();
    send(encode(answer));
  }

  ForkExecutor fork_;
  RestoreExecutor restore_;
  ForkExecutor at_snapshot_;  // in a copy of the explorer
  Recording& restored_;
  SnapshotCopy copy_;
  bool is_copy_ = false;
  bool tells_knowledge_ = false;
  bool region_comes_early_ = false;            // or no execution can begin there
  unsigned jobs_ = 1;                          // of the last search ...
  Isolation isolation_ = Isolation::kRestore;  // ... and how its executions are kept apart
  SearchAnswers searches_;
};

void serve() {
  Recording* forked = map_recording();
  Recording* restored = map_recording();
  std::string problem = set_up_runtime();
  if (problem.empty() && (forked == nullptr || restored == nullptr))
    problem = "there is no shared memory for the events";
  if (!problem.empty()) {
    send(encode_problem(problem));
    leave_process(3);
  }
  install_crash_handlers();
  answer_questions();
  Hello hello;
  hello.version = HEDDLE_VERSION;
  hello.modules = load_map().table();
  hello.randomised_addresses = (personality(0xffffffff) & ADDR_NO_RANDOMIZE) == 0;
  // Only executions that somebody looks at have their output captured.
  silence(STDOUT_FILENO);
  silence(STDERR_FILENO);
  send(encode(hello));
  start_timer();
  Explorer(*forked, *restored).serve();
  __builtin_unreachable();
}

}  // namespace

void restore_environment() {
  unsetenv(kControlVariable);
  const char* original = std::getenv(kOriginalPreloadVariable);
  if (original == nullptr) return;
  if (*original != '\0')
    setenv("LD_PRELOAD", original, 1);
  else
    unsetenv("LD_PRELOAD");
  unsetenv(kOriginalPreloadVariable);
}

void become_explorer(void (*program)()) {
  int progress_file = -1;
  const char* control = std::getenv(kControlVariable);
  if (std::sscanf(control, "%d,%d,%d", &control_socket, &progress_file, &output_file) != 3) leave_process(3);
  void* memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED, progress_file, 0);
  if (memory == MAP_FAILED) leave_process(3);
  progress = static_cast<Progress*>(memory);
  program_state::leave_out(memory);
  analysis_stop = &progress->stop;
  close(progress_file);
  control_socket = keep_out_of_the_way(control_socket);
  output_file = keep_out_of_the_way(output_file);
  restore_environment();
  surroundings = new ProgramSurroundings(ProgramSurroundings::from_environment());
  read_left_out();
  program_entry = program;
  // The process's own stack belongs to the program: its arguments and environment lie there.
  auto* stack = static_cast<char*>(reserve_memory(kExplorerStack));
  if (stack == nullptr) leave_process(3);
  static Context explorer;
  make_context(explorer, stack + kExplorerStack, serve);
  heddle_load(&explorer);
}

}  // namespace heddle::runtime
