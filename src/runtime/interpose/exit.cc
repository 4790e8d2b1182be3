// How a process or an execution ends: exit and its relatives, assert, abort, std::terminate.
#include <cstdio>
#include <cstring>
#include <string>
#include <typeinfo>

#include "event/failure_wire.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/engine/failure_report.h"
#include "runtime/interpose/interpose.h"
#include "runtime/interpose/program.h"
#include "runtime/services/handlers.h"
#include "runtime/state/finish.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

Failure failure_here(FailureKind kind, SiteId site, std::string text) {
  Failure failure;
  failure.kind = kind;
  failure.thread = scheduler().current().id;
  failure.site = site;
  failure.text = std::move(text);
  return failure;
}

// What libc would say; a search in process prints nothing.
void write_error(const std::string& text) {
  if (!program().in_process) raw_syscall(SYS_write, 2, text.data(), text.size());
}

// abort sends SIGABRT, whose handler may jump away. Whether the thread blocks it makes no difference.
[[noreturn]] void fail_by_abort(Failure failure) {
  signals::fail_with_handler(SIGABRT, std::move(failure));
}

int exit_status = 0;  // that the program asked for

// Where another thread could go on, it might still join them.
bool could_be_joined() {
  for (const Thread* thread : program().threads)
    if (thread != hot.current && !thread->finished && thread->enabled) return true;
  return false;
}

bool is_unjoined(const Thread& thread) {
  return thread.id != kMainThread && thread.finished && !thread.joined && !thread.detached;
}

void note_place(UnjoinedThreads& unjoined, SiteId site) {
  for (SiteId& place : unjoined.places) {
    if (place == site) return;
    if (place != kNoSite) continue;
    place = site;
    return;
  }
}

void look_for_unjoined_threads() {
  Scheduler& engine = scheduler();
  const Unjoined rule = program().options.unjoined;
  if (rule == Unjoined::kIgnore || could_be_joined()) return;
  UnjoinedThreads& unjoined = hot.recording->unjoined;
  unjoined = {};
  const Thread* first = nullptr;
  for (const Thread* thread : program().threads) {
    if (!is_unjoined(*thread)) continue;
    if (first == nullptr) first = thread;
    ++unjoined.count;
    note_place(unjoined, thread->created_at);
  }
  if (first == nullptr || rule != Unjoined::kFail) return;
  Failure failure = failure_here(FailureKind::kThreadLeak, first->created_at, "");
  failure.thread = first->id;
  failure.code = static_cast<int>(unjoined.count);
  engine.fail(std::move(failure));
}

// Exit is an operation like any other: other threads may run before it and while its handlers run.
void announce_exit(int status, SiteId site) {
  Scheduler& engine = scheduler();
  if (program().in_process) {
    Failure failure = failure_here(FailureKind::kExitStatus, site, "the body called exit");
    failure.code = status;
    engine.fail(std::move(failure));
  }
  engine.announce_exit({OperationKind::kExit, 0, kNoThread, site, kNoLocation, 0});
  engine.performed(static_cast<std::uint32_t>(status), Effect::kProgress);
  hot.recording->reached_exit = true;
  exit_status = hot.recording->exit_status = status;
  if (status == program().options.expected_exit) {
    look_for_unjoined_threads();
    return;
  }
  // The program goes on to its end, so that its output is complete; what the explorer needs is written now.
  Failure failure = failure_here(FailureKind::kExitStatus, site, "");
  failure.code = status;
  engine.record_failure(std::move(failure));
}

