// The red-black tree of std::map and std::set. Its surgery lies inside libstdc++.so, where no compiler puts
// hooks: here it is done once more, one visible access at a time, so that another thread can come in between.
#include <map>

#include "runtime/hooks/memory_call.h"
#include "runtime/interpose/interpose_name.h"
#include "runtime/system/real.h"

using heddle::runtime::find_real;
using heddle::runtime::is_seen_call;
using heddle::runtime::MemoryCall;
using heddle::runtime::UnseenCall;

namespace {

using TreeNode = std::_Rb_tree_node_base;
using Colour = std::_Rb_tree_color;
constexpr Colour kRed = std::_S_red;
constexpr Colour kBlack = std::_S_black;

using Side = TreeNode* TreeNode::*;
constexpr Side kLeft = &TreeNode::_M_left;
constexpr Side kRight = &TreeNode::_M_right;
constexpr Side opposite(Side side) {
  return side == kLeft ? kRight : kLeft;
}

// Every access to a node goes through this.
template <typename Call>
class TreeNodes {
 public:
  explicit TreeNodes(const Call& call) : call_(call) {}

  TreeNode* parent(const TreeNode* node) const { return call_.load(node->_M_parent); }
  TreeNode* child(const TreeNode* node, Side side) const { return call_.load(node->*side); }
  Colour colour(const TreeNode* node) const { return call_.load(node->_M_color); }
  bool is_black(const TreeNode* node) const { return node == nullptr || colour(node) == kBlack; }

  void set_parent(TreeNode* node, TreeNode* value) const { call_.assign(node->_M_parent, value); }
  void set_child(TreeNode* node, Side side, TreeNode* value) const { call_.assign(node->*side, value); }
  void set_colour(TreeNode* node, Colour value) const { call_.assign(node->_M_color, value); }

  // As far as it goes to one side.
  TreeNode* outermost(TreeNode* node, Side side) const {
    for (TreeNode* next = child(node, side); next != nullptr; next = child(node, side)) node = next;
    return node;
  }

 private:
  Call call_;
};

// The header stands above the root: its parent is the root, its children are the first and the last node.
template <typename Call>
class Tree {
 public:
  Tree(TreeNode& header, const Call& call) : header_(header), nodes_(call) {}

  void insert(Side side, TreeNode* node, TreeNode* parent) const {
    nodes_.set_parent(node, parent);
    nodes_.set_child(node, kLeft, nullptr);
    nodes_.set_child(node, kRight, nullptr);
    nodes_.set_colour(node, kRed);
    if (parent == &header_) {
      nodes_.set_child(&header_, kLeft, node);
      nodes_.set_parent(&header_, node);
      nodes_.set_child(&header_, kRight, node);
    } else {
      nodes_.set_child(parent, side, node);
      if (nodes_.child(&header_, side) == parent) nodes_.set_child(&header_, side, node);
    }
    rebalance_after_insertion(node);
  }

  TreeNode* erase(TreeNode* node) const {
    const TreeNode* left = nodes_.child(node, kLeft);
    const TreeNode* right = nodes_.child(node, kRight);
    TreeNode* hole;  // what stands where a node is missing now; may be null
    TreeNode* hole_parent;
    Colour removed;
    if (left != nullptr && right != nullptr) {
      removed = replace_by_successor(node, hole, hole_parent);
    } else {
      hole = nodes_.child(node, left == nullptr ? kRight : kLeft);
      hole_parent = nodes_.parent(node);
      removed = nodes_.colour(node);
      if (hole != nullptr) nodes_.set_parent(hole, hole_parent);
      replace_child(node, hole_parent, hole);
      update_ends(node, hole, hole_parent);
    }
    if (removed == kBlack) rebalance_after_removal(hole, hole_parent);
    return node;
  }

 private:
  TreeNode* root() const { return nodes_.parent(&header_); }

  void replace_child(const TreeNode* old_child, TreeNode* parent, TreeNode* new_child) const {
    if (root() == old_child)
      nodes_.set_parent(&header_, new_child);
    else if (nodes_.child(parent, kLeft) == old_child)
      nodes_.set_child(parent, kLeft, new_child);
    else
      nodes_.set_child(parent, kRight, new_child);
  }

