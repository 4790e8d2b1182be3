// The repaired twin of annotated_counter: a spin lock of its own making, announced by __tsan_mutex_*, keeps
// others out.
#include <atomic>
#include <cassert>
#include <thread>

extern "C" {
void __tsan_mutex_create(void* object, unsigned flags);
void __tsan_mutex_destroy(void* object, unsigned flags);
void __tsan_mutex_pre_lock(void* object, unsigned flags);
void __tsan_mutex_post_lock(void* object, unsigned flags, int recursion);
int __tsan_mutex_pre_unlock(void* object, unsigned flags);
void __tsan_mutex_post_unlock(void* object, unsigned flags);
void AnnotateHappensBefore(const char* file, int line, const volatile void* object);
}

#define NOT_INSTRUMENTED __attribute__((noinline, no_sanitize("thread")))

class SpinLock {
 public:
  SpinLock() { __tsan_mutex_create(this, 0); }
  ~SpinLock() { __tsan_mutex_destroy(this, 0); }
  void lock() {
    __tsan_mutex_pre_lock(this, 0);
    while (taken_.test_and_set()) std::this_thread::yield();
    __tsan_mutex_post_lock(this, 0, 0);
  }
  void unlock() {
    __tsan_mutex_pre_unlock(this, 0);
    taken_.clear();
    __tsan_mutex_post_unlock(this, 0);
  }

 private:
  std::atomic_flag taken_ = ATOMIC_FLAG_INIT;
};

SpinLock counter_lock;
int counter = 0;

NOT_INSTRUMENTED int get() {
  return counter;
}
NOT_INSTRUMENTED void set(int value) {
  counter = value;
}

void count() {
  counter_lock.lock();
  const int value = get();
  AnnotateHappensBefore(__FILE__, __LINE__, &counter);
  set(value + 1);
  counter_lock.unlock();
}

int main() {
  std::thread one(count);
  std::thread other(count);
  one.join();
  other.join();
  assert(get() == 2);
}
