// Where something happened, and what memory is called: the numbers of event/ as a person knows them. What
// cannot be resolved is shown by module and offset ("bank+0x12ab"), never left out.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "event/failure.h"
#include "event/ids.h"
#include "event/location.h"
#include "event/modules.h"
#include "symbols/symbolizer.h"

namespace heddle::report {

using ThreadNames = std::span<const std::string>;  // by ThreadId

struct Frame {
  std::string function;  // "Bank::transfer"; empty if nothing is known
  std::string place;     // "bank.cc:14", without debug information "bank+0x12ab"
  std::string path;      // of the source file, for opening it
  int line = 0;
  bool library = false;
};

// What a piece of memory is called, in parts: "`counter` of main.0", "the heap object allocated at bank.cc:12
// (+8)".
struct ObjectName {
  std::string article;       // "a", "the" or nothing
  std::string name;          // empty if nothing is known at all
  std::string detail;        // which one of several, which part of it
  bool is_variable = false;  // `name` is an identifier of the program
  std::string type;          // of a variable, if it is known

  bool known() const { return !name.empty(); }
  std::string plain() const;   // for machines: without article and quotes
  std::string phrase() const;  // for the middle of a sentence
};

// A part of a block of the heap, as far as the line that allocated it says what it holds.
struct HeapPart {
  std::string object;      // "Node"; "heap object" if the line does not say
  std::string path;        // ".next", "[3]"; empty: the whole object, or not known
  std::string type;        // of what the path leads to, if it is known
  std::uint64_t rest = 0;  // bytes from there
};

class Places {
 public:
  // Both must outlive it.
  Places(const ModuleTable& modules, symbols::Symbolizer& symbolizer)
      : modules_(modules), symbolizer_(symbolizer) {}

  const ModuleTable& modules() const { return modules_; }

  // The user's own frame at a site; library code only where there is nothing else.
  Frame frame(SiteId site) const;
  // "bank.cc:14", or "bank+0x12ab (transfer)"; for no site "an unknown place".
  std::string place(SiteId site) const;
  // The same of the code that wanted the block, not of an inlined function that hands memory on.
  std::string allocation_place(SiteId site) const;

  // The user's own frames of a stack, innermost first: library frames dropped, inlined calls expanded. A
  // stack without any frame of the user's is shown as it is, as far as it tells anything.
  std::vector<Frame> user_stack(std::span<const SiteId> stack) const;

  // Whether no user's function is at the site, not even one that others were inlined into.
  bool is_in_library(SiteId site) const;

  // Whether a function whose name begins so is on the stack, libraries' and inlined ones included.
  bool passes_through(std::span<const SiteId> stack, std::string_view function) const;

  // The text of the frame's source line, without indentation and safe to print; empty if there is none.
  static std::string source_text(const Frame& frame);

  // Of a type that the code at the site knows by this name; 0: not known.
  std::uint64_t size_of(std::string_view type, SiteId site) const;

  // The size of the access, if known, keeps an access to a whole structure from being taken for one to its
  // first member.
  ObjectName object(const Location& location, ThreadNames threads, std::uint64_t access_size = 0) const;
  HeapPart heap_part(const Location& location, std::uint64_t access_size = 0) const;

 private:
  std::vector<Frame> frames(SiteId site) const;
  Frame allocating_frame(SiteId site) const;
  ObjectName descriptor(const Location& location) const;
  ObjectName construct(const Location& location) const;
  ObjectName global_object(const Location& location, std::uint64_t access_size) const;
  ObjectName local_object(const Location& location, ThreadNames threads, std::uint64_t access_size) const;
  ObjectName heap_object(const Location& location, ThreadNames threads, std::uint64_t access_size) const;
  ObjectName mapped_object(const Location& location, ThreadNames threads) const;
  ObjectName thread_local_object(const Location& location, ThreadNames threads,
                                 std::uint64_t access_size) const;

  const ModuleTable& modules_;
  symbols::Symbolizer& symbolizer_;
};

inline constexpr std::string_view kUnknownPlace = "an unknown place";

// "main.0 'logger'"; a thread that the program gave no name has only its own.
std::string with_given_name(std::string name, std::string_view given_name);
// The threads of a failure so, each a column or a lane.
std::vector<std::string> shown_threads(ThreadNames threads, const Failure& failure);

// "main.0", or a vague word if there is no thread of that name.
std::string thread_of_hash(std::uint64_t hash, ThreadNames threads);

}  // namespace heddle::report
