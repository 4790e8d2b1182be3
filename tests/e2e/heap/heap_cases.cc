// Small programs that use heap memory in a right or in a wrong way; the argument names one. heap_test.cc
// knows what is wrong with which; where no schedule matters, AddressSanitizer is asked, too.
#include <pthread.h>
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <latch>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <queue>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

volatile int seen = 0;
char global_text[16];

struct Node {
  int value = 1;
  Node* next = nullptr;
  std::mutex mutex;
  std::atomic<int> users{0};
};

namespace {

// Compilers know what free does and would leave the mistake out.
template <typename T>
T* hidden(T* pointer) {
  asm volatile("" : "+r"(pointer));
  return pointer;
}

void together(const std::function<void()>& one, const std::function<void()>& two) {
  std::thread first(one), second(two);
  first.join();
  second.join();
}

// One thread uses the node while the other deletes it.
void used_and_deleted(const std::function<void(Node*)>& use) {
  Node* node = new Node;
  std::atomic<bool> late{false};
  together([&] { use(node); },
           [&] {
             late = true;
             delete hidden(node);
           });
}

void read_after_delete() {
  used_and_deleted([](Node* node) { seen = node->value; });
}
void write_after_delete() {
  used_and_deleted([](Node* node) { node->value = 2; });
}
void last_member_after_delete() {
  used_and_deleted([](Node* node) { seen = node->next != nullptr; });
}
void atomic_after_delete() {
  used_and_deleted([](Node* node) { node->users.fetch_add(1); });
}
void lock_after_delete() {
  used_and_deleted([](Node* node) { const std::lock_guard lock(node->mutex); });
}
void copy_after_delete() {
  used_and_deleted([](Node* node) {
    char bytes[sizeof(Node)];
    std::memcpy(bytes, static_cast<void*>(hidden(node)), sizeof bytes);
    seen = bytes[0];
  });
}

void unlock_after_delete() {
  Node* node = new Node;
  node->mutex.lock();
  std::thread other([&] { delete hidden(node); });
  other.join();
  node->mutex.unlock();
}

// The classic: the count reaches zero in one thread while another has just looked at it.
void count_and_test() {
  Node* node = new Node;
  node->users = 2;
  const auto leave = [&] {
    node->users.fetch_sub(1);
    if (node->users.load() == 0) delete hidden(node);
  };
  together(leave, leave);
}

void iterator_after_erase() {
  std::mutex mutex;
  std::list<int> list{1, 2};
  together(
      [&] {
        mutex.lock();
        int& first = list.front();
        mutex.unlock();
        first = 3;
      },
      [&] {
        const std::lock_guard lock(mutex);
        list.pop_front();
      });
}

void read_after_growth() {
  std::vector<int> vector(4);
  std::atomic<int*> element{&vector[1]};
  std::mutex mutex;
  together([&] { seen = *element; },
           [&] {
             const std::lock_guard lock(mutex);
             vector.resize(100);
             element = &vector[1];
           });
}

void read_of_dropped_string() {
  auto text = std::make_unique<std::string>(40, 'x');
  const char* letters = text->c_str();
  text.reset();
  seen = *hidden(letters + 3);
}

void read_after_free() {
  int* numbers = static_cast<int*>(std::malloc(4 * sizeof(int)));
  numbers[1] = 5;
  std::free(hidden(numbers));
  seen = *hidden(numbers + 1);
}
void read_after_realloc() {
  int* numbers = static_cast<int*>(std::malloc(4 * sizeof(int)));
  numbers[1] = 5;
  int* old = hidden(numbers);
  numbers = static_cast<int*>(std::realloc(numbers, 4000 * sizeof(int)));
  seen = *hidden(old + 1);
  std::free(numbers);
}

void freed_twice() {
  char* block = static_cast<char*>(std::malloc(10));
  std::free(hidden(block));
  std::free(hidden(block));
}
void freed_by_both() {
  int* number = new int(1);
  std::atomic<bool> gone{false};
  const auto drop = [&] {
    if (gone.load()) return;
    gone.store(true);
    delete hidden(number);
  };
  together(drop, drop);
}

void free_of_middle() {
  char* block = static_cast<char*>(std::malloc(32));
  std::free(hidden(block + 8));
}
void free_of_local() {
  char text[16] = "no block";
  std::free(hidden(text));
}
void free_of_global() {
  std::free(hidden(global_text));
}

void read_behind() {
  auto numbers = std::make_unique<int[]>(4);
  seen = *hidden(numbers.get() + 4);
}
void write_behind() {
  auto numbers = std::make_unique<int[]>(4);
  *hidden(numbers.get() + 4) = 1;
}
void write_across() {
  auto bytes = std::make_unique<char[]>(12);
  *reinterpret_cast<std::uint64_t*>(hidden(bytes.get() + 8)) = 1;
}
// A granule has four bytes: the block ends in the middle of one.
void write_behind_odd() {
  auto text = std::make_unique<char[]>(5);
  text[4] = 'x';
  *hidden(text.get() + 5) = 0;
}
void write_before() {
  auto numbers = std::make_unique<int[]>(4);
  *hidden(numbers.get() - 1) = 1;
}
void copy_too_long() {
  auto text = std::make_unique<char[]>(10);
  std::strcpy(hidden(text.get()), "ten letters");
}
void fill_too_long() {
  auto text = std::make_unique<char[]>(10);
  std::memset(hidden(text.get()), 0, 11);
}
// Two threads append, and only one of them finds room.
void append_too_much() {
  auto slots = std::make_unique<int[]>(2);
  std::atomic<int> used{1};
  const auto append = [&] {
    if (used.load() < 2) hidden(slots.get())[used.fetch_add(1)] = 1;
  };
  together(append, append);
}

void lock_of_destroyed() {
  pthread_mutex_t mutex;
  pthread_mutex_init(&mutex, nullptr);
  together(
      [&] {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
      },
      [&] { pthread_mutex_destroy(&mutex); });
}

// From here on nothing is wrong.

void deleted_after_join() {
  Node* node = new Node;
  together([&] { ++node->value; }, [&] { node->users = 2; });
  delete node;
}

void last_one_deletes() {
  Node* node = new Node;
  node->users = 2;
  const auto leave = [&] {
    if (node->users.fetch_sub(1) == 1) delete node;
  };
  together(leave, leave);
}

void shared_pointers() {
  auto node = std::make_shared<Node>();
  std::weak_ptr<Node> weak = node;
  together([&, own = node]() mutable { own.reset(); },
           [weak] {
             if (const auto strong = weak.lock()) seen = strong->value;
           });
}

void queue_of_messages() {
  std::mutex mutex;
  std::condition_variable changed;
  std::queue<std::unique_ptr<std::string>> queue;
  together(
      [&] {
        for (int i = 0; i < 3; ++i) {
          const std::lock_guard lock(mutex);
          queue.push(std::make_unique<std::string>(30 + i, 'x'));
          changed.notify_one();
        }
      },
      [&] {
        for (int i = 0; i < 3; ++i) {
          std::unique_lock lock(mutex);
          changed.wait(lock, [&] { return !queue.empty(); });
          const std::unique_ptr<std::string> text = std::move(queue.front());
          queue.pop();
          lock.unlock();
          seen = text->back();
        }
      });
}

// Whoever is told last may tear it down while the others are on their way out.
void barrier_torn_down() {
  auto* barrier = new pthread_barrier_t;
  pthread_barrier_init(barrier, nullptr, 2);
  const auto meet = [&] {
    if (pthread_barrier_wait(barrier) != PTHREAD_BARRIER_SERIAL_THREAD) return;
    pthread_barrier_destroy(barrier);
    delete barrier;
  };
  together(meet, meet);
}
void semaphore_torn_down() {
  auto* semaphore = new std::binary_semaphore(0);
  together([&] { semaphore->release(); },
           [&] {
             semaphore->acquire();
             seen = 1;
           });
  delete semaphore;
}
void mutex_torn_down() {
  Node* node = new Node;
  std::atomic<int> users{2};
  const auto leave = [&] {
    bool last = false;
    {
      const std::lock_guard lock(node->mutex);
      last = users.fetch_sub(1) == 1;
    }
    if (last) delete node;
  };
  together(leave, leave);
}
void condition_torn_down() {
  struct Meeting {
    std::mutex mutex;
    std::condition_variable met;
    bool done = false;
  };
  auto* meeting = new Meeting;
  std::thread other([&] {
    const std::lock_guard lock(meeting->mutex);
    meeting->done = true;
    meeting->met.notify_one();
  });
  {
    std::unique_lock lock(meeting->mutex);
    meeting->met.wait(lock, [&] { return meeting->done; });
  }
  other.join();
  delete meeting;
}
void latch_torn_down() {
  auto* latch = new std::latch(1);
  std::thread other([&] { latch->count_down(); });
  latch->wait();
  other.join();
  delete latch;
}

void odd_sizes() {
  for (std::size_t size = 0; size < 40; ++size) {
    auto text = std::make_unique<char[]>(size);
    if (size != 0) std::memset(text.get(), 'x', size);
    std::string copy(text.get(), size);
    copy += text && size != 0 ? text[size - 1] : ' ';
    together([&] { seen = size != 0 ? text[size - 1] : 0; }, [&] { seen = copy.back(); });
  }
}
void grown_and_shrunk() {
  char* text = static_cast<char*>(std::malloc(3));
  for (std::size_t size = 1; size < 3000; size = size * 3 + 1) {
    text = static_cast<char*>(std::realloc(text, size));
    std::memset(text, 'x', size);
  }
  text = static_cast<char*>(std::realloc(text, 7));
  seen = text[6];
  std::free(text);
  std::free(nullptr);
}
void aligned_blocks() {
  for (std::size_t alignment = 8; alignment <= 4096; alignment *= 2) {
    void* block = nullptr;
    if (posix_memalign(&block, alignment, 3 * alignment) != 0) std::abort();
    std::memset(block, 1, 3 * alignment);
    std::free(block);
  }
}
void containers() {
  std::map<int, std::string> map;
  std::mutex mutex;
  const auto work = [&] {
    for (int i = 0; i < 4; ++i) {
      const std::lock_guard lock(mutex);
      map[i] += std::string(10, 'x');
      if (map.size() > 2) map.erase(map.begin());
    }
  };
  together(work, work);
}
// What is reused is a new object.
void reused() {
  for (int i = 0; i < 400; ++i) {
    auto block = std::make_unique<char[]>(8192);
    block[8191] = 1;
  }
}

const std::map<std::string, void (*)()>& cases() {
  static const std::map<std::string, void (*)()> all = {
      {"read_after_delete", read_after_delete},
      {"write_after_delete", write_after_delete},
      {"last_member_after_delete", last_member_after_delete},
      {"atomic_after_delete", atomic_after_delete},
      {"lock_after_delete", lock_after_delete},
      {"unlock_after_delete", unlock_after_delete},
      {"copy_after_delete", copy_after_delete},
      {"count_and_test", count_and_test},
      {"iterator_after_erase", iterator_after_erase},
      {"read_after_growth", read_after_growth},
      {"read_of_dropped_string", read_of_dropped_string},
      {"read_after_free", read_after_free},
      {"read_after_realloc", read_after_realloc},
      {"freed_twice", freed_twice},
      {"freed_by_both", freed_by_both},
      {"free_of_middle", free_of_middle},
      {"free_of_local", free_of_local},
      {"free_of_global", free_of_global},
      {"read_behind", read_behind},
      {"write_behind", write_behind},
      {"write_across", write_across},
      {"write_behind_odd", write_behind_odd},
      {"write_before", write_before},
      {"copy_too_long", copy_too_long},
      {"fill_too_long", fill_too_long},
      {"append_too_much", append_too_much},
      {"lock_of_destroyed", lock_of_destroyed},
      {"ok_deleted_after_join", deleted_after_join},
      {"ok_last_one_deletes", last_one_deletes},
      {"ok_shared_pointers", shared_pointers},
      {"ok_queue_of_messages", queue_of_messages},
      {"ok_barrier_torn_down", barrier_torn_down},
      {"ok_semaphore_torn_down", semaphore_torn_down},
      {"ok_mutex_torn_down", mutex_torn_down},
      {"ok_condition_torn_down", condition_torn_down},
      {"ok_latch_torn_down", latch_torn_down},
      {"ok_odd_sizes", odd_sizes},
      {"ok_grown_and_shrunk", grown_and_shrunk},
      {"ok_aligned_blocks", aligned_blocks},
      {"ok_containers", containers},
      {"ok_reused", reused},
  };
  return all;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2 || !cases().contains(arguments[1])) {
    for (const auto& [name, run] : cases()) std::puts(name.c_str());
    return 2;
  }
  cases().at(arguments[1])();
  return 0;
}
