// A program that switches between fibers by itself and says so to ThreadSanitizer: Heddle cannot follow it.
#include <thread>

extern "C" {
void* __tsan_create_fiber(unsigned flags);
void __tsan_switch_to_fiber(void* fiber, unsigned flags);
}

int main() {
  std::thread other([] {
    void* fiber = __tsan_create_fiber(0);
    __tsan_switch_to_fiber(fiber, 0);
  });
  other.join();
}
