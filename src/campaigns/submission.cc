#include "campaigns/submission.h"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>

#include "report/model/text.h"

namespace heddle::campaigns {

namespace {

std::string permission(const Submission& submission) {
  return submission.signatures.empty() ? "--trust"
                                       : "--signatures " + report::shell_quoted(submission.signatures);
}

// As names of Kubernetes are: lower case, digits and dashes.
std::string resource_name(const std::string& campaign) {
  std::string name = "heddle-";
  for (const unsigned char c : campaign)
    name += std::isalnum(c) != 0 ? static_cast<char>(std::tolower(c)) : '-';
  name = name.substr(0, 52);
  while (name.back() == '-') name.pop_back();
  return name;
}

// A text of YAML, which JSON's are.
std::string yaml_text(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

bool is_memory(const std::string& text) {
  return text.size() >= 2 && (text.back() == 'M' || text.back() == 'G') && text.front() != '0' &&
         std::all_of(text.begin(), text.end() - 1, [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::string slurm_script(const Submission& submission) {
  std::string script = fmt::format(
      "#!/bin/sh\n"
      "# Workers of the campaign '{0}', written by 'heddle campaign submit --slurm'.\n"
      "# HEDDLE_STORE comes from the environment of whoever submits it; its password stands nowhere here.\n"
      "#SBATCH --job-name=heddle-{0}\n"
      "#SBATCH --array=1-{1}\n"
      "#SBATCH --ntasks=1\n"
      "#SBATCH --cpus-per-task={2}\n"
      "#SBATCH --mem={3}\n"
      "#SBATCH --time={4}\n"
      "#SBATCH --requeue\n"
      "#SBATCH --export=ALL\n"
      "#SBATCH --signal=B:TERM@60\n",
      submission.campaign, submission.workers, submission.jobs, submission.memory, submission.time);
  if (!submission.partition.empty()) script += fmt::format("#SBATCH --partition={}\n", submission.partition);
  script += fmt::format(
      ": \"${{HEDDLE_STORE:?is not set: give the URL of the store, as in HEDDLE_STORE=postgresql://... "
      "sbatch ...}}\"\n"
      "exec {} campaign work --campaign {} --jobs {} {}\n",
      report::shell_quoted(submission.heddle), report::shell_quoted(submission.campaign), submission.jobs,
      permission(submission));
  return script;
}

Result<std::string> kubernetes_manifest(const Submission& submission) {
  if (submission.image.empty())
    return Error{"--kubernetes needs --image: a container image with this heddle in it"};
  std::string arguments;
  const auto add = [&arguments](const std::string& word) {
    arguments += "            - " + yaml_text(word) + "\n";
  };
  for (const std::string word : {"campaign", "work", "--campaign"}) add(word);
  add(submission.campaign);
  add("--jobs");
  add(std::to_string(submission.jobs));
  if (submission.signatures.empty()) {
    add("--trust");
  } else {
    add("--signatures");
    add(submission.signatures);
  }
  return fmt::format(
      "# Workers of the campaign '{campaign}', written by 'heddle campaign submit --kubernetes'. Before it:\n"
      "#   kubectl create secret generic {secret} --from-literal=url='postgresql://...'\n"
      "apiVersion: batch/v1\n"
      "kind: Job\n"
      "metadata:\n"
      "  name: {name}\n"
      "  labels:\n"
      "    app.kubernetes.io/name: heddle\n"
      "spec:\n"
      "  completionMode: Indexed\n"
      "  completions: {workers}\n"
      "  parallelism: {workers}\n"
      "  # A worker that is gone has lost nothing but its unit, which another one does again.\n"
      "  backoffLimit: {retries}\n"
      "  template:\n"
      "    metadata:\n"
      "      labels:\n"
      "        app.kubernetes.io/name: heddle\n"
      "    spec:\n"
      "      restartPolicy: OnFailure\n"
      "      automountServiceAccountToken: false\n"
      "      terminationGracePeriodSeconds: 60\n"
      "      containers:\n"
      "        - name: worker\n"
      "          image: {image}\n"
      "          command: [{heddle}]\n"
      "          args:\n"
      "{arguments}"
      "          env:\n"
      "            - name: XDG_CACHE_HOME\n"
      "              value: /cache\n"
      "            - name: HEDDLE_STORE\n"
      "              valueFrom:\n"
      "                secretKeyRef:\n"
      "                  name: {secret}\n"
      "                  key: url\n"
      "          resources:\n"
      "            requests:\n"
      "              cpu: \"{jobs}\"\n"
      "              memory: {memory}i\n"
      "            limits:\n"
      "              cpu: \"{jobs}\"\n"
      "              memory: {memory}i\n"
      "          securityContext:\n"
      "            runAsNonRoot: true\n"
      "            runAsUser: 65534\n"
      "            allowPrivilegeEscalation: false\n"
      "          volumeMounts:\n"
      "            - name: cache\n"
      "              mountPath: /cache\n"
      "      volumes:\n"
      "        - name: cache\n"
      "          emptyDir: {{}}\n",
      fmt::arg("campaign", submission.campaign), fmt::arg("secret", submission.secret),
      fmt::arg("name", resource_name(submission.campaign)), fmt::arg("workers", submission.workers),
      fmt::arg("retries", submission.workers * 10), fmt::arg("image", yaml_text(submission.image)),
      fmt::arg("heddle", yaml_text(submission.heddle)), fmt::arg("arguments", arguments),
      fmt::arg("jobs", submission.jobs), fmt::arg("memory", submission.memory));
}

}  // namespace heddle::campaigns
