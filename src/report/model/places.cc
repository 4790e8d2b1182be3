#include "report/model/places.h"

#include <fmt/format.h>

#include <algorithm>

#include "event/allocator_name.h"
#include "event/thread_name.h"
#include "report/model/text.h"
#include "symbols/allocation.h"

namespace heddle::report {

namespace {

std::string module_name(const Module& module) {
  return module.path.empty() ? "unknown" : visible(base_name(module.path));
}

// What starts and carries threads; no user has ever called it.
bool is_plumbing(const Frame& frame) {
  constexpr std::string_view kNames[] = {
      "start_thread", "clone",  "clone3",       "__clone",
      "__clone3",     "_start", "thread_start", "execute_native_thread_routine"};
  return std::find(std::begin(kNames), std::end(kNames), frame.function) != std::end(kNames) ||
         frame.function.starts_with("__libc_start") || frame.function.starts_with("heddle::runtime::") ||
         frame.place.starts_with("libheddle.so");
}

std::string place_of(const Frame& frame) {
  if (frame.line > 0 || frame.function.empty()) return frame.place;
  return fmt::format("{} ({})", frame.place, frame.function);
}

Frame to_frame(const symbols::SourceFrame& source, const Module& module, SiteId site) {
  Frame frame;
  frame.library = source.library;
  const bool has_name = source.function.find("+0x") == std::string::npos;
  if (has_name) frame.function = visible(source.function);
  if (!source.file.empty() && source.line > 0) {
    frame.place = fmt::format("{}:{}", visible(source.file), source.line);
    frame.path = source.path;
    frame.line = source.line;
  } else {
    frame.place = module_name(module) + "+" + hexadecimal(module.file_address(site));
  }
  return frame;
}

// The lock of a critical section, as the compilers and the runtime call it.
std::string critical_section(std::string_view variable) {
  constexpr std::string_view kPrefix = "gomp_critical_user_";
  if (variable.ends_with("the_unnamed_critical")) return "critical";
  if (!variable.starts_with(kPrefix)) return {};
  variable.remove_prefix(kPrefix.size());
  return variable.empty() ? "critical" : fmt::format("critical({})", variable);
}

ObjectName name_of(const symbols::Variable& variable) {
  ObjectName result;
  if (const std::string section = critical_section(variable.name); !section.empty()) {
    result.name = visible(section);
    result.is_variable = true;
    return result;
  }
  result.name = visible(variable.place.empty() ? variable.name : variable.place);
  result.is_variable = true;
  result.type = variable.type;
  if (variable.place_offset != 0) result.detail = fmt::format("(+{})", variable.place_offset);
  return result;
}

}  // namespace

std::string ObjectName::plain() const {
  return detail.empty() ? name : name + " " + detail;
}

std::string ObjectName::phrase() const {
  std::string text = is_variable ? "`" + name + "`" : article.empty() ? name : article + " " + name;
  if (!detail.empty()) text.append(" ").append(detail);
  return text;
}

std::string with_given_name(std::string name, std::string_view given_name) {
  return given_name.empty() ? name : fmt::format("{} '{}'", name, given_name);
}

std::vector<std::string> shown_threads(ThreadNames threads, const Failure& failure) {
  std::vector<std::string> shown;
  for (std::size_t id = 0; id < threads.size(); ++id)
    shown.push_back(
        with_given_name(threads[id], id < failure.threads.size() ? failure.threads[id].given_name : ""));
  return shown;
}

std::string thread_of_hash(std::uint64_t hash, ThreadNames threads) {
  for (const std::string& name : threads)
    if (name_hash(name) == hash) return visible(name);
  return "another thread";
}

std::vector<Frame> Places::frames(SiteId site) const {
  std::vector<Frame> result;
  const Module* module = site == kNoSite ? nullptr : modules_.find(site);
  if (module == nullptr) return result;
  for (const symbols::SourceFrame& source :
       symbolizer_.frames(module->path, module->file_address(site), true))
    result.push_back(to_frame(source, *module, site));
  return result;
}

bool Places::is_in_library(SiteId site) const {
  return std::ranges::all_of(frames(site), &Frame::library);
}

Frame Places::frame(SiteId site) const {
  const std::vector<Frame> all = frames(site);
  for (const Frame& frame : all)
    if (!frame.library) return frame;
  if (!all.empty()) return all.front();
  Frame unknown;
  unknown.place = site == kNoSite ? std::string(kUnknownPlace) : "unknown code " + hexadecimal(site);
  return unknown;
}

Frame Places::allocating_frame(SiteId site) const {
  for (Frame& frame : frames(site))
    if (!frame.library && !is_allocator_name(frame.function)) return std::move(frame);
  return frame(site);
}

std::string Places::place(SiteId site) const {
  return place_of(frame(site));
}

std::string Places::allocation_place(SiteId site) const {
  return place_of(allocating_frame(site));
}

std::vector<Frame> Places::user_stack(std::span<const SiteId> stack) const {
  std::vector<Frame> own;
  std::vector<Frame> foreign;
  // An operation inside library code is sited at the user's line. The call that led from there into the
  // library is then on the stack once more, behind nothing but library frames.
  bool inside_library = true;
  for (std::size_t i = 0; i < stack.size(); ++i) {
    if (i > 0 && inside_library && stack[i] == stack[0]) {
      inside_library = false;
      continue;
    }
    for (Frame& frame : frames(stack[i])) {
      if (is_plumbing(frame)) continue;
      if (i > 0 && !frame.library) inside_library = false;
      (frame.library ? foreign : own).push_back(std::move(frame));
    }
  }
  if (!own.empty()) return own;
  if (!foreign.empty()) return foreign;
  if (!stack.empty()) return {frame(stack.front())};
  return {};
}

bool Places::passes_through(std::span<const SiteId> stack, std::string_view function) const {
  for (const SiteId site : stack)
    for (const Frame& frame : frames(site))
      if (frame.function.starts_with(function)) return true;
  return false;
}

std::string Places::source_text(const Frame& frame) {
  if (frame.line <= 0 || frame.path.empty()) return {};
  const std::optional<std::string> line = symbols::source_line(frame.path, frame.line);
  return line ? visible(trimmed(*line)) : std::string();
}

std::uint64_t Places::size_of(std::string_view type, SiteId site) const {
  if (const std::uint64_t size = symbols::size_of_arithmetic(type); size != 0) return size;
  const Module* const module = site == kNoSite ? nullptr : modules_.find(site);
  if (module == nullptr || type.empty()) return 0;
  const auto first = symbolizer_.member(module->path, module->file_address(site), type, 0);
  return first ? first->size : 0;
}

ObjectName Places::object(const Location& location, ThreadNames threads, std::uint64_t access_size) const {
  switch (location.kind) {
    case ObjectKind::kGlobal:
      return global_object(location, access_size);
    case ObjectKind::kHeap:
      return heap_object(location, threads, access_size);
    case ObjectKind::kStack:
      return local_object(location, threads, access_size);
    case ObjectKind::kThreadLocal:
      return thread_local_object(location, threads, access_size);
    case ObjectKind::kMapping:
      return mapped_object(location, threads);
    case ObjectKind::kDescriptor:
      return descriptor(location);
    case ObjectKind::kConstruct:
      return construct(location);
    case ObjectKind::kNone:
      break;
  }
  return {};
}

ObjectName Places::descriptor(const Location& location) const {
  ObjectName result{"", fmt::format("descriptor {}", location.ordinal), "", false, {}};
  if (location.allocation_site != kNoSite)
    result.detail = fmt::format("(opened at {})", place(location.allocation_site));
  return result;
}

ObjectName Places::construct(const Location& location) const {
  const auto named = [&](std::string_view what) {
    return ObjectName{"", fmt::format("{} at {}", what, place(location.allocation_site)), "", false, {}};
  };
  switch (static_cast<ConstructKind>(location.module)) {
    case ConstructKind::kRegion:
      return named("the parallel region");
    case ConstructKind::kWorksharing:
      return named("the worksharing construct");
    case ConstructKind::kTask:
      return named("the task");
    case ConstructKind::kReduction:
      return named("the reduction");
    case ConstructKind::kThreadMemory:
      return named("memory of a thread of the parallel region");
  }
  return named("an OpenMP construct");
}

ObjectName Places::global_object(const Location& location, std::uint64_t access_size) const {
  if (location.module >= modules_.modules.size())
    return {"", "global memory at " + hexadecimal(location.offset), "", false, {}};
  const Module& module = modules_.modules[location.module];
  const std::uint64_t address = module.start - module.bias + location.offset;
  if (const auto variable = symbolizer_.variable(module.path, address, access_size))
    return name_of(*variable);
  return {"", module_name(module) + "+" + hexadecimal(address), "", false, {}};
}

// Of which thread is said only where it is not the obvious one.
ObjectName Places::local_object(const Location& location, ThreadNames threads,
                                std::uint64_t access_size) const {
  const std::string owner = thread_of_hash(location.thread, threads);
  if (const Module* module = modules_.find(location.allocation_site)) {
    if (const auto variable =
            symbolizer_.local_variable(module->path, module->file_address(location.allocation_site),
                                       {location.frame_offset, location.size}, access_size)) {
      ObjectName result = name_of(*variable);
      if (owner != kMainThreadName) result.detail += (result.detail.empty() ? "of " : " of ") + owner;
      return result;
    }
  }
  return {"a", "local variable of " + owner, "", false, {}};
}

HeapPart Places::heap_part(const Location& location, std::uint64_t access_size) const {
  // std::make_shared puts a pointer and two counts in front of the object.
  constexpr std::uint64_t kCounts = 16;
  HeapPart part{"heap object", "", "", location.offset};
  const std::optional<symbols::Allocation> allocation =
      symbols::allocation_in(source_text(allocating_frame(location.allocation_site)));
  const Module* module = modules_.find(location.allocation_site);
  if (!allocation || module == nullptr) return part;
  // Others may have been allocated on the way: the node of the container that takes the object.
  if (const std::uint64_t size = symbols::size_of_arithmetic(allocation->type);
      size != 0 && !allocation->is_shared) {
    if (allocation->is_array ? location.size % size != 0 : location.size != size) return part;
    part.object = allocation->type + (allocation->is_array ? "[]" : "");
    if (allocation->is_array) part.path = fmt::format("[{}]", location.offset / size);
    part.type = allocation->type;
    part.rest = location.offset % size;
    return part;
  }
  const std::uint64_t before = allocation->is_shared ? kCounts : 0;
  const bool in_object = location.offset >= before;
  const auto member =
      symbolizer_.member(module->path, module->file_address(location.allocation_site), allocation->type,
                         in_object ? location.offset - before : 0, access_size);
  if (allocation->is_array || !member || location.size != member->size + before) return part;
  part.object = visible(allocation->type);
  if (!in_object) return part;
  part.path = visible(member->place);
  part.type = member->type;
  part.rest = member->place_offset;
  return part;
}

ObjectName Places::heap_object(const Location& location, ThreadNames threads,
                               std::uint64_t access_size) const {
  const HeapPart part = heap_part(location, access_size);
  const std::string object =
      fmt::format("{} allocated at {}", part.object, allocation_place(location.allocation_site));
  ObjectName result{"the", object, "", false, part.type};
  std::vector<std::string> details;
  if (part.path.starts_with(".")) {
    result.name = part.path.substr(1);
    result.is_variable = true;
    result.detail = "of the " + object;
  }
  if (location.ordinal > 0)
    details.push_back(fmt::format("the {} allocated there by {}", ordinal(location.ordinal + 1ull),
                                  thread_of_hash(location.thread, threads)));
  if (part.path.starts_with("[")) details.push_back("element " + part.path.substr(1, part.path.size() - 2));
  if (part.rest > 0) details.push_back(fmt::format("+{}", part.rest));
  if (!details.empty())
    result.detail += fmt::format("{}({})", result.detail.empty() ? "" : " ", fmt::join(details, ", "));
  return result;
}

ObjectName Places::mapped_object(const Location& location, ThreadNames threads) const {
  if (!location.is_allocated())
    return {"", "mapped memory at " + hexadecimal(location.offset), "", false, {}};
  ObjectName result{"the", "memory mapped at " + place(location.allocation_site), "", false, {}};
  std::vector<std::string> details;
  if (location.ordinal > 0)
    details.push_back(fmt::format("the {} mapped there by {}", ordinal(location.ordinal + 1ull),
                                  thread_of_hash(location.thread, threads)));
  if (location.offset > 0) details.push_back(fmt::format("+{}", location.offset));
  if (!details.empty()) result.detail = fmt::format("({})", fmt::join(details, ", "));
  return result;
}

ObjectName Places::thread_local_object(const Location& location, ThreadNames threads,
                                       std::uint64_t access_size) const {
  const std::string owner = thread_of_hash(location.thread, threads);
  if (location.module < modules_.modules.size()) {
    const Module& module = modules_.modules[location.module];
    if (const auto variable = symbolizer_.tls_variable(module.path, location.offset, access_size)) {
      ObjectName result = name_of(*variable);
      result.detail += (result.detail.empty() ? "of " : " of ") + owner;
      return result;
    }
  }
  return {"a", "thread_local variable of " + owner, "", false, {}};
}

}  // namespace heddle::report
