#include "analysis/access_history.h"

#include <algorithm>

#include "event/hash.h"

namespace heddle {

std::uint32_t AccessHistory::find_variable(LocationId location) const {
  return variable_index_.find(
      mix(location), [&](std::uint32_t variable) { return variables_[variable].location == location; });
}

std::uint32_t AccessHistory::variable_at(LocationId location) {
  const std::uint32_t known = find_variable(location);
  if (known != DenseIndex::kAbsent) return known;
  Variable variable;
  variable.location = location;
  append_sparingly(variables_, variable);
  variable_index_.append([&](std::uint32_t each) { return mix(variables_[each].location); });
  return static_cast<std::uint32_t>(variables_.size() - 1);
}

Access AccessHistory::last_write(std::uint32_t variable) const {
  const Variable& written = variables_[variable];
  const bool exists = written.last_writer != kNoThread;
  return {written.last_write_index, written.last_writer,           written.last_write_site,
          written.location,         written.last_write_reads != 0, exists};
}

Access AccessHistory::write_before_last(std::uint32_t variable) const {
  const Variable& written = variables_[variable];
  const bool exists = written.writer_before != kNoThread;
  return {0,
          written.writer_before,
          written.write_before_site,
          written.location,
          written.write_before_reads != 0,
          exists};
}

AccessHistory::Sites AccessHistory::reads_before_last_write(std::uint32_t variable, ThreadId thread) const {
  const std::uint32_t number = find_reader(variable, thread);
  if (number == kNobody) return {};
  const Reader& reader = readers_[number];
  const std::uint32_t writes = variables_[variable].writes;
  if (reader.writes == writes) return {reader.sites_before, reader.count_before};
  if (reader.writes + 1 != writes) return {};
  Sites result;
  for (; result.count < reader.count; ++result.count)
    result.sites[result.count] = reader.reads[result.count].site;
  return result;
}

bool AccessHistory::has_read(std::uint32_t variable, const Access& access) const {
  const std::uint32_t number = find_reader(variable, access.thread);
  if (number == kNobody || readers_[number].writes != variables_[variable].writes) return false;
  for (std::size_t i = 0; i < readers_[number].count; ++i)
    if (readers_[number].reads[i].site == access.site) return true;
  return false;
}

void AccessHistory::add_read(std::uint32_t variable, const Access& access) {
  const std::uint32_t number = reader_at(variable, access.thread);
  Variable& read = variables_[variable];
  Reader& reader = readers_[number];
  if (reader.writes != read.writes) {
    reader.count_before = reader.writes + 1 == read.writes ? reader.count : std::uint8_t{0};
    for (std::size_t i = 0; i < kReadSites; ++i) reader.sites_before[i] = reader.reads[i].site;
    reader.count = 0;
    reader.writes = read.writes;
  }
  if (reader.count == 0) {
    reader.next = read.first_reader;
    read.first_reader = number;
  }
  std::size_t place = 0;
  while (place < reader.count && reader.reads[place].site != access.site) ++place;
  if (place == reader.count && reader.count < kReadSites) ++reader.count;
  for (place = std::min(place, kReadSites - 1); place > 0; --place)
    reader.reads[place] = reader.reads[place - 1];
  reader.reads[0] = {access.site, access.index};
}

void AccessHistory::add_write(std::uint32_t variable, const Access& access) {
  Variable& written = variables_[variable];
  written.writer_before = written.last_writer;
  written.write_before_site = written.last_write_site;
  written.write_before_reads = written.last_write_reads;
  written.last_writer = access.thread;
  written.last_write_site = access.site;
  written.last_write_reads = access.reads ? 1 : 0;
  written.last_write_index = access.index;
  written.first_reader = kNobody;
  ++written.writes;
}

std::size_t AccessHistory::bytes() const {
  return variables_.capacity() * sizeof(Variable) + variable_index_.bytes() +
         readers_.capacity() * sizeof(Reader) + reader_index_.bytes();
}

std::uint64_t AccessHistory::hash_of(std::uint32_t variable, ThreadId thread) {
  return mix((std::uint64_t{variable} << 16) | thread);
}

std::uint32_t AccessHistory::find_reader(std::uint32_t variable, ThreadId thread) const {
  return reader_index_.find(hash_of(variable, thread), [&](std::uint32_t reader) {
    return readers_[reader].variable == variable && readers_[reader].thread == thread;
  });
}

std::uint32_t AccessHistory::reader_at(std::uint32_t variable, ThreadId thread) {
  const std::uint32_t known = find_reader(variable, thread);
  if (known != kNobody) return known;
  Reader reader;
  reader.variable = variable;
  reader.thread = thread;
  reader.writes = variables_[variable].writes;
  append_sparingly(readers_, reader);
  reader_index_.append(
      [&](std::uint32_t each) { return hash_of(readers_[each].variable, readers_[each].thread); });
  return static_cast<std::uint32_t>(readers_.size() - 1);
}

}  // namespace heddle
