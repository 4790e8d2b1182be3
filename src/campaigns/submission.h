// What Slurm and Kubernetes are given to start workers. Heddle starts none on other machines by itself.
#pragma once

#include <cstdint>
#include <string>

#include "event/result.h"

namespace heddle::campaigns {

struct Submission {
  std::string campaign;
  std::uint64_t workers = 4;      // tasks of the array, pods of the job
  std::uint64_t jobs = 1;         // processes of each
  std::string time = "8:00:00";   // of Slurm, for each task
  std::string memory = "2G";      // of each
  std::string partition;          // of Slurm; empty: its own choice
  std::string heddle = "heddle";  // the command on the machine that works
  std::string image;              // of Kubernetes
  std::string secret = "heddle-store";
  std::string signatures;  // a file, there; empty: --trust
};

// A batch script. The store's URL is taken from the environment of whoever submits, and stands nowhere in it.
std::string slurm_script(const Submission& submission);
// An Indexed Job. The URL comes from a Secret, which the manifest names and does not hold.
Result<std::string> kubernetes_manifest(const Submission& submission);

// Whether it has the form of "2G", "512M".
bool is_memory(const std::string& text);

}  // namespace heddle::campaigns
