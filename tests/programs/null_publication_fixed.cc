// The repaired twin of null_publication: one thread publishes a settings object, another uses it.
// The pointer is stored before it is announced.
#include <atomic>
#include <cassert>
#include <thread>

struct Settings {
  int volume = 7;
};

Settings settings;
std::atomic<Settings*> published{nullptr};
std::atomic<bool> ready{false};

void publish() {
  published = &settings;
  ready = true;
}

void use() {
  if (!ready) return;
  const int volume = published.load()->volume;
  assert(volume == 7);
}

int main() {
  std::thread writer(publish);
  std::thread reader(use);
  writer.join();
  reader.join();
}
