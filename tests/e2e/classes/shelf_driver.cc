// A class driver written by hand (class_driver_test.cc): calls that lose updates, throw, block, crash and
// deadlock.
#include <heddle/class_driver.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>

namespace {

class Shelf {
 public:
  int add() {
    const int value = value_.load();
    value_.store(value + 1);
    return value + 1;
  }

  int locked_add() {
    const std::scoped_lock lock(mutex_);
    return add();
  }

  void take() {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [this] { return value_ > 0; });
    --value_;
  }

  void add_and_wake() {
    locked_add();
    filled_.notify_one();
  }

  void move_to(Shelf& other) {
    const std::scoped_lock mine(mutex_);
    const std::scoped_lock theirs(other.mutex_);
    other.value_ += value_.exchange(0);
  }

  void refuse() { throw std::runtime_error("no"); }

  // Crashes when another one is in the middle of it.
  void enter_alone() {
    if (++inside_ == 2) *static_cast<volatile int*>(nullptr) = 1;
    --inside_;
  }

  void spoil() { is_spoiled_ = true; }

  int value() const { return value_; }
  bool look_closely() const {
    if (is_spoiled_) *static_cast<volatile int*>(nullptr) = 1;
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::atomic<int> value_{0};
  std::atomic<int> inside_{0};
  std::atomic<bool> is_spoiled_{false};
};

using Context = heddle::driver::Context<Shelf>;

}  // namespace

int main() {
  heddle::driver::Table<Shelf> table;
  table.constructors = {
      [](Context&) { return new Shelf; },
      [](Context&) -> Shelf* { throw std::invalid_argument("no shelf"); },
  };
  table.operations = {
      [](Context& context) { context.returned(context.object(0).add()); },
      [](Context& context) { context.returned(context.object(0).locked_add()); },
      [](Context& context) { context.object(0).take(); },
      [](Context& context) { context.object(0).add_and_wake(); },
      [](Context& context) { context.object(0).move_to(context.object(1)); },
      [](Context& context) { context.object(0).refuse(); },
      [](Context& context) { context.object(0).enter_alone(); },
      [](Context& context) { context.object(0).spoil(); },
      [](Context& context) { context.returned(context.object(0).value()); },
      [](Context& context) { context.returned(context.object(0).look_closely()); },
  };
  table.observers = {
      [](const Shelf& shelf, std::string& text) { text += "value() is " + std::to_string(shelf.value()); },
      [](const Shelf& shelf, std::string& text) { text += shelf.look_closely() ? "well" : ""; },
  };
  return heddle::driver::run(table);
}
