// Functions that open descriptors: passed on; where one was opened is remembered, so that a report can name
// it.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <cstdio>

#include "runtime/interpose/interpose.h"
#include "runtime/interpose/open_descriptors.h"
#include "runtime/services/irreversible.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

int remembered(int descriptor, const CallSite& call) {
  open_descriptors::opened(descriptor, call);
  return descriptor;
}

int remembered_pair(int result, const int* descriptors, const CallSite& call) {
  if (result != 0) return result;
  open_descriptors::opened(descriptors[0], call);
  open_descriptors::opened(descriptors[1], call);
  return result;
}

}  // namespace

extern "C" {

// HEDDLE_OPENS(name, parameters, arguments)
#define HEDDLE_OPENS(name, parameters, arguments)               \
  int name parameters noexcept {                                \
    return remembered(real().name arguments, HEDDLE_CALL_SITE); \
  }
#define HEDDLE_OPENS_PAIR(name, parameters, arguments, pair)               \
  int name parameters noexcept {                                           \
    return remembered_pair(real().name arguments, pair, HEDDLE_CALL_SITE); \
  }

HEDDLE_OPENS(dup, (int descriptor), (descriptor))
HEDDLE_OPENS(epoll_create, (int size), (size))
HEDDLE_OPENS(epoll_create1, (int flags), (flags))
HEDDLE_OPENS(eventfd, (unsigned value, int flags), (value, flags))
HEDDLE_OPENS(socket, (int domain, int type, int protocol), (domain, type, protocol))
HEDDLE_OPENS_PAIR(pipe, (int descriptors[2]), (descriptors), descriptors)
HEDDLE_OPENS_PAIR(pipe2, (int descriptors[2], int flags), (descriptors, flags), descriptors)
HEDDLE_OPENS_PAIR(socketpair, (int domain, int type, int protocol, int descriptors[2]),
                  (domain, type, protocol, descriptors), descriptors)

#undef HEDDLE_OPENS
#undef HEDDLE_OPENS_PAIR

// libc closes the descriptor of a stream by itself.
int fclose(FILE* file) {
  note_changed_descriptors();
  if (hot.active) open_descriptors::closed(fileno_unlocked(file));
  return real().fclose(file);
}

FILE* freopen(const char* path, const char* mode, FILE* file) {
  note_changed_descriptors();
  return real().freopen(path, mode, file);
}
FILE* freopen64(const char* path, const char* mode, FILE* file) {
  note_changed_descriptors();
  return real().freopen64(path, mode, file);
}

}  // extern "C"
