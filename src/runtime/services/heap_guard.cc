#include "runtime/services/heap_guard.h"

#include <cstdlib>
#include <unordered_map>
#include <utility>
#include <vector>

#include "event/access_detail.h"
#include "event/empty_out.h"
#include "event/failure.h"
#include "event/hash.h"
#include "runtime/engine/scheduler.h"
#include "runtime/naming/names.h"
#include "runtime/services/stack_guard.h"
#include "runtime/services/touched_object.h"

namespace heddle::runtime::heap_guard {

namespace {

// What a person wants to know about a block: in replays only, because no search needs it.
class History {
 public:
  struct Deed {
    ThreadId thread = kNoThread;
    std::uint32_t stack = 0;
  };
  struct Life {
    Deed allocated, freed;
  };

  void begin() {
    empty_out(lives_);
    empty_out(destroyed_);
    stacks_.clear();
    places_.clear();
  }
  void allocated(std::uint64_t start, SiteId site) { lives_[start] = {now(site), {}}; }
  void freed(std::uint64_t start, SiteId site) { lives_[start].freed = now(site); }
  void destroyed(std::uint64_t object, SiteId site) { destroyed_[object] = now(site); }

  Life life(std::uint64_t start) const {
    const auto found = lives_.find(start);
    return found == lives_.end() ? Life{} : found->second;
  }
  Deed destruction(std::uint64_t object) const {
    const auto found = destroyed_.find(object);
    return found == destroyed_.end() ? Deed{} : found->second;
  }
  PastDeed told(const Deed& deed) const {
    if (deed.thread == kNoThread) return {};
    return {deed.thread, stacks_[deed.stack]};
  }

 private:
  // Unwinding takes its time.
  static constexpr std::size_t kMostUnwound = 10'000;

  Deed now(SiteId site) {
    const Thread& self = scheduler().current();
    const bool instrumented = load_map().program_is_instrumented();
    const bool unwinds = !instrumented && unwound_++ < kMostUnwound;
    std::vector<SiteId> stack = unwinds ? unwound_stack() : stack_of(self, site);
    std::uint64_t hash = stack.size();
    for (SiteId frame : stack) hash = combine(hash, frame);
    const auto [entry, added] = places_.try_emplace(hash, static_cast<std::uint32_t>(stacks_.size()));
    if (added) stacks_.push_back(std::move(stack));
    return {self.id, entry->second};
  }

