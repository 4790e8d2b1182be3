// PostgreSQL's client library, loaded when the first store needs it: linked to the tool, it and the thirty
// libraries that it needs itself would cost every start of heddle 7 ms.
#pragma once

#include <libpq-fe.h>

#include "event/result.h"

namespace heddle::store {

#define HEDDLE_LIBPQ_FUNCTIONS(X) \
  X(PQclear)                      \
  X(PQcmdTuples)                  \
  X(PQconnectdbParams)            \
  X(PQconninfoFree)               \
  X(PQconninfoParse)              \
  X(PQerrorMessage)               \
  X(PQexec)                       \
  X(PQexecPrepared)               \
  X(PQfinish)                     \
  X(PQfreemem)                    \
  X(PQftype)                      \
  X(PQgetisnull)                  \
  X(PQgetlength)                  \
  X(PQgetvalue)                   \
  X(PQnfields)                    \
  X(PQntuples)                    \
  X(PQprepare)                    \
  X(PQresultErrorField)           \
  X(PQresultStatus)               \
  X(PQsetNoticeProcessor)         \
  X(PQstatus)                     \
  X(PQtransactionStatus)

// Each by the type that the library's own header gives it.
struct Libpq {
#define HEDDLE_DECLARE(name) decltype(&::name) name = nullptr;
  HEDDLE_LIBPQ_FUNCTIONS(HEDDLE_DECLARE)
#undef HEDDLE_DECLARE
};

// Once for a process; the error says what to install.
Result<bool> load_libpq();
// After that.
const Libpq& libpq();

}  // namespace heddle::store
