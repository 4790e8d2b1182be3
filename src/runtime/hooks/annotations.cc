// What a program may say to ThreadSanitizer (sanitizer/tsan_interface.h and the Annotate* calls). Programs
// and libraries that are built with -fsanitize=thread call these, so they exist. Statements about order are
// synchronisation here, too, and scheduling points; "ignore this" is not obeyed: what is not seen cannot be
// explored.
#include <cstdint>

#include "runtime/hooks/access.h"
#include "runtime/hooks/atomic_operations.h"
#include "runtime/interpose/interpose.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

// The object stands for the order: whoever acquires it comes after whoever released it.
void synchronise(OperationKind kind, const volatile void* object, const CallSite& call, bool failed = false) {
  Operation operation = operation_on(kind, object, user_site(call));
  operation.size = 1;
  scheduler().announce(operation);
  scheduler().performed(atomic_detail(failed, Ordering::kStated, operation.address));
}

void acquire(const volatile void* object, const CallSite& call) {
  if (hot.active) synchronise(OperationKind::kAtomicLoad, object, call);
}
void release(const volatile void* object, const CallSite& call) {
  if (hot.active) synchronise(OperationKind::kAtomicUpdate, object, call);
}

void refuse_fibers(const CallSite& call) {
  if (hot.active)
    scheduler().refuse(
        "the program switches between fibers by itself (__tsan_create_fiber): Heddle can follow threads only",
        user_site(call));
}

constexpr unsigned kReadLock = 1u << 3;
constexpr unsigned kTryLockFailed = 1u << 5;
constexpr unsigned kRecursiveUnlock = 1u << 7;

// A tag only has to be different from null.
char external_tag;

// __tsan_testonly_barrier: eight bytes of the program.
struct TestBarrier {
  std::uint32_t count;
  std::uint32_t arrivals;
};

}  // namespace

