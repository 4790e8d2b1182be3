// Memory orders: which of them hand data over from one thread to another.
#pragma once

#include <atomic>
#include <cstdint>

#include "case.h"

namespace race_cases::orders {

// The second one hands over only if the first has: a program does this once, so that no schedule waits.
template <std::memory_order kStore, std::memory_order kLoad>
void pass_message() {
  std::atomic<int> ready{0};
  together(
      [&] {
        data = 1;
        ready.store(1, kStore);
      },
      [&] {
        if (ready.load(kLoad) == 1) seen = data;
      });
}

template <std::memory_order kOrder>
void pass_by_update() {
  std::atomic<int> ready{0};
  together(
      [&] {
        data = 1;
        ready.fetch_add(1, kOrder);
      },
      [&] {
        if (ready.fetch_add(1, kOrder) == 1) seen = data;
      });
}

template <std::memory_order kSuccess, std::memory_order kFailure>
void pass_by_exchange() {
  std::atomic<int> ready{0};
  together(
      [&] {
        data = 1;
        ready.store(1, std::memory_order_release);
      },
      [&] {
        int expected = 1;
        if (ready.compare_exchange_strong(expected, 2, kSuccess, kFailure)) seen = data;
      });
}

// The exchange fails, and what it finds says that the data are there.
template <std::memory_order kFailure>
void pass_by_failed_exchange() {
  std::atomic<int> ready{0};
  together(
      [&] {
        data = 1;
        ready.store(1, std::memory_order_release);
      },
      [&] {
        int expected = 7;
        if (!ready.compare_exchange_strong(expected, 2, std::memory_order_acquire, kFailure) && expected == 1)
          seen = data;
      });
}

void pass_by_fences(bool release, bool acquire) {
  std::atomic<int> ready{0};
  together(
      [&] {
        data = 1;
        if (release) std::atomic_thread_fence(std::memory_order_release);
        ready.store(1, std::memory_order_relaxed);
      },
      [&] {
        if (ready.load(std::memory_order_relaxed) != 1) return;
        if (acquire) std::atomic_thread_fence(std::memory_order_acquire);
        seen = data;
      });
}

// A third thread's update goes on with the release sequence; its store ends it.
void pass_through_third(bool by_update) {
  std::atomic<int> ready{0};
  std::thread third([&] {
    if (by_update)
      ready.fetch_add(1, std::memory_order_relaxed);
    else if (ready.load(std::memory_order_relaxed) == 1)
      ready.store(2, std::memory_order_relaxed);
  });
  together(
      [&] {
        data = 1;
        ready.fetch_add(1, std::memory_order_release);
      },
      [&] {
        if (ready.load(std::memory_order_acquire) == 2) seen = data;
      });
  third.join();
}

// An atomic of each size hands over.
template <typename Number, std::memory_order kStore, std::memory_order kLoad>
void pass_by_size() {
  static std::atomic<Number> ready{0};
  together(
      [] {
        data = 1;
        ready.store(1, kStore);
      },
      [] {
        if (ready.load(kLoad) == 1) seen = data;
      });
}

// Whoever finds the flag set reads what the other thread wrote before it set it.
template <std::memory_order kSet, std::memory_order kTest>
void pass_by_flag() {
  static std::atomic_flag ready = ATOMIC_FLAG_INIT;
  together(
      [] {
        data = 1;
        ready.test_and_set(kSet);
      },
      [] {
        if (ready.test(kTest)) seen = data;
      });
}

// A lock of one flag that gives up at once.
template <std::memory_order kTake, std::memory_order kGive>
void flag_as_lock() {
  static std::atomic_flag taken = ATOMIC_FLAG_INIT;
  const auto work = [] {
    if (taken.test_and_set(kTake)) return;
    ++data;
    taken.clear(kGive);
  };
  together(work, work);
}

template <std::memory_order kOrder>
void pass_by_swap() {
  static std::atomic<int> ready{0};
  together(
      [] {
        data = 1;
        ready.exchange(1, kOrder);
      },
      [] {
        if (ready.exchange(2, kOrder) == 1) seen = data;
      });
}

template <std::memory_order kOrder>
void pass_by_bits() {
  static std::atomic<unsigned> ready{0};
  together(
      [] {
        data = 1;
        ready.fetch_or(1, kOrder);
      },
      [] {
        if ((ready.fetch_and(~2u, kOrder) & 1) != 0) seen = data;
      });
}

template <std::memory_order kOrder>
void pass_by_difference() {
  static std::atomic<int> ready{1};
  together(
      [] {
        data = 1;
        ready.fetch_sub(1, kOrder);
      },
      [] {
        if ((ready.fetch_xor(8, kOrder) & 1) == 0) seen = data;
      });
}

void pass_by_weak_exchange() {
  static std::atomic<int> ready{0};
  together(
      [] {
        data = 1;
        ready.store(1, std::memory_order_release);
      },
      [] {
        int expected = 1;
        if (ready.compare_exchange_weak(expected, 2, std::memory_order_acquire, std::memory_order_relaxed))
          seen = data;
      });
}

template <std::memory_order kFence>
void pass_by_fence_of_both() {
  static std::atomic<int> ready{0};
  together(
      [] {
        data = 1;
        std::atomic_thread_fence(kFence);
        ready.store(1, std::memory_order_relaxed);
      },
      [] {
        if (ready.load(std::memory_order_relaxed) != 1) return;
        std::atomic_thread_fence(kFence);
        seen = data;
      });
}

// Orders a thread with its own signal handlers, and no other thread.
void pass_by_signal_fences() {
  static std::atomic<int> ready{0};
  together(
      [] {
        data = 1;
        std::atomic_signal_fence(std::memory_order_release);
        ready.store(1, std::memory_order_relaxed);
      },
      [] {
        if (ready.load(std::memory_order_relaxed) != 1) return;
        std::atomic_signal_fence(std::memory_order_acquire);
        seen = data;
      });
}

// The release store is overwritten by a relaxed one of the same thread: no race before C++20.
void pass_by_later_store() {
  static std::atomic<int> ready{0};
  together(
      [] {
        data = 1;
        ready.store(1, std::memory_order_release);
        ready.store(2, std::memory_order_relaxed);
      },
      [] {
        if (ready.load(std::memory_order_acquire) == 2) seen = data;
      });
}

template <std::memory_order kStore, std::memory_order kLoad>
void pass_by_reference() {
  static int ready = 0;
  together(
      [] {
        data = 1;
        std::atomic_ref(ready).store(1, kStore);
      },
      [] {
        if (std::atomic_ref(ready).load(kLoad) == 1) seen = data;
      });
}

void reference_and_plain() {
  static int number = 0;
  together([] { std::atomic_ref(number).store(1); }, [] { seen = number; });
}

template <std::memory_order kLoad>
void pass_by_wait() {
  static std::atomic<int> ready{0};
  together(
      [] {
        data = 1;
        ready.store(1, std::memory_order_release);
        ready.notify_one();
      },
      [] {
        ready.wait(0, kLoad);
        seen = data;
      });
}

// The compiler's own functions; those without a memory order are full barriers.
void pass_by_builtin() {
  static int ready = 0;
  together(
      [] {
        data = 1;
        __sync_fetch_and_add(&ready, 1);
      },
      [] {
        if (__sync_fetch_and_add(&ready, 0) == 1) seen = data;
      });
}

void builtin_as_lock() {
  static int taken = 0;
  const auto work = [] {
    if (__sync_lock_test_and_set(&taken, 1) != 0) return;
    ++data;
    __sync_lock_release(&taken);
  };
  together(work, work);
}

template <int kStore, int kLoad>
void pass_by_c_builtin() {
  static int ready = 0;
  together(
      [] {
        data = 1;
        __atomic_store_n(&ready, 1, kStore);
      },
      [] {
        if (__atomic_load_n(&ready, kLoad) == 1) seen = data;
      });
}

// Three threads: what the second one acquired, it hands on.
template <std::memory_order kSecondLoads>
void pass_on() {
  static std::atomic<int> ready{0}, again{0};
  std::thread third([] {
    if (again.load(std::memory_order_acquire) == 1) seen = data;
  });
  together(
      [] {
        data = 1;
        ready.store(1, std::memory_order_release);
      },
      [] {
        if (ready.load(kSecondLoads) == 1) again.store(1, std::memory_order_release);
      });
  third.join();
}

// Each thread says that it comes, then looks for the other: at most one of them goes on, by sequential
// consistency alone.
void flags_of_dekker() {
  static std::atomic<int> here[2];
  const auto work = [](int self) {
    here[self].store(1);
    if (here[1 - self].load() == 0) ++data;
  };
  together([=] { work(0); }, [=] { work(1); });
}

Cases chapter() {
  using enum std::memory_order;
  using enum Right;
  static constexpr const char* kNoFences = "it does not know fences";
  static constexpr Case kAll[] = {
      {"relaxed_relaxed", kRacy, pass_message<relaxed, relaxed>},
      {"release_relaxed", kRacy, pass_message<release, relaxed>},
      {"relaxed_acquire", kRacy, pass_message<relaxed, acquire>},
      {"release_acquire", kClean, pass_message<release, acquire>},
      {"release_consume", kClean, pass_message<release, consume>},
      {"release_seq_cst", kClean, pass_message<release, seq_cst>},
      {"seq_cst_acquire", kClean, pass_message<seq_cst, acquire>},
      {"seq_cst_relaxed", kRacy, pass_message<seq_cst, relaxed>},
      {"relaxed_seq_cst", kRacy, pass_message<relaxed, seq_cst>},
      {"seq_cst_seq_cst", kClean, pass_message<seq_cst, seq_cst>},
      {"size_1", kClean, pass_by_size<std::uint8_t, release, acquire>},
      {"size_1_relaxed", kRacy, pass_by_size<std::uint8_t, relaxed, relaxed>},
      {"size_2", kClean, pass_by_size<std::uint16_t, release, acquire>},
      {"size_2_relaxed", kRacy, pass_by_size<std::uint16_t, relaxed, relaxed>},
      {"size_8", kClean, pass_by_size<std::uint64_t, release, acquire>},
      {"size_8_relaxed", kRacy, pass_by_size<std::uint64_t, relaxed, relaxed>},
      {"update_relaxed", kRacy, pass_by_update<relaxed>},
      {"update_acquire", kRacy, pass_by_update<acquire>},
      {"update_release", kRacy, pass_by_update<release>},
      {"update_acq_rel", kClean, pass_by_update<acq_rel>},
      {"update_seq_cst", kClean, pass_by_update<seq_cst>},
      {"exchange_acquire", kClean, pass_by_exchange<acquire, relaxed>},
      {"exchange_relaxed", kRacy, pass_by_exchange<relaxed, relaxed>},
      {"exchange_weak", kClean, pass_by_weak_exchange},
      {"failed_exchange_acquire", kClean, pass_by_failed_exchange<acquire>},
      {"failed_exchange_relaxed", kRacy, pass_by_failed_exchange<relaxed>},
      {"swap_acq_rel", kClean, pass_by_swap<acq_rel>},
      {"swap_relaxed", kRacy, pass_by_swap<relaxed>},
      {"bits_acq_rel", kClean, pass_by_bits<acq_rel>},
      {"bits_relaxed", kRacy, pass_by_bits<relaxed>},
      {"difference_acq_rel", kClean, pass_by_difference<acq_rel>},
      {"difference_relaxed", kRacy, pass_by_difference<relaxed>},
      {"flag", kClean, pass_by_flag<release, acquire>},
      {"flag_relaxed", kRacy, pass_by_flag<relaxed, relaxed>},
      {"flag_lock", kClean, flag_as_lock<acquire, release>},
      {"flag_lock_taken_relaxed", kRacy, flag_as_lock<relaxed, release>},
      {"flag_lock_given_relaxed", kRacy, flag_as_lock<acquire, relaxed>},
      {"fences", kClean, [] { pass_by_fences(true, true); }, kNoFences},
      {"fences_acq_rel", kClean, pass_by_fence_of_both<acq_rel>, kNoFences},
      {"fences_seq_cst", kClean, pass_by_fence_of_both<seq_cst>, kNoFences},
      {"release_fence_only", kRacy, [] { pass_by_fences(true, false); }},
      {"acquire_fence_only", kRacy, [] { pass_by_fences(false, true); }},
      {"signal_fences", kRacy, pass_by_signal_fences},
      {"release_sequence_update", kClean, [] { pass_through_third(true); }},
      {"release_sequence_broken", kRacy, [] { pass_through_third(false); },
       "it lets every store go on with the sequence"},
      {"release_sequence_same_thread", kClean, pass_by_later_store},
      {"reference", kClean, pass_by_reference<release, acquire>},
      {"reference_relaxed", kRacy, pass_by_reference<relaxed, relaxed>},
      {"reference_and_plain", kRacy, reference_and_plain},
      {"atomic_wait", kClean, pass_by_wait<acquire>},
      {"atomic_wait_relaxed", kRacy, pass_by_wait<relaxed>},
      {"builtin", kClean, pass_by_builtin},
      {"builtin_lock", kClean, builtin_as_lock},
      {"builtin_release_acquire", kClean, pass_by_c_builtin<__ATOMIC_RELEASE, __ATOMIC_ACQUIRE>},
      {"builtin_relaxed", kRacy, pass_by_c_builtin<__ATOMIC_RELAXED, __ATOMIC_RELAXED>},
      {"handed_on", kClean, pass_on<acquire>},
      {"handed_on_relaxed", kRacy, pass_on<relaxed>, "it needs an order of three threads"},
      {"dekker", kClean, flags_of_dekker},
  };
  return kAll;
}

}  // namespace race_cases::orders
