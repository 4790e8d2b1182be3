// Results that are addresses, or have some in them: they differ from thread to thread and from run to run,
// and mean nothing. Register's last ticket does mean something.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <ostream>
#include <sstream>
#include <string>
#include <thread>

struct Ticket {
  const void* where;
  friend std::ostream& operator<<(std::ostream& stream, const Ticket& ticket) {
    return stream << "ticket at " << ticket.where;
  }
};

class Register {
 public:
  Ticket take() {
    const std::scoped_lock lock(mutex_);
    last_ = std::make_unique<int>(0);
    return {last_.get()};
  }
  std::string name() {
    const std::scoped_lock lock(mutex_);
    std::ostringstream text;
    text << "register " << last_.get();
    return text.str();
  }
  std::uintptr_t number() {
    const std::scoped_lock lock(mutex_);
    return reinterpret_cast<std::uintptr_t>(last_.get());
  }
  std::thread::id caller() const { return std::this_thread::get_id(); }

 private:
  std::mutex mutex_;
  std::unique_ptr<int> last_;
};

// The number beside the address gets lost.
class ForgetfulRegister {
 public:
  std::string take() {
    int number;
    {
      const std::scoped_lock lock(mutex_);
      number = count_ + 1;
    }
    const std::scoped_lock lock(mutex_);
    count_ = number;
    std::ostringstream text;
    text << "ticket " << number << " at " << this;
    return text.str();
  }

 private:
  std::mutex mutex_;
  int count_ = 0;
};
