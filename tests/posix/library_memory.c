/* Functions that read or write memory of their caller, and those that open descriptors: they do what they
   always do. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <netdb.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

#define IS(text, wanted) CHECK(strcmp(text, wanted) == 0)

static char text[64];

static int with_list(int which, FILE* stream, const char* format, ...) {
  va_list list;
  va_start(list, format);
  char* made = NULL;
  int result = -1;
  if (which == 0) result = vsprintf(text, format, list);
  if (which == 1) result = vsnprintf(text, 4, format, list);
  if (which == 2) result = vprintf(format, list);
  if (which == 3) result = vfprintf(stream, format, list);
  if (which == 4) result = vdprintf(fileno(stream), format, list);
  if (which == 5) {
    result = vasprintf(&made, format, list);
    strcpy(text, made);
    free(made);
  }
  va_end(list);
  return result;
}

static void formats(FILE* stream) {
  CHECK(sprintf(text, "%s|%5d|%-3c|%.2s|%*d|%ld|%lld|%zu|%hhd|%%", "a", 1, 'b', "cde", 3, 4, 5L, 6LL,
                (size_t)7, 8) == 28);
  IS(text, "a|    1|b  |cd|  4|5|6|7|8|%");
  CHECK(snprintf(text, 4, "%.1f %Lg %s", 1.25, (long double)2.5, "x") == 9);
  IS(text, "1.2");
  CHECK(sprintf(text, "%2$s %1$s", "world", "hello") == 11);
  IS(text, "hello world");
  int length = 0;
  CHECK(sprintf(text, "%ls%n%.*s%p", L"wide", &length, 2, "xyz", (void*)0) == 11 && length == 4);
  char* made = NULL;
  CHECK(asprintf(&made, "%s-%x", "y", 255) == 4);
  IS(made, "y-ff");
  free(made);
  CHECK(with_list(0, stream, "%s %d", "list", 1) == 6);
  IS(text, "list 1");
  CHECK(with_list(1, stream, "%s", "abcdef") == 6);
  IS(text, "abc");
  CHECK(with_list(2, stream, "%s", "") == 0);
  CHECK(with_list(3, stream, "%s\n", "third") == 6);
  CHECK(fflush(stream) == 0);
  CHECK(with_list(4, stream, "%s\n", "fourth") == 7);
  CHECK(with_list(5, stream, "%d%s", 5, "th") == 3);
  IS(text, "5th");
  CHECK(printf("%s", "") == 0);
  CHECK(fprintf(stream, "%d\n", 5) == 2);
  CHECK(fflush(stream) == 0);
  CHECK(dprintf(fileno(stream), "%c\n", '6') == 2);
}

static void streams(FILE* stream) {
  CHECK(fputs("seven\n", stream) >= 0);
  CHECK(fwrite("eight\n", 1, 6, stream) == 6);
  CHECK(puts("") >= 0);
  rewind(stream);
  CHECK(fgets(text, sizeof text, stream) == text);
  IS(text, "third\n");
  char* line = NULL;
  size_t room = 0;
  CHECK(getline(&line, &room, stream) == 7);
  IS(line, "fourth\n");
  CHECK(getdelim(&line, &room, '5', stream) == 1);
  free(line);
  CHECK(fread(text, 2, 2, stream) == 2);
  CHECK(memcmp(text, "\n6\ns", 4) == 0);
}

static void times(void) {
  const time_t day = 86400;
  struct tm broken_down;
  CHECK(gmtime_r(&day, &broken_down) == &broken_down && broken_down.tm_mday == 2);
  CHECK(localtime_r(&day, &broken_down) == &broken_down);
  CHECK(gmtime_r(&day, &broken_down) == &broken_down);
  CHECK(strftime(text, sizeof text, "%Y-%m-%d", &broken_down) == 10);
  IS(text, "1970-01-02");
  CHECK(strftime(text, 2, "%Y", &broken_down) == 0);
  CHECK(asctime_r(&broken_down, text) == text);
  IS(text, "Fri Jan  2 00:00:00 1970\n");
  CHECK(ctime_r(&day, text) == text);
}

static int descending(const void* one, const void* other) {
  return *(const int*)other - *(const int*)one;
}

static void hosts(void) {
  struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_family = AF_INET};
  struct addrinfo* found = NULL;
  CHECK(getaddrinfo("127.0.0.1", NULL, &hints, &found) == 0 && found->ai_family == AF_INET);
  freeaddrinfo(found);
  CHECK(getaddrinfo("no number", "80", &hints, &found) == EAI_NONAME);
}

static void texts(void) {
  CHECK(strstr(strerror_r(ENOENT, text, sizeof text), "No such file") != NULL);
  CHECK(strstr(strerror_r(12345, text, sizeof text), "12345") != NULL);
  char words[] = " one  two";
  char* rest = NULL;
  IS(strtok_r(words, " ", &rest), "one");
  IS(strtok_r(NULL, " ", &rest), "two");
  CHECK(strtok_r(NULL, " ", &rest) == NULL);
  int numbers[] = {1, 3, 2};
  qsort(numbers, 3, sizeof numbers[0], descending);
  CHECK(numbers[0] == 3 && numbers[1] == 2 && numbers[2] == 1);
}

static void descriptors(FILE* stream) {
  int pair[2];
  CHECK(pipe(pair) == 0 && close(pair[0]) == 0 && close(pair[1]) == 0);
  CHECK(pipe2(pair, O_NONBLOCK) == 0 && read(pair[0], text, 1) == -1 && errno == EAGAIN);
  CHECK(close(pair[0]) == 0 && close(pair[1]) == 0 && close(pair[1]) == -1 && errno == EBADF);
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  const int copy = dup(pair[0]);
  CHECK(write(copy, "ab", 2) == 2 && read(pair[1], text, 8) == 2 && text[1] == 'b');
  CHECK(close(copy) == 0 && close(pair[0]) == 0 && close(pair[1]) == 0);
  const int opened[] = {epoll_create(1), epoll_create1(0), eventfd(0, 0), socket(AF_UNIX, SOCK_DGRAM, 0)};
  for (int i = 0; i < 4; ++i) CHECK(opened[i] > 2 && close(opened[i]) == 0);
  const int high = fcntl(0, F_DUPFD, 100), higher = fcntl(0, F_DUPFD, 200);
  int nonblocking = 1;
  CHECK(pipe(pair) == 0 && ioctl(pair[0], FIONBIO, &nonblocking) == 0);
  CHECK(read(pair[0], text, 1) == -1 && errno == EAGAIN);
  CHECK(close_range(200, 210, 0) == 0 && fcntl(higher, F_GETFD) == -1 && fcntl(high, F_GETFD) == 0);
  closefrom(100);
  CHECK(fcntl(high, F_GETFD) == -1);
  CHECK(close(pair[0]) == 0 && close(pair[1]) == 0);
  FILE* other = fopen("/dev/null", "r");
  CHECK(other != NULL && freopen("/dev/zero", "r", other) == other && fgetc(other) == 0);
  CHECK(freopen64("/dev/null", "r", other) == other && fgetc(other) == EOF && fclose(other) == 0);
  CHECK(pwrite(fileno(stream), "xy", 2, 0) == 2 && pread(fileno(stream), text, 2, 0) == 2);
  CHECK(pwrite64(fileno(stream), "z", 1, 0) == 1 && pread64(fileno(stream), text + 2, 2, 0) == 2);
  CHECK(memcmp(text, "xyzy", 4) == 0);
  CHECK(pread(-1, text, 1, 0) == -1 && errno == EBADF);
  CHECK(fclose(stream) == 0);
}

static void* all(void* unused) {
  FILE* stream = tmpfile();
  CHECK(stream != NULL);
  formats(stream);
  streams(stream);
  times();
  texts();
  hosts();
  descriptors(stream);
  return unused;
}

int main(void) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, all, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  all(NULL);
  return 0;
}
