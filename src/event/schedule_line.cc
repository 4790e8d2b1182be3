#include "event/schedule_line.h"

#include <algorithm>
#include <cstdint>

namespace heddle {

namespace {

constexpr std::string_view kPrefix = "h2:";
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t kBuildIdDigits = 8;
constexpr std::size_t kChecksumBytes = 2;
constexpr std::size_t kMostThreadsOfALine = 4'096;

// What is there, in this order.
enum LinePart : std::uint64_t {
  kLineSpurious = 1,
  kLineKernelThreads = 2,
  kLineStall = 4,
  kLineRace = 8,
  kLineInProcess = 16,
  kLineExpectedExit = 32,
};

std::uint16_t checksum(std::string_view bytes) {
  std::uint32_t hash = 2'166'136'261u;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619u;
  return static_cast<std::uint16_t>(hash ^ hash >> 16);
}

class LineWriter {
 public:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }
  void text(std::string_view value) {
    number(value.size());
    bytes_ += value;
  }
  std::string finish() {
    const std::uint16_t sum = checksum(bytes_);
    bytes_ += static_cast<char>(sum);
    bytes_ += static_cast<char>(sum >> 8);
    std::string line(kPrefix);
    std::uint32_t held = 0;
    unsigned bits = 0;
    for (const char c : bytes_) {
      held = held << 8 | static_cast<unsigned char>(c);
      for (bits += 8; bits >= 6; bits -= 6) line += kLetters[held >> (bits - 6) & 63];
    }
    if (bits > 0) line += kLetters[held << (6 - bits) & 63];
    return line;
  }

 private:
  std::string bytes_;
};

class LineReader {
 public:
  explicit LineReader(std::string_view bytes) : rest_(bytes) {}

  bool number(std::uint64_t& value) {
    value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) return false;
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }
  bool text(std::string& value) {
    std::uint64_t size = 0;
    if (!number(size) || size > rest_.size()) return false;
    value = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
  }
  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
};

bool bytes_of(std::string_view line, std::string& bytes) {
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char c : line) {
    const std::size_t digit = kLetters.find(c);
    if (digit == std::string_view::npos) return false;
    held = held << 6 | static_cast<std::uint32_t>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(held >> bits);
  }
  if (bytes.size() < kChecksumBytes) return false;
  const std::string_view body = std::string_view(bytes).substr(0, bytes.size() - kChecksumBytes);
  const std::uint16_t sum = checksum(body);
  const bool good =
      bytes[body.size()] == static_cast<char>(sum) && bytes[body.size() + 1] == static_cast<char>(sum >> 8);
  bytes.resize(body.size());
  return good;
}

// A name is that of an earlier thread and what follows; main.1.0 is the thread before it and ".0".
void write_threads(LineWriter& writer, const std::vector<std::string>& names) {
  writer.number(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::size_t parent = i;
    for (std::size_t j = 0; j < i; ++j)
      if (names[i].starts_with(names[j] + ".") && (parent == i || names[j].size() > names[parent].size()))
        parent = j;
    writer.number(parent == i ? 0 : parent + 1);
    writer.text(parent == i ? std::string_view(names[i])
                            : std::string_view(names[i]).substr(names[parent].size() + 1));
  }
}

bool read_threads(LineReader& reader, std::vector<std::string>& names) {
  std::uint64_t count = 0;
  if (!reader.number(count) || count > kMostThreadsOfALine) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t parent = 0;
    std::string rest;
    if (!reader.number(parent) || parent > names.size() || !reader.text(rest)) return false;
    if (rest.find_first_of(" \n") != std::string::npos) return false;
    names.push_back(parent == 0 ? rest : names[parent - 1] + "." + rest);
  }
  return true;
}

bool read_schedule_runs(LineReader& reader, ScheduleFile& file) {
  std::uint64_t count = 0;
  if (!reader.number(count) || count > reader.left()) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t thread = 0, steps = 0;
    if (!reader.number(thread) || !reader.number(steps)) return false;
    if (thread >= file.threads.size() || steps > UINT32_MAX) return false;
    file.schedule.push_back({static_cast<ThreadId>(thread), static_cast<std::uint32_t>(steps)});
  }
  return reader.left() == 0;
}

bool read_line(LineReader& reader, ScheduleFile& file) {
  std::uint64_t parts = 0, kind = 0, exit = 0, in_process = 0;
  if (!reader.number(parts) || !reader.number(kind) || !reader.text(file.build_id)) return false;
  if (kind >= static_cast<std::uint64_t>(FailureKind::kCount)) return false;
  file.outcome = static_cast<FailureKind>(kind);
  file.outcome_text = to_string(file.outcome);
  file.spurious = (parts & kLineSpurious) != 0;
  file.kernel_threads = (parts & kLineKernelThreads) != 0;
  if (!reader.number(file.random_seed) || !reader.number(file.execution) || !reader.number(file.step_limit))
    return false;
  if ((parts & kLineStall) != 0 && !reader.number(file.stall.emplace())) return false;
  if ((parts & kLineRace) != 0 && (!reader.number(file.first_access) || !reader.number(file.second_access)))
    return false;
  if ((parts & kLineInProcess) != 0 && !reader.number(in_process)) return false;
  if ((parts & kLineExpectedExit) != 0 && !reader.number(exit)) return false;
  file.in_process_call = static_cast<unsigned>(in_process);
  file.expected_exit = static_cast<int>(exit);
  return read_threads(reader, file.threads) && read_schedule_runs(reader, file);
}

}  // namespace

bool is_schedule_line(std::string_view text) {
  return text.starts_with(kPrefix);
}

std::string_view short_build_id(std::string_view build_id) {
  return build_id.substr(0, kBuildIdDigits);
}

std::string print_line(const ScheduleFile& file) {
  if (file.schedule.empty() || file.threads.size() > kMostThreadsOfALine) return {};
  LineWriter writer;
  std::uint64_t parts = 0;
  if (file.spurious) parts |= kLineSpurious;
  if (file.kernel_threads) parts |= kLineKernelThreads;
  if (file.stall) parts |= kLineStall;
  if (file.second_access != 0) parts |= kLineRace;
  if (file.in_process_call != 0) parts |= kLineInProcess;
  if (file.expected_exit != 0) parts |= kLineExpectedExit;
  writer.number(parts);
  writer.number(static_cast<std::uint64_t>(file.outcome));
  writer.text(short_build_id(file.build_id));
  writer.number(file.random_seed);
  writer.number(file.execution);
  writer.number(file.step_limit);
  if (file.stall) writer.number(*file.stall);
  if (file.second_access != 0) {
    writer.number(file.first_access);
    writer.number(file.second_access);
  }
  if (file.in_process_call != 0) writer.number(file.in_process_call);
  if (file.expected_exit != 0) writer.number(static_cast<std::uint64_t>(file.expected_exit));
  write_threads(writer, file.threads);
  writer.number(file.schedule.size());
  for (const Run& run : file.schedule) {
    writer.number(run.thread);
    writer.number(run.steps);
  }
  return writer.finish();
}

Result<ScheduleFile> parse_schedule_line(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\r'))
    text.remove_suffix(1);
  if (!is_schedule_line(text)) return Error{"this is no schedule: it does not begin with h2:"};
  std::string bytes;
  if (!bytes_of(text.substr(kPrefix.size()), bytes))
    return Error{"this schedule is not complete: a letter of it is missing or another one"};
  ScheduleFile file;
  LineReader reader(bytes);
  if (!read_line(reader, file))
    return Error{"this schedule cannot be read: it may be of a newer version of Heddle"};
  file.strategy = "line";
  return file;
}

}  // namespace heddle
