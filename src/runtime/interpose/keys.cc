// Thread-specific data and destructors of thread_local objects. Values live in the contexts' real TCBs, so
// only the destructors are ours: they must run under control when a thread ends, not when glibc's thread
// would.
#include "runtime/interpose/interpose.h"
#include "runtime/system/large.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

struct Key {
  bool used;
  void (*destructor)(void*);
};

HEDDLE_LARGE Key keys[PTHREAD_KEYS_MAX];
unsigned keys_end = 0;

using ThreadAtExit = int (*)(void (*)(void*), void*, void*);

bool run_key_destructors() {
  bool any = false;
  for (unsigned key = 0; key < keys_end; ++key) {
    if (!keys[key].used) continue;
    void* value = pthread_getspecific(key);
    if (value == nullptr) continue;
    pthread_setspecific(key, nullptr);
    if (keys[key].destructor == nullptr) continue;
    keys[key].destructor(value);
    any = true;
  }
  return any;
}

}  // namespace

namespace heddle::runtime {

void run_thread_local_destructors() {
  Thread& self = scheduler().current();
  while (!self.thread_local_destructors.empty()) {
    const ThreadLocalDestructor destructor = self.thread_local_destructors.back();
    self.thread_local_destructors.pop_back();
    destructor.function(destructor.object);
  }
}

void run_thread_destructors() {
  run_thread_local_destructors();
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && run_key_destructors(); ++round) {
  }
}

}  // namespace heddle::runtime

extern "C" {

int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  const int error = real().pthread_key_create(key, destructor);
  if (error == 0 && *key < PTHREAD_KEYS_MAX) {
    keys[*key] = {true, destructor};
    if (*key >= keys_end) keys_end = *key + 1;
  }
  return error;
}

int pthread_key_delete(pthread_key_t key) {
  if (key < PTHREAD_KEYS_MAX) keys[key] = {};
  return real().pthread_key_delete(key);
}

int __cxa_thread_atexit_impl(void (*function)(void*), void* object, void* module) {
  if (!hot.active) {
    static const auto next = reinterpret_cast<ThreadAtExit>(find_real("__cxa_thread_atexit_impl"));
    return next(function, object, module);
  }
  Thread& self = scheduler().current();
  (self.lender != nullptr ? *self.lender : self).thread_local_destructors.push_back({function, object});
  return 0;
}

}  // extern "C"
