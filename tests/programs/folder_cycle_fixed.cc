// The repaired twin of folder_cycle: two threads move folders of a tree into each other.
// The check and the move are one critical section, so the second move is refused.
#include <array>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

struct Folder {
  std::string name;
  Folder* parent;
};

std::mutex tree_lock;
Folder root{"root", nullptr};
Folder music{"music", &root};
Folder photos{"photos", &root};

bool is_inside(const Folder* folder, const Folder* container) {
  while (folder != nullptr && folder != container) folder = folder->parent;
  return folder == container;
}

std::string path_of(const Folder& folder) {
  if (folder.parent == nullptr) return folder.name;
  std::array<char, 2048> path;
  std::snprintf(path.data(), path.size(), "%s/%s", path_of(*folder.parent).c_str(), folder.name.c_str());
  return path.data();
}

void move_into(Folder& folder, Folder& target) {
  std::lock_guard lock(tree_lock);
  if (is_inside(&target, &folder)) return;
  folder.parent = &target;
  std::puts(path_of(folder).c_str());
}

int main() {
  std::thread first([] { move_into(music, photos); });
  std::thread second([] { move_into(photos, music); });
  first.join();
  second.join();
}
