// An alarm clock with room for two alarms, and eight clients that each set one and wait for it.
// Bug: a client sets its alarm under the clock's lock, looks it up under the lock again, and waits for it
// after that. Nothing tells it that the alarm has rung already.
// Deadlocks when the clock rings the alarm before the client waits: the notification is lost.
#include <array>
#include <chrono>
#include <thread>

#include "support/fixed.h"
#include "support/monitor.h"

using namespace subjects;

constexpr int kClients = 8;
constexpr int kTicks = 4;
constexpr int kDelay = 2;

struct Alarm {
  Monitor monitor;
  bool has_rung = false;  // only the twin uses it
};

struct Slot {
  Alarm* alarm = nullptr;
  int time = 0;
};

class Clock {
 public:
  // False if both slots are taken, or if the clock stops before it would ring.
  bool set(int client) {
    Synchronized lock(monitor_);
    const int time = now_ + kDelay;
    if (time > kTicks) return false;
    for (Slot& slot : slots_) {
      if (slot.alarm != nullptr) continue;
      slot = {&alarms_[client], time};
      return true;
    }
    return false;
  }

  void wait(int client) {
    Alarm& alarm = find(client);
    Synchronized lock(alarm.monitor);
    if (kFixed) {
      while (!alarm.has_rung) alarm.monitor.wait();
    } else {
      alarm.monitor.wait();
    }
  }

  void tick() {
    Synchronized lock(monitor_);
    ++now_;
    for (Slot& slot : slots_) {
      if (slot.alarm == nullptr || slot.time > now_) continue;
      ring(*slot.alarm);
      slot.alarm = nullptr;
    }
  }

 private:
  Alarm& find(int client) {
    Synchronized lock(monitor_);
    return alarms_[client];
  }

  static void ring(Alarm& alarm) {
    Synchronized lock(alarm.monitor);
    if (kFixed) alarm.has_rung = true;
    alarm.monitor.notify_all();
  }

  Monitor monitor_;
  int now_ = 0;
  std::array<Slot, 2> slots_;
  std::array<Alarm, kClients> alarms_;
};

Clock alarm_clock;

void tick_and_ring() {
  for (int i = 0; i < kTicks; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    alarm_clock.tick();
  }
}

void set_and_wait(int client) {
  if (alarm_clock.set(client)) alarm_clock.wait(client);
}

int main() {
  std::thread ticker(tick_and_ring);
  std::array<std::thread, kClients> clients;
  for (int i = 0; i < kClients; ++i) clients[i] = std::thread(set_and_wait, i);
  for (std::thread& client : clients) client.join();
  ticker.join();
}
