import type { AgentClient, ParleyError } from '@parley/sdk'
import { type Ending, misused, undone } from '../../exit.ts'
import { refused } from '../../failure.ts'
import { counted, plain } from '../../text/plain.ts'
import type { Run } from './run.ts'
import type { Selection } from './selection.ts'

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

export const startRun = (at: AgentClient, selection: Selection): Promise<Run> =>
  at.post('/tests/runs', { body: selection })

/** What stands in the way of a run, and what to do about it. */
export function explained(error: ParleyError): Ending {
  const { code, message } = error
  const body = error.body as RunProblem
  if (code === 'agent.test.run_active') return undone(activeWords(body))
  if (code === 'agent.test.quota_exceeded') return undone(quotaWords(body))
  if (code === 'agent.test.invalid') return undone(lintWords(message, body))
  if (code === 'agent.test.not_found') return misused(`${plain(message)}: look at what was chosen`)
  return refused(error)
}

function activeWords({ activeRunId }: RunProblem): string {
  const run = plain(activeRunId ?? '')
  return [
    `The agent has a run that is not over: ${run || 'its id is not told'}. An agent has one at a time.`,
    ...(run ? [`  To wait for it: parley test --run ${run}`] : []),
  ].join('\n')
}

function quotaWords({ detail, suggestion, estimate, remaining, resetsAt }: RunProblem): string {
  const facts = [
    ...(estimate ? [`the run needs about ${counted(estimate.units, 'unit')}`] : []),
    ...(remaining === undefined ? [] : [`${remaining} are left of today's`]),
    ...(resetsAt ? [`a new day begins at ${plain(resetsAt)}`] : []),
  ]
  return [
    `The run is larger than the test budget allows. ${plain(detail ?? facts.join(', '))}`.trim(),
    ...(suggestion ? [`  ${plain(suggestion)}`] : []),
  ].join('\n')
}

function lintWords(message: string, body: RunProblem): string {
  const cases = (body.lint ?? []).flatMap(({ caseId, findings }) => [
    `  ${plain(caseId)}`,
    ...findings.map(
      ({ severity, code, path, message: why }) => `    ${[severity, code, path].map(plain).join(' ')}: ${plain(why)}`,
    ),
  ])
  return [plain(message), ...cases].join('\n')
}
