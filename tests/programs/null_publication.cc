// One thread publishes a settings object, another uses it once it is announced.
// Bug: the announcement comes before the pointer.
// Fails with a null dereference when the reader runs between the two stores.
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
  ready = true;
  published = &settings;
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