  // Turns the node's child on the other side up into its place.
  void rotate(TreeNode* node, Side side) const {
    TreeNode* const up = nodes_.child(node, opposite(side));
    TreeNode* const inner = nodes_.child(up, side);
    nodes_.set_child(node, opposite(side), inner);
    if (inner != nullptr) nodes_.set_parent(inner, node);
    TreeNode* const parent = nodes_.parent(node);
    nodes_.set_parent(up, parent);
    replace_child(node, parent, up);
    nodes_.set_child(up, side, node);
    nodes_.set_parent(node, up);
  }

  void rebalance_after_insertion(TreeNode* node) const {
    while (node != root()) {
      TreeNode* parent = nodes_.parent(node);
      if (nodes_.colour(parent) == kBlack) break;
      TreeNode* const grandparent = nodes_.parent(parent);
      const Side side = nodes_.child(grandparent, kLeft) == parent ? kLeft : kRight;
      TreeNode* const uncle = nodes_.child(grandparent, opposite(side));
      if (!nodes_.is_black(uncle)) {
        nodes_.set_colour(parent, kBlack);
        nodes_.set_colour(uncle, kBlack);
        nodes_.set_colour(grandparent, kRed);
        node = grandparent;
        continue;
      }
      if (nodes_.child(parent, opposite(side)) == node) {
        node = parent;
        rotate(node, side);
        parent = nodes_.parent(node);
      }
      nodes_.set_colour(parent, kBlack);
      nodes_.set_colour(grandparent, kRed);
      rotate(grandparent, opposite(side));
    }
    nodes_.set_colour(root(), kBlack);
  }

  // A node with two children: the next one takes its place and its colour. Returns the colour that is missing
  // now.
  Colour replace_by_successor(TreeNode* node, TreeNode*& hole, TreeNode*& hole_parent) const {
    TreeNode* const next = nodes_.outermost(nodes_.child(node, kRight), kLeft);
    hole = nodes_.child(next, kRight);
    TreeNode* const left = nodes_.child(node, kLeft);
    nodes_.set_parent(left, next);
    nodes_.set_child(next, kLeft, left);
    if (next == nodes_.child(node, kRight)) {
      hole_parent = next;
    } else {
      hole_parent = nodes_.parent(next);
      if (hole != nullptr) nodes_.set_parent(hole, hole_parent);
      nodes_.set_child(hole_parent, kLeft, hole);
      TreeNode* const right = nodes_.child(node, kRight);
      nodes_.set_child(next, kRight, right);
      nodes_.set_parent(right, next);
    }
    TreeNode* const parent = nodes_.parent(node);
    replace_child(node, parent, next);
    nodes_.set_parent(next, parent);
    const Colour removed = nodes_.colour(next);
    nodes_.set_colour(next, nodes_.colour(node));
    return removed;
  }

  // The first or the last node is gone.
  void update_ends(const TreeNode* node, TreeNode* replacement, TreeNode* parent) const {
    for (const Side side : {kLeft, kRight})
      if (nodes_.child(&header_, side) == node)
        nodes_.set_child(&header_, side,
                         replacement == nullptr ? parent : nodes_.outermost(replacement, side));
  }