extern "C" {

// --- Order ---

void __tsan_acquire(void* object) {
  acquire(object, HEDDLE_CALL_SITE);
}
void __tsan_release(void* object) {
  release(object, HEDDLE_CALL_SITE);
}

// --- Mutexes of the program's own making: a point before each attempt, the order at success and before the
// release ---

void __tsan_mutex_create(void* mutex, unsigned) {
  release(mutex, HEDDLE_CALL_SITE);
}
void __tsan_mutex_destroy(void* mutex, unsigned) {
  release(mutex, HEDDLE_CALL_SITE);
}
void __tsan_mutex_pre_lock(void* mutex, unsigned) {
  acquire(mutex, HEDDLE_CALL_SITE);
}
void __tsan_mutex_post_lock(void* mutex, unsigned flags, int) {
  if (!hot.active) return;
  synchronise((flags & kReadLock) != 0 ? OperationKind::kAtomicLoad : OperationKind::kAtomicUpdate, mutex,
              HEDDLE_CALL_SITE, (flags & kTryLockFailed) != 0);
}
int __tsan_mutex_pre_unlock(void* mutex, unsigned flags) {
  release(mutex, HEDDLE_CALL_SITE);
  return (flags & kRecursiveUnlock) != 0 ? 1 : 0;
}
void __tsan_mutex_post_unlock(void*, unsigned) {}
void __tsan_mutex_pre_signal(void* object, unsigned) {
  release(object, HEDDLE_CALL_SITE);
}
void __tsan_mutex_post_signal(void*, unsigned) {}
void __tsan_mutex_pre_divert(void*, unsigned) {}
void __tsan_mutex_post_divert(void*, unsigned) {}
void __tsan_check_no_mutexes_held() {}

// --- Objects of foreign code: the library says that its caller touches one ---

void* __tsan_external_register_tag(const char*) {
  return &external_tag;
}
void __tsan_external_register_header(void*, const char*) {}
void __tsan_external_assign_tag(void*, void*) {}
void __tsan_external_read(void* object, void* caller, void*) {
  if (hot.active) uncommon_access(address_of(object), 1, false, address_of(caller));
}
void __tsan_external_write(void* object, void* caller, void*) {
  if (hot.active) uncommon_access(address_of(object), 1, true, address_of(caller));
}

// --- Fibers ---

void* __tsan_get_current_fiber() {
  return hot.active ? static_cast<void*>(hot.current) : &external_tag;
}
void* __tsan_create_fiber(unsigned) {
  refuse_fibers(HEDDLE_CALL_SITE);
  return &external_tag;
}
void __tsan_destroy_fiber(void*) {
  refuse_fibers(HEDDLE_CALL_SITE);
}
void __tsan_switch_to_fiber(void*, unsigned) {
  refuse_fibers(HEDDLE_CALL_SITE);
}
void __tsan_set_fiber_name(void*, const char*) {}

// --- Reports: there are none of this kind ---

void* __tsan_get_current_report() {
  return nullptr;
}
int __tsan_get_report_data(void*, const char**, int*, int*, int*, int*, int*, int*, int*, void**,
                           unsigned long) {
  return 0;
}
int __tsan_get_report_tag(void*, std::uintptr_t*) {
  return 0;
}
int __tsan_get_report_stack(void*, unsigned long, void**, unsigned long) {
  return 0;
}
int __tsan_get_report_mop(void*, unsigned long, int*, void**, int*, int*, int*, void**, unsigned long) {
  return 0;
}
int __tsan_get_report_loc(void*, unsigned long, const char**, void**, void**, unsigned long*, int*, int*,
                          int*, void**, unsigned long) {
  return 0;
}
int __tsan_get_report_loc_object_type(void*, unsigned long, const char**) {
  return 0;
}
int __tsan_get_report_mutex(void*, unsigned long, std::uint64_t*, void**, int*, void**, unsigned long) {
  return 0;
}
int __tsan_get_report_thread(void*, unsigned long, int*, std::uint64_t*, int*, const char**, int*, void**,
                             unsigned long) {
  return 0;
}
int __tsan_get_report_unique_tid(void*, unsigned long, int*) {
  return 0;
}
void __tsan_flush_memory() {}

// Functions that a program may define for ThreadSanitizer; nobody asks for them here, but somebody may call
// them.
void __tsan_on_initialize() {}
int __tsan_on_finalize(int failed) {
  return failed;
}
const char* __tsan_default_options() {
  return "";
}
const char* __tsan_default_suppressions() {
  return "";
}

void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

// --- For ThreadSanitizer's own tests ---

void __tsan_testonly_barrier_init(TestBarrier* barrier, unsigned count) {
  *barrier = {count, 0};
}
void __tsan_testonly_barrier_wait(TestBarrier* barrier) {
  const void* const pc = __builtin_return_address(0);
  const auto next = [](std::uint32_t before) { return before + 1; };
  const std::uint32_t round =
      hooked_update<std::uint32_t>(&barrier->arrivals, next, __ATOMIC_RELAXED, pc) / barrier->count;
  while (hooked_load<std::uint32_t>(&barrier->arrivals, __ATOMIC_RELAXED, pc) / barrier->count == round)
    if (!hot.active) real().sched_yield();
}
std::size_t __tsan_testonly_shadow_stack_current_size() {
  return hot.active ? hot.current->depth : 0;
}

// --- Dynamic annotations ---

void AnnotateHappensBefore(const char*, int, void* object) {
  release(object, HEDDLE_CALL_SITE);
}
void AnnotateHappensAfter(const char*, int, void* object) {
  acquire(object, HEDDLE_CALL_SITE);
}
void WTFAnnotateHappensBefore(const char*, int, void* object) {
  release(object, HEDDLE_CALL_SITE);
}
void WTFAnnotateHappensAfter(const char*, int, void* object) {
  acquire(object, HEDDLE_CALL_SITE);
}

void AnnotateRWLockCreate(const char*, int, void* lock) {
  release(lock, HEDDLE_CALL_SITE);
}
void AnnotateRWLockCreateStatic(const char*, int, void* lock) {
  release(lock, HEDDLE_CALL_SITE);
}
void AnnotateRWLockDestroy(const char*, int, void* lock) {
  release(lock, HEDDLE_CALL_SITE);
}
void AnnotateRWLockAcquired(const char*, int, void* lock, long for_writing) {
  for_writing != 0 ? release(lock, HEDDLE_CALL_SITE) : acquire(lock, HEDDLE_CALL_SITE);
}
void AnnotateRWLockReleased(const char*, int, void* lock, long) {
  release(lock, HEDDLE_CALL_SITE);
}

void AnnotateCondVarSignal(const char*, int, void* condition) {
  release(condition, HEDDLE_CALL_SITE);
}
void AnnotateCondVarSignalAll(const char*, int, void* condition) {
  release(condition, HEDDLE_CALL_SITE);
}
void AnnotateCondVarWait(const char*, int, void* condition, void*) {
  acquire(condition, HEDDLE_CALL_SITE);
}

void AnnotateBenignRace(const char*, int, void*, const char*) {}
void AnnotateBenignRaceSized(const char*, int, void*, std::size_t, const char*) {}
void WTFAnnotateBenignRaceSized(const char*, int, void*, std::size_t, const char*) {}
void AnnotateIgnoreReadsBegin(const char*, int) {}
void AnnotateIgnoreReadsEnd(const char*, int) {}
void AnnotateIgnoreWritesBegin(const char*, int) {}
void AnnotateIgnoreWritesEnd(const char*, int) {}
void AnnotateIgnoreSyncBegin(const char*, int) {}
void AnnotateIgnoreSyncEnd(const char*, int) {}
void AnnotateEnableRaceDetection(const char*, int, int) {}
void AnnotateExpectRace(const char*, int, void*, const char*) {}
void AnnotateFlushExpectedRaces(const char*, int) {}
void AnnotateFlushState(const char*, int) {}
void AnnotateMemoryIsInitialized(const char*, int, void*, std::size_t) {}
void AnnotateMemoryIsUninitialized(const char*, int, void*, std::size_t) {}
void AnnotateMutexIsNotPHB(const char*, int, void*) {}
void AnnotateMutexIsUsedAsCondVar(const char*, int, void*) {}
void AnnotateNewMemory(const char*, int, void*, std::size_t) {}
void AnnotateNoOp(const char*, int, void*) {}
void AnnotatePCQCreate(const char*, int, void*) {}
void AnnotatePCQDestroy(const char*, int, void*) {}
void AnnotatePCQGet(const char*, int, void* queue) {
  acquire(queue, HEDDLE_CALL_SITE);
}
void AnnotatePCQPut(const char*, int, void* queue) {
  release(queue, HEDDLE_CALL_SITE);
}
void AnnotatePublishMemoryRange(const char*, int, void*, std::size_t) {}
void AnnotateUnpublishMemoryRange(const char*, int, void*, std::size_t) {}
void AnnotateThreadName(const char*, int, const char*) {}
void AnnotateTraceMemory(const char*, int, void*) {}

int RunningOnValgrind() {
  return 0;
}
double ValgrindSlowdown() {
  return 10.0;
}  // what ThreadSanitizer answers

}  // extern "C"
