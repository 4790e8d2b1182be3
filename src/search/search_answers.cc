#include "search/search_answers.h"

#include <utility>

namespace heddle {

Result<SearchPaused> SearchAnswers::answer(SearchRequest request) {
  if (request.fresh || search_ == nullptr) {
    ground_.set_task(request);
    Result<std::unique_ptr<Search>> made = Search::make(request.settings, ground_.executor(request.settings));
    if (!made) return Error{made.error()};
    search_ = std::move(*made);
    ground_.observe(request.settings, *search_);
    tells_left_ = request.tells_left;
    if (!request.left.empty() && !search_->go_on_from(request.left, request.before)) {
      search_.reset();
      return Error{"the program cannot go on with what is left of a search"};
    }
  }
  search_->guide(std::move(request.guides));
  SearchPaused answer;
  answer.reason = search_->run(request.executions, [this] { return ground_.must_stop(*search_); });
  ground_.pause(*search_, answer);
  answer.totals = search_->totals();
  answer.unjoined = search_->unjoined();
  for (const auto& [signature, count] : search_->failures()) {
    answer.signatures.push_back(signature);
    answer.counts.push_back(count);
  }
  answer.series = search_->series();
  if (answer.reason == PauseReason::kExhausted)
    answer.claim = search_->claim();
  else
    answer.left = search_->left();
  if (tells_left_ && answer.reason != PauseReason::kExhausted) {
    if (request.gives_away && answer.reason == PauseReason::kStopped)
      answer.given_away = search_->give_away();
    answer.left_to_do = search_->save();
  }
  answer.beginnings = search_->beginnings();
  answer.size = search_->size();
  if (answer.reason == PauseReason::kFailure || answer.reason == PauseReason::kLost || search_->was_cut_off())
    answer.report = report_of(search_->last());
  if (answer.reason == PauseReason::kFailure) answer.report.tactic = search_->tactic();
  search_->observers.tell(answer);
  return answer;
}

}  // namespace heddle
