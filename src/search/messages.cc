#include "search/messages.h"

#include "event/failure_wire.h"

namespace heddle {

namespace {

void put(Writer& writer, const std::vector<std::string>& texts) {
  writer.put(static_cast<std::uint64_t>(texts.size()));
  for (const std::string& text : texts) writer.put(text);
}

void get(Reader& reader, std::vector<std::string>& texts) {
  texts.resize(reader.count(sizeof(std::uint64_t)));
  for (std::string& text : texts) reader.get(text);
}

template <typename T>
void put_vector(Writer& writer, const std::vector<T>& values) {
  writer.put_all(std::span<const T>(values));
}

// There may be millions of runs, most of them of few steps. Hardly any has a store: the thread's lowest bit
// says so.
void put(Writer& writer, const Schedule& schedule) {
  writer.put(static_cast<std::uint64_t>(schedule.size()));
  for (const Run& run : schedule) {
    writer.put_small(std::uint64_t{run.thread} << 1 | (run.store != 0 ? 1 : 0));
    if (run.store != 0) writer.put_small(run.store);
    writer.put_small(run.steps);
  }
}

void get(Reader& reader, Schedule& schedule) {
  schedule.resize(reader.count(2));
  for (Run& run : schedule) {
    const std::uint64_t thread = reader.get_small();
    run.thread = static_cast<ThreadId>(thread >> 1);
    run.store = (thread & 1) != 0 ? static_cast<std::uint16_t>(reader.get_small()) : std::uint16_t{0};
    run.steps = static_cast<std::uint32_t>(reader.get_small());
  }
}

void put(Writer& writer, const ExecutionReport& report) {
  writer.put(static_cast<const ExecutionFacts&>(report));
  writer.put(report.number);
  put(writer, report.failure);
  put(writer, report.divergence);
  writer.put(report.milliseconds);
  put(writer, report.threads);
  put(writer, report.schedule);
  writer.put(report.tactic);
  put_vector(writer, report.told);
}

void get(Reader& reader, ExecutionReport& report) {
  reader.get(static_cast<ExecutionFacts&>(report));
  make_valid(static_cast<ExecutionFacts&>(report));
  reader.get(report.number);
  get(reader, report.failure);
  get(reader, report.divergence);
  reader.get(report.milliseconds);
  get(reader, report.threads);
  get(reader, report.schedule);
  reader.get(report.tactic);
  reader.get_all(report.told);
}

void put(Writer& writer, const StepRecord& record) {
  put_vector(writer, record.kinds);
  put_vector(writer, record.steps);
}

void get(Reader& reader, StepRecord& record) {
  reader.get_all(record.kinds);
  reader.get_all(record.steps);
  for (std::uint32_t& step : record.steps)
    if (step >= record.kinds.size()) step = 0;
  if (record.kinds.empty()) record.steps.clear();
}

void put(Writer& writer, const ExplainedTrace& trace) {
  put_vector(writer, trace.events);
  put_vector(writer, trace.values);
  put_vector(writer, trace.stacks);
  put_vector(writer, trace.frames);
  put_vector(writer, trace.locations);
  put_vector(writer, trace.frame_names);
  put_vector(writer, trace.pointees);
  put_vector(writer, trace.sights);
}

void get(Reader& reader, ExplainedTrace& trace) {
  reader.get_all(trace.events);
  reader.get_all(trace.values);
  reader.get_all(trace.stacks);
  reader.get_all(trace.frames);
  reader.get_all(trace.locations);
  reader.get_all(trace.frame_names);
  reader.get_all(trace.pointees);
  reader.get_all(trace.sights);
}

void put(Writer& writer, const Trace& trace) {
  writer.put(trace.end);
  writer.put(trace.failure);
  writer.put(trace.failed_thread);
  writer.put(trace.found_shared);
  writer.put(trace.truncated);
  writer.put(trace.took_turns);
  put_vector(writer, trace.events);
  put_vector(writer, trace.values);
}

void get(Reader& reader, Trace& trace) {
  reader.get(trace.end);
  reader.get(trace.failure);
  reader.get(trace.failed_thread);
  reader.get(trace.found_shared);
  reader.get(trace.truncated);
  reader.get(trace.took_turns);
  reader.get_all(trace.events);
  reader.get_all(trace.values);
}

void put(Writer& writer, const Telling& telling) {
  put_vector(writer, telling.told);
  writer.put(telling.first);
  writer.put(telling.times);
}

void get(Reader& reader, Telling& telling) {
  reader.get_all(telling.told);
  reader.get(telling.first);
  reader.get(telling.times);
}

Writer start(MessageType type) {
  Writer writer;
  writer.put(type);
  return writer;
}

}  // namespace

ExecutionReport report_of(const Execution& execution) {
  ExecutionReport report;
  static_cast<ExecutionFacts&>(report) = static_cast<const ExecutionFacts&>(execution);
  report.number = execution.number;
  report.failure = execution.failure;
  report.divergence = execution.divergence;
  report.milliseconds = execution.milliseconds;
  report.threads = execution.threads;
  report.schedule.assign(execution.schedule.begin(), execution.schedule.end());
  report.told.assign(execution.told.begin(), execution.told.end());
  return report;
}

std::vector<std::uint8_t> encode(const Hello& message) {
  Writer writer = start(MessageType::kHello);
  writer.put(message.version);
  put(writer, message.modules);
  writer.put(message.randomised_addresses);
  return writer.take();
}

bool decode(Reader& reader, Hello& message) {
  reader.get(message.version);
  get(reader, message.modules);
  reader.get(message.randomised_addresses);
  return reader.ok();
}

namespace {

void put(Writer& writer, const ProgramPlace& place) {
  writer.put(place.name);
  writer.put(place.file);
  writer.put(place.start);
  writer.put(place.size);
}

void get(Reader& reader, ProgramPlace& place) {
  reader.get(place.name);
  reader.get(place.file);
  reader.get(place.start);
  reader.get(place.size);
}

}  // namespace

std::vector<std::uint8_t> encode(const SearchRequest& message) {
  Writer writer = start(MessageType::kSearch);
  writer.put(message.settings.strategy);
  writer.put(message.settings.seed);
  writer.put(message.settings.isolation);
  writer.put(message.settings.execution);
  writer.put(message.settings.races);
  writer.put(message.settings.volatile_means);
  writer.put(message.settings.coverage);
  put_vector(writer, message.settings.requirements);
  put_vector(writer, message.settings.lines);
  writer.put(message.settings.predict_deadlocks);
  put(writer, message.settings.snapshot);
  put(writer, message.settings.region);
  writer.put(message.settings.may_begin_at_region);
  writer.put(message.settings.jobs);
  writer.put(message.settings.pauses_anew);
  writer.put(message.settings.apart_by_told);
  writer.put(message.executions);
  writer.put(static_cast<std::uint64_t>(message.guides.size()));
  for (const Guide& guide : message.guides) put_vector(writer, guide);
  writer.put(message.fresh);
  put_vector(writer, message.task);
  put_vector(writer, message.knowledge);
  put_vector(writer, message.left);
  writer.put(message.before);
  writer.put(message.tells_left);
  writer.put(message.gives_away);
  return writer.take();
}

bool decode(Reader& reader, SearchRequest& message) {
  reader.get(message.settings.strategy);
  reader.get(message.settings.seed);
  reader.get(message.settings.isolation);
  reader.get(message.settings.execution);
  reader.get(message.settings.races);
  reader.get(message.settings.volatile_means);
  reader.get(message.settings.coverage);
  reader.get_all(message.settings.requirements);
  reader.get_all(message.settings.lines);
  reader.get(message.settings.predict_deadlocks);
  get(reader, message.settings.snapshot);
  get(reader, message.settings.region);
  reader.get(message.settings.may_begin_at_region);
  reader.get(message.settings.jobs);
  reader.get(message.settings.pauses_anew);
  reader.get(message.settings.apart_by_told);
  reader.get(message.executions);
  message.guides.resize(reader.count(sizeof(std::uint64_t)));
  for (Guide& guide : message.guides) reader.get_all(guide);
  reader.get(message.fresh);
  reader.get_all(message.task);
  reader.get_all(message.knowledge);
  reader.get_all(message.left);
  reader.get(message.before);
  reader.get(message.tells_left);
  reader.get(message.gives_away);
  return reader.ok();
}

std::vector<std::uint8_t> encode(const SearchPaused& message) {
  Writer writer = start(MessageType::kPaused);
  writer.put(message.reason);
  writer.put(message.totals);
  put_vector(writer, message.signatures);
  put_vector(writer, message.counts);
  writer.put(message.size);
  writer.put(message.saw_threads);
  writer.put(message.fallback);
  writer.put(message.alone);
  writer.put(message.suspected);
  writer.put(message.written_file);
  writer.put(message.uses_outside);
  put_vector(writer, message.unjoined);
  put_vector(writer, message.series);
  writer.put(message.claim);
  writer.put(message.left);
  put(writer, message.report);
  writer.put(static_cast<std::uint64_t>(message.races.size()));
  for (const ExecutionReport& race : message.races) put(writer, race);
  writer.put(static_cast<std::uint64_t>(message.traces.size()));
  for (const Trace& trace : message.traces) put(writer, trace);
  writer.put(static_cast<std::uint64_t>(message.tellings.size()));
  for (const Telling& telling : message.tellings) put(writer, telling);
  put(writer, message.coverage);
  put(writer, message.predictions);
  put(writer, message.modules);
  put_vector(writer, message.knowledge);
  put_vector(writer, message.left_to_do);
  put_vector(writer, message.given_away);
  writer.put(message.beginnings);
  return writer.take();
}

bool decode(Reader& reader, SearchPaused& message) {
  reader.get(message.reason);
  reader.get(message.totals);
  reader.get_all(message.signatures);
  reader.get_all(message.counts);
  reader.get(message.size);
  reader.get(message.saw_threads);
  reader.get(message.fallback);
  reader.get(message.alone);
  reader.get(message.suspected);
  reader.get(message.written_file);
  reader.get(message.uses_outside);
  reader.get_all(message.unjoined);
  reader.get_all(message.series);
  reader.get(message.claim);
  reader.get(message.left);
  get(reader, message.report);
  message.races.resize(reader.count(sizeof(std::uint64_t)));
  for (ExecutionReport& race : message.races) get(reader, race);
  message.traces.resize(reader.count(sizeof(std::uint64_t)));
  for (Trace& trace : message.traces) get(reader, trace);
  message.tellings.resize(reader.count(sizeof(std::uint64_t)));
  for (Telling& telling : message.tellings) get(reader, telling);
  get(reader, message.coverage);
  get(reader, message.predictions);
  get(reader, message.modules);
  reader.get_all(message.knowledge);
  reader.get_all(message.left_to_do);
  reader.get_all(message.given_away);
  reader.get(message.beginnings);
  return reader.ok() && message.signatures.size() == message.counts.size();
}

std::vector<std::uint8_t> encode(const ReplayRequest& message) {
  Writer writer = start(MessageType::kReplay);
  writer.put(message.execution);
  put(writer, message.schedule);
  put(writer, message.record);
  writer.put(message.max_recorded_steps);
  writer.put(message.by_turns);
  put_vector(writer, message.turns);
  writer.put(message.longest);
  writer.put(message.operations);
  writer.put(message.race);
  writer.put(message.explain);
  put_vector(writer, message.task);
  return writer.take();
}

bool decode(Reader& reader, ReplayRequest& message) {
  reader.get(message.execution);
  get(reader, message.schedule);
  get(reader, message.record);
  reader.get(message.max_recorded_steps);
  reader.get(message.by_turns);
  reader.get_all(message.turns);
  reader.get(message.longest);
  reader.get(message.operations);
  reader.get(message.race);
  reader.get(message.explain);
  reader.get_all(message.task);
  return reader.ok();
}

std::vector<std::uint8_t> encode(const Replayed& message) {
  Writer writer = start(MessageType::kReplayed);
  put(writer, message.report);
  put(writer, message.record);
  writer.put(message.event_hash);
  put_vector(writer, message.preemptions);
  put_vector(writer, message.operations);
  put(writer, message.trace);
  put(writer, message.modules);
  writer.put(message.ordered_by);
  put_vector(writer, message.answers);
  writer.put(message.uses_outside);
  return writer.take();
}

bool decode(Reader& reader, Replayed& message) {
  get(reader, message.report);
  get(reader, message.record);
  reader.get(message.event_hash);
  reader.get_all(message.preemptions);
  reader.get_all(message.operations);
  get(reader, message.trace);
  get(reader, message.modules);
  reader.get(message.ordered_by);
  reader.get_all(message.answers);
  reader.get(message.uses_outside);
  return reader.ok();
}

std::vector<std::uint8_t> encode_problem(const std::string& text) {
  Writer writer = start(MessageType::kProblem);
  writer.put(text);
  return writer.take();
}

}  // namespace heddle
