// A real Slurm of one machine (slurmctld, slurmd, munged), with folders and ports of its own, works on a
// campaign.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>

#include "campaign/support.h"
#include "support/postgres_server.h"

namespace heddle::e2e {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr int kTasks = 4;
constexpr int kKilledWorkers = 10;

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

class Slurm {
 public:
  explicit Slurm(const Workplace& place) : place_(place) {
    for (const char* folder : {"state", "spool", "munge"}) fs::create_directory(place.path(folder));
    chmod(place.path("munge").c_str(), 0711);
    std::string key(1024, '\0');
    std::random_device random;
    for (char& c : key) c = static_cast<char>(random());
    place.write("munge/key", key);
    chmod(place.path("munge/key").c_str(), 0400);
    const std::string host = host_name();
    const std::string port = std::to_string(20'000 + getpid() % 10'000);
    place.write("slurm.conf",
                "ClusterName=heddle\nSlurmctldHost=" + host +
                    "(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\nSlurmctldPort=" + port +
                    "\nSlurmdPort=" + std::to_string(std::stoi(port) + 10'000) +
                    "\nAuthType=auth/munge\nAuthInfo=socket=" + socket() +
                    "\nCredType=cred/munge\nStateSaveLocation=" + place.path("state") + "\nSlurmdSpoolDir=" +
                    place.path("spool") + "\nSlurmctldPidFile=" + place.path("slurmctld.pid") +
                    "\nSlurmdPidFile=" + place.path("slurmd.pid") +
                    "\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSelectType=select/cons_tres\n"
                    "SelectTypeParameters=CR_CPU\nReturnToService=2\nSlurmdParameters=config_overrides\n"
                    "JobAcctGatherType=jobacct_gather/none\nAccountingStorageType=accounting_storage/"
                    "none\nMpiDefault=none\n"
                    "SchedulerParameters=sched_interval=1\nNodeName=" +
                    host + " NodeAddr=127.0.0.1 CPUs=" + std::to_string(kTasks) +
                    " RealMemory=100000 State=UNKNOWN\nPartitionName=all Nodes=ALL Default=YES "
                    "MaxTime=INFINITE State=UP\n");
    daemons_.push_back(
        start({"munged", "--foreground", "--force", "--key-file=" + place.path("munge/key"),
               "--socket=" + socket(), "--pid-file=" + place.path("munge/pid"),
               "--seed-file=" + place.path("munge/seed"), "--log-file=" + place.path("munge/log")}));
    EXPECT_TRUE(eventually(30s, [&] { return fs::exists(socket()); }));
    daemons_.push_back(start({"slurmctld", "-D", "-f", configuration()}));
    daemons_.push_back(start({"slurmd", "-D", "-f", configuration(), "-N", host}));
    EXPECT_TRUE(eventually(60s, [&] { return ask({"sinfo", "-h", "-o", "%T"}).out.find("idle") == 0; }))
        << ask({"sinfo"}).out;
  }
  ~Slurm() {
    ask({"scancel", "--full", "--user=root"});
    for (auto daemon = daemons_.rbegin(); daemon != daemons_.rend(); ++daemon) {
      (*daemon)->signal(SIGKILL);
      (*daemon)->finish();
    }
  }

  Outcome ask(const std::vector<std::string>& words) const {
    return run(with_configuration({words, place_.folder()}));
  }
  Command with_configuration(Command command) const {
    command.environment["SLURM_CONF"] = configuration();
    return command;
  }

 private:
  std::string socket() const { return place_.path("munge/socket"); }
  std::string configuration() const { return place_.path("slurm.conf"); }
  std::unique_ptr<Process> start(const std::vector<std::string>& words) const {
    return std::make_unique<Process>(with_configuration({words, place_.folder()}));
  }

  const Workplace& place_;
  std::vector<std::unique_ptr<Process>> daemons_;
};

TEST(CampaignSlurm, AnArrayJobDoesAllOfIt) {
  if (geteuid() != 0) GTEST_SKIP() << "slurmd must be root's";
  test::PostgresServer server;
  const CampaignPlace campaign(server.make_database("campaign"));
  campaign.create(
      description_of({"lost_update", "lock_order", "lost_update_fixed", "bounded_buffer"}, 20'000, 200));
  const Slurm slurm(campaign.place());
  Command submit = slurm.with_configuration(
      campaign.command({"submit", "--slurm", "--campaign", "test", "--workers", std::to_string(kTasks),
                        "--memory", "100M", "--time", "1:00:00", "--heddle", HEDDLE_TEST_TOOL}));
  const Outcome submitted = run(submit);
  ASSERT_EQ(submitted.status, 0) << describe(submitted);
  // Slurm runs the script, which is ended while it works, and puts it back into the queue.
  std::minstd_rand random(5);
  for (int i = 0; i < kKilledWorkers; ++i) {
    for (unsigned long moments = random() % 100; moments > 0; --moments) pause_briefly();
    const std::vector<pid_t> workers = processes_running(HEDDLE_TEST_TOOL);
    for (const pid_t worker : workers)
      if (worker != getpid() && random() % workers.size() == 0) kill(worker, SIGKILL);
  }
  // What the array has lost, this worker does.
  ASSERT_TRUE(eventually(300s, [&] { return slurm.ask({"squeue", "-h"}).out.empty(); }))
      << slurm.ask({"squeue"}).out;
  const Outcome rest = campaign.campaign({"work", "--trust", "--jobs", "1"});
  EXPECT_EQ(rest.status, 0) << describe(rest);
  const CampaignFacts facts = campaign.facts();
  EXPECT_EQ(facts.cells.size(), 4u);
  for (const auto& [cell, figures] : facts.cells) EXPECT_EQ(std::get<0>(figures), 20'000u) << cell;
  EXPECT_GE(facts.bugs.size(), 3u);
}

}  // namespace
}  // namespace heddle::e2e