  void rebalance_after_removal(TreeNode* node, TreeNode* parent) const {
    while (node != root() && nodes_.is_black(node)) {
      const Side side = nodes_.child(parent, kLeft) == node ? kLeft : kRight;
      TreeNode* sibling = nodes_.child(parent, opposite(side));
      if (nodes_.colour(sibling) == kRed) {
        nodes_.set_colour(sibling, kBlack);
        nodes_.set_colour(parent, kRed);
        rotate(parent, side);
        sibling = nodes_.child(parent, opposite(side));
      }
      TreeNode* const near_nephew = nodes_.child(sibling, side);
      if (nodes_.is_black(near_nephew) && nodes_.is_black(nodes_.child(sibling, opposite(side)))) {
        nodes_.set_colour(sibling, kRed);
        node = parent;
        parent = nodes_.parent(parent);
        continue;
      }
      if (nodes_.is_black(nodes_.child(sibling, opposite(side)))) {
        nodes_.set_colour(near_nephew, kBlack);
        nodes_.set_colour(sibling, kRed);
        rotate(sibling, opposite(side));
        sibling = nodes_.child(parent, opposite(side));
      }
      nodes_.set_colour(sibling, nodes_.colour(parent));
      nodes_.set_colour(parent, kBlack);
      TreeNode* const far_nephew = nodes_.child(sibling, opposite(side));
      if (far_nephew != nullptr) nodes_.set_colour(far_nephew, kBlack);
      rotate(parent, side);
      break;
    }
    if (node != nullptr) nodes_.set_colour(node, kBlack);
  }

  TreeNode& header_;
  TreeNodes<Call> nodes_;
};

// The neighbour on one side; from the last node to the header.
template <typename Call>
TreeNode* neighbour(TreeNode* node, Side side, const TreeNodes<Call>& nodes) {
  if (TreeNode* const child = nodes.child(node, side); child != nullptr)
    return nodes.outermost(child, opposite(side));
  TreeNode* parent = nodes.parent(node);
  while (node == nodes.child(parent, side)) {
    node = parent;
    parent = nodes.parent(parent);
  }
  // A root without a right child: the climb has passed the header, whose parent it is.
  return side == kRight && nodes.child(node, kRight) == parent ? node : parent;
}

template <typename Call>
TreeNode* next_of(const TreeNode* node, const Call& call) {
  return neighbour(const_cast<TreeNode*>(node), kRight, TreeNodes<Call>(call));
}

template <typename Call>
TreeNode* previous_of(const TreeNode* node, const Call& call) {
  const TreeNodes<Call> nodes(call);
  // The header is red and its own grandparent; before it comes the last node.
  if (nodes.colour(node) == kRed && nodes.parent(nodes.parent(node)) == node)
    return nodes.child(node, kRight);
  return neighbour(const_cast<TreeNode*>(node), kLeft, nodes);
}

}  // namespace

// Unseen calls go to libstdc++.so where it is loaded. The runtime, which has trees of its own, comes here as
// well: in a program without libstdc++.so there is nobody else.
#define HEDDLE_TREE_FUNCTION(result, name, parameters, arguments, act)                 \
  HEDDLE_INTERPOSED(result, name, parameters) {                                        \
    static const auto real = reinterpret_cast<result(*) parameters>(find_real(#name)); \
    if (is_seen_call(HEDDLE_RETURN_ADDRESS)) return act(MemoryCall(HEDDLE_CALL_SITE)); \
    return real != nullptr ? real arguments : act(UnseenCall());                       \
  }

// std::_Rb_tree_insert_and_rebalance(bool, _Rb_tree_node_base*, _Rb_tree_node_base*, _Rb_tree_node_base&)
HEDDLE_TREE_FUNCTION(void, _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_,
                     (bool left, TreeNode* node, TreeNode* parent, TreeNode& header),
                     (left, node, parent, header), [&](const auto& call) {
                       Tree(header, call).insert(left ? kLeft : kRight, node, parent);
                     })

// std::_Rb_tree_rebalance_for_erase(_Rb_tree_node_base*, _Rb_tree_node_base&)
HEDDLE_TREE_FUNCTION(TreeNode*, _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_,
                     (TreeNode * node, TreeNode& header), (node, header),
                     [&](const auto& call) { return Tree(header, call).erase(node); })

// std::_Rb_tree_increment and _decrement, each for a node and for a constant one.
#define HEDDLE_TREE_STEP(name, step)                                    \
  HEDDLE_TREE_FUNCTION(TreeNode*, name, (const TreeNode* node), (node), \
                       [&](const auto& call) { return step(node, call); })

HEDDLE_TREE_STEP(_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base, next_of)
HEDDLE_TREE_STEP(_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base, next_of)
HEDDLE_TREE_STEP(_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base, previous_of)
HEDDLE_TREE_STEP(_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base, previous_of)
