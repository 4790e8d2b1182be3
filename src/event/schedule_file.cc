#include "event/schedule_file.h"

#include <charconv>
#include <map>

namespace heddle {

namespace {

constexpr std::string_view kFirstLine = "heddle schedule 1";
// The same with what --memory c++ adds. Other files are still of the first version, for older heddles.
constexpr std::string_view kSecondFirstLine = "heddle schedule 2";
constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

// Values stand on one line each: line breaks and backslashes are escaped.
std::string escape(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '\\')
      result += "\\\\";
    else if (c == '\n')
      result += "\\n";
    else if (c == '\r')
      result += "\\r";
    else
      result += c;
  }
  return result;
}

std::string unescape(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      const char next = text[++i];
      result += next == 'n' ? '\n' : next == 'r' ? '\r' : next;
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string to_hex(std::uint64_t value) {
  char buffer[20];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, 16).ptr;
  return "0x" + std::string(buffer, end);
}

template <typename Number>
bool parse_number(std::string_view text, Number& value, int base = 10) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

// As many letters a step as the number of distinct operations needs.
unsigned code_width(std::size_t kinds) {
  unsigned width = 1;
  for (std::size_t room = kAlphabet.size(); room < kinds; room *= kAlphabet.size()) ++width;
  return width;
}

void append_code(std::string& text, std::uint32_t number, unsigned width) {
  const std::size_t start = text.size();
  text.append(width, kAlphabet[0]);
  for (unsigned i = width; i-- > 0; number /= kAlphabet.size())
    text[start + i] = kAlphabet[number % kAlphabet.size()];
}

bool parse_code(std::string_view text, std::uint32_t& number) {
  number = 0;
  for (char c : text) {
    const std::size_t digit = kAlphabet.find(c);
    if (digit == std::string_view::npos) return false;
    number = static_cast<std::uint32_t>(number * kAlphabet.size() + digit);
  }
  return true;
}

std::string_view take_word(std::string_view& line) {
  const std::size_t end = line.find(' ');
  const std::string_view word = line.substr(0, end);
  line = end == std::string_view::npos ? std::string_view() : line.substr(end + 1);
  return word;
}

