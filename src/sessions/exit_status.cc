#include "sessions/exit_status.h"

#include <cstdio>

namespace heddle::sessions {

int complain(ExitStatus status, const std::string& message) {
  std::fflush(stdout);
  std::fprintf(stderr, "heddle: %s\n", message.c_str());
  return status;
}

}  // namespace heddle::sessions
