#include "report/text/trace_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "event/access_detail.h"
#include "report/model/text.h"
#include "report/model/value_text.h"
#include "symbols/allocation.h"

namespace heddle::report {

namespace {

const std::vector<Frame> nowhere;
const ObjectName no_object;

// Of a name of a vtable: those of templates fill lines.
constexpr std::size_t kLongestTable = 48;

}  // namespace

std::string TraceWords::text(std::size_t index) {
  std::string text = step_text(trace_.events[index], values(index), object(index), threads_);
  if (trace_.sights.empty()) return text;
  const auto event = static_cast<std::uint32_t>(index);
  if (const OrderNote* const seen = sights().sight_of(event, OrderKind::kSees))
    text += sights().failed_for_no_reason(*seen) ? " (fails for no reason)" : " (older)";
  else if (sights().sight_of(event, OrderKind::kStoresBehind) != nullptr)
    text += " (overtaken)";
  return text;
}

ValueWords TraceWords::values(std::size_t index) {
  if (!is_access(trace_.events[index].kind)) return {};
  const AccessValue& value_of = trace_.values[index];
  return {value(value_of.before, index), value(value_of.after, index)};
}

std::string TraceWords::value(std::uint64_t bits, std::size_t index) {
  const Event& event = trace_.events[index];
  const std::string type = object(index).type;
  if (event.size == sizeof bits && may_be_pointer(type))
    if (const Location* const to = pointees_.at(bits, index))
      if (std::string text = pointer(*to, pointee_type(type), event.site); !text.empty()) return text;
  return value_text(bits, event.size, type);
}

std::string TraceWords::pointer(const Location& to, std::string_view type, SiteId site) {
  // Where it is not known how much is meant, all that begins there.
  constexpr std::uint64_t kAll = 1u << 30;
  const bool is_heap = to.kind == ObjectKind::kHeap;
  const auto named = [&](std::uint64_t size) {
    return is_heap ? heap_name(to, false, size) : places_.object(to, threads_, size);
  };
  // The first member of an object lies where the object does.
  const bool is_number = symbols::size_of_arithmetic(type) != 0;
  ObjectName name = named(kAll);
  if (is_number || name.detail.starts_with("(+"))
    if (const std::uint64_t size = places_.size_of(type, site); size != 0) name = named(size);
  if (!name.known() || (!is_heap && !name.is_variable)) return {};
  if (name.name.starts_with("vtable for "))
    return name.name.size() <= kLongestTable ? name.name : std::string();
  std::string detail = name.detail;
  const std::size_t end = detail.find(')');
  std::string text = "&" + name.name;
  if (detail.starts_with("(+") && end != std::string::npos) {
    text += detail.substr(1, end - 1);
    detail.erase(0, end + 1);
  }
  if (!detail.empty()) text += (detail.starts_with(' ') ? "" : " ") + detail;
  // Of a block whose line does not say what it holds.
  const bool says = type.empty() || type == "void" || type.starts_with("char");
  return is_heap && name.name.starts_with("block#") && !says ? fmt::format("{} ({})", text, type) : text;
}

const SightsOfExecution& TraceWords::sights() {
  if (!sights_) sights_.emplace(trace_.events, trace_.sights);
  return *sights_;
}

std::string TraceWords::sight(std::size_t index) {
  const auto event = static_cast<std::uint32_t>(index);
  const OrderNote* const seen = sights().sight_of(event, OrderKind::kSees);
  const OrderNote* const note = seen != nullptr ? seen : sights().sight_of(event, OrderKind::kStoresBehind);
  if (note == nullptr) return {};
  const std::uint32_t newest = sights().newest_before(event);
  const ObjectName name = object(index);
  const std::string variable = name.known() ? name.plain() : "memory";
  const std::string self = thread_name_of(trace_.events[index].thread);
  if (sights().failed_for_no_reason(*note))
    return fmt::format("{} finds what it expects at {}, and fails: a weak compare-exchange may.", self,
                       place(index));
  if (newest == kNoEvent) return {};  // damaged
  const std::string stored = fmt::format("{} stored {} at {}", thread_name_of(trace_.events[newest].thread),
                                         value(trace_.values[newest].after, newest), place(newest));
  const std::string text =
      seen != nullptr ? fmt::format("{} sees an older value of {} at {}: {}, and nothing makes {} see it.",
                                    self, variable, place(index), stored, self)
                      : fmt::format(
                            "What {} stores in {} at {} comes before what is there in modification "
                            "order, and is overtaken: {}, and nothing orders the two stores.",
                            self, variable, place(index), stored);
  if (const std::optional<MissingOrder> missing = sights().missing_order(event))
    return fmt::format("{} A release store at {} and an acquire load at {} would order them.", text,
                       place(missing->store), place(missing->load));
  return text + " It had seen nothing that was stored after that: a lock or seq_cst would order them.";
}

std::string TraceWords::thread_name_of(ThreadId thread) const {
  return thread < threads_.size() ? visible(threads_[thread]) : fmt::format("thread {}", thread);
}

std::string TraceWords::place(std::size_t index) {
  const Event& event = trace_.events[index];
  if (event.site == kNoSite || event.kind == OperationKind::kThreadStart) return {};
  const std::vector<Frame>& frames = stack(index);
  return frames.empty() ? places_.place(event.site) : frames.front().place;
}

const std::vector<Frame>& TraceWords::stack(std::size_t index) {
  if (trace_.events[index].kind == OperationKind::kThreadStart) return nowhere;
  const std::uint32_t place = trace_.stacks[index];
  const auto [entry, added] = stacks_.try_emplace(place);
  if (!added || place == 0 || place >= trace_.frames.size()) return entry->second;
  const std::vector<SiteId>& frames = trace_.frames;
  const std::size_t count = std::min<std::size_t>(frames[place], frames.size() - place - 1);
  entry->second = places_.user_stack({frames.data() + place + 1, count});
  return entry->second;
}

const Location* TraceWords::location_of(const Event& event) const {
  if (event.location == kNoLocation || event.location > trace_.locations.size()) return nullptr;
  return &trace_.locations[event.location - 1];
}

// Several variables may lie in one granule, and a local variable where another one was before.
Location TraceWords::accessed(std::size_t index, const Location& granule) const {
  const Event& event = trace_.events[index];
  const Location location = frames_.at(granule, event.location, index);
  return is_access(event.kind) && event.kind != OperationKind::kFree ? moved(location, start_of(event))
                                                                     : location;
}

const ObjectName& TraceWords::object(std::size_t index) {
  const Event& event = trace_.events[index];
  const Location* const granule = location_of(event);
  if (granule == nullptr) return no_object;
  const Location location = accessed(index, *granule);
  const std::uint64_t size = is_access(event.kind) ? event.size : 0;
  const bool whole = event.kind == OperationKind::kFree;
  const auto [entry, added] =
      objects_.try_emplace({location.key(), location.allocation_site, location.frame_offset, size, whole});
  if (added)
    entry->second = location.kind == ObjectKind::kHeap ? heap_name(location, whole, size)
                                                       : places_.object(location, threads_, size);
  return entry->second;
}

std::string TraceWords::meaning(std::size_t index) const {
  const Location* const location = location_of(trace_.events[index]);
  if (location == nullptr || location->kind != ObjectKind::kHeap) return {};
  const auto block = blocks_.find(location->object_key());
  return block == blocks_.end() ? std::string() : legend_[block->second].meaning;
}

ObjectName TraceWords::heap_name(const Location& location, bool whole, std::uint64_t size) {
  const HeapPart part = places_.heap_part(location, size);
  const auto [block, added] = blocks_.try_emplace(location.object_key(), legend_.size());
  if (added)
    legend_.push_back(
        {fmt::format("{}#{}", part.object == "heap object" ? "block" : part.object, ++numbers_[part.object]),
         fmt::format("allocated at {} by {}", places_.allocation_place(location.allocation_site),
                     thread_of_hash(location.thread, threads_))});
  const std::string& object = legend_[block->second].name;
  ObjectName name;
  name.name = whole ? object : object + part.path;
  name.type = part.type;
  if (!whole && part.rest != 0) name.detail = fmt::format("(+{})", part.rest);
  return name;
}

}  // namespace heddle::report
