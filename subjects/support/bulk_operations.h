// Operations with two collections, as in java.util.AbstractCollection: each call of `other` may take a lock.
#pragma once

namespace subjects {

template <class Own, class Other>
bool contains_all(const Own& own, const Other& other) {
  for (const int element : other.iterator()) {
    if (!own.contains(element)) return false;
  }
  return true;
}

template <class Own, class Other>
bool add_all(Own& own, const Other& other) {
  bool changed = false;
  for (const int element : other.to_array()) changed |= own.add(element);
  return changed;
}

template <class Own, class Other>
bool remove_all(Own& own, const Other& other) {
  bool changed = false;
  for (const int element : own.to_array()) {
    if (other.contains(element)) changed |= own.remove(element);
  }
  return changed;
}

template <class Own, class Other>
bool retain_all(Own& own, const Other& other) {
  bool changed = false;
  for (const int element : own.to_array()) {
    if (!other.contains(element)) changed |= own.remove(element);
  }
  return changed;
}

}  // namespace subjects
