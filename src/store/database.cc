#include "store/database.h"

#include "store/retry.h"

namespace heddle::store {

Result<bool> transact(Database& database, const Patience& patience,
                      const std::function<Result<bool>()>& work) {
  for (Retry retry(patience);;) {
    Result<bool> outcome = database.begin();
    if (outcome) outcome = work();
    if (outcome) outcome = database.commit();
    if (outcome) return outcome;
    const Fault fault = database.fault();
    database.roll_back();
    if (fault == Fault::kNone || fault == Fault::kOther || !retry.pause()) return outcome;
    if (fault == Fault::kLost) static_cast<void>(database.connect());  // else the next begin() says so
  }
}

Result<Rows> run(Database& database, const Patience& patience, const std::string& sql,
                 const std::vector<Value>& parameters) {
  for (Retry retry(patience);;) {
    Result<Rows> rows = database.run(sql, parameters);
    if (rows) return rows;
    const Fault fault = database.fault();
    if ((fault != Fault::kBusy && fault != Fault::kLost) || !retry.pause()) return rows;
    if (fault == Fault::kLost) static_cast<void>(database.connect());
  }
}

}  // namespace heddle::store
