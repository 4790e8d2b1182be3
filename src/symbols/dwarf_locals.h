// The local variables of a function, by their place in its stack frame.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "symbols/dwarf_types.h"
#include "symbols/dwarf_units.h"
#include "symbols/elf_file.h"
#include "symbols/symbols.h"

namespace heddle::symbols {

class DwarfLocals {
 public:
  // Both must outlive it; the file is the one that holds the code.
  DwarfLocals(DwarfUnits& units, const ElfFile& file) : units_(units), file_(file), types_(units) {}
  ~DwarfLocals();
  DwarfLocals(const DwarfLocals&) = delete;
  DwarfLocals& operator=(const DwarfLocals&) = delete;

  // The one that lies at that place of the frame while the function is at `address`.
  std::optional<Variable> at(uint64_t address, const FramePlace& place, uint64_t access_size);

 private:
  // Distances are counted from the frame's canonical address.
  struct Frame {
    uint64_t address = 0;
    std::optional<int64_t> base;  // where DW_OP_fbreg counts from
    std::optional<int64_t> stack_pointer, frame_pointer;
  };
  Frame frame_of(const Dwarf_Die& function, uint64_t address, const FramePlace& place);
  std::optional<int64_t> frame_pointer_at(uint64_t address);
  static std::optional<int64_t> base_of(uint8_t operation, const Frame& frame);
  std::optional<Variable> find(const Dwarf_Die& scope, const Frame& frame, int64_t offset,
                               uint64_t access_size, int depth);
  void find_mistaken(const Dwarf_Die& scope, const Frame& frame, int64_t offset, uint64_t access_size,
                     int depth, std::vector<Variable>& found);
  std::optional<Variable> find_in(const Dwarf_Die& die, std::span<const Dwarf_Op> operations,
                                  const Frame& frame, int64_t offset, uint64_t access_size);
  std::optional<Variable> describe(const Dwarf_Die& die, int64_t start, int64_t offset, uint64_t access_size);

  DwarfUnits& units_;
  const ElfFile& file_;
  DwarfTypes types_;
  Dwarf_CFI* frames_ = nullptr;
  bool has_asked_for_frames_ = false;
};

}  // namespace heddle::symbols
