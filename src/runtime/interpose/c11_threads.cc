// C11's <threads.h>. glibc's versions call its own POSIX functions directly, past ours, so each is given
// here; mtx_t, cnd_t, once_flag and tss_t are the POSIX objects under other names.
#include <threads.h>
#include <cerrno>

#include "runtime/interpose/lifetime.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

int to_c11(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case ENOMEM:
    case EAGAIN:
      return thrd_nomem;
    case ETIMEDOUT:
      return thrd_timedout;
    case EBUSY:
      return thrd_busy;
    default:
      return thrd_error;
  }
}

pthread_mutex_t* posix(mtx_t* mutex) {
  return reinterpret_cast<pthread_mutex_t*>(mutex);
}
pthread_cond_t* posix(cnd_t* condition) {
  return reinterpret_cast<pthread_cond_t*>(condition);
}

}  // namespace

extern "C" {

int thrd_create(thrd_t* thread, thrd_start_t start, void* argument) {
  if (!hot.active) return libc<decltype(thrd_create)>("thrd_create")(thread, start, argument);
  return to_c11(create_thread(thread, nullptr, {.c11_function = start, .argument = argument},
                              user_call(HEDDLE_CALL_SITE)));
}

int thrd_join(thrd_t thread, int* result) {
  if (!hot.active) return libc<decltype(thrd_join)>("thrd_join")(thread, result);
  void* value = nullptr;
  const int error = join_thread(thread, &value, nullptr, user_call(HEDDLE_CALL_SITE));
  if (error == 0 && result != nullptr) *result = static_cast<int>(reinterpret_cast<std::intptr_t>(value));
  return to_c11(error);
}

int thrd_detach(thrd_t thread) {
  if (!hot.active) return libc<decltype(thrd_detach)>("thrd_detach")(thread);
  return to_c11(detach_thread(thread, user_call(HEDDLE_CALL_SITE)));
}

void thrd_exit(int result) {
  if (!hot.active) {
    libc<void(int)>("thrd_exit")(result);
    __builtin_unreachable();
  }
  leave_thread(reinterpret_cast<void*>(std::intptr_t{result}));
}

void thrd_yield() {
  if (!hot.active) {
    real().sched_yield();
    return;
  }
  scheduler().announce({OperationKind::kYield, 0, kNoThread, user_call(HEDDLE_CALL_SITE), kNoLocation, 0});
  scheduler().performed();
}

int thrd_sleep(const timespec* duration, timespec* remaining) {
  if (!hot.active) return libc<decltype(thrd_sleep)>("thrd_sleep")(duration, remaining);
  if (!is_valid(*duration) || duration->tv_sec < 0) return -2;
  const std::uint64_t deadline = program().clock.now() + nanoseconds(*duration);
  if (sleep_until(deadline, user_call(HEDDLE_CALL_SITE))) return 0;
  const std::uint64_t now = program().clock.now();
  if (remaining != nullptr) *remaining = to_timespec(now < deadline ? deadline - now : 1);
  return -1;
}

int mtx_init(mtx_t* mutex, int type) {
  return begin_lifetime(mutex, HEDDLE_CALL_SITE,
                        [&] { return libc<decltype(mtx_init)>("mtx_init")(mutex, type); });
}

int mtx_lock(mtx_t* mutex) {
  if (!hot.active) return libc<decltype(mtx_lock)>("mtx_lock")(mutex);
  return to_c11(lock_mutex(posix(mutex), user_call(HEDDLE_CALL_SITE)));
}

int mtx_trylock(mtx_t* mutex) {
  if (!hot.active) return libc<decltype(mtx_trylock)>("mtx_trylock")(mutex);
  return to_c11(try_lock_mutex(posix(mutex), user_call(HEDDLE_CALL_SITE)));
}

int mtx_timedlock(mtx_t* mutex, const timespec* time) {
  if (!hot.active) return libc<decltype(mtx_timedlock)>("mtx_timedlock")(mutex, time);
  return to_c11(timed_lock_mutex(posix(mutex), CLOCK_REALTIME, time, user_call(HEDDLE_CALL_SITE)));
}

int mtx_unlock(mtx_t* mutex) {
  if (!hot.active) return libc<decltype(mtx_unlock)>("mtx_unlock")(mutex);
  return to_c11(unlock_mutex(posix(mutex), user_call(HEDDLE_CALL_SITE)));
}

void mtx_destroy(mtx_t* mutex) {
  if (!hot.active) return libc<void(mtx_t*)>("mtx_destroy")(mutex);
  destroy_mutex(posix(mutex), user_call(HEDDLE_CALL_SITE));
}

int cnd_init(cnd_t* condition) {
  return begin_lifetime(condition, HEDDLE_CALL_SITE,
                        [&] { return libc<decltype(cnd_init)>("cnd_init")(condition); });
}

int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  if (!hot.active) return libc<decltype(cnd_wait)>("cnd_wait")(condition, mutex);
  return to_c11(wait_for_condition(posix(condition), posix(mutex), nullptr, user_call(HEDDLE_CALL_SITE)));
}

int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* time) {
  if (!hot.active) return libc<decltype(cnd_timedwait)>("cnd_timedwait")(condition, mutex, time);
  if (!is_valid(*time)) return thrd_error;
  const std::uint64_t deadline = deadline_of(CLOCK_REALTIME, *time);
  return to_c11(wait_for_condition(posix(condition), posix(mutex), &deadline, user_call(HEDDLE_CALL_SITE)));
}

int cnd_signal(cnd_t* condition) {
  if (!hot.active) return libc<decltype(cnd_signal)>("cnd_signal")(condition);
  return to_c11(signal_condition(posix(condition), user_call(HEDDLE_CALL_SITE)));
}

int cnd_broadcast(cnd_t* condition) {
  if (!hot.active) return libc<decltype(cnd_broadcast)>("cnd_broadcast")(condition);
  return to_c11(broadcast_condition(posix(condition), user_call(HEDDLE_CALL_SITE)));
}

void cnd_destroy(cnd_t* condition) {
  if (!hot.active) return libc<void(cnd_t*)>("cnd_destroy")(condition);
  destroy_condition(posix(condition), user_call(HEDDLE_CALL_SITE));
}

void call_once(once_flag* flag, void (*routine)()) {
  if (!hot.active) return libc<void(once_flag*, void (*)())>("call_once")(flag, routine);
  heddle::runtime::call_once(reinterpret_cast<pthread_once_t*>(flag), routine, user_call(HEDDLE_CALL_SITE));
}

int tss_create(tss_t* key, tss_dtor_t destructor) {
  return to_c11(pthread_key_create(key, destructor));
}
void tss_delete(tss_t key) {
  pthread_key_delete(key);
}

}  // extern "C"
