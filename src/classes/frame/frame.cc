// What every class driver does with the task that it is given: makes the objects, and the calls, by threads
// or in orders, and tells what came of each. It knows the class by the table of heddle/class_driver.h alone,
// is compiled once, as programs under test are, and linked into every driver.
#include <cxxabi.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "classes/frame/task_reader.h"
#include "classes/frame/telling.h"
#include "heddle/class_driver.h"

namespace heddle::driver {

// Results that later calls may be given, by the number of the call that returned them.
struct Results {
  struct Kept {
    std::size_t number;
    const std::type_info* type;
    std::shared_ptr<void> value;
  };
  std::vector<Kept> all;
};

namespace {

struct WholeText : Text {
  std::string all;
};

struct Lists {
  std::vector<Constructor> constructors;
  std::vector<Operation> operations;
  std::vector<Observer> observers;
  void (*destroy)(void*);
};

struct Objects {
  explicit Objects(const Lists& table) : table_(table) {}
  ~Objects() {
    results.all.clear();
    for (void* each : all) table_.destroy(each);
  }
  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;

  std::vector<void*> all;
  Results results;  // of the calls before the threads

 private:
  const Lists& table_;
};

// What threads are given of them, each its own copy: what lies on the stack of their creator, they leave
// alone (see Turns).
using Array = std::span<void* const>;

std::string name_of(const std::type_info& type) {
  int status = 0;
  char* name = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  std::string text = name != nullptr ? name : type.name();
  std::free(name);
  return text;
}

// Calls `action`; the name of what it threw, or nothing.
template <typename Action>
std::optional<std::string> thrown_by(Action&& action) {
  try {
    action();
    return std::nullopt;
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (const std::exception& exception) {
    return name_of(typeid(exception));
  } catch (...) {
    const std::type_info* type = abi::__cxa_current_exception_type();
    return type != nullptr ? name_of(*type) : std::string("an exception");
  }
}

// How many calls each thread has made, for threads to see before they make one: which calls are over then is
// what their results are judged by. Relaxed, so that they order nothing that the class does not; on the heap,
// as Turns.
class Marks {
 public:
  explicit Marks(std::size_t threads)
      : threads_(threads), made_(std::make_unique<volatile std::atomic<unsigned>[]>(threads)) {}

  void look(std::size_t thread) const {
    for (std::size_t other = 0; other < threads_; ++other)
      if (other != thread) static_cast<void>(made_[other].load(std::memory_order_relaxed));
  }
  void note(std::size_t thread, std::size_t calls) const {
    made_[thread].store(static_cast<unsigned>(calls), std::memory_order_relaxed);
  }

 private:
  std::size_t threads_;
  std::unique_ptr<volatile std::atomic<unsigned>[]> made_;
};

class Run {
 public:
  Run(const Lists& table, const Task& task) : table_(table), task_(task) {}

  void with_threads() {
    Objects objects(table_);
    if (!make(objects)) return;
    std::vector<Results> results(task_.suffixes.size(), objects.results);
    std::unique_ptr<Marks> marks;
    if (task_.mode == Task::kThreadsInTime) marks = std::make_unique<Marks>(task_.suffixes.size());
    std::vector<std::thread> threads;
    threads.reserve(task_.suffixes.size());
    for (std::size_t thread = 0; thread < task_.suffixes.size(); ++thread)
      threads.emplace_back([this, made = Array(objects.all), marks = marks.get(), &mine = results[thread],
                            thread, count = task_.suffixes.size()] {
        for (std::size_t i = 0; i < task_.suffixes[thread].size(); ++i) {
          if (marks != nullptr) marks->look(thread);
          tell(Piece::kInvoked, static_cast<std::uint32_t>(thread), past_calls(count));
          call(made, mine, thread, i);
          heddle_note_moment(number_of(thread, i));
          if (marks != nullptr) marks->note(thread, i + 1);
        }
      });
    for (std::thread& each : threads) each.join();
    look(objects);
  }

  void in_orders() {
    std::vector<Place> places;
    for (std::size_t thread = 0; thread < task_.suffixes.size(); ++thread)
      for (std::size_t i = 0; i < task_.suffixes[thread].size(); ++i) places.push_back({thread, i});
    for (std::size_t i = 0; i < task_.orders.size(); ++i) {
      Objects objects(table_);
      tell(Piece::kOrder, static_cast<std::uint32_t>(i));
      if (!make(objects)) continue;
      std::vector<Place> order;
      for (const std::uint8_t number : task_.orders[i]) order.push_back(places[number]);
      if (task_.mode == Task::kTurns)
        in_turns(objects, order);
      else
        for (const Place& place : order) call(objects.all, objects.results, place.thread, place.call);
      look(objects);
    }
  }

 private:
  struct Place {
    std::size_t thread;
    std::size_t call;
  };

  // On the heap: a location that threads share in one task is taken for shared in all, and a place on the
  // stack is another variable in the next one.
  struct Turns {
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t turn = 0;
  };

  void in_turns(Objects& objects, const std::vector<Place>& order) {
    const auto turns = std::make_unique<Turns>();
    std::vector<Results> results(task_.suffixes.size(), objects.results);
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < task_.suffixes.size(); ++thread)
      threads.emplace_back([this, made = Array(objects.all), order = std::span(order), &turns = *turns,
                            &mine = results[thread], thread] {
        for (std::size_t i = 0; i < order.size(); ++i) {
          if (order[i].thread != thread) continue;
          std::unique_lock<std::mutex> lock(turns.mutex);
          turns.changed.wait(lock, [&] { return turns.turn == i; });
          lock.unlock();
          call(made, mine, thread, order[i].call);
          lock.lock();
          ++turns.turn;
          turns.changed.notify_all();
        }
      });
    for (std::thread& each : threads) each.join();
  }

  static unsigned number_of(std::size_t thread, std::size_t call) {
    return static_cast<unsigned>((thread + 1) * kNumbers + call);
  }

  // For each thread, how many of its calls happen before what the calling thread does now; empty: time
  // orders. The task is not looked at: what several threads read is a place where they are switched.
  static std::string past_calls(std::size_t threads) {
    if (heddle_moment_is_past(0) < 0) return {};
    std::string counts;
    for (std::size_t thread = 0; thread < threads; ++thread) {
      std::size_t count = 0;
      while (heddle_moment_is_past(number_of(thread, count)) == 1) ++count;
      counts += static_cast<char>(count);
    }
    return counts;
  }

  static Context context(Array objects, Results& results, const Call& call, std::size_t number,
                         WholeText& text) {
    return {objects.data(), objects.size(), call.seeds.data(), call.seeds.size(), &text, &results, number};
  }

  bool make(Objects& objects) {
    const std::optional<std::string> thrown = thrown_by([&] {
      for (std::uint32_t i = 0; i < task_.objects; ++i) {
        Results none;
        WholeText text;
        Context made = context(objects.all, none, task_.constructor, 0, text);
        objects.all.push_back(table_.constructors[task_.constructor.operation](made));
      }
    });
    if (thrown) {
      tell(Piece::kNoObject, 0, *thrown);
      return false;
    }
    for (std::size_t i = 0; i < task_.prefix.size(); ++i) {
      WholeText text;
      Context made = context(objects.all, objects.results, task_.prefix[i], i, text);
      if (thrown_by([&] { table_.operations[task_.prefix[i].operation](made); }))
        tell(Piece::kBeforeThrew, static_cast<std::uint32_t>(i));
    }
    tell(Piece::kReady, 0);
    return true;
  }

  void call(Array objects, Results& results, std::size_t thread, std::size_t number) {
    const Call& call = task_.suffixes[thread][number];
    WholeText text;
    Context made = context(objects, results, call, number_of(thread, number), text);
    const std::optional<std::string> thrown = thrown_by([&] { table_.operations[call.operation](made); });
    if (thrown)
      tell(Piece::kThrew, static_cast<std::uint32_t>(thread), *thrown);
    else
      tell(Piece::kReturned, static_cast<std::uint32_t>(thread), text.all);
  }

  void look(const Objects& objects) {
    WholeText state;
    for (const void* object : objects.all) {
      for (std::size_t i = 0; i < table_.observers.size() && i < task_.observed.size(); ++i) {
        if (task_.observed[i] == 0) continue;
        tell(Piece::kObserver, static_cast<std::uint32_t>(i));
        if (!state.all.empty()) state += ", ";
        if (const auto thrown = thrown_by([&] { table_.observers[i](object, state); }))
          state += "throws " + *thrown;
      }
    }
    tell(Piece::kState, 0, state.all);
  }

  const Lists& table_;
  const Task& task_;
};

}  // namespace

extern "C" {

void heddle_class_add(Text* text, const char* bytes, std::size_t size) {
  static_cast<WholeText*>(text)->all.append(bytes, size);
}

void heddle_class_keep(Results* results, std::size_t call, const std::type_info* type, void* value,
                       void (*destroy)(void*)) {
  results->all.push_back({call, type, std::shared_ptr<void>(value, destroy)});
}

const void* heddle_class_kept(const Results* results, std::size_t call, const std::type_info* type) {
  for (const Results::Kept& each : results->all)
    if (each.number == call && *each.type == *type) return each.value.get();
  return nullptr;
}

int heddle_class_run(const Table* table) {
  Lists lists;
  for (auto each = table->constructors; *each != nullptr; ++each) lists.constructors.push_back(*each);
  for (auto each = table->operations; *each != nullptr; ++each) lists.operations.push_back(*each);
  for (auto each = table->observers; *each != nullptr; ++each) lists.observers.push_back(*each);
  lists.destroy = table->destroy;
  TaskReader reader;
  if (reader.is_empty()) return 0;
  const Task task = reader.task();
  Run run(lists, task);
  if (task.mode == Task::kThreads || task.mode == Task::kThreadsInTime)
    run.with_threads();
  else
    run.in_orders();
  return 0;
}

}  // extern "C"

}  // namespace heddle::driver
