import { misuseOf } from '../../connection/connect.ts'
import { type Ending, misused, undone } from '../../exit.ts'
import type { Api } from '../../http/api.ts'
import { type ProblemBody, Refused } from '../../http/refused.ts'
import { counted, plain } from '../../text/plain.ts'
import type { Run } from './run.ts'
import type { Selection } from './selection.ts'

export const startRun = (api: Api, runs: string, selection: Selection): Promise<Run> =>
  api.post<Run>(runs, selection).catch(unstarted)

/** What stands in the way of a run, and what to do about it. */
export function unstarted(error: unknown): never {
  throw error instanceof Refused ? explained(error) : error
}

export function explained(refused: Refused): Ending {
  const { status, code, message, body } = refused
  if (code === 'agent.test.run_active') return undone(activeWords(body))
  if (code === 'agent.test.quota_exceeded') return undone(quotaWords(body))
  if (code === 'agent.test.invalid') return undone(lintWords(refused))
  if (code === 'agent.test.not_found') return misused(`${plain(message)}: look at what was chosen`)
  const errors = (body.errors ?? []).map(({ field, message: why }) => `\n  ${plain(field)} ${plain(why)}`).join('')
  const asked = body.requestId ? ` (request ${plain(body.requestId)})` : ''
  return misuseOf(refused) ?? undone(`Parley has refused, ${status}: ${plain(message)}${asked}${errors}`)
}

function activeWords({ activeRunId }: ProblemBody): string {
  const run = plain(activeRunId ?? '')
  return [
    `The agent has a run that is not over: ${run || 'its id is not told'}. An agent has one at a time.`,
    ...(run ? [`  To wait for it: parley test --run ${run}`] : []),
  ].join('\n')
}

function quotaWords({ detail, suggestion, estimate, remaining, resetsAt }: ProblemBody): string {
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

function lintWords({ message, body }: Refused): string {
  const cases = (body.lint ?? []).flatMap(({ caseId, findings }) => [
    `  ${plain(caseId)}`,
    ...findings.map(
      ({ severity, code, path, message: why }) => `    ${[severity, code, path].map(plain).join(' ')}: ${plain(why)}`,
    ),
  ])
  return [plain(message), ...cases].join('\n')
}
