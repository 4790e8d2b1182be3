// HawkNL 1.6b3: nlClose() and nlShutdown().
// Bug: nlClose() locks the socket and then the list of sockets, nlShutdown() the list and then the socket.
// Deadlocks when nlClose() has found the driver loaded before nlShutdown() unloads it, and each holds its
// lock and waits for the other's.
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/traffic.h"

using namespace subjects;

std::mutex driver, socket_list, socket_lock;

void nl_close(Traffic& traffic) {
  visit(driver);
  traffic.sections(2);
  std::lock_guard outer(kFixed ? socket_list : socket_lock);
  std::lock_guard inner(kFixed ? socket_lock : socket_list);
}

void nl_shutdown(Traffic& traffic) {
  std::lock_guard unload(driver);
  visit(socket_lock);  // what was written is sent
  std::lock_guard list(socket_list);
  traffic.sections(1);
  std::lock_guard inner(socket_lock);
}

int main() {
  Traffic closer, ender;
  std::thread close([&] {
    closer.sections(2);
    nl_close(closer);
  });
  std::thread shutdown([&] {
    ender.sections(1);
    nl_shutdown(ender);
  });
  close.join();
  shutdown.join();
}
