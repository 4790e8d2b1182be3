// Which locations are ever written as memory: by accesses, by freeing, by the allocation of their block, by
// the beginning and the end of a synchronisation object. Most synchronisation objects are used and never
// written, so that nothing can race with their use, which need not be looked at.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/memory_map.h"
#include "event/access_detail.h"
#include "event/operation.h"
#include "event/order_note.h"

namespace heddle {

class WrittenLocations {
 public:
  // What an execution has written is to be added before the first question about it. It is kept: what was
  // written in one execution counts as written in all that follow.
  void begin(const MemoryMap& memory);
  void add(const Event& event, const MemoryMap& memory) {
    if (!is_one_of(event.kind, kinds::kWriting) || event.location >= reach_.size()) return;
    const AccessedBytes bytes = is_access(event.kind) ? bytes_of(event) : AccessedBytes{0, 1};
    if (bytes.first + bytes.size > reach_[event.location]) [[unlikely]]
      add_bytes(event.location, bytes.first + bytes.size, memory);
  }
  void add(std::span<const OrderNote> notes, const MemoryMap& memory);

  bool contain(LocationId location) const { return location < written_.size() && written_[location] != 0; }

 private:
  [[gnu::noinline]] void add_bytes(LocationId location, std::uint32_t end, const MemoryMap& memory);
  void add_block(LocationId location, const MemoryMap& memory);

  std::vector<std::uint8_t> written_;  // by location, like all of these
  // How far the longest write goes that names the location, and whether its block was allocated: as long as
  // there are no new locations, what is known of these need not be added again.
  std::vector<std::uint32_t> reach_;
  std::vector<std::uint8_t> allocated_;
};

}  // namespace heddle
