// Where a value lives, as far as a method's text tells: which field of the object, of another instance, of a
// node behind a pointer, which global variable, or which variable of the method's own.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <string>

namespace heddle::classes {

struct Place {
  enum class Root : std::uint8_t {
    kObject,   // the object under test
    kAnother,  // another instance of its class
    kNode,     // anything else behind a pointer; all of one type are one place
    kGlobal,
    kLocal,  // the call's own: no other thread can access it
  };

  Root root = Root::kLocal;
  // kLocal: the variable, or the expression that made it. kAnother: the parameter, if it is known.
  const void* local = nullptr;
  std::string path;         // kNode: with the type before the field
  bool is_element = false;  // of a container or an array: which of them is not known

  friend auto operator<=>(const Place&, const Place&) = default;

  Place member(const std::string& field, const std::string& type) const {
    Place found = *this;
    if (field.empty()) return found;  // of an anonymous union
    if (root == Root::kNode)
      found.path = type + "::" + field;
    else
      found.path += (path.empty() ? "" : ".") + field;
    return found;
  }
  Place element() const {
    Place found = *this;
    found.is_element = true;
    return found;
  }
};

using Places = std::set<Place>;

inline void add(Places& to, const Places& more) {
  to.insert(more.begin(), more.end());
}

inline Places elements(const Places& containers) {
  Places found;
  for (const Place& each : containers) found.insert(each.element());
  return found;
}

}  // namespace heddle::classes