  std::unordered_map<std::uint64_t, Life> lives_;      // by the start of the block
  std::unordered_map<std::uint64_t, Deed> destroyed_;  // by the object's address
  std::unordered_map<std::uint64_t, std::uint32_t> places_;
  std::vector<std::vector<SiteId>> stacks_;
  std::size_t unwound_ = 0;
};

History* history = nullptr;

// What was done wrong.
struct Deed {
  OperationKind kind;
  std::uint64_t address;
  std::uint64_t size;
  SiteId site;
};

[[noreturn]] void fail(HeapErrorKind kind, const Deed& what, const Block& block) {
  Failure failure;
  failure.kind = FailureKind::kHeapError;
  failure.thread = scheduler().current().id;
  failure.site = what.site;
  failure.code = static_cast<int>(kind);
  failure.address = what.address;
  HeapError& error = failure.heap;
  error.kind = kind;
  error.deed = what.kind;
  error.size = what.size;
  const std::uint64_t object = block.start != 0 ? block.start : what.address;
  error.object = stack_guard::name_for_people(object);
  error.offset = static_cast<std::int64_t>(what.address - object);
  error.block_size = block.size;
  const History::Life life = history->life(block.start);
  error.allocated = history->told(life.allocated);
  error.freed = history->told(is_of_destroyed_object(kind) ? history->destruction(what.address) : life.freed);
  scheduler().fail(std::move(failure));
}

[[noreturn]] void fail_to_free(std::uint64_t address, SiteId site) {
  const Deed what{OperationKind::kFree, address, 0, site};
  const Block block = heap::find(what.address);
  if (block.start == what.address) fail(HeapErrorKind::kDoubleFree, what, block);
  fail(HeapErrorKind::kInvalidFree, what, heap::nearest(what.address));
}

// The first granule of the block that another thread may touch, too; kNoLocation: there is none.
struct Known {
  LocationId location = kNoLocation;
  std::uint64_t granule = 0;
};
Known known_to_others(const Block& block) {
  const auto is_before = [](sharing::Segment segment) { return is_before_current(program(), segment); };
  Known found;
  shadow::each_touched(block.start, block.start + block.size,
                       [&](std::uint64_t granule, sharing::Cell* cell) {
                         const sharing::Cell state = *cell_of(granule, cell);
                         if (state == 0 || sharing::stays_private(state, hot.own, true)) return;
                         LocationId location = kNoLocation;
                         if (sharing::is_shared(state)) {
                           location = sharing::location(state);
                         } else {
                           if (!sharing::touch(state, hot.own, true, is_before).becomes_shared) return;
                           location = discover_shared(granule);
                         }
                         if (found.location == kNoLocation) found = {location, granule};
                       });
  // It may have been touched by nothing but its allocation.
  const sharing::Cell allocated = sharing::written_by(block.allocated_in);
  if (found.location == kNoLocation && block.size != 0 && *cell_of(block.start) == 0 &&
      sharing::touch(allocated, hot.own, true, is_before).becomes_shared)
    found = {discover_shared(block.start), block.start};
  return found;
}

// What libraries free for themselves is no step of the program: libc does it whenever it likes.
bool is_by_program(const CallSite& call) {
  return load_map().calls_for_the_user(call.return_address) ||
         load_map().is_users_module(call.return_address);
}

// A step like any other access: where nobody else knows the block, it counts and no more.
void announce_free(const Block& block, const CallSite& call) {
  const bool only_counts = hot.granularity == Granularity::kSync || hot.outside;
  Known known = only_counts ? Known{} : known_to_others(block);
  if (known.location == kNoLocation && hot.name_accesses && block.size != 0) [[unlikely]]
    known = {locate(block.start), block.start};
  const bool is_point = (hot.granularity == Granularity::kAll && !hot.outside) || hot.every_operation;
  if (known.location == kNoLocation && !is_point) {
    hot.private_news = true;
    if (--hot.fuel < 0) scheduler().out_of_fuel(user_site(call));
    return;
  }
  const auto bytes = static_cast<unsigned>(block.size < 255 ? block.size : 255);
  const std::uint32_t detail =
      known.location == kNoLocation ? 0 : plain_detail(known.granule, block.start, block.size);
  scheduler().access(OperationKind::kFree, block.start, bytes, user_site(call), known.location, detail,
                     Effect::kProgress);
}

}  // namespace

bool enabled = true;

void set_up() {
  enabled = std::getenv("HEDDLE_TEST_WITHOUT_HEAP_CHECKS") == nullptr;
  heap::hold_back(enabled ? heap::kHeldBack : 0);
}

void begin_execution() {
  if (history == nullptr) history = new History;
  history->begin();
}

void note_allocation(std::uint64_t start, std::uint64_t size, const CallSite& call) {
  if (!enabled) return;
  if (hot.every_operation) [[unlikely]]
    history->allocated(start, user_call(call).innermost);
  const std::uint64_t tail = start + (size & ~(kGranuleSize - 1));
  if (size % kGranuleSize == 0 || !load_map().program_is_instrumented()) return;
  sharing::Cell* cell = shadow::cell(tail);
  if (*cell == 0) shadow::note_touched(tail);
  *cell = kTailCell;
  *heap::tail_cell(tail) = 0;
}

void note_destruction(const volatile void* object, SiteId site) {
  if (hot.every_operation) history->destroyed(reinterpret_cast<std::uint64_t>(object), site);
}

void fail_at(const Block& block, OperationKind deed, std::uint64_t address, std::uint64_t size, SiteId site) {
  fail(block.live ? HeapErrorKind::kOutOfBounds : HeapErrorKind::kUseAfterFree, {deed, address, size, site},
       block);
}

void check_announced(const Operation& operation) {
  if (!is_access(operation.kind) && !touches_object(operation)) return;
  if (heap::holds(operation.address, operation.size)) [[likely]]
    return;
  const Block block = heap::nearest(operation.address);
  if (block.start != 0) fail_at(block, operation.kind, operation.address, operation.size, operation.site);
}

void check_freeable(std::uint64_t address, const CallSite& call) {
  const Block block = heap::find(address);
  if (enabled && (block.start != address || !block.live)) fail_to_free(address, user_site(call));
}

void check_foreign(std::uint64_t address, const CallSite& call) {
  if (!enabled || !is_by_program(call)) return;
  const ObjectKind kind = name_of(address).kind;
  if (kind == ObjectKind::kGlobal || kind == ObjectKind::kStack || kind == ObjectKind::kThreadLocal)
    fail(HeapErrorKind::kInvalidFree, {OperationKind::kFree, address, 0, user_site(call)}, {});
}

void free_block(std::uint64_t address, const CallSite& call) {
  check_freeable(address, call);
  const Block block = heap::find(address);
  if (enabled && is_by_program(call)) {
    announce_free(block, call);
    check_freeable(address, call);  // others may have run
  }
  if (hot.every_operation) [[unlikely]]
    history->freed(address, user_call(call).innermost);
  if (block.start == 0) return;
  shadow::clear(block.start, block.start + block.size);
  if (hot.weak_memory) scheduler().forgotten(block.start, block.size);
}

void uses_destroyed(HeapErrorKind kind, const volatile void* object, SiteId site) {
  const auto address = reinterpret_cast<std::uint64_t>(object);
  fail(kind, {OperationKind::kLock, address, 0, site},
       heap::owns(reinterpret_cast<const void*>(address)) ? heap::find(address) : Block{});
}

}  // namespace heddle::runtime::heap_guard
