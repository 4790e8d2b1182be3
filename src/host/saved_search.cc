#include "host/saved_search.h"

#include <string_view>

#include "event/hash.h"
#include "event/wire.h"
#include "host/output_folder.h"

namespace heddle::host {

namespace {

constexpr std::string_view kMagic = "heddle search 1\n";

std::uint64_t hash_of_file(const std::string& path) {
  const Result<std::string> contents = read_file(path);
  return contents ? hash_text(*contents) : 0;
}

std::uint64_t hash_of_bytes(const std::vector<std::uint8_t>& bytes) {
  return hash_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

const char* what_is_other(const SearchIdentity& saved, const SearchIdentity& now) {
  if (saved.heddle != now.heddle) return "by another version of Heddle";
  if (saved.program != now.program) return "of another build of the program, or of a library that it loads";
  if (saved.arguments != now.arguments) return "with other arguments or another standard input";
  return "with other options";
}

}  // namespace

SearchIdentity identity_of(const LaunchOptions& launch, const ModuleTable& modules,
                           const SearchSettings& settings) {
  SearchIdentity identity;
  identity.heddle = combine(hash_text(HEDDLE_VERSION), hash_of_file(launch.runtime_library));
  identity.program = hash_of_file(launch.program.path);
  for (const Module& each : modules.modules) {
    identity.program = combine(identity.program, hash_text(each.path));
    identity.program = combine(identity.program, hash_text(each.build_id));
    identity.program = combine(identity.program, each.size);
  }
  identity.arguments = hash_text(launch.input);
  for (const std::string& each : launch.arguments)
    identity.arguments = combine(identity.arguments, hash_text(each));
  // What a search executes, and what it takes for a failure.
  const ExecutionOptions& execution = settings.execution;
  identity.settings = hash_text(settings.strategy);
  for (const std::uint64_t each :
       {settings.seed, execution.random_seed, execution.step_limit, execution.stall,
        static_cast<std::uint64_t>(settings.isolation), static_cast<std::uint64_t>(settings.races),
        static_cast<std::uint64_t>(settings.volatile_means),
        static_cast<std::uint64_t>(execution.granularity),
        static_cast<std::uint64_t>(execution.expected_exit), static_cast<std::uint64_t>(execution.spurious),
        static_cast<std::uint64_t>(execution.carrier), static_cast<std::uint64_t>(execution.memory),
        static_cast<std::uint64_t>(execution.unjoined)})
    identity.settings = combine(identity.settings, each);
  return identity;
}

std::string to_file(const WhatIsLeft& left, const SearchIdentity& identity) {
  Writer writer;
  writer.put(identity);
  writer.put(left.done);
  writer.put(left.claim);
  writer.put(static_cast<std::uint64_t>(left.parts.size()));
  for (const WhatIsLeft::Part& each : left.parts) {
    writer.put_all(std::span<const std::uint8_t>(each.left));
    writer.put_all(std::span<const std::uint8_t>(each.knowledge));
  }
  const std::uint64_t check = hash_of_bytes(writer.bytes());
  const std::vector<std::uint8_t>& bytes = writer.bytes();
  std::string file(kMagic);
  file.append(reinterpret_cast<const char*>(&check), sizeof check);
  return file.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

Result<WhatIsLeft> from_file(const std::string& contents, const SearchIdentity& identity) {
  std::uint64_t check = 0;
  if (!contents.starts_with(kMagic) || contents.size() < kMagic.size() + sizeof check)
    return Error{"it is no file of a search that was stopped"};
  const std::vector<std::uint8_t> bytes(
      contents.begin() + static_cast<std::ptrdiff_t>(kMagic.size() + sizeof check), contents.end());
  contents.copy(reinterpret_cast<char*>(&check), sizeof check, kMagic.size());
  Reader reader(bytes);
  SearchIdentity saved;
  reader.get(saved);
  WhatIsLeft left;
  reader.get(left.done);
  reader.get(left.claim);
  left.parts.resize(reader.count(2 * sizeof(std::uint64_t)));
  for (WhatIsLeft::Part& each : left.parts) {
    reader.get_all(each.left);
    reader.get_all(each.knowledge);
  }
  if (check != hash_of_bytes(bytes) || !reader.ok() || left.parts.empty())
    return Error{"the file is damaged"};
  if (saved != identity) return Error{std::string("it was a search ") + what_is_other(saved, identity)};
  return left;
}

}  // namespace heddle::host
