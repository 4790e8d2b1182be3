#include "report/page/page_document.h"

#include "report/text/failure_text.h"

namespace heddle::report {

namespace {

constexpr std::string_view kDataElement = R"(<script type="application/json" id="heddle-data">null</script>)";
constexpr std::string_view kNoData = "null";

// The characters that mean something to a page occur in strings only, where they can be written otherwise. So
// can the two line ends that JSON allows in a string and old JavaScript does not.
std::string escaped(const std::string& json) {
  std::string text;
  text.reserve(json.size() + json.size() / 16);
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string_view rest = std::string_view(json).substr(i);
    if (json[i] == '<')
      text += "\\u003c";
    else if (json[i] == '>')
      text += "\\u003e";
    else if (json[i] == '&')
      text += "\\u0026";
    else if (rest.starts_with("\u2028") || rest.starts_with("\u2029")) {
      text += rest.starts_with("\u2028") ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      text += json[i];
    }
  }
  return text;
}

nlohmann::ordered_json bug_head(const ListedBug& bug) {
  nlohmann::ordered_json json;
  json["id"] = bug.id;
  if (bug.test) json["test"] = *bug.test;
  return json;
}

}  // namespace

PageDocument::PageDocument(const std::string& folder, const std::string& made, PageSources::Read read_source)
    : sources_(std::move(read_source)) {
  data_["heddle"] = HEDDLE_VERSION;
  data_["folder"] = folder;
  data_["made"] = made;
  data_["bugs"] = nlohmann::ordered_json::array();
}

void PageDocument::add_results(const PageResults& results) {
  for (const auto& [key, value] : results.parts.items()) data_[key] = value;
}

void PageDocument::add_bug(const ListedBug& bug, const std::string& output, const PagedExecution& execution,
                           const Places& places, int expected_exit) {
  nlohmann::ordered_json json = bug_head(bug);
  json["headline"] = headline(execution.failure, places, expected_exit);
  json["text"] = failure_text(execution.failure, places, Style{}, expected_exit);
  json["output"] = output;
  json["waits"] = page_waits(execution.failure, execution.threads.size(), places);
  json["trace"] = page_trace(execution, places, sources_);
  data_["bugs"].push_back(std::move(json));
}

void PageDocument::add_bug(const ListedBug& bug, const std::string& output, const std::string& why_no_trace) {
  nlohmann::ordered_json json = bug_head(bug);
  json["headline"] = bug.headline;
  json["text"] = bug.headline;
  json["output"] = output;
  json["waits"] = nlohmann::ordered_json::array();
  json["why_no_trace"] = why_no_trace;
  data_["bugs"].push_back(std::move(json));
}

std::string PageDocument::text() const {
  nlohmann::ordered_json whole = data_;
  whole["sources"] = sources_.json();
  return escaped(whole.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n";
}

Result<std::string> filled_page(std::string_view page, std::string_view data) {
  const std::size_t place = page.find(kDataElement);
  if (place == page.npos)
    return Error{"the page has no place for the data, which is the element " + std::string(kDataElement)};
  const std::size_t start = place + kDataElement.find(kNoData);
  std::string filled(page.substr(0, start));
  filled += data;
  filled += page.substr(start + kNoData.size());
  return filled;
}

}  // namespace heddle::report
