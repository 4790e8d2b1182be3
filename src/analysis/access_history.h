// What memory-access patterns need to know of the accesses so far, in bounded memory.
//
// No pair of accesses has a write to the same variable between them. So a pair can only begin with the last
// write to a variable or with a read since then; and a triple around the last write with what makes a pair
// with that write: the write before it, or a read between the two.
//
// Of the reads of one variable by one thread between two writes, the kReadSites distinct sites that read last
// are kept, and of each site its last read. That is 40 bytes for each thread that reads a variable, 28 for
// each variable, and between 5 and 6 for finding each of them: less than 64 for a thread and a variable when
// two threads share it, about 50 when many do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/dense_index.h"
#include "event/ids.h"
#include "event/operation.h"

namespace heddle {

// An atomic update both reads and writes.
struct Access {
  std::uint32_t index = 0;  // counted from 1
  ThreadId thread = kNoThread;
  SiteId site = kNoSite;
  LocationId location = kNoLocation;
  bool reads = false;
  bool writes = false;
};

inline Access access_of(const Event& event, std::uint32_t index) {
  return {index, event.thread, event.site, event.location, heddle::reads(event.kind), wrote(event)};
}

class AccessHistory {
 public:
  static constexpr std::size_t kReadSites = 2;

  // Adds an access. Gives every pair of accesses by two threads that it completes to `pair(first, second,
  // again)`, and every triple by one, another and the first thread again to `triple(first, middle, last)`;
  // `again`: the thread has read at this site since the last write, so that nothing but the time is new.
  template <typename Pair, typename Triple>
  void add(const Access& access, const Pair& pair, const Triple& triple) {
    const std::uint32_t variable = variable_at(access.location);
    find(variable, access, pair, triple);
    if (access.writes)
      add_write(variable, access);
    else
      add_read(variable, access);
  }

  // The same pairs and triples, but without adding it.
  template <typename Pair, typename Triple>
  void preview(const Access& access, const Pair& pair, const Triple& triple) const {
    if (const std::uint32_t variable = find_variable(access.location); variable != kNobody)
      find(variable, access, pair, triple);
  }

  std::size_t bytes() const;

 private:
  static constexpr std::uint32_t kNobody = DenseIndex::kAbsent;

  struct Sites {
    std::array<SiteId, kReadSites> sites = {};
    std::size_t count = 0;
  };

  template <typename Pair, typename Triple>
  void find(std::uint32_t variable, const Access& access, const Pair& pair, const Triple& triple) const {
    const Access last = last_write(variable);
    const bool again = !access.writes && has_read(variable, access);
    if (last.writes && last.thread != access.thread) {
      pair(last, access, again);
      if (!again) find_triples_around(last, variable, access, triple);
    }
    if (!access.writes) return;
    for_each_read_since_write(variable, [&](const Access& read) {
      if (read.thread == access.thread) return;
      pair(read, access, false);
      if (last.writes && last.thread == access.thread) triple(last, read, access);
    });
  }

  // The number by which the other functions know the location; the second makes one if there is none.
  std::uint32_t find_variable(LocationId location) const;
  std::uint32_t variable_at(LocationId location);

  // Of thread kNoThread when there is none. The index of the second is not known any more.
  Access last_write(std::uint32_t variable) const;
  Access write_before_last(std::uint32_t variable) const;

  // Where a thread read between these two writes.
  Sites reads_before_last_write(std::uint32_t variable, ThreadId thread) const;

  template <typename Triple>
  void find_triples_around(const Access& middle, std::uint32_t variable, const Access& last,
                           const Triple& triple) const {
    if (const Access first = write_before_last(variable); first.thread == last.thread)
      triple(first, middle, last);
    const Sites reads = reads_before_last_write(variable, last.thread);
    for (std::size_t i = 0; i < reads.count; ++i)
      triple(Access{0, last.thread, reads.sites[i], last.location, true, false}, middle, last);
  }

  // Gives every read since the last write, as far as they are kept.
  template <typename Visit>
  void for_each_read_since_write(std::uint32_t variable, const Visit& visit) const {
    const Variable& read = variables_[variable];
    for (std::uint32_t reader = read.first_reader; reader != kNobody; reader = readers_[reader].next)
      for (std::size_t i = 0; i < readers_[reader].count; ++i) {
        const Read& each = readers_[reader].reads[i];
        visit(Access{each.index, readers_[reader].thread, each.site, read.location, true, false});
      }
  }

  // Whether the thread has read at this site since the last write, as far as it is kept.
  bool has_read(std::uint32_t variable, const Access& access) const;
  void add_read(std::uint32_t variable, const Access& access);
  void add_write(std::uint32_t variable, const Access& access);

  struct Variable {
    LocationId location = kNoLocation;
    std::uint32_t writes : 30 = 0;             // so far
    std::uint32_t last_write_reads : 1 = 0;    // it was an update
    std::uint32_t write_before_reads : 1 = 0;  // so was the one before
    std::uint32_t last_write_index = 0;
    SiteId last_write_site = kNoSite;
    SiteId write_before_site = kNoSite;
    ThreadId last_writer = kNoThread;
    ThreadId writer_before = kNoThread;
    std::uint32_t first_reader = kNobody;  // since the last write
  };
  struct Read {
    SiteId site = kNoSite;
    std::uint32_t index = 0;
  };
  // The reads of a variable by a thread. They are brought up to date by the thread's next read, so that a
  // write need not look for them.
  struct Reader {
    std::uint32_t variable = 0;
    ThreadId thread = kNoThread;
    std::uint8_t count = 0;
    std::uint8_t count_before = 0;
    std::uint32_t writes = 0;                          // to the variable, before `reads`
    std::uint32_t next = kNobody;                      // of those that read since the last write
    std::array<SiteId, kReadSites> sites_before = {};  // read one write earlier
    std::array<Read, kReadSites> reads = {};           // the last of them first
  };
  static_assert(sizeof(Variable) == 28 && sizeof(Reader) == 40);

  static std::uint64_t hash_of(std::uint32_t variable, ThreadId thread);
  std::uint32_t find_reader(std::uint32_t variable, ThreadId thread) const;
  std::uint32_t reader_at(std::uint32_t variable, ThreadId thread);

  std::vector<Variable> variables_;
  DenseIndex variable_index_;  // by location
  std::vector<Reader> readers_;
  DenseIndex reader_index_;  // by variable and thread
};

}  // namespace heddle
