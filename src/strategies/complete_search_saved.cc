// What is left of `complete`, for another process.
#include "event/wire.h"
#include "strategies/complete_search.h"

namespace heddle {

std::vector<std::uint8_t> CompleteSearch::saved_with(const GraphSearch& search, bool is_divided) const {
  Writer writer;
  writer.put(blocked_);
  writer.put(has_cut_);
  writer.put(has_weak_exchange_);
  writer.put(weak_memory_);
  writer.put(is_divided);
  writer.put(static_cast<std::uint64_t>(initial_.size()));
  for (const auto& [place, state] : initial_) {
    writer.put(place);
    complete::save(writer, state);
  }
  const std::vector<SiteId> sites(waiting_sites_.begin(), waiting_sites_.end());
  writer.put_all(std::span<const SiteId>(sites));
  reader_.save(writer);
  search.save(writer);
  return writer.take();
}

std::vector<std::uint8_t> CompleteSearch::save() const {
  return every_schedule_ != nullptr ? std::vector<std::uint8_t>() : saved_with(*search_, is_divided_);
}

std::vector<std::uint8_t> CompleteSearch::give_away() {
  if (every_schedule_ != nullptr) return {};
  const std::optional<GraphSearch> given = search_->split();
  if (!given) return {};
  is_divided_ = true;
  estimator_ = complete::Estimator();
  sample_ = nullptr;
  return saved_with(*given, true);
}

bool CompleteSearch::load(std::span<const std::uint8_t> saved) {
  Reader reader(saved);
  std::uint8_t blocked = 0;
  reader.get(blocked);
  blocked_ = static_cast<complete::Blocked>(blocked);
  reader.get(has_cut_);
  reader.get(has_weak_exchange_);
  reader.get(weak_memory_);
  reader.get(is_divided_);
  initial_.clear();
  for (std::uint64_t count = reader.count(1); count != 0 && reader.ok(); --count) {
    complete::Place place = complete::kNowhere;
    complete::State state;
    reader.get(place);
    complete::load(reader, state);
    initial_.emplace_back(place, state);
  }
  std::vector<SiteId> sites;
  reader.get_all(sites);
  waiting_sites_ = {sites.begin(), sites.end()};
  reader_.load(reader);
  search_ = new_graph_search(blocked_, weak_memory_);
  estimator_ = complete::Estimator();
  sample_ = nullptr;
  every_schedule_.reset();
  trouble_ = Trouble::kNone;
  return search_->load(reader) && reader.ok();
}

}  // namespace heddle
