// Two threads move folders of a tree, music into photos and photos into music, and print the new path.
// Bug: that the target is not inside the folder is checked in one critical section, the move is another.
// Fails when both checks precede both moves: each folder contains the other, path_of() overflows the stack.
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

bool may_move(const Folder& folder, const Folder& target) {
  std::lock_guard lock(tree_lock);
  return !is_inside(&target, &folder);
}

void move_into(Folder& folder, Folder& target) {
  if (!may_move(folder, target)) return;
  std::lock_guard lock(tree_lock);
  folder.parent = &target;
  std::puts(path_of(folder).c_str());
}

int main() {
  std::thread first([] { move_into(music, photos); });
  std::thread second([] { move_into(photos, music); });
  first.join();
  second.join();
}
