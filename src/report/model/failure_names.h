// The names of everything that takes part in one failure. Two different objects that would be called the same
// ("a local variable of main") are told apart by a number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "event/failure.h"
#include "report/model/places.h"

namespace heddle::report {

class FailureNames {
 public:
  // Both must outlive it.
  FailureNames(const Failure& failure, const Places& places);

  const Failure& failure() const { return failure_; }
  const Places& places() const { return places_; }

  // "main.0", "main.0 'logger'", "thread 7", "another thread"
  std::string thread(ThreadId id) const;
  // The same without what the program calls it: for machines.
  std::string identity(ThreadId id) const;
  std::string place(SiteId site) const { return places_.place(site); }

  // "mutex_b", for machines. Empty if it has no name.
  std::string plain(const Location& location, std::uint64_t access_size = 0) const;
  // "`mutex_b`", for the middle of a sentence; `otherwise` if it has no name.
  std::string phrase(const Location& location, std::string_view otherwise,
                     std::uint64_t access_size = 0) const;

  // Of the variable, "std::latch"; empty if it is not known.
  std::string type(const Location& location) const;
  // What a data race is about.
  std::string racing_plain() const;
  std::string racing_phrase() const;

  // Null if there is no such thread: what comes from the program under test may be damaged.
  const ThreadReport* report(ThreadId id) const;
  bool is_finished(ThreadId id) const;
  // Where `owner` took the lock; kNoSite if that is not known.
  SiteId taken_at(ThreadId owner, const Location& lock) const;
  // The bottom of a deadlock: the threads that wait for no thread in particular, or for one that has
  // finished. All others wait for them. The stuck one comes first, then those that wait for the same, then
  // the others; those last that were woken before where they wait now, as idle workers are.
  std::vector<ThreadId> root_waiters() const;

 private:
  ObjectName name(const Location& location, std::uint64_t access_size) const;

  const Failure& failure_;
  const Places& places_;
  std::vector<std::string> thread_names_;
  std::unordered_map<std::uint64_t, unsigned>
      numbers_;  // by Location::key(), only where a name is not unique
};

}  // namespace heddle::report
