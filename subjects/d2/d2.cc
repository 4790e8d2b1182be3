// Figure 2 of the RPro paper: deadlock D2, adapted from bug 2147 of JDBC Connector 5.0. The sites s01 to s18
// are the figure's.
// Bug: t1 takes n while it holds p, t2 takes p while it holds n.
// Deadlocks when t2 has been through s before t1 takes it, and each holds its lock and waits for the other's.
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/traffic.h"

using namespace subjects;

std::mutex k, m, n, p, s;

int main() {
  std::thread t1([] {
    visit(k);                   // s01, s02
    std::lock_guard all(s);     // s03, s12
    visit(n);                   // s04, s05
    std::lock_guard outer(p);   // s06, s11
    std::lock_guard middle(m);  // s07, s10
    std::lock_guard inner(n);   // s08, s09
  });
  std::thread t2([] {
    visit(s);                               // s13, s14
    std::lock_guard outer(kFixed ? p : n);  // s15, s18
    std::lock_guard inner(kFixed ? n : p);  // s16, s17
  });
  t1.join();
  t2.join();
}
