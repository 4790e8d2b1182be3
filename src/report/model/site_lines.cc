#include "report/model/site_lines.h"

#include <algorithm>

namespace heddle::report {

std::vector<SiteLine> site_lines(const ModuleTable& modules, symbols::Symbolizer& symbolizer) {
  std::vector<SiteLine> lines;
  for (const Module& module : modules.modules) {
    if (!module.instrumented || module.start == 0) continue;
    const std::uint64_t begin = module.file_address(module.first);
    const auto site_of = [&](std::uint64_t address) {
      return module.first + static_cast<SiteId>(address - begin);
    };
    for (const symbols::LineRange& range : symbolizer.lines(module.path)) {
      if (range.address < begin || range.address - begin >= module.size) continue;
      lines.push_back({site_of(range.address), range.line < begin ? kNoSite : site_of(range.line)});
    }
  }
  std::ranges::sort(lines, {}, &SiteLine::begin);
  return lines;
}

}  // namespace heddle::report
