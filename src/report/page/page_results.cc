#include "report/page/page_results.h"

#include "report/model/run_description.h"
#include "report/model/text.h"

namespace heddle::report {

namespace {

using ResultsJson = nlohmann::ordered_json;

// Fields may be missing: another version may have written the file.
std::string text_at(const ResultsJson& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

const ResultsJson& list_at(const ResultsJson& json, const char* key) {
  static const ResultsJson none = ResultsJson::array();
  const auto found = json.find(key);
  return found != json.end() && found->is_array() ? *found : none;
}

ListedBug listed_bug(const ResultsJson& json, std::uint64_t otherwise) {
  ListedBug bug;
  const auto id = json.find("id");
  bug.id = id != json.end() && id->is_number_unsigned() ? id->get<std::uint64_t>() : otherwise;
  bug.kind = text_at(json, "kind");
  bug.headline = text_at(json, "message");
  bug.schedule = text_at(json, "schedule");
  bug.output = text_at(json, "output");
  return bug;
}

void add_run(PageResults& all, ResultsJson json) {
  for (const ResultsJson& each : list_at(json, "bugs"))
    if (each.is_object()) all.bugs.push_back(listed_bug(each, all.bugs.size() + 1));
  all.parts["run"] = std::move(json);
}

// Its bug names files as seen from where `heddle class` ran.
void add_class(PageResults& all, ResultsJson json, const ReadBeside& read_beside) {
  if (json.contains("bugs") && json["bugs"].is_array())
    for (ResultsJson& each : json["bugs"]) {
      if (!each.is_object()) continue;
      ListedBug bug = listed_bug(each, all.bugs.size() + 1);
      bug.schedule = base_name(bug.schedule);
      bug.output = "run/" + output_file_name(1);
      const std::string reproducer(base_name(text_at(each, "reproducer")));
      if (!reproducer.empty())
        if (const std::optional<std::string> text = read_beside(reproducer)) each["reproducer_text"] = *text;
      all.bugs.push_back(std::move(bug));
    }
  all.parts["class"] = std::move(json);
}

void add_tests(PageResults& all, ResultsJson json) {
  const ResultsJson& tests = list_at(json, "tests");
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!tests[i].is_object()) continue;
    std::uint64_t number = 0;
    for (const ResultsJson& each : list_at(tests[i], "bugs")) {
      if (!each.is_object()) continue;
      ListedBug bug = listed_bug(each, ++number);
      bug.test = i;
      all.bugs.push_back(std::move(bug));
    }
  }
  all.parts["tests"] = std::move(json);
}

Result<ResultsJson> parsed(const std::string& name, const std::string& text) {
  ResultsJson json = ResultsJson::parse(text, nullptr, false);
  if (!json.is_object()) return Error{name + " is damaged: it is not a JSON object"};
  return json;
}

}  // namespace

Result<PageResults> page_results(const ResultFiles& files, const ReadBeside& read_beside) {
  PageResults all;
  if (files.results) {
    Result<ResultsJson> json = parsed("results.json", *files.results);
    if (!json) return Error{json.error()};
    if (!text_at(*json, "class").empty())
      add_class(all, std::move(*json), read_beside);
    else if (json->contains("tests") && (*json)["tests"].is_array())
      add_tests(all, std::move(*json));
    else if (json->contains("program") && json->contains("bugs"))
      add_run(all, std::move(*json));
    else
      return Error{"results.json is not of 'heddle run', 'heddle test' or 'heddle class'"};
  }
  if (files.coverage) {
    Result<ResultsJson> json = parsed("coverage.json", *files.coverage);
    if (!json) return Error{json.error()};
    all.parts["coverage"] = std::move(*json);
  }
  if (files.study) {
    Result<ResultsJson> json = parsed("study.json", *files.study);
    if (!json) return Error{json.error()};
    all.parts["study"] = std::move(*json);
  }
  return all;
}

}  // namespace heddle::report
