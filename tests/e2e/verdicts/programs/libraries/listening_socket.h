// A TCP socket of this machine at a port that the kernel chooses; returns its address.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

inline sockaddr_in listen_anywhere(int listener) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  bind(listener, reinterpret_cast<sockaddr*>(&address), size);
  listen(listener, 2);
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  return address;
}
