#include "runtime/engine/wait_queue.h"

#include <vector>

#include "runtime/engine/scheduler.h"

namespace heddle::runtime::wait_queue {

namespace {

struct Permit {
  std::uint64_t address;
  std::uint64_t before;  // for those whose ticket is smaller
};

std::vector<Permit>* permits = nullptr;  // ordered by time
std::uint64_t next_ticket = 1;

// The oldest permit that the thread may take: taking a younger one could leave the older to nobody.
std::vector<Permit>::iterator permit_for(const Thread& thread) {
  auto permit = permits->begin();
  while (permit != permits->end() &&
         (permit->address != thread.wait_object || permit->before <= thread.wait_ticket))
    ++permit;
  return permit;
}

bool is_woken(const Thread& thread) {
  return thread.wait_signalled || permit_for(thread) != permits->end();
}

// The threads that could have taken them have given up. They must not count for those who come later.
void drop_permits_without_takers(std::uint64_t address) {
  std::erase_if(*permits, [address](const Permit& permit) {
    if (permit.address != address) return false;
    for (const Thread* thread : program().threads)
      if (thread->wait_object == address && !thread->wait_signalled && thread->wait_ticket < permit.before)
        return false;
    return true;
  });
}

}  // namespace

constexpr Condition kWokenCondition{is_woken, nullptr};
const Condition when_woken = kWokenCondition;

void begin_execution() {
  if (permits == nullptr) permits = new std::vector<Permit>;
  permits->clear();
  next_ticket = 1;
}

void enter(Thread& self, std::uint64_t address) {
  self.wait_object = address;
  self.wait_ticket = next_ticket++;
  self.wait_signalled = false;
}

bool leave(Thread& self) {
  bool woken = self.wait_signalled;
  if (!woken) {
    const auto permit = permit_for(self);
    woken = permit != permits->end();
    if (woken) permits->erase(permit);
  }
  const std::uint64_t address = self.wait_object;
  self.wait_object = 0;
  self.wait_signalled = false;
  scheduler().changed(address);
  return woken;
}

void give_up(Thread& self) {
  const std::uint64_t address = self.wait_object;
  self.wait_object = 0;
  self.wait_signalled = false;
  drop_permits_without_takers(address);
  scheduler().changed(address);
}

std::size_t waiting(std::uint64_t address) {
  std::size_t count = 0;
  for (const Thread* thread : program().threads)
    if (thread->wait_object == address && !thread->finished) ++count;
  return count;
}

std::size_t unwoken(std::uint64_t address) {
  std::size_t count = 0;
  for (const Thread* thread : program().threads)
    if (thread->wait_object == address && !thread->wait_signalled && !thread->finished) ++count;
  for (const Permit& permit : *permits)
    if (permit.address == address && count > 0) --count;
  return count;
}

bool wake_one(std::uint64_t address) {
  if (unwoken(address) == 0) return false;
  permits->push_back({address, next_ticket});
  scheduler().changed(address);
  return true;
}

std::size_t wake_all(std::uint64_t address) {
  std::size_t count = 0;
  for (Thread* thread : program().threads) {
    if (thread->wait_object != address) continue;
    thread->wait_signalled = true;
    ++count;
  }
  std::erase_if(*permits, [address](const Permit& permit) { return permit.address == address; });
  if (count != 0) scheduler().changed(address);
  return count;
}

}  // namespace heddle::runtime::wait_queue
