#include "event/surroundings.h"

namespace heddle {

namespace {

constexpr std::string_view kFresh = "fresh";

}  // namespace

std::string cwd_text(const Surroundings& surroundings) {
  if (!surroundings.fresh_folder) return "";
  std::string text(kFresh);
  return surroundings.folder_template.empty() ? text : text + ":" + surroundings.folder_template;
}

bool read_cwd(std::string_view text, Surroundings& surroundings) {
  if (!text.starts_with(kFresh)) return false;
  text.remove_prefix(kFresh.size());
  if (!text.empty() && (text.front() != ':' || text.size() == 1)) return false;
  surroundings.fresh_folder = true;
  surroundings.folder_template = text.empty() ? "" : text.substr(1);
  return true;
}

}  // namespace heddle
