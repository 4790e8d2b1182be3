#include "campaigns/submission.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::campaigns {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Submission, SlurmScript) {
  Submission submission;
  submission.campaign = "nightly";
  submission.workers = 12;
  submission.jobs = 4;
  submission.partition = "short";
  const std::string script = slurm_script(submission);
  EXPECT_THAT(script, HasSubstr("#SBATCH --array=1-12\n"));
  EXPECT_THAT(script, HasSubstr("#SBATCH --cpus-per-task=4\n"));
  EXPECT_THAT(script, HasSubstr("#SBATCH --partition=short\n"));
  EXPECT_THAT(script, HasSubstr("exec heddle campaign work --campaign nightly --jobs 4 --trust\n"));
  submission.signatures = "/shared/my signatures";
  EXPECT_THAT(slurm_script(submission), HasSubstr("--signatures '/shared/my signatures'"));
}

TEST(Submission, KubernetesManifest) {
  Submission submission;
  submission.campaign = "Nightly_2";
  EXPECT_THAT(kubernetes_manifest(submission).error(), HasSubstr("--image"));
  submission.image = "registry.example/heddle:1";
  const std::string manifest = *kubernetes_manifest(submission);
  EXPECT_THAT(manifest, HasSubstr("  name: heddle-nightly-2\n"));
  EXPECT_THAT(manifest, HasSubstr("completionMode: Indexed"));
  EXPECT_THAT(manifest, HasSubstr("memory: 2Gi"));
  EXPECT_THAT(manifest, HasSubstr("secretKeyRef"));
  EXPECT_THAT(manifest, Not(HasSubstr("value: \"postgres")));
}

TEST(Submission, Memory) {
  for (const char* good : {"512M", "2G", "16G"}) EXPECT_TRUE(is_memory(good)) << good;
  for (const char* bad : {"", "G", "2", "2g", "2GB", "0G", "-1G", "1.5G", "2G\n#SBATCH"})
    EXPECT_FALSE(is_memory(bad)) << bad;
}

}  // namespace
}  // namespace heddle::campaigns