OperationKind operation_kind_from(std::string_view name) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(OperationKind::kCount); ++i)
    if (to_string(static_cast<OperationKind>(i)) == name) return static_cast<OperationKind>(i);
  return OperationKind::kNone;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  Result<ScheduleFile> parse() {
    std::string_view line;
    if (!next_line(line) ||
        line.substr(0, kFirstLine.size() - 1) != kFirstLine.substr(0, kFirstLine.size() - 1))
      return Error{"this is no schedule file: its first line is not 'heddle schedule 1'"};
    if (line != kFirstLine && line != kSecondFirstLine)
      return Error{"the schedule file is of a newer version (" + std::string(line) + "): use a newer heddle"};
    while (next_line(line)) {
      if (line == "end") return finish();
      const bool good = line == "operations" || line == "schedule" ? (section_ = line, true)
                        : line.starts_with("  ")                   ? section_line(line.substr(2))
                                                                   : header_line(line);
      if (!good) return complain("cannot read '" + std::string(line.substr(0, 60)) + "'");
    }
    return complain("the file ends without 'end': it is not complete");
  }

 private:
  bool next_line(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    ++line_number_;
    return true;
  }

  Error complain(std::string_view what) const {
    return Error{"line " + std::to_string(line_number_) + " of the schedule file: " + std::string(what)};
  }

  bool header_line(std::string_view line) {
    const std::string_view key = take_word(line);
    if (key == "program") return file_.program = unescape(line), true;
    if (key == "folder") return file_.folder = unescape(line), true;
    if (key == "build-id") return file_.build_id = line, true;
    if (key == "argument") return file_.arguments.push_back(unescape(line)), true;
    if (key == "input") return file_.input = unescape(line), true;
    if (key == "cwd") return read_cwd(unescape(line), file_.surroundings);
    if (key == "driver") return file_.surroundings.driver = unescape(line), true;
    if (key == "in-process-call") return parse_number(line, file_.in_process_call);
    if (key == "strategy") return file_.strategy = line, true;
    if (key == "seed") return parse_number(line, file_.seed);
    if (key == "execution") return parse_number(line, file_.execution);
    if (key == "random-seed") return parse_number(line, file_.random_seed);
    if (key == "expected-exit") return parse_number(line, file_.expected_exit);
    if (key == "step-limit") return parse_number(line, file_.step_limit);
    if (key == "spurious") return file_.spurious = true;
    if (key == "stall") return parse_number(line, file_.stall.emplace());
    if (key == "memory") return file_.cpp_memory = line == "c++";
    if (key == "carrier") return file_.kernel_threads = line == "threads";
    if (key == "outcome") {
      const std::string_view kind = take_word(line);
      file_.outcome = failure_kind_from(kind);
      file_.outcome_text = unescape(line);
      return file_.outcome != FailureKind::kNone || kind == to_string(FailureKind::kNone);
    }
    if (key == "race") {
      const bool good = parse_number(take_word(line), file_.first_access) &&
                        parse_number(line, file_.second_access) && file_.first_access != 0 &&
                        file_.second_access > file_.first_access;
      --file_.first_access;
      --file_.second_access;
      return good;
    }
    if (key == "threads") {
      while (!line.empty()) {
        const std::string_view name = take_word(line);
        if (name.empty()) return false;
        thread_numbers_[std::string(name)] = static_cast<ThreadId>(file_.threads.size());
        file_.threads.emplace_back(name);
      }
      return true;
    }
    return false;
  }

  bool section_line(std::string_view line) {
    if (section_ == "operations") return operation_line(line);
    if (section_ == "schedule") return run_line(line);
    return false;
  }

  bool operation_line(std::string_view line) {
    std::uint32_t code = 0;
    if (!parse_code(take_word(line), code)) return false;
    RecordedStepKind kind;
    const std::size_t at = line.find(" @");
    if (at == std::string_view::npos) return false;
    kind.kind = operation_kind_from(line.substr(0, at));
    if (kind.kind == OperationKind::kNone && line.substr(0, at) != to_string(OperationKind::kNone))
      return false;
    line.remove_prefix(at + 2);
    // The name of a module may itself look like an offset: the first that a space or the end follows is
    // meant.
    for (std::size_t plus = line.find("+0x"); plus != std::string_view::npos;
         plus = line.find("+0x", plus + 1)) {
      std::string_view rest = line.substr(plus + 3);
      if (!parse_number(take_word(rest), kind.offset, 16)) continue;
      kind.module = unescape(line.substr(0, plus));
      kind.place = unescape(rest);
      return kinds_.try_emplace(code, std::move(kind)).second;
    }
    return false;
  }

  bool run_line(std::string_view line) {
    std::string_view run = take_word(line);
    const std::size_t star = run.rfind('*');
    if (star == std::string_view::npos) return false;
    const auto thread = thread_numbers_.find(std::string(run.substr(0, star)));
    std::uint32_t steps = 0;
    const std::size_t mark = run.find('~', star);
    std::uint16_t store = 0;
    if (mark != std::string_view::npos && (!parse_number(run.substr(mark + 1), store) || store == 0))
      return false;
    const std::string_view count = run.substr(0, mark).substr(star + 1);
    if (thread == thread_numbers_.end() || !parse_number(count, steps)) return false;
    file_.schedule.push_back({thread->second, steps, store});
    // The record may end before the schedule does, but it has no gaps.
    if (line.empty()) return record_ended_ = record_ended_ || steps != 0, true;
    const unsigned width = code_width(kinds_.size());
    if (record_ended_ || line.size() % width != 0 || line.size() / width > steps) return false;
    record_ended_ = line.size() / width < steps;
    for (std::size_t i = 0; i < line.size(); i += width) {
      std::uint32_t code = 0;
      if (!parse_code(line.substr(i, width), code) || !kinds_.contains(code)) return false;
      file_.steps.push_back(code);
    }
    return true;
  }

  Result<ScheduleFile> finish() {
    if (file_.program.empty()) return complain("there is no 'program' line");
    // Codes count upward from 0, whatever the order of the lines.
    for (auto& [code, kind] : kinds_) {
      if (code != file_.kinds.size()) return complain("an operation is missing");
      file_.kinds.push_back(std::move(kind));
    }
    return std::move(file_);
  }

  std::string_view rest_;
  std::string_view section_;
  std::size_t line_number_ = 0;
  ScheduleFile file_;
  std::map<std::string, ThreadId> thread_numbers_;
  std::map<std::uint32_t, RecordedStepKind> kinds_;
  bool record_ended_ = false;
};

}  // namespace

