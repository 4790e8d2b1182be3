// Who searches and replays for a hunt: the explorer process (host/explorer_process.h), or a script in the
// unit tests.
#pragma once

#include "event/result.h"
#include "search/messages.h"
#include "search/replayer.h"

namespace heddle::host {

class Explorer : public Replayer {
 public:
  // Called about ten times a second while a search runs; true stops it at the end of the execution.
  virtual Result<SearchPaused> search(const SearchRequest& request, const Watch& watch) = 0;
  // Of the search that runs.
  virtual const Progress& progress() const = 0;
};

}  // namespace heddle::host
