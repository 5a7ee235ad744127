import type { AgentClient, ParleyError } from '@parley/sdk'
import { apiErrorToCommandError } from '../../command-error.ts'
import { type CommandError, incompleteError, usageError } from '../../exit.ts'
import { formatCountOf, toPrintable } from '../../text/printable.ts'
import type { RunSelection } from './run-selection.ts'
import type { CliTestRun } from './test-run.ts'

/** What the refusals of test runs add to a problem. */
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

export const startTestRun = (client: AgentClient, selection: RunSelection): Promise<CliTestRun> =>
  client.post('/tests/runs', { body: selection })

/** What stands in the way of a run, and what to do about it. */
export function explainRunStartError(error: ParleyError): CommandError {
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
