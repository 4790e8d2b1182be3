// A search that is worked out here, from what the explorer tells of every execution: `mcr`.
#pragma once

#include <functional>

#include "event/result.h"
#include "search/messages.h"
#include "strategies/mcr/mcr.h"

namespace heddle::host {

bool is_guided(const SearchSettings& settings);

class GuidedSearch {
 public:
  // The explorer's own search, which follows what it is told and pauses when it has nothing left to follow.
  using Watch = std::function<bool()>;
  using Run = std::function<Result<SearchPaused>(const SearchRequest&)>;

  Result<SearchPaused> search(SearchRequest request, const Watch& watch, const Run& run);

 private:
  causality::Mcr mcr_;
  SearchPaused last_;     // what the explorer said when it was asked last
  bool follows_ = false;  // the explorer has an order that it did not follow yet
};

}  // namespace heddle::host
