// Loops, sections, single, ordered, and dependences between iterations. Iterations are counted from 0;
// gomp.cc and kmpc.cc turn them into values of the program's variables.
#include <algorithm>
#include <utility>

#include "event/access_detail.h"
#include "runtime/openmp/team.h"

namespace heddle::runtime::openmp {

namespace {

// Who gets something that there is one of is a choice like the order of two atomic updates. It orders nothing
// else.
void take_from(const void* object, SiteId site) {
  const std::uint64_t address = address_of(object);
  scheduler().access(OperationKind::kAtomicUpdate, address, 4, site, locate(address),
                     atomic_detail(false, Ordering::kRelaxed, address), Effect::kProgress);
}

Chunk static_chunk(Member& member, const Share& share) {
  const std::uint64_t threads = member.team->size(), number = member.number, all = share.iterations;
  const std::uint64_t taken = member.chunks_taken++;
  if (share.schedule.chunk == 0) {
    if (taken != 0) return {};
    const std::uint64_t each = all / threads, rest = all % threads;
    const std::uint64_t begin = number * each + std::min(number, rest);
    return {begin, begin + each + (number < rest ? 1 : 0)};
  }
  const std::uint64_t begin = (taken * threads + number) * share.schedule.chunk;
  if (begin >= all) return {};
  return {begin, std::min(all, begin + share.schedule.chunk)};
}

std::uint64_t size_of_next(const Share& share, unsigned threads) {
  const std::uint64_t least = std::max<std::uint64_t>(share.schedule.chunk, 1);
  if (share.schedule.kind == LoopKind::kDynamic) return least;
  return std::max(least, (share.iterations - share.next + threads - 1) / threads);
}

bool is_turn(const Task& task) {
  return task.awaited_share->turn >= task.awaited_number || task.awaited_share->is_cancelled;
}

bool is_posted(const Task& task) {
  return task.awaited_share->posted[task.awaited_number];
}

// The iterations of a part of the loop are done; turns go on to the first that is not.
void note_done(Share& share, const Chunk& part) {
  if (part.is_empty()) return;
  share.done.push_back(part);
  const auto next = [&] {
    return std::find_if(share.done.begin(), share.done.end(),
                        [&](const Chunk& each) { return each.begin <= share.turn && share.turn < each.end; });
  };
  for (auto found = next(); found != share.done.end(); found = next()) {
    share.turn = found->end;
    share.done.erase(found);
  }
  scheduler().reconsider_all();
}

// Of a loop that is handed out in parts. What is divided beforehand is not seen.
bool is_in_iteration(const Member& member) {
  return member.share != nullptr && !member.chunk.is_empty();
}

}  // namespace

LoopSchedule resolved(LoopSchedule schedule) {
  if (schedule.kind == LoopKind::kRuntime) schedule = current_task().schedule;
  if (schedule.kind == LoopKind::kAuto) schedule = {LoopKind::kStatic, 0};
  return schedule;
}

void misuse_of_openmp(const char* what, SiteId site) {
  Failure failure;
  failure.kind = FailureKind::kOpenMpMisuse;
  failure.thread = scheduler().current().id;
  failure.site = site;
  failure.text = what;
  scheduler().fail(std::move(failure));
}

void check_barrier(SiteId site) {
  const Task& self = current_task();
  if (self.is_explicit)
    misuse_of_openmp("waits at a barrier inside a task, where only some threads of the team come", site);
  if (is_in_iteration(*self.member))
    misuse_of_openmp("waits at a barrier inside a loop or sections that the team shares", site);
}

Share& begin_share(SiteId site) {
  Member& member = current_member();
  if (current_task().is_explicit)
    misuse_of_openmp("shares a loop, sections or single with its team inside a task", site);
  if (is_in_iteration(member))
    misuse_of_openmp("shares a loop, sections or single with its team inside another one of them", site);
  Team& team = *member.team;
  const std::uint64_t number = member.shares_begun++;
  member.chunk = {};
  member.chunks_taken = member.iteration = 0;
  for (Share& each : team.shares)
    if (each.number == number) return *(member.share = &each);
  team.shares.emplace_back();
  Share& share = team.shares.back();
  share.number = number;
  share.object = stand_in(ConstructKind::kWorksharing, site, 8);
  return *(member.share = &share);
}

void end_share() {
  Member& member = current_member();
  if (member.share == nullptr) return;
  Share& share = *std::exchange(member.share, nullptr);
  member.chunk = {};
  if (++share.threads_left < member.team->size()) return;
  member.team->shares.remove_if([&](const Share& each) { return &each == &share; });
}

Chunk next_chunk(SiteId site) {
  Member& member = current_member();
  Share& share = *member.share;
  if (share.is_cancelled) return member.chunk = {};
  if (share.schedule.kind == LoopKind::kStatic) {
    member.chunk = static_chunk(member, share);
  } else {
    if (member.team->size() > 1) take_from(share.object, site);
    const std::uint64_t begin = share.next;
    share.next += std::min(size_of_next(share, member.team->size()), share.iterations - begin);
    member.chunk = {begin, share.next};
  }
  member.iteration = member.chunk.begin;
  return member.chunk;
}

bool take_single(SiteId site) {
  Share& share = begin_share(site);
  if (current_team().size() > 1) take_from(share.object, site);
  const bool is_first = !share.is_taken;
  share.is_taken = true;
  return is_first;
}

void begin_ordered(SiteId site) {
  Task& self = current_task();
  if (self.team->size() == 1 || self.member->share == nullptr) return;
  self.awaited_share = self.member->share;
  self.awaited_number = self.member->iteration;
  wait_as(operation_for(OperationKind::kTurnWait, self.awaited_share->object, site), is_turn);
  scheduler().performed(0, Effect::kProgress);
}

void end_ordered(SiteId site) {
  Task& self = current_task();
  if (self.team->size() == 1 || self.member->share == nullptr) return;
  Share& share = *self.member->share;
  scheduler().announce(operation_for(OperationKind::kTurnEnd, share.object, site));
  scheduler().performed(0, Effect::kProgress);
  // Of several iterations, g++ does not tell which one it is: they are done together.
  const Chunk& chunk = self.member->chunk;
  if (chunk.end - self.member->iteration == 1) note_done(share, {chunk.begin, chunk.end});
}

void finish_chunk() {
  Member& member = current_member();
  if (member.share != nullptr) note_done(*member.share, member.chunk);
}

void finish_iteration() {
  Member& member = current_member();
  if (member.share == nullptr || member.chunk.is_empty()) return;
  note_done(*member.share, {member.iteration, member.iteration + 1});
  ++member.iteration;
}

void begin_dependences(std::vector<std::uint64_t> counts, SiteId site) {
  Share& share = *(current_member().dependences = current_member().share);
  if (share.posts != nullptr) return;
  std::uint64_t all = 1;
  for (const std::uint64_t each : counts) all *= each;
  share.counts = std::move(counts);
  share.posted.resize(all);
  share.posts = static_cast<char*>(stand_in(ConstructKind::kWorksharing, site, 4 * all + 4));
}

std::uint64_t flat(const Share& share, const std::vector<std::uint64_t>& iterations) {
  std::uint64_t place = 0;
  for (std::size_t i = 0; i < iterations.size(); ++i) place = place * share.counts[i] + iterations[i];
  return place;
}

void post(std::uint64_t iteration, SiteId site) {
  Share& share = *current_member().dependences;
  if (iteration >= share.posted.size()) return;
  scheduler().announce(operation_for(OperationKind::kTurnEnd, share.posts + 4 * iteration, site));
  share.posted[iteration] = true;
  scheduler().performed(0, Effect::kProgress);
  scheduler().reconsider_all();
}

void wait_for_post(std::uint64_t iteration, SiteId site) {
  Task& self = current_task();
  Share& share = *self.member->dependences;
  if (iteration >= share.posted.size()) return;  // there is no such iteration
  self.awaited_share = &share;
  self.awaited_number = iteration;
  wait_as(operation_for(OperationKind::kTurnWait, share.posts + 4 * iteration, site), is_posted);
  scheduler().performed(0, Effect::kProgress);
}

}  // namespace heddle::runtime::openmp
