// Makes a hash table empty. Its own clear() goes over all of its buckets, even if there is nothing in them.
#pragma once

namespace heddle {

template <typename Table>
void empty_out(Table& table) {
  if (!table.empty()) table.clear();
}

}  // namespace heddle
