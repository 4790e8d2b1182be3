#include "event/failure_wire.h"

namespace heddle {

namespace {

// The fewest bytes that one of them takes: counts that the rest cannot hold are refused before anything is
// allocated.
constexpr std::size_t kSmallestThreadReport = sizeof(Operation) + sizeof(Location);
constexpr std::size_t kSmallestModule = 5 * sizeof(std::uint64_t);

void put(Writer& writer, const ThreadReport& report) {
  writer.put(report.name);
  writer.put(report.given_name);
  writer.put(report.state);
  writer.put(report.next);
  writer.put(report.object);
  writer.put(report.waits_for);
  writer.put(report.wait);
  writer.put_all(std::span<const HeldLock>(report.held));
  writer.put_all(std::span<const SiteId>(report.stack));
  writer.put(report.created_at);
}

void get(Reader& reader, ThreadReport& report) {
  reader.get(report.name);
  reader.get(report.given_name);
  reader.get(report.state);
  reader.get(report.next);
  reader.get(report.object);
  reader.get(report.waits_for);
  reader.get(report.wait);
  reader.get_all(report.held);
  reader.get_all(report.stack);
  reader.get(report.created_at);
}

void put(Writer& writer, const PastDeed& deed) {
  writer.put(deed.thread);
  writer.put_all(std::span<const SiteId>(deed.stack));
}

void get(Reader& reader, PastDeed& deed) {
  reader.get(deed.thread);
  reader.get_all(deed.stack);
}

void put(Writer& writer, const RacingAccess& access) {
  writer.put(access.thread);
  writer.put(access.writes);
  writer.put(access.atomic);
  writer.put(access.frees);
  writer.put(access.deed);
  writer.put(access.allocates);
  writer.put(access.is_volatile);
  writer.put(access.size);
  writer.put(access.site);
  writer.put(access.step);
  writer.put_all(std::span<const HeldLock>(access.held));
  writer.put_all(std::span<const SiteId>(access.stack));
  put(writer, access.created);
}

void get(Reader& reader, RacingAccess& access) {
  reader.get(access.thread);
  reader.get(access.writes);
  reader.get(access.atomic);
  reader.get(access.frees);
  reader.get(access.deed);
  reader.get(access.allocates);
  reader.get(access.is_volatile);
  reader.get(access.size);
  reader.get(access.site);
  reader.get(access.step);
  reader.get_all(access.held);
  reader.get_all(access.stack);
  get(reader, access.created);
}

void put(Writer& writer, const DataRace& race) {
  put(writer, race.first);
  put(writer, race.second);
  writer.put(race.first_goes_on);
  writer.put(race.place);
  put(writer, race.allocated);
  writer.put(race.locks);
  writer.put(race.common_lock);
  writer.put(race.order);
  writer.put(race.release_site);
  writer.put(race.acquisition_site);
}

void get(Reader& reader, DataRace& race) {
  get(reader, race.first);
  get(reader, race.second);
  reader.get(race.first_goes_on);
  reader.get(race.place);
  get(reader, race.allocated);
  reader.get(race.locks);
  reader.get(race.common_lock);
  reader.get(race.order);
  reader.get(race.release_site);
  reader.get(race.acquisition_site);
}

void put(Writer& writer, const HeapError& error) {
  writer.put(error.kind);
  writer.put(error.deed);
  writer.put(error.size);
  writer.put(error.object);
  writer.put(error.offset);
  writer.put(error.block_size);
  put(writer, error.allocated);
  put(writer, error.freed);
}

void get(Reader& reader, HeapError& error) {
  reader.get(error.kind);
  reader.get(error.deed);
  reader.get(error.size);
  reader.get(error.object);
  reader.get(error.offset);
  reader.get(error.block_size);
  get(reader, error.allocated);
  get(reader, error.freed);
}

void put(Writer& writer, const StackError& error) {
  writer.put(error.kind);
  writer.put(error.deed);
  writer.put(error.size);
  writer.put(error.owner);
  writer.put(error.object);
  put(writer, error.used);
}

void get(Reader& reader, StackError& error) {
  reader.get(error.kind);
  reader.get(error.deed);
  reader.get(error.size);
  reader.get(error.owner);
  reader.get(error.object);
  get(reader, error.used);
}

}  // namespace

void put(Writer& writer, const Failure& failure) {
  writer.put(failure.kind);
  writer.put(failure.thread);
  writer.put(failure.site);
  writer.put(failure.text);
  writer.put(failure.code);
  writer.put(failure.address);
  writer.put(failure.shape);
  writer.put_all(std::span<const ThreadId>(failure.cycle));
  writer.put(failure.lost_signal_site);
  writer.put(failure.lost_signal_thread);
  writer.put_all(std::span<const SiteId>(failure.spinning));
  writer.put(failure.step);
  writer.put(static_cast<std::uint64_t>(failure.threads.size()));
  for (const ThreadReport& report : failure.threads) put(writer, report);
  if (failure.kind == FailureKind::kDataRace) put(writer, failure.race);
  if (failure.kind == FailureKind::kHeapError) put(writer, failure.heap);
  if (failure.kind == FailureKind::kStackError) put(writer, failure.stack);
}

void get(Reader& reader, Failure& failure) {
  reader.get(failure.kind);
  reader.get(failure.thread);
  reader.get(failure.site);
  reader.get(failure.text);
  reader.get(failure.code);
  reader.get(failure.address);
  reader.get(failure.shape);
  reader.get_all(failure.cycle);
  reader.get(failure.lost_signal_site);
  reader.get(failure.lost_signal_thread);
  reader.get_all(failure.spinning);
  reader.get(failure.step);
  failure.threads.resize(reader.count(kSmallestThreadReport));
  for (ThreadReport& report : failure.threads) get(reader, report);
  if (failure.kind == FailureKind::kDataRace) get(reader, failure.race);
  if (failure.kind == FailureKind::kHeapError) get(reader, failure.heap);
  if (failure.kind == FailureKind::kStackError) get(reader, failure.stack);
}

void put(Writer& writer, const ModuleTable& table) {
  writer.put(static_cast<std::uint64_t>(table.modules.size()));
  for (const Module& module : table.modules) {
    writer.put(module.path);
    writer.put(module.build_id);
    writer.put(module.bias);
    writer.put(module.start);
    writer.put(module.size);
    writer.put(module.first);
    writer.put(module.instrumented);
  }
}

void get(Reader& reader, ModuleTable& table) {
  table.modules.resize(reader.count(kSmallestModule));
  for (Module& module : table.modules) {
    reader.get(module.path);
    reader.get(module.build_id);
    reader.get(module.bias);
    reader.get(module.start);
    reader.get(module.size);
    reader.get(module.first);
    reader.get(module.instrumented);
  }
}

void put(Writer& writer, const Divergence& divergence) {
  writer.put(divergence.step);
  writer.put(divergence.thread);
  writer.put(divergence.expected);
  writer.put(divergence.found);
  writer.put(divergence.schedule_ended);
  writer.put(divergence.reason);
}

void get(Reader& reader, Divergence& divergence) {
  reader.get(divergence.step);
  reader.get(divergence.thread);
  reader.get(divergence.expected);
  reader.get(divergence.found);
  reader.get(divergence.schedule_ended);
  reader.get(divergence.reason);
}

}  // namespace heddle
