import { truncateToWidth } from '../../layout/width.ts'
import type { Paint } from '../../text/paint.ts'
import { toPrintable } from '../../text/printable.ts'
import type { CliTestResult, CliTestRun } from './test-run.ts'

const longest = 400

export type TestFailure = {
  resultId: string
  caseId: string
  caseKey?: string
  title: string
  suiteId: string
  suite?: string
  sample: number
  state: 'failed' | 'errored'
  /** It passed or had no verdict in the run this one is compared with. */
  newlyFailing: boolean
  checks: { key: string; detail: string }[]
  criteria: { id: string; reason: string; evidence: string }[]
  error?: { stage: string; message: string }
}

type FailureContext = { run: CliTestRun; suites: ReadonlyMap<string, string> }

/** Sorts new failures first, then repeated failures, then results without a verdict. */
export function collectFailures(results: readonly CliTestResult[], { run, suites }: FailureContext): TestFailure[] {
  const news = new Set(run.diff?.newlyFailing)
  const blocks = results.map((result) =>
    toTestFailure(result, { suite: suites.get(result.suiteId), isNew: news.has(result.caseId) }),
  )
  const rank = ({ state, newlyFailing }: TestFailure) => (state === 'errored' ? 2 : newlyFailing ? 0 : 1)
  return blocks.toSorted((one, other) => rank(one) - rank(other))
}

function toTestFailure(result: CliTestResult, { suite, isNew }: { suite?: string; isNew: boolean }): TestFailure {
  const { id: resultId, caseId, caseKey, caseTitle: title, suiteId, sample, error } = result
  const state = result.state === 'errored' ? 'errored' : 'failed'
  return {
    ...{
      resultId,
      caseId,
      ...(caseKey !== undefined && { caseKey }),
      title,
      suiteId,
      ...(suite !== undefined && { suite }),
    },
    ...{ sample, state, newlyFailing: state === 'failed' && isNew },
    checks: (result.checks ?? []).filter(({ pass }) => !pass).map(({ key, detail }) => ({ key, detail })),
    criteria: (result.judge?.criteria ?? [])
      .filter(({ pass }) => !pass)
      .map(({ id, reason, evidence }) => ({ id, reason, evidence })),
    ...(error && { error }),
  }
}

/**
 * Formats one failure line by line. All of its texts are untrusted: they come from the operator, the agent or the
 * judge.
 */
export function formatFailure(failure: TestFailure, paint: Paint): string[] {
  const { state, title, newlyFailing, sample, checks, criteria, error } = failure
  const head = state === 'failed' ? paint('red', 'FAILED') : paint('yellow', 'ERRORED')
  const place = [failure.suite, failure.caseKey ?? failure.caseId].filter((part) => part !== undefined).join(' / ')
  const where = [place, ...(sample > 1 ? [`sample ${sample}`] : []), failure.resultId]
  return [
    `${head} ${paint('bold', truncate(title))}${newlyFailing ? paint('red', '  newly failing') : ''}`,
    `  ${paint('dim', truncate(where.join(' · ')))}`,
    ...(error ? [`  ${stages[error.stage] ?? truncate(error.stage)}: ${truncate(error.message)}`] : []),
    ...checks.map(({ key, detail }) => `  check ${truncate(key)}: ${truncate(detail)}`),
    ...criteria.flatMap(({ id, reason, evidence }) => [
      `  criterion ${truncate(id)}: ${truncate(reason)}`,
      ...(toPrintable(evidence) ? [`    evidence: ${truncate(evidence)}`] : []),
    ]),
  ]
}

const truncate = (text: string): string => truncateToWidth(toPrintable(text), longest)

const stages: Record<string, string> = {
  scenario: 'the scenario could not be set up',
  turn: 'a turn could not be played',
  simulate: 'the person could not be simulated',
  checks: 'the checks could not be evaluated',
  judge: 'the judge did not reach a verdict',
  budget: 'the case exceeds its cost limit',
}
