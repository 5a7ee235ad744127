import { type AgentClient, ParleyError } from '@parley/sdk'
import { type CommandCall, defineCommand } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import {
  apiErrorToCommandError,
  CommandError,
  createIncompleteError,
  type ExitCode,
  exitCodes,
  usageError,
} from '../../exit.ts'
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
  if (code === 'agent.test.run_active') return createIncompleteError(formatActiveRun(body))
  if (code === 'agent.test.quota_exceeded') return createIncompleteError(formatQuota(body))
  if (code === 'agent.test.invalid') return createIncompleteError(formatLint(message, body))
  if (code === 'agent.test.not_found') return usageError(`${toPrintable(message)}: check the cases you selected`)
  return apiErrorToCommandError(error)
}

function formatActiveRun({ activeRunId }: RunProblem): string {
  const run = toPrintable(activeRunId ?? '')
  return [
    `The agent already has an unfinished run: ${run || 'unknown id'}. An agent can have one run at a time.`,
    ...(run ? [`  To wait for it: parley test --run ${run}`] : []),
  ].join('\n')
}

function formatQuota({ detail, suggestion, estimate, remaining, resetsAt }: RunProblem): string {
  const facts = [
    ...(estimate ? [`the run needs about ${formatCountOf(estimate.units, 'unit')}`] : []),
    ...(remaining === undefined ? [] : [`${remaining} are left today`]),
    ...(resetsAt ? [`the budget resets at ${toPrintable(resetsAt)}`] : []),
  ]
  return [
    `The run exceeds the test budget. ${toPrintable(detail ?? facts.join(', '))}`.trim(),
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
  summary: 'run the test cases of an agent, and report failures',
  about:
    'runs test cases of an agent, waits, and reports failures. Runs the cases that match all the\nselection options, or every case of the agent if there are none.',
  options: testOptions,
  exitDescriptions: {
    0: 'all passed; with --no-wait: the run started',
    1: 'a case failed, or had no verdict',
    2: 'wrong options or settings: nothing was started',
    3: 'the run could not be started, or not followed to the end',
    130: 'interrupted by Ctrl-C, which cancels the run; press it again to leave at once',
  },
  examples: [
    ['parley test', 'all cases of the agent of a Parley server on this machine'],
    [
      'parley test --suite "Opening hours" --tag smoke --junit reports/parley.xml',
      'the cases of one suite that have a tag, with a report for the CI server',
    ],
    [
      'PARLEY_URL=https://parley.example.com PARLEY_API_KEY=… parley test --agent front-desk --samples 3',
      'every case three times, on another machine',
    ],
    ["parley test --json | jq '.failures[].title'", 'the titles of the failures'],
  ],
  next: ['`parley chat` talks to the agent, so you can try it yourself'],
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
  if (io.interrupted.aborted) throw new CommandError(exitCodes.interrupted, 'Stopped before the run started')
  return startTestRun(client, selection)
}

/** Handles `--no-wait`. */
function detachFromRun({ id, status, ...run }: CliTestRun, { print, json }: TestContext): ExitCode {
  print(formatStarted({ id, status, ...run }))
  print(`  To wait for it: parley test --run ${toPrintable(id)}`)
  json({ exitCode: exitCodes.passed, runId: id, status })
  return exitCodes.passed
}
