#include "sessions/tool_paths.h"

#include <filesystem>

namespace heddle::sessions {

namespace fs = std::filesystem;

ToolPaths find_tool_paths() {
  std::error_code error;
  const fs::path tool = fs::read_symlink("/proc/self/exe", error);
  const fs::path prefix = tool.parent_path().parent_path();
  ToolPaths paths;
  paths.tool = tool.string();
  paths.share_folder = (prefix / "share" / "heddle").string();
  paths.subjects_folder = (prefix / "subjects").string();
  paths.program_folder = (prefix / HEDDLE_PROGRAM_FOLDER / "heddle").string();
  if (fs::exists(tool.parent_path() / "heddle-class-model", error))
    paths.program_folder = tool.parent_path().string();  // in the build tree
  for (const char* folder : {"lib", HEDDLE_LIBRARY_FOLDER, "lib64"}) {
    if (!fs::exists(prefix / folder / "libheddle.so", error)) continue;
    paths.library_folder = (prefix / folder).string();
    break;
  }
  for (const fs::path& folder : {prefix / "include", fs::path(HEDDLE_SOURCE_INCLUDE)}) {
    if (!fs::exists(folder / "heddle" / "heddle.h", error)) continue;
    paths.include_folder = folder.string();
    break;
  }
  return paths;
}

Result<ToolPaths> find_installation() {
  ToolPaths paths = find_tool_paths();
  if (paths.library_folder.empty())
    return Error{"libheddle.so is not beside this tool; is the installation complete?"};
  return paths;
}

}  // namespace heddle::sessions