std::string print(const ScheduleFile& file) {
  std::string text(file.cpp_memory ? kSecondFirstLine : kFirstLine);
  const auto line = [&text](std::string_view key, std::string_view value) {
    text.append("\n").append(key).append(" ").append(value);
  };
  line("program", escape(file.program));
  if (!file.folder.empty()) line("folder", escape(file.folder));
  if (!file.build_id.empty()) line("build-id", file.build_id);
  for (const std::string& argument : file.arguments) line("argument", escape(argument));
  if (!file.input.empty()) line("input", escape(file.input));
  if (file.surroundings.fresh_folder) line("cwd", escape(cwd_text(file.surroundings)));
  if (!file.surroundings.driver.empty()) line("driver", escape(file.surroundings.driver));
  if (file.in_process_call != 0) line("in-process-call", std::to_string(file.in_process_call));
  line("strategy", file.strategy);
  line("seed", std::to_string(file.seed));
  line("execution", std::to_string(file.execution));
  line("random-seed", std::to_string(file.random_seed));
  line("expected-exit", std::to_string(file.expected_exit));
  line("step-limit", std::to_string(file.step_limit));
  if (file.spurious) line("spurious", "yes");
  if (file.stall) line("stall", std::to_string(*file.stall));
  if (file.cpp_memory) line("memory", "c++");
  if (file.kernel_threads) line("carrier", "threads");
  line("outcome", std::string(to_string(file.outcome)) + " " + escape(file.outcome_text));
  if (file.second_access != 0)  // steps are counted from 1
    line("race", std::to_string(file.first_access + 1) + " " + std::to_string(file.second_access + 1));
  text += "\nthreads";
  for (const std::string& name : file.threads) text.append(" ").append(name);

  const unsigned width = code_width(file.kinds.size());
  text += "\noperations";
  for (std::uint32_t i = 0; i < file.kinds.size(); ++i) {
    const RecordedStepKind& kind = file.kinds[i];
    text += "\n  ";
    append_code(text, i, width);
    text.append(" ").append(to_string(kind.kind)).append(" @").append(escape(kind.module)).append("+");
    text.append(to_hex(kind.offset));
    if (!kind.place.empty()) text.append(" ").append(escape(kind.place));
  }
  text += "\nschedule";
  std::size_t step = 0;
  for (const Run& run : file.schedule) {
    text.append("\n  ").append(file.threads[run.thread]).append("*").append(std::to_string(run.steps));
    if (run.store != 0) text.append("~").append(std::to_string(run.store));
    if (step < file.steps.size()) text += ' ';
    for (std::uint32_t i = 0; i < run.steps && step < file.steps.size(); ++i)
      append_code(text, file.steps[step++], width);
  }
  text += "\nend\n";
  return text;
}

Result<ScheduleFile> parse_schedule_file(std::string_view text) {
  return Parser(text).parse();
}

}  // namespace heddle
