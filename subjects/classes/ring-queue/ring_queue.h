// A bounded queue in a ring of slots, without locks. Every value has a ticket; the slot of ticket t has the
// sequence number t while it waits for the value, t + 1 while it holds it, and t + capacity when it was
// taken. tail_ and head_ are the next tickets to enqueue and to dequeue; they lag behind the slots for a
// moment, and whoever finds that helps.
//
// Slots are filled and emptied in the order of tickets, and that is the order of the queue. A ring that hands
// out tickets before their slots are filled would say that it is empty while a value waits behind an unfilled
// slot.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace subjects {

class RingQueue {
 public:
  // At least 2: with one slot, t + 1 would be t + capacity.
  explicit RingQueue(std::uint32_t capacity = 2) : capacity_(capacity), slots_(capacity) {
    for (std::uint32_t ticket = 0; ticket < capacity_; ++ticket) slots_[ticket] = Slot{ticket, 0};
  }
  RingQueue(const RingQueue&) = delete;
  RingQueue& operator=(const RingQueue&) = delete;

  // False if the queue is full.
  bool enqueue(int value) {
    while (true) {
      std::uint32_t tail = tail_.load();
      std::atomic<Slot>& place = slots_[tail % capacity_];
      Slot slot = place.load();
      const bool filled = slot.sequence == tail && place.compare_exchange_strong(slot, Slot{tail + 1, value});
      if (filled || is_after(slot.sequence, tail)) {
        tail_.compare_exchange_strong(tail, tail + 1);
        if (filled) return true;
      } else if (tail == tail_.load()) {
        return false;
      }
    }
  }

  // Nothing if the queue is empty.
  std::optional<int> dequeue() {
    while (true) {
      std::uint32_t head = head_.load();
      std::atomic<Slot>& place = slots_[head % capacity_];
      Slot slot = place.load();
      if (slot.sequence == head) return std::nullopt;
      const bool taken =
          slot.sequence == head + 1 && place.compare_exchange_strong(slot, Slot{head + capacity_, 0});
      head_.compare_exchange_strong(head, head + 1);
      if (taken) return slot.value;
    }
  }

 private:
  struct Slot {
    std::uint32_t sequence = 0;
    std::int32_t value = 0;
  };

  static bool is_after(std::uint32_t sequence, std::uint32_t ticket) {
    return static_cast<std::int32_t>(sequence - ticket) > 0;
  }

  const std::uint32_t capacity_;
  std::vector<std::atomic<Slot>> slots_;
  std::atomic<std::uint32_t> head_ = 0;
  std::atomic<std::uint32_t> tail_ = 0;
};

}  // namespace subjects
