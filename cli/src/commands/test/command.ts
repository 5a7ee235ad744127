import { type AgentClient, ParleyError } from '@parley/sdk'
import { type CommandCall, defineCommand } from '../../command.ts'
import { apiErrorToCommandError } from '../../command-error.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { CommandError, type ExitCode, exitCodes, incompleteError, usageError } from '../../exit.ts'
import { formatCountOf, toPrintable } from '../../text/printable.ts'

import { createReportFolders, reportRun } from './report-run.ts'

import { type RunSelection, readSuites, resolveSelection } from './run-selection.ts'
import { readTestArguments, testOptions } from './test-arguments.ts'

import { type CliTestRun, formatStarted, type TestContext } from './test-run.ts'
import { waitForRun } from './wait-for-run.ts'

/** Extra fields in the errors of the test run endpoints. */
type RunProblem = {
  detail?: string
  activeRunId?: string
  lint?: { caseId: string; findings: Finding[] }[]
  estimate?: { units: number }
  remaining?: number
  resetsAt?: string
  suggestion?: string
}
type Finding = { severity: string; code: string; path: string; message: string }

const startTestRun = (client: AgentClient, selection: RunSelection): Promise<CliTestRun> =>
  client.post('/tests/runs', { body: selection })

function explainRunStartError(error: ParleyError): CommandError {
  const { code, message } = error
  const body = error.body as RunProblem
  if (code === 'agent.test.run_active') return incompleteError(formatActiveRun(body))
  if (code === 'agent.test.quota_exceeded') return incompleteError(formatQuota(body))
  if (code === 'agent.test.invalid') return incompleteError(formatLint(message, body))
  if (code === 'agent.test.not_found') return usageError(`${toPrintable(message)}: look at what was chosen`)
  return apiErrorToCommandError(error)
}

function formatActiveRun({ activeRunId }: RunProblem): string {
  const run = toPrintable(activeRunId ?? '')
  return [
    `The agent has a run that is not over: ${run || 'its id is not told'}. An agent has one at a time.`,
    ...(run ? [`  To wait for it: parley test --run ${run}`] : []),
  ].join('\n')
}

function formatQuota({ detail, suggestion, estimate, remaining, resetsAt }: RunProblem): string {
  const facts = [
    ...(estimate ? [`the run needs about ${formatCountOf(estimate.units, 'unit')}`] : []),
    ...(remaining === undefined ? [] : [`${remaining} are left of today's`]),
    ...(resetsAt ? [`a new day begins at ${toPrintable(resetsAt)}`] : []),
  ]
  return [
    `The run is larger than the test budget allows. ${toPrintable(detail ?? facts.join(', '))}`.trim(),
    ...(suggestion ? [`  ${toPrintable(suggestion)}`] : []),
  ].join('\n')
}

function formatLint(message: string, body: RunProblem): string {
  const cases = (body.lint ?? []).flatMap(({ caseId, findings }) => [
    `  ${toPrintable(caseId)}`,
    ...findings.map(
      ({ severity, code, path, message: why }) =>
        `    ${[severity, code, path].map(toPrintable).join(' ')}: ${toPrintable(why)}`,
    ),
  ])
  return [toPrintable(message), ...cases].join('\n')
}

export const testCommand = defineCommand({
  name: 'test',
  summary: 'run test cases of an agent, and tell what broke',
  about:
    'runs test cases of an agent, waits, and tells what broke. Run are the cases that every kind of\noption given here names; all cases of the agent when none is.',
  options: testOptions,
  exitDescriptions: {
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

async function runTests({ options, io, ...call }: CommandCall<typeof testOptions>): Promise<ExitCode> {
  const testArguments = readTestArguments(options)
  await createReportFolders(testArguments, io)
  try {
    const { client } = await connectToAgent(options, io)
    return await runAndReport({ ...call, client, testArguments: testArguments, io, suites: await readSuites(client) })
  } catch (error) {
    throw error instanceof ParleyError ? explainRunStartError(error) : error
  }
}

async function runAndReport(session: TestContext): Promise<ExitCode> {
  const { testArguments, io, print } = session
  const run = await resolveRun(session)
  if (!testArguments.wait) return detachFromRun(run, session)
  print(formatStarted(run))
  const last = await waitForRun(session, run)
  const exit = await reportRun(session, last)
  return io.interrupted.aborted && last.status === 'cancelled' ? exitCodes.interrupted : exit
}

async function resolveRun({ client, testArguments, io, suites }: TestContext): Promise<CliTestRun> {
  if (testArguments.run !== undefined) return client.get('/tests/runs/{run}', { path: { run: testArguments.run } })
  const selection = await resolveSelection(testArguments, suites, client)
  if (io.interrupted.aborted) throw new CommandError(exitCodes.interrupted, 'Stopped before the run was started')
  return startTestRun(client, selection)
}

/** Handles `--no-wait`. */
function detachFromRun({ id, status, ...run }: CliTestRun, { print, json }: TestContext): ExitCode {
  print(formatStarted({ id, status, ...run }))
  print(`  To wait for it: parley test --run ${toPrintable(id)}`)
  json({ exitCode: exitCodes.passed, runId: id, status })
  return exitCodes.passed
}
