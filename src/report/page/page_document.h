// All that a page is given, as JSON (web/src/data.ts says what it holds), and the page that it is put into.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "event/result.h"
#include "report/model/places.h"
#include "report/page/page_results.h"
#include "report/page/page_sources.h"
#include "report/page/page_trace.h"

namespace heddle::report {

class PageDocument {
 public:
  // `folder` is shown in the commands of the page; `made` says when, as ISO 8601.
  PageDocument(const std::string& folder, const std::string& made, PageSources::Read read_source);

  void add_results(const PageResults& results);
  // A bug whose schedule was executed again; what the program printed then.
  void add_bug(const ListedBug& bug, const std::string& output, const PagedExecution& execution,
               const Places& places, int expected_exit);
  // A bug without that: a sentence says why.
  void add_bug(const ListedBug& bug, const std::string& output, const std::string& why_no_trace);

  // Safe within a script element of a page: nothing in it can end the element.
  std::string text() const;

 private:
  nlohmann::ordered_json data_;
  PageSources sources_;
};

// The page with the data in it. The error says what is wrong with the template.
Result<std::string> filled_page(std::string_view page, std::string_view data);

}  // namespace heddle::report
