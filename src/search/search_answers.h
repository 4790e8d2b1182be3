// What the explorer answers to requests for a search. A search goes on from request to request, until one
// asks for a fresh one.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "event/result.h"
#include "search/messages.h"
#include "search/search.h"

namespace heddle {

// The process in which executions run: what it does for a search, and what only it knows.
class SearchGround {
 public:
  virtual ~SearchGround() = default;

  virtual Executor& executor(const SearchSettings& settings) = 0;
  // What the program is given to do from now on, and what is known of it.
  virtual void set_task(const SearchRequest& request) = 0;
  // Adds those that look at the executions of a new search.
  virtual void observe(const SearchSettings& settings, Search& search) = 0;
  // Asked before each execution.
  virtual bool must_stop(const Search& search) = 0;
  // The search pauses. Adds to the answer what the process has seen.
  virtual void pause(const Search& search, SearchPaused& answer) = 0;
};

class SearchAnswers {
 public:
  explicit SearchAnswers(SearchGround& ground) : ground_(ground) {}

  // An error says what is wrong with the request.
  Result<SearchPaused> answer(SearchRequest request);

 private:
  SearchGround& ground_;
  std::unique_ptr<Search> search_;
  bool tells_left_ = false;
};

}  // namespace heddle