[[noreturn]] void end_process(int status) {
  if (hot.active) scheduler().leave_for_good();
  if (process_goes_on) finish_execution();
  raw_syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

const char* mangled_name(const void* type_info) {
  const char* name = static_cast<const char* const*>(type_info)[1];
  return name[0] == '*' ? name + 1 : name;
}

// The text of a standard exception, if the thrown object is one and its base is where a pointer to it would
// be: a chain of single inheritance down to std::exception. Anything else has no text that could be read
// safely.
const char* exception_text(const std::type_info* type, void* object) {
  struct SingleInheritance {
    const void* vtable;
    const char* name;
    const SingleInheritance* base;
  };
  const char* vtable = static_cast<const char*>(find_real("_ZTVN10__cxxabiv120__si_class_type_infoE"));
  if (vtable == nullptr) return nullptr;
  for (const auto* info = reinterpret_cast<const SingleInheritance*>(type); info != nullptr;) {
    const char* name = info->name[0] == '*' ? info->name + 1 : info->name;
    if (std::strcmp(name, "St9exception") == 0) {
      using What = const char* (*)(void*);
      constexpr int kWhatSlot = 2;  // behind the two destructors
      return (*static_cast<What* const*>(object))[kWhatSlot](object);
    }
    info = info->vtable == vtable + 2 * sizeof(void*) ? info->base : nullptr;
  }
  return nullptr;
}

// std::exception_ptr as the program's library returns it: by a hidden pointer, because it has a destructor.
struct ExceptionPointer {
  void* object = nullptr;
  ~ExceptionPointer() {}
};

[[noreturn]] void on_terminate() {
  using CurrentType = std::type_info* (*)();
  using CurrentException = ExceptionPointer (*)();
  const auto current_type = reinterpret_cast<CurrentType>(find_real("__cxa_current_exception_type"));
  const auto current_exception = reinterpret_cast<CurrentException>(find_real("_ZSt17current_exceptionv"));
  const std::type_info* type = current_type != nullptr ? current_type() : nullptr;
  if (const Thread& self = scheduler().current();
      type == nullptr && is_unwinding() && self.thrown_type != nullptr) {
    // A destructor calls it, as that of a joinable std::thread does: what was thrown comes first.
    write_error("terminate called while an exception was unwinding the stack\n");
    scheduler().fail(failure_here(FailureKind::kUncaughtException, self.throw_site, self.thrown_type));
  }
  if (type == nullptr) {
    write_error("terminate called without an active exception\n");
    fail_by_abort(failure_here(FailureKind::kAssertion, innermost_site(),
                               "std::terminate was called without an exception"));
  }
  std::string text = mangled_name(type);
  void* object = current_exception != nullptr ? current_exception().object : nullptr;
  const char* what = object != nullptr ? exception_text(type, object) : nullptr;
  if (what != nullptr) text.append("\n").append(what);
  write_error("terminate called after throwing an exception" +
              (what != nullptr ? std::string(": ") + what : "") + "\n");
  fail_by_abort(
      failure_here(FailureKind::kUncaughtException, scheduler().current().throw_site, std::move(text)));
}

using Terminate = void (*)();
using SetTerminate = Terminate (*)(Terminate);
Terminate terminate_before = nullptr;

SetTerminate set_terminate = nullptr;  // the program's own; a C program has none

}  // namespace

namespace heddle::runtime {

bool is_unwinding() {
  struct Globals {
    void* caught;
    unsigned uncaught;
  };
  using GetGlobals = Globals* (*)();
  const auto get = reinterpret_cast<GetGlobals>(find_real("__cxa_get_globals"));
  return get != nullptr && get()->uncaught != 0;
}

void find_terminate_handler() {
  set_terminate = reinterpret_cast<SetTerminate>(find_real("_ZSt13set_terminatePFvvE"));
}

void install_terminate_handler() {
  if (set_terminate != nullptr) terminate_before = set_terminate(on_terminate);
}

void remove_terminate_handler() {
  if (set_terminate != nullptr) set_terminate(terminate_before);
}

// Static destructors have run; threads that are still there may run once more before the process is gone.
void announce_end_of_process() {
  scheduler().announce({OperationKind::kExit, 0, kNoThread, kNoSite, kNoLocation, 0});
  scheduler().performed(0, Effect::kProgress);
}

void end_quickly() {
  std::fflush(nullptr);
  end_process(exit_status);
}

void exit_from_main(int status) {
  if (hot.active) announce_exit(status, kNoSite);
  run_thread_local_destructors();
}

}  // namespace heddle::runtime

extern "C" {

void exit(int status) {
  signals::leave_handlers_to_exit();
  if (hot.active) {
    announce_exit(status, user_site(HEDDLE_CALL_SITE));
    run_thread_local_destructors();
  }
  real().exit(status);
  __builtin_unreachable();
}

void _exit(int status) {
  signals::leave_handlers_to_exit();
  if (hot.active) announce_exit(status, user_site(HEDDLE_CALL_SITE));
  end_process(status);
}

void _Exit(int status) {
  signals::leave_handlers_to_exit();
  if (hot.active) announce_exit(status, user_site(HEDDLE_CALL_SITE));
  end_process(status);
}

void quick_exit(int status) {
  signals::leave_handlers_to_exit();
  if (hot.active) announce_exit(status, user_site(HEDDLE_CALL_SITE));
  real().quick_exit(status);
  __builtin_unreachable();
}

void abort() {
  if (!hot.active) {
    real().abort();
    __builtin_unreachable();
  }
  fail_by_abort(failure_here(FailureKind::kAssertion, user_site(HEDDLE_CALL_SITE), "abort() was called"));
}

void __assert_fail(const char* expression, const char* file, unsigned line, const char* function) noexcept {
  using AssertFail = void (*)(const char*, const char*, unsigned, const char*);
  if (!hot.active) {
    reinterpret_cast<AssertFail>(find_real("__assert_fail"))(expression, file, line, function);
    __builtin_unreachable();
  }
  std::string text = "assertion `" + std::string(expression) + "' failed";
  write_error(std::string(file) + ":" + std::to_string(line) + ": " + (function != nullptr ? function : "") +
              ": Assertion `" + expression + "' failed.\n");
  fail_by_abort(failure_here(FailureKind::kAssertion, user_site(HEDDLE_CALL_SITE), std::move(text)));
}

// Remembers where an exception came from, in case nobody catches it.
void __cxa_throw(void* object, void* type, void (*destructor)(void*)) {
  if (hot.active) {
    Thread& self = scheduler().current();
    self.throw_site = user_site(HEDDLE_CALL_SITE);
    self.thrown_type = mangled_name(type);
  }
  real().cxa_throw(object, type, destructor);
  __builtin_unreachable();
}

}  // extern "C"
