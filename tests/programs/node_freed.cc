// One thread looks up a session and uses it after it has let go of the lock; another thread closes it.
// Nothing crashes: the memory is still there. Repaired in node_freed_fixed.cc.
#include <cstdio>
#include <map>
#include <mutex>
#include <thread>

struct Session {
  int requests = 0;
};

std::mutex table_mutex;
std::map<int, Session*> sessions;

Session* find(int id) {
  std::lock_guard<std::mutex> lock(table_mutex);
  const auto found = sessions.find(id);
  return found == sessions.end() ? nullptr : found->second;
}

void serve(int id) {
  if (Session* session = find(id)) ++session->requests;
}

void close_session(int id) {
  std::lock_guard<std::mutex> lock(table_mutex);
  delete sessions[id];
  sessions.erase(id);
}

int main() {
  sessions[7] = new Session;
  std::thread server(serve, 7);
  std::thread closer(close_session, 7);
  server.join();
  closer.join();
  std::puts("served");
}
