import { ParleyError } from '@parley/sdk'
import { type CommandCall, defineCommand } from '../../command.ts'
import { type AgentConnection, connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { CommandError, type ExitCode, exitCodes } from '../../exit.ts'
import { toPrintable } from '../../text/printable.ts'
import { draftArgument, explainConflict } from '../drafts/command.ts'
import { createReportFolders, reportRun } from '../test/report-run.ts'
import { readSuites } from '../test/run-selection.ts'
import { readTestArguments } from '../test/test-arguments.ts'
import { formatStarted } from '../test/test-run.ts'
import { waitForRun } from '../test/wait-for-run.ts'

const publishOptions = {
  ...agentOptions,
  label: { type: 'string', value: 'LABEL', description: 'the label of the new version, at most 80 characters' },
  gate: { type: 'boolean', description: 'first runs the suites of the publishing gate on the draft' },
  junit: { type: 'string', value: 'FILE', description: 'with --gate: writes the report as JUnit XML' },
  timeout: { type: 'string', value: 'N', description: 'with --gate: waits at most N seconds (default: 3600)' },
} as const

export const publishCommand = defineCommand({
  name: 'publish',
  summary: 'make live what a draft is',
  about: 'publishes a draft: live takes over its changes as one version.',
  args: [draftArgument],
  options: publishOptions,
  exitDescriptions: {
    0: 'published',
    1: 'a test of the gate failed, or the gate does not hold: nothing was published',
    3: 'live changed the same items, or the tests could not be run: nothing was published',
  },
  examples: [
    ['parley publish dft_01 --label "Summer hours"', 'publishes it as a labelled version'],
    ['parley publish dft_01 --gate --junit gate.xml', 'tests it first, on a build server'],
  ],
  next: ['`parley versions restore VERSION` goes back'],
  run: publish,
})

async function publish(call: CommandCall<typeof publishOptions>): Promise<ExitCode> {
  const { options, args, io, print, json } = call
  const [draftId = ''] = args
  const connection = await connectToAgent(options, io)
  if (options.gate) {
    const exit = await runGate(call, connection, draftId)
    if (exit !== exitCodes.passed) return exit
  }
  const { label } = options
  const body = label === undefined ? {} : { label }
  const { version } = await connection.client
    .post('/drafts/{draftId}/_publish', { path: { draftId }, body })
    .catch((error: unknown) => {
      throw explainRefusal(error, draftId)
    })
  json({ exitCode: exitCodes.passed, version })
  print(`${toPrintable(draftId)} is live as version ${version}`)
  return exitCodes.passed
}

/** Runs the suites of the gate, or all suites, and reports failures. The gate itself decides about the pass rate. */
async function runGate(
  call: CommandCall<typeof publishOptions>,
  { client }: AgentConnection,
  draftId: string,
): Promise<ExitCode> {
  const { options, io, print } = call
  const { junit, timeout } = options
  const none = { suite: [], case: [], tag: [], samples: undefined, run: undefined, report: undefined, 'no-wait': false }
  const testArguments = readTestArguments({ ...options, ...none, draft: draftId, junit, timeout })
  await createReportFolders(testArguments, io)
  const { gate } = await client.get('/settings/publishing')
  const suiteIds = gate?.suiteIds
  const run = await client.post('/tests/runs', { body: { draftId, ...(suiteIds && { suiteIds }) } })
  print(formatStarted(run))
  const session = { ...call, client, testArguments, suites: await readSuites(client) }
  const last = await waitForRun(session, run)
  const exit = await reportRun({ ...session, json: () => {} }, last)
  // With a gate, its own pass rate decides; without one, every case must pass.
  return gate && last.status === 'completed' ? exitCodes.passed : exit
}

function explainRefusal(error: unknown, draftId: string): unknown {
  if (!(error instanceof ParleyError) || error.code !== 'agent.draft.gate_failed')
    return explainConflict(error, `Rebase it first: parley drafts rebase ${toPrintable(draftId)}`)
  const { failing = [] } = error.body as { failing?: string[] }
  const cases = failing.map((id) => `  ${toPrintable(id)}`)
  return new CommandError(exitCodes.failed, [toPrintable(error.message), ...cases].join('\n'))
}
