// Functions of libc that read or write memory of their caller: streams, times, messages, sorting. What they
// do is libc's own; here the memory that they touch is announced.
#include <netdb.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "runtime/interpose/call_memory.h"
#include "runtime/interpose/interpose.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

tm* break_down(tm* (*function)(const time_t*, tm*), const time_t* time, tm* result, const CallSite& call) {
  const CallMemory memory(call);
  memory.reads(time, sizeof *time);
  tm* const broken_down = function(time, result);
  if (broken_down != nullptr) memory.writes(result, sizeof *result);
  return broken_down;
}

}  // namespace

extern "C" {

// --- Streams ---

std::size_t fread(void* to, std::size_t size, std::size_t count, FILE* file) {
  const std::size_t got = real().fread(to, size, count, file);
  CallMemory(HEDDLE_CALL_SITE).writes(to, size * got);
  return got;
}

std::size_t fwrite(const void* from, std::size_t size, std::size_t count, FILE* file) {
  CallMemory(HEDDLE_CALL_SITE).reads(from, size * count);
  return real().fwrite(from, size, count, file);
}

char* fgets(char* to, int size, FILE* file) {
  char* const got = real().fgets(to, size, file);
  CallMemory(HEDDLE_CALL_SITE).writes_text(got);
  return got;
}

int fputs(const char* text, FILE* file) {
  CallMemory(HEDDLE_CALL_SITE).reads_text(text);
  return real().fputs(text, file);
}

int puts(const char* text) {
  CallMemory(HEDDLE_CALL_SITE).reads_text(text);
  return real().puts(text);
}

ssize_t getline(char** line, std::size_t* room, FILE* file) {
  const ssize_t got = real().getline(line, room, file);
  if (got >= 0) CallMemory(HEDDLE_CALL_SITE).writes(*line, static_cast<std::size_t>(got) + 1);
  return got;
}

ssize_t getdelim(char** line, std::size_t* room, int delimiter, FILE* file) {
  const ssize_t got = real().getdelim(line, room, delimiter, file);
  if (got >= 0) CallMemory(HEDDLE_CALL_SITE).writes(*line, static_cast<std::size_t>(got) + 1);
  return got;
}

// --- Times ---

tm* localtime_r(const time_t* time, tm* result) noexcept {
  return break_down(real().localtime_r, time, result, HEDDLE_CALL_SITE);
}

tm* gmtime_r(const time_t* time, tm* result) noexcept {
  return break_down(real().gmtime_r, time, result, HEDDLE_CALL_SITE);
}

char* ctime_r(const time_t* time, char* text) noexcept {
  const CallMemory memory(HEDDLE_CALL_SITE);
  memory.reads(time, sizeof *time);
  char* const result = real().ctime_r(time, text);
  memory.writes_text(result);
  return result;
}

char* asctime_r(const tm* time, char* text) noexcept {
  const CallMemory memory(HEDDLE_CALL_SITE);
  memory.reads(time, sizeof *time);
  char* const result = real().asctime_r(time, text);
  memory.writes_text(result);
  return result;
}

std::size_t strftime(char* text, std::size_t room, const char* format, const tm* time) noexcept {
  const CallMemory memory(HEDDLE_CALL_SITE);
  memory.reads_text(format);
  memory.reads(time, sizeof *time);
  const std::size_t length = real().strftime(text, room, format, time);
  if (length != 0) memory.writes(text, length + 1);
  return length;
}

// --- Texts ---

char* strerror_r(int error, char* text, std::size_t room) noexcept {
  char* const message = real().strerror_r(error, text, room);
  if (message == text) CallMemory(HEDDLE_CALL_SITE).writes_text(text);
  return message;
}

int __xpg_strerror_r(int error, char* text, std::size_t room) noexcept {
  const int result = libc<int(int, char*, std::size_t)>("__xpg_strerror_r")(error, text, room);
  if (room != 0) CallMemory(HEDDLE_CALL_SITE).writes_text(text);
  return result;
}

char* strtok_r(char* text, const char* delimiters, char** rest) noexcept {
  const CallMemory memory(HEDDLE_CALL_SITE);
  if (text == nullptr) memory.reads(rest, sizeof *rest);
  char* const start = text != nullptr ? text : *rest;
  memory.reads_text(delimiters);
  memory.reads_text(start);
  char* const token = real().strtok_r(text, delimiters, rest);
  if (token != nullptr && memory.is_seen()) memory.writes(token + plain().strlen(token), 1);
  memory.writes(rest, sizeof *rest);
  return token;
}

// --- Names of hosts ---

int getaddrinfo(const char* host, const char* service, const addrinfo* hints, addrinfo** found) {
  const CallMemory memory(HEDDLE_CALL_SITE);
  if (host != nullptr) memory.reads_text(host);
  if (service != nullptr) memory.reads_text(service);
  if (hints != nullptr) memory.reads(hints, sizeof *hints);
  using Function = int(const char*, const char*, const addrinfo*, addrinfo**);
  const int error = libc<Function>("getaddrinfo")(host, service, hints, found);
  if (error == 0) memory.writes(found, sizeof *found);
  return error;
}

// --- Sorting: the comparison is the program's own code ---

void qsort(void* first, std::size_t count, std::size_t size, int (*compare)(const void*, const void*)) {
  const CallMemory memory(HEDDLE_CALL_SITE);
  memory.reads(first, count * size);
  real().qsort(first, count, size, compare);
  memory.writes(first, count * size);
}

}  // extern "C"
