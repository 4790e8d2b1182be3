// Lock-free algorithms, each with one memory order too weak, and repaired: weak_orders SUBJECT [repaired].
// Without arguments: the names of all of them. lost-update and two-flags are none: one needs no weak
// memory, the other lacks the same order in two ways.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <thread>

namespace {

using std::atomic;
using std::memory_order;
constexpr memory_order kRelaxed = std::memory_order_relaxed, kAcquire = std::memory_order_acquire,
                       kRelease = std::memory_order_release, kBoth = std::memory_order_acq_rel,
                       kTotal = std::memory_order_seq_cst;

template <typename... Threads>
void in_parallel(Threads... threads) {
  std::thread all[] = {std::thread(threads)...};
  for (std::thread& each : all) each.join();
}

// What the algorithm protects: two halves that must agree, and nobody may be inside at the same time.
struct Guarded {
  atomic<int> first{0}, second{0};

  void add() {
    const int before = first.load(kRelaxed);
    first.store(before + 1, kRelaxed);
    second.store(second.load(kRelaxed) + 1, kRelaxed);
  }
  void check(int expected) const {
    assert(first.load(kRelaxed) == expected);
    assert(second.load(kRelaxed) == expected);
  }
};

// --- Litmus tests

template <memory_order kStore, memory_order kLoad>
void message_passing() {
  static atomic<int> data{0}, flag{0};
  in_parallel(
      [] {
        data.store(1, kRelaxed);
        flag.store(1, kStore);
      },
      [] {
        if (flag.load(kLoad) == 1) assert(data.load(kRelaxed) == 1);
      });
}

template <bool kHasRelease, bool kHasAcquire>
void fenced_message() {
  static atomic<int> data{0}, flag{0};
  in_parallel(
      [] {
        data.store(1, kRelaxed);
        if (kHasRelease) std::atomic_thread_fence(kRelease);
        flag.store(1, kRelaxed);
      },
      [] {
        if (flag.load(kRelaxed) != 1) return;
        if (kHasAcquire) std::atomic_thread_fence(kAcquire);
        assert(data.load(kRelaxed) == 1);
      });
}

template <memory_order kStore, memory_order kLoad>
void store_buffering() {
  static atomic<int> x{0}, y{0}, r1{-1}, r2{-1};
  in_parallel(
      [] {
        x.store(1, kStore);
        r1.store(y.load(kLoad), kRelaxed);
      },
      [] {
        y.store(1, kStore);
        r2.store(x.load(kLoad), kRelaxed);
      });
  assert(r1.load(kRelaxed) == 1 || r2.load(kRelaxed) == 1);
}

template <memory_order kFence>
void fenced_store_buffering() {
  static atomic<int> x{0}, y{0}, r1{-1}, r2{-1};
  in_parallel(
      [] {
        x.store(1, kRelaxed);
        std::atomic_thread_fence(kFence);
        r1.store(y.load(kRelaxed), kRelaxed);
      },
      [] {
        y.store(1, kRelaxed);
        std::atomic_thread_fence(kFence);
        r2.store(x.load(kRelaxed), kRelaxed);
      });
  assert(r1.load(kRelaxed) == 1 || r2.load(kRelaxed) == 1);
}

template <memory_order kStore, memory_order kLoad>
void iriw() {
  static atomic<int> x{0}, y{0};
  static atomic<bool> x_first{false}, y_first{false};
  in_parallel([] { x.store(1, kStore); }, [] { y.store(1, kStore); },
              [] { x_first.store(x.load(kLoad) == 1 && y.load(kLoad) == 0, kRelaxed); },
              [] { y_first.store(y.load(kLoad) == 1 && x.load(kLoad) == 0, kRelaxed); });
  assert(!x_first.load(kRelaxed) || !y_first.load(kRelaxed));
}

template <memory_order kStore>
void two_plus_two_writes() {
  static atomic<int> x{0}, y{0};
  in_parallel(
      [] {
        x.store(1, kStore);
        y.store(2, kStore);
      },
      [] {
        y.store(1, kStore);
        x.store(2, kStore);
      });
  assert(x.load(kRelaxed) != 1 || y.load(kRelaxed) != 1);
}

template <memory_order kMiddle>
void causality() {
  static atomic<int> x{0}, y{0};
  in_parallel([] { x.store(1, kRelease); },
              [] {
                if (x.load(kAcquire) == 1) y.store(1, kMiddle);
              },
              [] {
                if (y.load(kAcquire) == 1) assert(x.load(kRelaxed) == 1);
              });
}

template <memory_order kMiddle>
void relay() {
  static atomic<int> data{0}, first{0}, second{0};
  in_parallel(
      [] {
        data.store(1, kRelaxed);
        first.store(1, kRelease);
      },
      [] {
        if (first.load(kMiddle) == 1) second.store(1, kRelease);
      },
      [] {
        if (second.load(kAcquire) == 1) assert(data.load(kRelaxed) == 1);
      });
}

// --- Locks

template <memory_order kLock, memory_order kUnlock>
void spin_lock() {
  static atomic<bool> locked{false};
  static Guarded guarded;
  const auto work = [] {
    while (locked.exchange(true, kLock)) std::this_thread::yield();
    guarded.add();
    locked.store(false, kUnlock);
  };
  in_parallel(work, work);
  guarded.check(2);
}

template <memory_order kServe, memory_order kWait>
void ticket_lock() {
  static atomic<int> next{0}, serving{0};
  static Guarded guarded;
  const auto work = [] {
    const int own = next.fetch_add(1, kRelaxed);
    while (serving.load(kWait) != own) std::this_thread::yield();
    guarded.add();
    serving.store(own + 1, kServe);
  };
  in_parallel(work, work);
  guarded.check(2);
}

template <memory_order kStore, memory_order kLoad>
void dekker() {
  static atomic<bool> wants[2] = {false, false};
  // Each tries once: only one of them may find the other one absent while it is inside.
  static atomic<int> got{0};
  in_parallel(
      [] {
        wants[0].store(true, kStore);
        if (!wants[1].load(kLoad)) got.fetch_add(1, kRelaxed);
      },
      [] {
        wants[1].store(true, kStore);
        if (!wants[0].load(kLoad)) got.fetch_add(1, kRelaxed);
      });
  assert(got.load(kRelaxed) <= 1);
}

template <memory_order kStore, memory_order kLoad>
void peterson() {
  static atomic<bool> wants[2] = {false, false};
  static atomic<int> turn{0};
  static Guarded guarded;
  const auto work = [](int self) {
    wants[self].store(true, kStore);
    turn.store(1 - self, kStore);
    while (wants[1 - self].load(kLoad) && turn.load(kLoad) == 1 - self) std::this_thread::yield();
    guarded.add();
    wants[self].store(false, kRelease);
  };
  in_parallel([=] { work(0); }, [=] { work(1); });
  guarded.check(2);
}

template <memory_order kLeave>
void read_write_lock() {
  static atomic<int> readers{0};  // -1: a writer
  static Guarded guarded;
  in_parallel(
      [] {
        for (int free = 0; !readers.compare_exchange_weak(free, -1, kAcquire, kRelaxed); free = 0)
          std::this_thread::yield();
        guarded.add();
        readers.store(0, kLeave);
      },
      [] {
        int before = readers.load(kRelaxed);
        while (before < 0 || !readers.compare_exchange_weak(before, before + 1, kAcquire, kRelaxed)) {
          std::this_thread::yield();
          before = readers.load(kRelaxed);
        }
        assert(guarded.first.load(kRelaxed) == guarded.second.load(kRelaxed));
        readers.fetch_sub(1, kRelease);
      });
}

// --- Publication

template <bool kWriterFence, bool kReaderFence>
void seqlock() {
  static atomic<int> sequence{0}, first{0}, second{0};
  in_parallel(
      [] {
        sequence.store(1, kRelaxed);
        if (kWriterFence) std::atomic_thread_fence(kRelease);
        first.store(1, kRelaxed);
        second.store(1, kRelaxed);
        sequence.store(2, kRelease);
      },
      [] {
        const int before = sequence.load(kAcquire);
        const int a = first.load(kRelaxed), b = second.load(kRelaxed);
        if (kReaderFence) std::atomic_thread_fence(kAcquire);
        if (before % 2 == 0 && sequence.load(kRelaxed) == before) assert(a == b);
      });
}

template <memory_order kStore, memory_order kLoad>
void double_checked() {
  static atomic<int*> instance{nullptr};
  static atomic<bool> lock{false};
  const auto use = [] {
    int* made = instance.load(kLoad);
    if (made == nullptr) {
      while (lock.exchange(true, kAcquire)) std::this_thread::yield();
      made = instance.load(kRelaxed);
      if (made == nullptr) {
        made = new int(0);
        *made = 7;
        instance.store(made, kStore);
      }
      lock.store(false, kRelease);
    }
    assert(*made == 7);
  };
  in_parallel(use, use);
  delete instance.load(kRelaxed);
}

template <memory_order kStore>
void rcu_pointer() {
  struct Version {
    atomic<int> value{0};
  };
  static Version versions[2];
  static atomic<Version*> current{&versions[0]};
  in_parallel(
      [] {
        versions[1].value.store(1, kRelaxed);
        current.store(&versions[1], kStore);
      },
      [] {
        const Version* const seen = current.load(kAcquire);
        if (seen == &versions[1]) assert(seen->value.load(kRelaxed) == 1);
      });
}

template <memory_order kDrop>
void reference_count() {
  struct Object {
    atomic<int> references{2};
    int value = 0;
  };
  Object* const object = new Object;
  // One owner writes, both drop; the last one reads what the other wrote before it deletes.
  in_parallel(
      [object] {
        object->value = 1;
        if (object->references.fetch_sub(1, kDrop) == 1) delete object;
      },
      [object] {
        if (object->references.fetch_sub(1, kDrop) == 1) {
          assert(object->value == 1);
          delete object;
        }
      });
}

template <memory_order kOpen>
void sense_barrier() {
  static atomic<int> arrived{0}, open{0};
  static atomic<int> data[2] = {0, 0};
  const auto work = [](int self) {
    data[self].store(1, kRelaxed);
    if (arrived.fetch_add(1, kBoth) == 1)
      open.store(1, kOpen);
    else
      while (open.load(kAcquire) == 0) std::this_thread::yield();
    assert(data[1 - self].load(kRelaxed) == 1);
  };
  in_parallel([=] { work(0); }, [=] { work(1); });
}

// --- Queues and stacks

template <memory_order kPush, memory_order kPop>
void treiber_stack() {
  struct Node {
    atomic<int> value{0};
    Node* next = nullptr;
  };
  static Node node;
  static atomic<Node*> head{nullptr};
  in_parallel(
      [] {
        node.value.store(1, kRelaxed);
        Node* before = head.load(kRelaxed);
        while (!head.compare_exchange_weak(before, &node, kPush, kRelaxed)) {
        }
      },
      [] {
        Node* top = head.load(kPop);
        while (top != nullptr && !head.compare_exchange_weak(top, nullptr, kPop, kPop)) {
        }
        if (top != nullptr) assert(top->value.load(kRelaxed) == 1);
      });
}

template <memory_order kLink, memory_order kFollow>
void michael_scott_queue() {
  struct Node {
    atomic<int> value{0};
    atomic<Node*> next{nullptr};
  };
  static Node dummy, node;
  static atomic<Node*> head{&dummy}, tail{&dummy};
  in_parallel(
      [] {
        node.value.store(1, kRelaxed);
        Node* last = tail.load(kAcquire);
        Node* none = nullptr;
        while (!last->next.compare_exchange_weak(none, &node, kLink, kRelaxed)) none = nullptr;
        tail.compare_exchange_strong(last, &node, kRelease, kRelaxed);
      },
      [] {
        Node* const first = head.load(kAcquire);
        Node* const next = first->next.load(kFollow);
        Node* expected = first;
        if (next != nullptr && head.compare_exchange_strong(expected, next, kRelease, kRelaxed))
          assert(next->value.load(kRelaxed) == 1);
      });
}

// Two items: the owner takes the upper one without a compare-exchange, the thief may go as far.
template <memory_order kFence>
void chase_lev_take() {
  static atomic<int> top{0}, bottom{0}, taken{0};
  bottom.store(2, kRelaxed);
  in_parallel(
      [] {
        const int own = bottom.load(kRelaxed) - 1;
        bottom.store(own, kRelaxed);
        std::atomic_thread_fence(kFence);
        if (top.load(kRelaxed) < own) taken.fetch_add(1, kRelaxed);
      },
      [] {
        for (int i = 0; i < 2; ++i) {
          int first = top.load(kAcquire);
          std::atomic_thread_fence(kFence);
          if (first < bottom.load(kAcquire) &&
              top.compare_exchange_strong(first, first + 1, kTotal, kRelaxed))
            taken.fetch_add(1, kRelaxed);
        }
      });
  assert(taken.load(kRelaxed) <= 2);
}

template <memory_order kPush>
void chase_lev_push() {
  static atomic<int> top{0}, bottom{0}, item{0};
  in_parallel(
      [] {
        item.store(1, kRelaxed);
        bottom.store(1, kPush);
      },
      [] {
        int first = top.load(kAcquire);
        std::atomic_thread_fence(kTotal);
        if (first >= bottom.load(kAcquire)) return;
        const int stolen = item.load(kRelaxed);
        if (top.compare_exchange_strong(first, first + 1, kTotal, kRelaxed)) assert(stolen == 1);
      });
}

template <memory_order kStore, memory_order kLoad>
void ring_buffer() {
  static atomic<int> cells[2] = {0, 0}, head{0}, tail{0};
  in_parallel(
      [] {
        for (int i = 0; i < 2; ++i) {
          cells[i].store(i + 1, kRelaxed);
          tail.store(i + 1, kStore);
        }
      },
      [] {
        for (int i = 0; i < 2 && head.load(kRelaxed) < tail.load(kLoad); ++i) {
          assert(cells[i].load(kRelaxed) == i + 1);
          head.store(i + 1, kRelease);
        }
      });
}

template <memory_order kStore>
void bounded_queue() {
  static atomic<int> sequence{0}, value{0}, claimed{0};
  in_parallel(
      [] {
        int place = claimed.load(kRelaxed);
        if (!claimed.compare_exchange_strong(place, place + 1, kRelaxed, kRelaxed)) return;
        value.store(5, kRelaxed);
        sequence.store(place + 1, kStore);
      },
      [] {
        if (sequence.load(kAcquire) == 1) assert(value.load(kRelaxed) == 5);
      });
}

// --- Reclamation

template <memory_order kFence>
void hazard_pointer() {
  static atomic<int> shared{1}, hazard{0};
  static atomic<bool> freed{false};
  in_parallel(
      [] {
        const int seen = shared.load(kAcquire);
        hazard.store(seen, kRelaxed);
        std::atomic_thread_fence(kFence);
        if (seen == 1 && shared.load(kAcquire) == seen) assert(!freed.load(kRelaxed));
        hazard.store(0, kRelease);
      },
      [] {
        shared.store(2, kRelaxed);
        std::atomic_thread_fence(kFence);
        if (hazard.load(kAcquire) != 1) freed.store(true, kRelaxed);
      });
}

template <memory_order kArrive, memory_order kLook>
void left_right() {
  static atomic<int> readers{0}, side{0};
  static atomic<bool> writes{false};
  in_parallel(
      [] {
        readers.store(1, kArrive);
        if (side.load(kArrive == kTotal ? kTotal : kAcquire) == 0) assert(!writes.load(kRelaxed));
        readers.store(0, kRelease);
      },
      [] {
        side.store(1, kLook);
        if (readers.load(kLook == kTotal ? kTotal : kAcquire) == 0) writes.store(true, kRelaxed);
      });
}

template <memory_order kStore, memory_order kLoad>
void sleeping_consumer() {
  static atomic<bool> sleeps{false}, has_work{false}, woken{false}, slept{false};
  in_parallel(
      [] {
        has_work.store(true, kStore);
        if (sleeps.load(kLoad)) woken.store(true, kRelaxed);
      },
      [] {
        sleeps.store(true, kStore);
        if (!has_work.load(kLoad)) slept.store(true, kRelaxed);
      });
  assert(!slept.load(kRelaxed) || woken.load(kRelaxed));
}

void lost_update() {
  static atomic<int> count{0};
  const auto add = [] { count.store(count.load(kRelaxed) + 1, kRelaxed); };
  in_parallel(add, add);
  assert(count.load(kRelaxed) == 2);
}

// To order one flag is not enough.
void two_flags() {
  static atomic<int> data{0}, first{0}, second{0};
  in_parallel(
      [] {
        data.store(1, kRelaxed);
        first.store(1, kRelaxed);
        second.store(1, kRelaxed);
      },
      [] {
        if (first.load(kRelaxed) == 1 || second.load(kRelaxed) == 1) assert(data.load(kRelaxed) == 1);
      });
}

struct Subject {
  const char* name;
  void (*weak)();
  void (*repaired)();
};

constexpr Subject kSubjects[] = {
    {"message-passing-store", message_passing<kRelaxed, kAcquire>, message_passing<kRelease, kAcquire>},
    {"message-passing-load", message_passing<kRelease, kRelaxed>, message_passing<kRelease, kAcquire>},
    {"release-fence", fenced_message<false, true>, fenced_message<true, true>},
    {"acquire-fence", fenced_message<true, false>, fenced_message<true, true>},
    {"store-buffering", store_buffering<kRelease, kAcquire>, store_buffering<kTotal, kTotal>},
    {"fenced-store-buffering", fenced_store_buffering<kBoth>, fenced_store_buffering<kTotal>},
    {"iriw", iriw<kRelease, kAcquire>, iriw<kTotal, kTotal>},
    {"two-plus-two-writes", two_plus_two_writes<kRelaxed>, two_plus_two_writes<kTotal>},
    {"causality", causality<kRelaxed>, causality<kRelease>},
    {"relay", relay<kRelaxed>, relay<kAcquire>},
    {"spin-lock-lock", spin_lock<kRelaxed, kRelease>, spin_lock<kAcquire, kRelease>},
    {"spin-lock-unlock", spin_lock<kAcquire, kRelaxed>, spin_lock<kAcquire, kRelease>},
    {"ticket-lock-serve", ticket_lock<kRelaxed, kAcquire>, ticket_lock<kRelease, kAcquire>},
    {"ticket-lock-wait", ticket_lock<kRelease, kRelaxed>, ticket_lock<kRelease, kAcquire>},
    {"dekker", dekker<kRelease, kAcquire>, dekker<kTotal, kTotal>},
    {"peterson", peterson<kRelease, kAcquire>, peterson<kTotal, kTotal>},
    {"read-write-lock", read_write_lock<kRelaxed>, read_write_lock<kRelease>},
    {"seqlock-writer", seqlock<false, true>, seqlock<true, true>},
    {"seqlock-reader", seqlock<true, false>, seqlock<true, true>},
    {"double-checked-store", double_checked<kRelaxed, kAcquire>, double_checked<kRelease, kAcquire>},
    {"double-checked-load", double_checked<kRelease, kRelaxed>, double_checked<kRelease, kAcquire>},
    {"rcu-pointer", rcu_pointer<kRelaxed>, rcu_pointer<kRelease>},
    {"reference-count", reference_count<kRelaxed>, reference_count<kBoth>},
    {"sense-barrier", sense_barrier<kRelaxed>, sense_barrier<kRelease>},
    {"treiber-push", treiber_stack<kRelaxed, kAcquire>, treiber_stack<kRelease, kAcquire>},
    {"treiber-pop", treiber_stack<kRelease, kRelaxed>, treiber_stack<kRelease, kAcquire>},
    {"michael-scott-link", michael_scott_queue<kRelaxed, kAcquire>, michael_scott_queue<kRelease, kAcquire>},
    {"michael-scott-follow", michael_scott_queue<kRelease, kRelaxed>,
     michael_scott_queue<kRelease, kAcquire>},
    {"chase-lev-take", chase_lev_take<kBoth>, chase_lev_take<kTotal>},
    {"chase-lev-push", chase_lev_push<kRelaxed>, chase_lev_push<kRelease>},
    {"ring-buffer-store", ring_buffer<kRelaxed, kAcquire>, ring_buffer<kRelease, kAcquire>},
    {"ring-buffer-load", ring_buffer<kRelease, kRelaxed>, ring_buffer<kRelease, kAcquire>},
    {"bounded-queue", bounded_queue<kRelaxed>, bounded_queue<kRelease>},
    {"hazard-pointer", hazard_pointer<kBoth>, hazard_pointer<kTotal>},
    {"left-right", left_right<kRelease, kRelease>, left_right<kTotal, kTotal>},
    {"sleeping-consumer", sleeping_consumer<kRelease, kAcquire>, sleeping_consumer<kTotal, kTotal>},
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    for (const Subject& each : kSubjects) std::puts(each.name);
    return 0;
  }
  for (const Subject& each : kSubjects) {
    if (std::strcmp(each.name, arguments[1]) != 0) continue;
    (count > 2 ? each.repaired : each.weak)();
    return 0;
  }
  if (std::strcmp(arguments[1], "lost-update") == 0) return lost_update(), 0;
  if (std::strcmp(arguments[1], "two-flags") == 0) return two_flags(), 0;
  std::fprintf(stderr, "no such subject\n");
  return 2;
}
