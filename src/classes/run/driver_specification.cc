#include "classes/run/driver_specification.h"

#include <algorithm>
#include <set>
#include <span>

namespace heddle::classes {

namespace {

constexpr std::size_t kMostAtOnce = 48;       // orders in one execution: what is told has its limits
constexpr std::size_t kMostInAdvance = 2000;  // orders
constexpr std::size_t kMostFailures = 64;     // that are looked at one by one

// It waits for a lock, or spins. A thread that waits for a condition says so.
bool is_stuck(const Failure& failure) {
  if (failure.kind == FailureKind::kLivelock) return true;
  return failure.kind == FailureKind::kDeadlock &&
         std::ranges::any_of(failure.threads, [](const ThreadReport& thread) {
           return thread.next.kind == OperationKind::kLock;
         });
}

bool begins_with(const Order& order, const Order& path) {
  return order.size() >= path.size() && std::equal(path.begin(), path.end(), order.begin());
}

}  // namespace

// Where freed memory is touched, it is up to chance whether the program crashes.
Outcome outcome_of(const Failure& failure) {
  switch (failure.kind) {
    case FailureKind::kDeadlock:
    case FailureKind::kLivelock:
    case FailureKind::kTimeout:
      return Outcome::blocks();
    case FailureKind::kCrash:
    case FailureKind::kHeapError:
    case FailureKind::kStackError:
      return Outcome::crash("it crashes");
    default:
      return Outcome::crash(std::string(to_string(failure.kind)));
  }
}

DriverSpecification::DriverSpecification(DriverProcess& driver, const TestCase& test,
                                         const Observation& observation)
    : driver_(driver), test_(test), observation_(observation) {
  for (const CallSequence& suffix : test.suffixes) calls_.insert(calls_.end(), suffix.begin(), suffix.end());
  for (const Call& call : calls_)
    first_.push_back(static_cast<std::uint8_t>(std::ranges::find(calls_, call) - calls_.begin()));
}

// The first of the calls that are equal to this one, if not all of them are in the path.
std::optional<std::uint8_t> DriverSpecification::unused(const Call& call) const {
  const auto first = static_cast<std::uint8_t>(std::ranges::find(calls_, call) - calls_.begin());
  if (std::ranges::count(path_, first) >= std::ranges::count(first_, first)) return std::nullopt;
  return first;
}

Order DriverSpecification::with_firsts(Order order) const {
  for (std::uint8_t& call : order) call = first_[call];
  return order;
}

Order DriverSpecification::with_numbers(const Order& path) const {
  Order order;
  for (const std::uint8_t first : path) {
    std::uint8_t number = first;
    while (first_[number] != first || std::ranges::find(order, number) != order.end()) ++number;
    order.push_back(number);
  }
  return order;
}

const DriverSpecification::Node* DriverSpecification::find(const Order& path) const {
  std::size_t at = 0;
  for (const std::uint8_t call : path) {
    const auto child = nodes_[at].children.find(call);
    if (child == nodes_[at].children.end()) return nullptr;
    at = child->second;
  }
  return &nodes_[at];
}

DriverSpecification::Node& DriverSpecification::node(const Order& path) {
  std::size_t at = 0;
  for (const std::uint8_t call : path) {
    const auto [child, is_new] = nodes_[at].children.try_emplace(call, nodes_.size());
    at = child->second;
    if (is_new) nodes_.emplace_back();
  }
  return nodes_[at];
}

bool DriverSpecification::is_ready() {
  learn_all();
  return is_ready_;
}

Outcome DriverSpecification::step(const Call& call) {
  learn_all();
  const std::optional<std::uint8_t> number = unused(call);
  if (!number) return Outcome::blocks();
  path_.push_back(*number);
  const Node* known = find(path_);
  if (known == nullptr || !known->outcome) {
    learn({with_numbers(path_)});
    known = find(path_);
  }
  return known != nullptr && known->outcome ? *known->outcome : Outcome::blocks();
}

std::string DriverSpecification::final_state() {
  const Node* known = find(path_);
  if (known == nullptr || !known->final_state) {
    learn({with_numbers(path_)});
    known = find(path_);
  }
  return known != nullptr && known->final_state ? *known->final_state : std::string();
}

std::optional<Outcome> DriverSpecification::end() {
  final_state();  // the destructor comes after it
  const Node* known = find(path_);
  return known == nullptr ? std::nullopt : known->end;
}

// All orders that keep those of the threads: nearly all that is ever asked for.
std::vector<Order> DriverSpecification::all_that_differ() const {
  std::vector<Order> orders = all_orders(test_, kMostInAdvance);
  std::set<Order> seen;
  std::erase_if(orders, [&](const Order& each) { return !seen.insert(with_firsts(each)).second; });
  return orders;
}

OrdersRequest DriverSpecification::first_orders() const {
  std::vector<Order> orders = all_that_differ();
  orders.resize(std::min(orders.size(), kMostAtOnce));
  return {test_, observation_, std::move(orders)};
}

void DriverSpecification::learn_all() {
  if (has_asked_) return;
  has_asked_ = true;
  learn(all_that_differ());
}

void DriverSpecification::learn(std::vector<Order> orders) {
  std::size_t failures = 0;
  while (!orders.empty() && problem_.empty() && is_ready_ && !failing_observer_) {
    const std::size_t count = std::min(orders.size(), kMostAtOnce);
    const std::vector<Order> part(orders.begin(), orders.begin() + static_cast<std::ptrdiff_t>(count));
    const Result<OrdersRun> run = driver_.run_orders(test_, observation_, part);
    if (!run) {
      problem_ = run.error();
      return;
    }
    const std::size_t told = std::min(run->orders.size(), count);
    if (told == 0) {
      problem_ = "calls one after the other told nothing";
      return;
    }
    for (std::size_t i = 0; i < told; ++i)
      note(part[i], run->orders[i], i + 1 == told ? run->failure : std::nullopt);
    if (!run->failure) {
      orders.erase(orders.begin(), orders.begin() + static_cast<std::ptrdiff_t>(told));
      continue;
    }
    // What comes after a call that never returns is not asked for.
    Order path = with_firsts(part[told - 1]);
    path.resize(std::min(path.size(), run->orders[told - 1].outcomes.size() + 1));
    orders.erase(orders.begin(), orders.begin() + static_cast<std::ptrdiff_t>(told - 1));
    std::erase_if(orders, [&](const Order& each) { return begins_with(with_firsts(each), path); });
    if (++failures == kMostFailures) problem_ = "too many of its orders fail";
  }
}

void DriverSpecification::note(const Order& order, const ToldOrder& told,
                               const std::optional<Failure>& failure) {
  if (!told.is_ready) {
    is_ready_ = false;
    if (!told.no_object.empty())
      why_not_ready_ = "the constructor throws " + told.no_object;
    else if (failure)
      why_not_ready_ = "it ends by itself: " + std::string(to_string(failure->kind));
    return;
  }
  Order path;
  for (std::size_t i = 0; i < order.size() && i < told.outcomes.size(); ++i) {
    path.push_back(first_[order[i]]);
    node(path).outcome = told.outcomes[i];
  }
  if (told.final_state) {
    node(path).final_state = told.final_state;
    if (failure) node(path).end = outcome_of(*failure);  // the objects were destroyed after that
  } else if (failure && told.looking) {
    failing_observer_ = told.looking;
  } else if (failure && path.size() < order.size()) {
    path.push_back(first_[order[path.size()]]);
    node(path).outcome = outcome_of(*failure);
    if (is_stuck(*failure) && !stuck_) {
      stuck_.emplace();
      for (const std::uint8_t call : path) stuck_->calls.push_back(calls_[call]);
      stuck_->failure = *failure;
    }
  }
}

}  // namespace heddle::classes
