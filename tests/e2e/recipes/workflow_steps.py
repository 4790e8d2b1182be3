# The shell commands of a workflow file, as JSON: [{"name": ..., "run": ..., "network": bool}]. A GitHub workflow has steps with
# `run`, of which a step that uses an action has none; a GitLab one has lists of script lines, a Buildkite one of commands.
import json
import re
import sys

import yaml

NETWORK = re.compile(r'\b(apt-get|git clone|curl|wget)\b')


def github(document):
    for job in document['jobs'].values():
        for step in job['steps']:
            if 'run' in step:
                yield step['name'], step['run']
            elif 'uses' not in step:
                raise SystemExit('a step that does nothing: %r' % step)


def gitlab(document):
    for name, job in document.items():
        if not isinstance(job, dict) or 'script' not in job:
            continue
        for part in ('before_script', 'script', 'after_script'):
            for line in job.get(part, []):
                yield part, line


# What the shell sees once Buildkite has read the pipeline.
def buildkite(document):
    for step in document['steps']:
        for command in step.get('commands', []):
            yield step['label'], command.replace('$$', '$')


def steps_in(document):
    if 'jobs' in document:
        return github(document)
    return buildkite(document) if 'steps' in document else gitlab(document)


document = yaml.safe_load(open(sys.argv[1], encoding='utf-8'))
steps = [{'name': name, 'run': run, 'network': NETWORK.search(run) is not None} for name, run in steps_in(document)]
json.dump(steps, sys.stdout)
