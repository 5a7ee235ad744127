import { connectionHelp } from '../../connection/options.ts'
import { usualTimeoutSeconds } from './arguments.ts'

export const testHelp = `\
parley test: runs test cases of an agent, waits, and tells what broke

Usage: parley test [options]

What is run: the cases that every kind of option given here names; all cases of the agent
when none is.
  --suite SUITE  a suite, by its id or its name; may be repeated
  --case CASE    a case, by its id or its key; may be repeated
  --tag TAG      cases with this tag; may be repeated
  --samples N    each case is played so often (1 to 5), and must pass each time
  --run RUN      starts nothing: watches this run, which is there already

What comes of it
  --junit FILE   writes the report as JUnit XML, which build servers read
  --report FILE  writes the report as JSON, with transcripts
  --json         a summary as JSON on the standard output, the rest on the standard error
  --no-wait      ends as soon as the run is started
  --timeout N    waits at most N seconds (${usualTimeoutSeconds} when left out), then cancels the run

Whom it talks to
${connectionHelp}

Ends with
  0  all passed
  1  a case failed, or could not be decided
  2  wrong options or settings
  3  the run could not be started, or not be watched to its end
  130  by Ctrl-C, which cancels the run; a second one leaves at once

Examples
  parley test
      all cases of the agent of a Parley on this machine
  parley test --suite "Opening hours" --tag smoke --junit reports/parley.xml
      the cases of one suite that carry a tag, with a report for the build server
  PARLEY_URL=https://parley.example.com PARLEY_API_KEY=… parley test --agent front-desk --samples 3
      every case three times, on another machine
  parley test --json | jq '.failures[].title'
      the titles of what broke`
