// Descriptors that are closed by another thread than the one that used them last, each in order: after a
// join, under a mutex, by the reader of what was written, and numbers that are used again. The right twin of
// descriptor_closed_in_use.cc.
//
// run: join => nothing
// run: mutex => nothing
// run: echo => nothing
// run: reused => nothing
// run: shutdown => nothing
// options: --executions 300
// carriers: contexts
#include <sys/socket.h>
#include <unistd.h>
#include <mutex>
#include <string>
#include <thread>

std::mutex mutex;
int ends[2];
bool closed = false;

int main(int, char** arguments) {
  const std::string mode = arguments[1];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 0;
  if (mode == "join") {
    std::thread([] { write(ends[0], "x", 1); }).join();
    close(ends[0]);
  } else if (mode == "mutex") {
    std::thread writer([] {
      std::lock_guard lock(mutex);
      if (!closed) write(ends[0], "x", 1);
    });
    {
      std::lock_guard lock(mutex);
      closed = true;
      close(ends[0]);
    }
    writer.join();
  } else if (mode == "echo") {
    std::thread peer([] {
      char letter;
      while (read(ends[1], &letter, 1) == 1) write(ends[1], &letter, 1);
      close(ends[1]);
    });
    char letter;
    write(ends[0], "x", 1);
    read(ends[0], &letter, 1);
    close(ends[0]);
    peer.join();
  } else if (mode == "reused") {
    const auto open_and_close = [] {
      int own[2];
      if (pipe(own) != 0) return;
      write(own[1], "x", 1);
      close(own[0]);
      close(own[1]);
    };
    std::thread other(open_and_close);
    open_and_close();
    other.join();
  } else {
    std::thread reader([] {
      char letter;
      read(ends[1], &letter, 1);
    });
    shutdown(ends[1], SHUT_RDWR);
    reader.join();
    close(ends[1]);
  }
}
