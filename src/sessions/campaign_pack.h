// Programs on their way into a store, with what they need beyond the system's libraries, and out of it again.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "campaigns/create.h"
#include "campaigns/views.h"
#include "event/result.h"
#include "store/database.h"

namespace heddle::sessions {

// "x86_64"
std::string_view architecture();

// Starts the program under control once, to see what it loads; a program with tests lists them. Its files are
// sent to the store. Paths of the description are seen from `folder`.
Result<campaigns::PackedProgram> pack_program(store::Database& database, const store::Patience& patience,
                                              const campaigns::ProgramDescription& description,
                                              const std::string& folder);

// A line for each file, as sha256sum writes and checks them.
std::string signature_lines(const std::vector<campaigns::PackedProgram>& programs);
// The digests of such a file.
Result<std::set<std::string>> read_signatures(const std::string& path);

// All of a series in a folder, which is made, and is there whole or not at all. With `signatures`, nothing
// that they do not list is written.
Result<bool> unpack_series(store::Database& database, const store::Patience& patience,
                           const std::vector<campaigns::PackedInfo>& files, const std::string& folder,
                           const std::set<std::string>* signatures);

inline constexpr char kPackedProgramFolder[] = "bin";
inline constexpr char kPackedLibraries[] = "lib";
inline constexpr char kPackedFiles[] = "files";  // what it runs in a copy of

}  // namespace heddle::sessions
