#include "classes/access_tree.h"

#include <algorithm>
#include <map>

namespace heddle::classes {

namespace {

// What is known of a lock on the way from the root to an access.
using Path = std::map<std::string, LockMode>;

bool is_same(const HeldLock& a, const HeldLock& b) {
  return a.lock == b.lock && a.mode == b.mode && a.owner == b.owner &&
         a.critical_section == b.critical_section;
}

bool is_same_for_all_callers(const HeldLock& held) {
  return !held.lock.empty() && held.owner != LockOwner::kAnother;
}

bool counts(AccessType type, Counted counted) {
  return counted == Counted::kAll || (counted == Counted::kReads) == (type == AccessType::kRead);
}

void weaken(std::optional<LockMode>& mode, LockMode by) {
  mode = mode ? std::min(*mode, by) : by;
}

class TopDown {
 public:
  TopDown(const AccessTree& tree, Counted counted) : tree_(tree), counted_(counted) {}

  ProtectLocks protect_locks() {
    visit(0, {});
    ProtectLocks found;
    for (auto& [lock, protects] : common_) found.push_back(std::move(protects));
    return found;
  }

 private:
  void visit(std::size_t number, Path path) {
    const AccessTree::Node& node = tree_.nodes[number];
    if (node.lock && is_same_for_all_callers(*node.lock)) {
      LockMode& mode = path.try_emplace(node.lock->lock, node.lock->mode).first->second;
      mode = std::max(mode, node.lock->mode);
    }
    if (node.access && counts(*node.access, counted_)) narrow(*node.access, path);
    for (const std::size_t child : node.children) visit(child, path);
  }

  void narrow(AccessType type, const Path& path) {
    if (!is_narrowed_)
      for (const auto& [lock, mode] : path) common_[lock].lock = lock;
    is_narrowed_ = true;
    std::erase_if(common_, [&](const auto& each) { return !path.contains(each.first); });
    for (auto& [lock, protects] : common_)
      weaken(type == AccessType::kRead ? protects.reads : protects.writes, path.at(lock));
  }

  const AccessTree& tree_;
  Counted counted_;
  bool is_narrowed_ = false;
  std::map<std::string, ProtectLock> common_;
};

bool both_shared(std::optional<LockMode> a, std::optional<LockMode> b) {
  return a == LockMode::kShared && b == LockMode::kShared;
}

bool keeps_apart(const ProtectLock& a, const ProtectLock& b) {
  return !both_shared(a.writes, b.writes) && !both_shared(a.writes, b.reads) &&
         !both_shared(a.reads, b.writes);
}

}  // namespace

bool AccessTree::has(AccessType type) const {
  return std::ranges::any_of(nodes, [&](const Node& node) { return node.access == type; });
}

AccessTree access_tree(const Method& method, std::string_view field) {
  AccessTree tree;
  for (const FieldAccess& access : method.accesses) {
    if (access.field != field) continue;
    std::size_t at = 0;
    const auto add = [&](AccessTree::Node node) {
      tree.nodes.push_back(std::move(node));
      tree.nodes[at].children.push_back(tree.nodes.size() - 1);
      at = tree.nodes.size() - 1;
    };
    for (const HeldLock& held : access.held) {
      const auto& children = tree.nodes[at].children;
      const auto open = std::ranges::find_if(children, [&](std::size_t child) {
        return tree.nodes[child].lock && is_same(*tree.nodes[child].lock, held);
      });
      if (open != children.end())
        at = *open;
      else
        add({.lock = held, .access = {}, .children = {}});
    }
    add({.lock = {}, .access = access.type, .children = {}});
  }
  return tree;
}

ProtectLocks maximum_protect_lock(const AccessTree& tree, Counted counted) {
  return TopDown(tree, counted).protect_locks();
}

std::vector<std::string> intersection(const ProtectLocks& mpl_1, const ProtectLocks& mpl_2) {
  std::vector<std::string> common;
  for (const ProtectLock& a : mpl_1)
    for (const ProtectLock& b : mpl_2)
      if (a.lock == b.lock && keeps_apart(a, b)) common.push_back(a.lock);
  return common;
}

}  // namespace heddle::classes
