#include "runtime/naming/mappings.h"

#include <algorithm>
#include <vector>

#include "runtime/memory/shadow.h"
#include "runtime/naming/known_shared.h"

namespace heddle::runtime::mappings {

namespace {

constexpr std::uint64_t kSmallestPage = 4096;

std::vector<ProgramMapping>* mapped = nullptr;  // by start; they do not overlap

std::uint64_t whole_pages(std::uint64_t size) {
  return (size + kSmallestPage - 1) & ~(kSmallestPage - 1);
}

std::vector<ProgramMapping>::iterator first_ending_behind(std::uint64_t address) {
  return std::lower_bound(
      mapped->begin(), mapped->end(), address,
      [](const ProgramMapping& mapping, std::uint64_t place) { return mapping.end <= place; });
}

// Takes [start, end) out of the list.
void take_out(std::uint64_t start, std::uint64_t end) {
  auto place = first_ending_behind(start);
  while (place != mapped->end() && place->start < end) {
    ProgramMapping before = *place, behind = *place;
    before.end = std::min(before.end, start);
    behind.start = std::max(behind.start, end);
    place = mapped->erase(place);
    if (before.start < before.end) place = mapped->insert(place, before) + 1;
    if (behind.start < behind.end) place = mapped->insert(place, behind) + 1;
  }
}

void put_in(const ProgramMapping& mapping) {
  take_out(mapping.start, mapping.end);
  mapped->insert(first_ending_behind(mapping.start), mapping);
  mark_shared_mapping(mapping.start, mapping.end, mapping.origin, mapping.name.object);
}

}  // namespace

void begin_execution() {
  if (mapped == nullptr) mapped = new std::vector<ProgramMapping>;
  mapped->clear();
}

void remove(std::uint64_t start, std::uint64_t size) {
  take_out(start, start + whole_pages(size));
  shadow::clear(start, start + whole_pages(size));
}

void add(std::uint64_t start, std::uint64_t size, const BlockName& name) {
  shadow::clear(start, start + whole_pages(size));
  put_in({start, start + whole_pages(size), start, size, name});
}

void move(std::uint64_t from, std::uint64_t size, std::uint64_t to, std::uint64_t new_size) {
  const ProgramMapping* const known = find(from);
  ProgramMapping moved = known != nullptr ? *known : ProgramMapping{};
  if (from != to) {
    remove(from, size);
    shadow::clear(to, to + whole_pages(new_size));
  } else if (new_size < size) {
    remove(from + whole_pages(new_size), whole_pages(size) - whole_pages(new_size));
  }
  if (known == nullptr) return;
  moved.origin += to - from;
  moved.start = to;
  moved.end = to + whole_pages(new_size);
  put_in(moved);
}

const ProgramMapping* find(std::uint64_t address) {
  if (mapped == nullptr) return nullptr;
  const auto place = first_ending_behind(address);
  return place != mapped->end() && place->start <= address ? &*place : nullptr;
}

}  // namespace heddle::runtime::mappings
