import { ParleyError } from '@parley/sdk'
import { type Call, command } from '../../command.ts'
import { toAgent } from '../../connection/connect.ts'
import { Ending, type Exit, exits } from '../../exit.ts'
import { plain } from '../../text/plain.ts'
import { readArguments, testOptions } from './arguments.ts'
import { makeFolders } from './files.ts'
import { startedLine } from './progress.ts'
import { report } from './report.ts'
import type { Run } from './run.ts'
import { selectionOf, suitesOf } from './selection.ts'
import type { Session } from './session.ts'
import { explained, startRun } from './start.ts'
import { watchToTheEnd } from './to-the-end.ts'

export const testCommand = command({
  name: 'test',
  summary: 'run test cases of an agent, and tell what broke',
  about:
    'runs test cases of an agent, waits, and tells what broke. Run are the cases that every kind of\noption given here names; all cases of the agent when none is.',
  options: testOptions,
  ends: {
    0: 'all passed; with --no-wait: the run is started',
    1: 'a case failed, or could not be decided',
    2: 'wrong options or settings: nothing was started',
    3: 'the run could not be started, or not be watched to its end',
    130: 'by Ctrl-C, which cancels the run; a second one leaves at once',
  },
  examples: [
    ['parley test', 'all cases of the agent of a Parley on this machine'],
    [
      'parley test --suite "Opening hours" --tag smoke --junit reports/parley.xml',
      'the cases of one suite that carry a tag, with a report for the build server',
    ],
    [
      'PARLEY_URL=https://parley.example.com PARLEY_API_KEY=… parley test --agent front-desk --samples 3',
      'every case three times, on another machine',
    ],
    ["parley test --json | jq '.failures[].title'", 'the titles of what broke'],
  ],
  next: ['`parley chat` talks to the agent, to see for yourself'],
  run: runTests,
})

async function runTests({ options, io, ...call }: Call<typeof testOptions>): Promise<Exit> {
  const asked = readArguments(options)
  await makeFolders(asked, io)
  try {
    const { at } = await toAgent(options, io)
    return await tested({ ...call, at, asked, io, suites: await suitesOf(at) })
  } catch (error) {
    throw error instanceof ParleyError ? explained(error) : error
  }
}

async function tested(session: Session): Promise<Exit> {
  const { asked, io, say } = session
  const run = await runOf(session)
  if (!asked.wait) return left(run, session)
  say(startedLine(run))
  const last = await watchToTheEnd(session, run)
  const exit = await report(session, last)
  return io.interrupted.aborted && last.status === 'cancelled' ? exits.interrupted : exit
}

async function runOf({ at, asked, io, suites }: Session): Promise<Run> {
  if (asked.run !== undefined) return at.get('/tests/runs/{run}', { path: { run: asked.run } })
  const selection = await selectionOf(asked, suites, at)
  if (io.interrupted.aborted) throw new Ending(exits.interrupted, 'Stopped before the run was started')
  return startRun(at, selection)
}

/** With `--no-wait`. */
function left({ id, status, ...run }: Run, { say, json }: Session): Exit {
  say(startedLine({ id, status, ...run }))
  say(`  To wait for it: parley test --run ${plain(id)}`)
  json({ exitCode: exits.passed, runId: id, status })
  return exits.passed
}
