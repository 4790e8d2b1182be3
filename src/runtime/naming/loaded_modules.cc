#include "runtime/naming/loaded_modules.h"

#include <algorithm>

#include "event/failure_wire.h"
#include "runtime/memory/arena.h"
#include "runtime/naming/frame_sizes.h"
#include "runtime/naming/known_shared.h"
#include "runtime/naming/load_map.h"
#include "runtime/state/globals.h"

namespace heddle::runtime {

namespace {

std::size_t known_to_explorer = 0;

}  // namespace

void begin_modules() {
  const std::size_t known = load_map().table().modules.size();
  if (known_to_explorer != known) known_to_explorer = known;  // a write would be a page more
}

bool look_for_modules() {
  // The dynamic linker uses functions that are interposed.
  const AllocateAs lasting(Lifetime::kLasting);
  const bool active = hot.active;
  hot.active = false;
  const bool changed = load_map().refresh();
  if (changed) {
    frame_sizes::forget();
    program().knowledge.forget_globals();
    mark_shared_globals();
    // Threads that were there before have storage of the libraries, too.
    for (const Thread* thread : program().threads)
      if (!thread->finished) mark_shared_of_thread(*thread);
    const std::vector<Module>& modules = load_map().table().modules;
    Writer writer;
    put(writer,
        ModuleTable{{modules.begin() + static_cast<std::ptrdiff_t>(known_to_explorer), modules.end()}});
    const std::vector<std::uint8_t>& bytes = writer.bytes();
    if (bytes.size() <= Most::modules) {
      std::copy(bytes.begin(), bytes.end(), hot.recording->modules);
      hot.recording->modules_count = static_cast<std::uint32_t>(bytes.size());
    }
  }
  hot.active = active;
  return changed;
}

void learn_modules(std::span<const std::uint8_t> written) {
  if (written.empty()) return;
  Reader reader(written);
  ModuleTable added;
  get(reader, added);
  if (!reader.ok()) return;
  for (Module& module : added.modules) load_map().learn(std::move(module));
}

}  // namespace heddle::runtime
