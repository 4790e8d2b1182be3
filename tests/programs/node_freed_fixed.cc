// The repaired twin of node_freed: whoever uses a session owns a part of it.
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

struct Session {
  int requests = 0;
};

std::mutex table_mutex;
std::map<int, std::shared_ptr<Session>> sessions;

std::shared_ptr<Session> find(int id) {
  std::lock_guard<std::mutex> lock(table_mutex);
  const auto found = sessions.find(id);
  return found == sessions.end() ? nullptr : found->second;
}

void serve(int id) {
  if (const std::shared_ptr<Session> session = find(id)) ++session->requests;
}

void close_session(int id) {
  std::lock_guard<std::mutex> lock(table_mutex);
  sessions.erase(id);
}

int main() {
  sessions[7] = std::make_shared<Session>();
  std::thread server(serve, 7);
  std::thread closer(close_session, 7);
  server.join();
  closer.join();
  std::puts("served");
}
