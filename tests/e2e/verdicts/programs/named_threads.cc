// Threads that the program gives names, by pthread_setname_np and by prctl: reports show them beside the
// names that threads have by their creation. A name that is asked for is the one that was given.
//
// run: => deadlock
// options: --executions 300
// says: deadlock: main.[01] '(reader|writer)' and main.[01] '(reader|writer)' wait for each other
// replays: main.0 'writer': waits to lock `journal`, held by main.1 'reader'
// explains: main.0 'writer' +. main.1 'reader'
#include <pthread.h>
#include <sys/prctl.h>
#include <cassert>
#include <cstring>
#include <mutex>
#include <thread>

std::mutex accounts, journal;

int main() {
  std::thread writer([] {
    pthread_setname_np(pthread_self(), "writer");
    const std::scoped_lock first(accounts);
    const std::scoped_lock second(journal);
  });
  std::thread reader([] {
    prctl(PR_SET_NAME, "reader");
    char name[16];
    prctl(PR_GET_NAME, name);
    assert(std::strcmp(name, "reader") == 0);
    pthread_getname_np(pthread_self(), name, sizeof name);
    assert(std::strcmp(name, "reader") == 0);
    const std::scoped_lock first(journal);
    const std::scoped_lock second(accounts);
  });
  writer.join();
  reader.join();
}
