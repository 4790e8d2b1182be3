#include "report/model/deed_words.h"

#include "event/operation_words.h"

namespace heddle::report {

DeedWords deed_words(OperationKind kind) {
  const OperationWords& words = words_of(kind);
  return words.now.empty() ? DeedWords{"uses", "used"} : DeedWords{words.now, words.past};
}

}  // namespace heddle::report
