// The nodes of std::list: linked and unlinked inside libstdc++.so, where no compiler puts hooks. Done here
// once more, one visible access at a time.
#include <list>

#include "runtime/hooks/memory_call.h"
#include "runtime/interpose/interpose_name.h"
#include "runtime/system/real.h"

using heddle::runtime::find_real;
using heddle::runtime::is_seen_call;
using heddle::runtime::MemoryCall;
using heddle::runtime::UnseenCall;

namespace {

using Node = std::__detail::_List_node_base;

template <typename Call>
class Nodes {
 public:
  explicit Nodes(const Call& call) : call_(call) {}

  void hook(Node* node, Node* position) const {
    set_next(node, position);
    Node* const before = previous(position);
    set_previous(node, before);
    set_next(before, node);
    set_previous(position, node);
  }

  void unhook(Node* node) const {
    Node* const after = next(node);
    Node* const before = previous(node);
    set_next(before, after);
    set_previous(after, before);
  }

  // Moves [first, last) to before `position`.
  void transfer(Node* position, Node* first, Node* last) const {
    if (position == last) return;
    Node* const end_of_piece = previous(last);
    Node* const before_piece = previous(first);
    Node* const before_position = previous(position);
    set_next(end_of_piece, position);
    set_next(before_piece, last);
    set_next(before_position, first);
    set_previous(position, end_of_piece);
    set_previous(last, before_piece);
    set_previous(first, before_position);
  }

  void reverse(Node* node) const {
    Node* each = node;
    do {
      Node* const after = next(each);
      set_next(each, previous(each));
      set_previous(each, after);
      each = after;
    } while (each != node);
  }

  void swap(Node& one, Node& other) const {
    const bool one_is_empty = next(&one) == &one;
    const bool other_is_empty = next(&other) == &other;
    if (one_is_empty && other_is_empty) return;
    Node* const one_next = next(&one);
    Node* const one_previous = previous(&one);
    take_over(one, other_is_empty, next(&other), previous(&other));
    take_over(other, one_is_empty, one_next, one_previous);
  }

 private:
  Node* next(const Node* node) const { return call_.load(node->_M_next); }
  Node* previous(const Node* node) const { return call_.load(node->_M_prev); }
  void set_next(Node* node, Node* value) const { call_.assign(node->_M_next, value); }
  void set_previous(Node* node, Node* value) const { call_.assign(node->_M_prev, value); }

  // The heads of two lists: the ring from `first` to `last` gets another one.
  void take_over(Node& head, bool empty, Node* first, Node* last) const {
    set_next(&head, empty ? &head : first);
    set_previous(&head, empty ? &head : last);
    if (empty) return;
    set_previous(first, &head);
    set_next(last, &head);
  }

  Call call_;
};

}  // namespace

// Unseen calls: see tree_nodes.cc.
#define HEDDLE_LIST_FUNCTION(name, parameters, arguments, act)                                         \
  HEDDLE_INTERPOSED(void, name, parameters) {                                                          \
    static const auto real = reinterpret_cast<void(*) parameters>(find_real(#name));                   \
    if (is_seen_call(HEDDLE_RETURN_ADDRESS)) return Nodes(MemoryCall(HEDDLE_CALL_SITE)).act arguments; \
    real != nullptr ? real arguments : Nodes(UnseenCall()).act arguments;                              \
  }

// std::__detail::_List_node_base::_M_hook, _M_unhook, _M_transfer, _M_reverse and swap
HEDDLE_LIST_FUNCTION(_ZNSt8__detail15_List_node_base7_M_hookEPS0_, (Node * node, Node* position),
                     (node, position), hook)
HEDDLE_LIST_FUNCTION(_ZNSt8__detail15_List_node_base9_M_unhookEv, (Node * node), (node), unhook)
HEDDLE_LIST_FUNCTION(_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_,
                     (Node * position, Node* first, Node* last), (position, first, last), transfer)
HEDDLE_LIST_FUNCTION(_ZNSt8__detail15_List_node_base10_M_reverseEv, (Node * node), (node), reverse)
HEDDLE_LIST_FUNCTION(_ZNSt8__detail15_List_node_base4swapERS0_S1_, (Node & one, Node& other), (one, other),
                     swap)
