// Owns every node that a structure ever had until the structure itself ends. No address is used twice in that
// time, so that there is neither ABA nor use after free, and a node that a bug has lost is no leak.
#pragma once

#include <atomic>
#include <utility>

namespace subjects {

template <class Node>
class NodePool {
 public:
  NodePool() = default;
  NodePool(const NodePool&) = delete;
  NodePool& operator=(const NodePool&) = delete;

  ~NodePool() {
    Entry* entry = newest_.load();
    while (entry != nullptr) delete std::exchange(entry, entry->older);
  }

  template <class... Arguments>
  Node* create(Arguments&&... arguments) {
    auto* entry = new Entry{{std::forward<Arguments>(arguments)...}, newest_.load()};
    while (!newest_.compare_exchange_weak(entry->older, entry)) {
    }
    return &entry->node;
  }

 private:
  struct Entry {
    Node node;
    Entry* older;
  };

  std::atomic<Entry*> newest_ = nullptr;
};

}  // namespace subjects
