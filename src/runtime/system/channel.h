// Whole messages over a socket, by system calls of our own. False: the other side is gone.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::runtime {

bool send_message(int socket, const std::vector<std::uint8_t>& message);
bool receive_message(int socket, std::vector<std::uint8_t>& message);

}  // namespace heddle::runtime
