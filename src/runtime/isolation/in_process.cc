#include "runtime/isolation/in_process.h"

#include <csignal>
#include <string>
#include <utility>

#include "runtime/carrier/contexts.h"
#include "runtime/carrier/processors.h"
#include "runtime/engine/scheduler.h"
#include "runtime/interpose/program.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/isolation/setup.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/shadow.h"
#include "runtime/services/signal_state.h"
#include "runtime/state/finish.h"
#include "runtime/system/real.h"

namespace heddle::runtime {

namespace {

Context loop;  // whoever called run()

void back_to_loop() {
  heddle_load(&loop);
}

// Empty: nothing.
std::string left_by(const Thread& thread) {
  if (thread.id != kMainThread && !thread.finished)
    return "the body returned while thread " + thread.name + " was still running; join it";
  if (thread.id != kMainThread && !thread.joined && !thread.detached)
    return "the body returned without joining thread " + thread.name;
  if (!thread.held.empty()) return "thread " + thread.name + " left a lock behind";
  return {};
}

// The body must leave nothing behind, or the next execution starts from another state.
void check_nothing_left() {
  for (const Thread* thread : program().threads) {
    std::string left = left_by(*thread);
    if (left.empty()) [[likely]]
      continue;
    Failure failure;
    failure.text = std::move(left);
    failure.kind = FailureKind::kLeftBehind;
    failure.thread = thread->id;
    failure.site = thread->held.empty() ? thread->next.site : thread->held.back().site;
    scheduler().fail(std::move(failure));
  }
}

void* run_body(void* argument) {
  const Body& body = *static_cast<const Body*>(argument);
  body.function(body.argument);
  run_thread_destructors();
  check_nothing_left();
  scheduler().end(End::kCompleted);
}

}  // namespace

const Execution& InProcessExecutor::run(Strategy& strategy, const ExecutionOptions& options) {
  finish_execution = back_to_loop;
  if (image_ != nullptr)
    image_->before_execution();
  else
    shadow::clear_all();
  begin_execution(strategy, options, recording_);
  Scheduler& engine = scheduler();
  Thread& main = engine.add_thread(nullptr, kNoSite);
  main.start = {.function = run_body, .argument = &body_};
  PooledContext* context = context_pool().take(nullptr);
  adopt_context(main, *context);
  processors::show(main);
  hot.current = &main;
  hot.own = program().segments.of(kMainThread);
  loop.thread_pointer = reinterpret_cast<std::uint64_t>(thread_pointer());
  program().in_process = true;
  hot.active = true;
  heddle_switch(&loop, &context->registers);
  program().in_process = false;
  lifetime_of_new_memory = Lifetime::kLasting;
  signals::end_execution();
  if (image_ != nullptr) {
    image_->restore();
    context_pool().renew();
  } else {
    context_pool().take_back_all();
  }
  read_recording(recording_, options, execution_);
  if (execution_.end == End::kFailed && execution_.failure.kind == FailureKind::kCrash) {
    // The handler was left without returning: its signals are still blocked.
    sigset_t none;
    sigemptyset(&none);
    real().pthread_sigmask(SIG_SETMASK, &none, nullptr);
  }
  return execution_;
}

}  // namespace heddle::runtime
