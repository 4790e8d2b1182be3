#include "classes/task.h"

#include <string_view>

namespace heddle::classes {

namespace {

class TaskWriter {
 public:
  template <typename T>
  void number(T value) {
    for (std::size_t i = 0; i < sizeof value; ++i)
      bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  void size(std::size_t value) { number(static_cast<std::uint32_t>(value)); }
  void bytes(const Bytes& each) {
    size(each.size());
    bytes_.insert(bytes_.end(), each.begin(), each.end());
  }
  void call(const Call& made) {
    number(made.operation);
    size(made.argument_seeds.size());
    for (const std::uint64_t seed : made.argument_seeds) number(seed);
  }
  void calls(std::span<const Call> made) {
    size(made.size());
    for (const Call& each : made) call(each);
  }
  Bytes take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

enum class Mode : std::uint8_t { kThreads, kOrders, kTurns, kThreadsInTime };

Bytes task(Mode mode, const TestCase& test, const Observation& observation, std::span<const Order> orders) {
  TaskWriter writer;
  writer.number(static_cast<std::uint8_t>(mode));
  writer.size(observation.objects);
  writer.bytes(observation.observed);
  writer.call(test.prefix.front());
  writer.calls(std::span(test.prefix).subspan(1));
  writer.size(test.suffixes.size());
  for (const CallSequence& suffix : test.suffixes) writer.calls(suffix);
  writer.size(orders.size());
  for (const Order& order : orders) writer.bytes(order);
  return writer.take();
}

struct Piece {
  char kind = 0;
  std::uint32_t number = 0;
  std::string_view text;
};

// The program may have been damaged: what cannot be read ends it.
class Pieces {
 public:
  explicit Pieces(std::span<const std::uint8_t> told) : told_(told) {}

  std::optional<Piece> next() {
    constexpr std::size_t kHeader = 9;
    if (told_.size() < kHeader) return std::nullopt;
    Piece piece;
    piece.kind = static_cast<char>(told_[0]);
    piece.number = word(1);
    const std::size_t size = word(5);
    if (told_.size() - kHeader < size) return std::nullopt;
    piece.text = {reinterpret_cast<const char*>(told_.data()) + kHeader, size};
    told_ = told_.subspan(kHeader + size);
    return piece;
  }

 private:
  std::uint32_t word(std::size_t at) const {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i)
      value |= static_cast<std::uint32_t>(told_[at + i]) << (8 * i);
    return value;
  }

  std::span<const std::uint8_t> told_;
};

Outcome outcome_of(const Piece& piece) {
  return piece.kind == 't' ? Outcome::exception(std::string(piece.text))
                           : Outcome::value(std::string(piece.text));
}

// Places of the threads' calls: those of a thread stay in their order.
void add_orders(const std::vector<std::vector<std::uint8_t>>& threads, std::vector<std::size_t>& next,
                Order& order, std::vector<Order>& orders, std::size_t most) {
  if (orders.size() >= most) return;
  bool is_complete = true;
  for (std::size_t thread = 0; thread < threads.size(); ++thread) {
    if (next[thread] == threads[thread].size()) continue;
    is_complete = false;
    order.push_back(threads[thread][next[thread]++]);
    add_orders(threads, next, order, orders, most);
    order.pop_back();
    --next[thread];
  }
  if (is_complete) orders.push_back(order);
}

}  // namespace

Bytes task_with_threads(const TestCase& test, const Observation& observation, bool marks_time) {
  return task(marks_time ? Mode::kThreadsInTime : Mode::kThreads, test, observation, {});
}

Bytes task_in_orders(const TestCase& test, const Observation& observation, std::span<const Order> orders,
                     OrderedBy by) {
  return task(by == OrderedBy::kTurns ? Mode::kTurns : Mode::kOrders, test, observation, orders);
}

std::vector<Order> all_orders(const TestCase& test, std::size_t most) {
  std::vector<std::vector<std::uint8_t>> threads;
  std::uint8_t number = 0;
  for (const CallSequence& suffix : test.suffixes) {
    threads.emplace_back();
    for (std::size_t i = 0; i < suffix.size(); ++i) threads.back().push_back(number++);
  }
  std::vector<Order> orders;
  std::vector<std::size_t> next(threads.size());
  Order order;
  add_orders(threads, next, order, orders, most);
  return orders;
}

ToldHistory read_history(std::span<const std::uint8_t> told, const TestCase& test) {
  ToldHistory result;
  std::vector<std::size_t> next(test.suffixes.size());
  std::vector<std::size_t> running(test.suffixes.size());  // the place of its call in the history
  std::uint64_t time = 0;
  Pieces pieces(told);
  while (const std::optional<Piece> piece = pieces.next()) {
    ++time;
    switch (piece->kind) {
      case 'i':
        if (piece->number >= next.size() || next[piece->number] >= test.suffixes[piece->number].size())
          return result;
        running[piece->number] = result.history.calls.size();
        result.history.calls.push_back(
            {piece->number, test.suffixes[piece->number][next[piece->number]++], std::nullopt, time});
        for (const char count : piece->text)
          result.history.calls.back().past.push_back(static_cast<unsigned char>(count));
        break;
      case 'r':
      case 't': {
        if (piece->number >= next.size() || next[piece->number] == 0) return result;
        HistoryCall& call = result.history.calls[running[piece->number]];
        call.outcome = outcome_of(*piece);
        call.returned = time;
        break;
      }
      case 'v':
        result.looking = piece->number;
        break;
      case 's':
        result.looking.reset();
        result.history.final_state = std::string(piece->text);
        break;
      case 'x':
        result.prefix_threw.insert(piece->number);
        break;
      case 'b':
        result.is_ready = true;
        break;
      default:  // 'n': all of it was read
        return result;
    }
  }
  return result;
}

std::vector<ToldOrder> read_orders(std::span<const std::uint8_t> told) {
  std::vector<ToldOrder> orders;
  Pieces pieces(told);
  while (const std::optional<Piece> piece = pieces.next()) {
    if (piece->kind == 'o') orders.emplace_back();
    if (orders.empty()) return orders;
    ToldOrder& order = orders.back();
    if (piece->kind == 'r' || piece->kind == 't') order.outcomes.push_back(outcome_of(*piece));
    if (piece->kind == 'v') order.looking = piece->number;
    if (piece->kind == 'b') order.is_ready = true;
    if (piece->kind == 'n') order.no_object = std::string(piece->text);
    if (piece->kind == 's') {
      order.looking.reset();
      order.final_state = std::string(piece->text);
    }
  }
  return orders;
}

bool is_shortened(std::string_view text) {
  return text.find(" ... and more, in all #") != std::string::npos;
}

}  // namespace heddle::classes
