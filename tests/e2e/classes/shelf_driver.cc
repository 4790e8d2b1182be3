// A class driver written by hand (class_driver_test.cc): calls that lose updates, throw, block, crash and
// deadlock.
#include <heddle/class_driver.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>

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

using heddle::driver::Context;
using heddle::driver::Text;

Shelf& shelf(Context& context, std::size_t number = 0) {
  return context.object<Shelf>(number);
}

}  // namespace

int main() {
  const heddle::driver::Constructor constructors[] = {
      [](Context&) -> void* { return new Shelf; },
      [](Context&) -> void* { throw std::invalid_argument("no shelf"); }, nullptr};
  const heddle::driver::Operation operations[] = {
      [](Context& context) { context.returned(shelf(context).add()); },
      [](Context& context) { context.returned(shelf(context).locked_add()); },
      [](Context& context) { shelf(context).take(); },
      [](Context& context) { shelf(context).add_and_wake(); },
      [](Context& context) { shelf(context).move_to(shelf(context, 1)); },
      [](Context& context) { shelf(context).refuse(); },
      [](Context& context) { shelf(context).enter_alone(); },
      [](Context& context) { shelf(context).spoil(); },
      [](Context& context) { context.returned(shelf(context).value()); },
      [](Context& context) { context.returned(shelf(context).look_closely()); },
      nullptr};
  const heddle::driver::Observer observers[] = {
      [](const void* given, Text& text) {
        text += "value() is " + std::to_string(static_cast<const Shelf*>(given)->value());
      },
      [](const void* given, Text& text) {
        text += static_cast<const Shelf*>(given)->look_closely() ? "well" : "";
      },
      nullptr};
  const heddle::driver::Table table = {constructors, operations, observers,
                                       [](void* given) { delete static_cast<Shelf*>(given); }};
  return heddle_class_run(&table);
}
