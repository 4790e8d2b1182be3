// Makes a thread by a function that it looks up itself: past whatever is linked in front of libc.
#include <dlfcn.h>
#include <pthread.h>

#include <cstring>

using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

static void* find(const char* how) {
  void* libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (std::strcmp(how, "handle") == 0) return dlsym(libc, "pthread_create");
  if (std::strcmp(how, "version") == 0)
    return dlvsym(libc, "pthread_create",
#if defined(__x86_64__)
                  "GLIBC_2.2.5"
#else
                  "GLIBC_2.17"
#endif
    );
  return dlsym(RTLD_NEXT, "pthread_create");
}

extern "C" int make_thread(const char* how, pthread_t* thread, void* (*start)(void*)) {
  return reinterpret_cast<Create>(find(how))(thread, nullptr, start, nullptr);
}
