// What one thread hands to another: futures, stop tokens, pipes, sockets, events.
#pragma once

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cstdint>
#include <cstdlib>
#include <future>
#include <stop_token>

#include "case.h"

namespace race_cases::handing {

void by_future() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  together(
      [&] {
        data = 1;
        promise.set_value(1);
      },
      [&] {
        future.get();
        seen = data;
      });
}

void by_async() {
  std::future<void> future = std::async(std::launch::async, [] { data = 1; });
  future.get();
  seen = data;
}

void by_pipe(bool reads_pipe) {
  int ends[2];
  if (pipe(ends) != 0) return;
  together(
      [&] {
        data = 1;
        if (write(ends[1], "x", 1) != 1) std::abort();
      },
      [&] {
        char byte = 0;
        if (reads_pipe && read(ends[0], &byte, 1) != 1) std::abort();
        seen = data;
      });
  close(ends[0]);
  close(ends[1]);
}

void by_packaged_task() {
  std::packaged_task<int()> task([] { return data = 1; });
  std::future<int> result = task.get_future();
  together([&] { task(); },
           [&] {
             result.get();
             seen = data;
           });
}

void by_shared_future() {
  std::promise<void> promise;
  const std::shared_future<void> ready = promise.get_future().share();
  together(
      [&] {
        data = 1;
        promise.set_value();
      },
      [ready] {
        ready.wait();
        seen = data;
      });
}

void by_future_that_is_asked(bool looks) {
  std::promise<void> promise;
  std::future<void> ready = promise.get_future();
  together(
      [&] {
        data = 1;
        promise.set_value();
      },
      [&] {
        if (ready.wait_for(std::chrono::seconds(0)) == std::future_status::ready || !looks) seen = data;
      });
}

void by_exception() {
  std::promise<void> promise;
  std::future<void> ready = promise.get_future();
  together(
      [&] {
        data = 1;
        promise.set_exception(std::make_exception_ptr(1));
      },
      [&] {
        try {
          ready.get();
        } catch (int) {
          seen = data;
        }
      });
}

void by_two_asyncs() {
  const auto work = [] { ++data; };
  std::future<void> one = std::async(std::launch::async, work);
  std::future<void> two = std::async(std::launch::async, work);
}

void by_deferred() {
  std::future<void> later = std::async(std::launch::deferred, [] { ++data; });
  later.get();
  std::thread([] { ++data; }).join();
}

void by_stop_token(bool looks) {
  std::jthread worker([looks](const std::stop_token& stop) {
    if (stop.stop_requested() || !looks) seen = data;
  });
  stay_behind();
  data = 1;
  worker.request_stop();
}

void by_stop_callback() {
  std::stop_source source;
  together(
      [&] {
        data = 1;
        source.request_stop();
      },
      [&] { const std::stop_callback callback(source.get_token(), [] { seen = data; }); });
}

void by_socket(bool receives) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) std::abort();
  together(
      [&] {
        data = 1;
        if (send(ends[0], "x", 1, 0) != 1) std::abort();
      },
      [&] {
        char byte = 0;
        if (receives && recv(ends[1], &byte, 1, 0) != 1) std::abort();
        seen = data;
      });
  close(ends[0]);
  close(ends[1]);
}

void by_eventfd() {
  const int event = eventfd(0, 0);
  together(
      [=] {
        data = 1;
        const std::uint64_t one = 1;
        if (write(event, &one, sizeof one) != sizeof one) std::abort();
      },
      [=] {
        std::uint64_t count = 0;
        if (read(event, &count, sizeof count) != sizeof count) std::abort();
        seen = data;
      });
  close(event);
}

Cases chapter() {
  using enum Right;
  static constexpr Case kAll[] = {
      {"future", kClean, by_future},
      {"packaged_task", kClean, by_packaged_task},
      {"shared_future", kClean, by_shared_future},
      {"future_asked", kClean, [] { by_future_that_is_asked(true); }},
      {"future_not_looked_at", kRacy, [] { by_future_that_is_asked(false); }},
      {"exception", kClean, by_exception},
      {"async", kClean, by_async},
      {"two_asyncs", kRacy, by_two_asyncs},
      {"deferred", kClean, by_deferred},
      {"stop_token", kClean, [] { by_stop_token(true); }},
      {"stop_token_not_looked_at", kRacy, [] { by_stop_token(false); }},
      {"stop_callback", kClean, by_stop_callback},
      {"pipe", kClean, [] { by_pipe(true); }},
      {"pipe_not_read", kRacy, [] { by_pipe(false); }},
      {"socket", kClean, [] { by_socket(true); }},
      {"socket_not_read", kRacy, [] { by_socket(false); }},
      {"eventfd", kClean, by_eventfd},
  };
  return kAll;
}

}  // namespace race_cases::handing
