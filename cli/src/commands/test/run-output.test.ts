import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaint } from '../../text/paint.ts'
import { formatSeconds } from '../../text/printable.ts'
import { collectFailures, formatFailure } from './failures.ts'
import { exitCodeOf, formatSummary } from './report-run.ts'

import { type CliTestResult, type CliTestRun, drawRunBar } from './test-run.ts'

const paint = createPaint(false)
const run: CliTestRun = {
  id: 'run_2',
  status: 'completed',
  counts: { total: 4, passed: 1, failed: 2, errored: 1, skipped: 0 },
  estimate: { units: 4 },
  usage: { units: 3 },
  diff: { against: 'run_1', newlyFailing: ['case_b'], newlyPassing: [], stillFailing: ['case_a'] },
  createdAt: '2030-01-31T09:00:00.000Z',
  startedAt: '2030-01-31T09:00:01.000Z',
  completedAt: '2030-01-31T09:01:21.500Z',
}
const result = (caseId: string, more: Partial<CliTestResult>): CliTestResult => ({
  ...{ id: `res_${caseId}`, suiteId: 'suite_1', caseId, caseTitle: `Title of ${caseId}`, sample: 1, state: 'failed' },
  ...more,
})
const suites = new Map([['suite_1', 'Opening hours']])

test('the output lists new failures first, then earlier failures, then cases without a verdict', () => {
  const error = { stage: 'scenario', message: 'The persona per_1' }
  const results = [result('case_a', {}), result('case_c', { state: 'errored', error }), result('case_b', {})]
  const failures = collectFailures(results, { run, suites })
  assert.deepEqual(
    failures.map(({ caseId, newlyFailing }) => `${caseId} ${newlyFailing}`),
    ['case_b true', 'case_a false', 'case_c false'],
  )
})

test('a failed case lists its failing checks and criteria, and an errored case shows where and why it broke', () => {
  const checks = [
    { key: 'finalReplyNonEmpty', pass: true, detail: 'The last reply has text.' },
    { key: 'textIncludes', pass: false, detail: 'No reply says "nine".' },
  ]
  const criteria = [
    { id: 'kind', pass: true, reason: 'It is.', evidence: 'Hello' },
    { id: 'answers', pass: false, reason: 'The hours are missing.', evidence: 'Hello\nthere' },
  ]
  const failed = result('case_b', { caseKey: 'hours', sample: 2, checks, judge: { criteria } })
  const errored = result('case_c', { state: 'errored', error: { stage: 'judge', message: 'The model is away.' } })
  const lines = collectFailures([failed, errored], { run, suites }).flatMap((failure) => formatFailure(failure, paint))
  assert.deepEqual(lines, [
    'FAILED Title of case_b  newly failing',
    '  Opening hours / hours · sample 2 · res_case_b',
    '  check textIncludes: No reply says "nine".',
    '  criterion answers: The hours are missing.',
    '    evidence: Hello there',
    'ERRORED Title of case_c',
    '  Opening hours / case_c · res_case_c',
    '  the judge did not reach a verdict: The model is away.',
  ])
})

test('text of other people neither controls the terminal nor starts a line', () => {
  const checks = [{ key: 'textIncludes', pass: false, detail: '\u001b[2Jgone\r\n::error::boo\u0007\u202e' }]
  const [failure] = collectFailures([result('case_b', { caseTitle: '\u001b]0;title\u0007', checks })], { run, suites })
  assert.ok(failure)
  const lines = formatFailure(failure, paint)
  assert.equal(lines[0], 'FAILED ]0;title  newly failing')
  assert.equal(lines[2], '  check textIncludes: [2Jgone ::error::boo')
})

test('the summary shows the counts, the duration, the cost and the new failures', () => {
  assert.deepEqual(formatSummary(run, paint), [
    'FAILED  4 cases: 1 passed, 2 failed, 1 errored (1 min 21 s, 3 units)  run_2',
    'Compared with run_1: 1 newly failing, 0 newly passing, 1 still failing',
  ])
  const counts = { total: 1, passed: 1, failed: 0, errored: 0, skipped: 0 }
  const [passed] = formatSummary({ ...run, counts, diff: undefined, completedAt: run.startedAt }, paint)
  assert.equal(passed, 'PASSED  1 case: 1 passed (0 s, 3 units)  run_2')
})

test('a run passes only if it completed without a failed or errored case', () => {
  const counts = { ...run.counts, failed: 0, errored: 0 }
  assert.equal(exitCodeOf({ ...run, counts }), 0)
  assert.equal(exitCodeOf({ ...run, counts: { ...counts, errored: 1 } }), 1)
  assert.equal(exitCodeOf({ ...run, counts: { ...counts, failed: 1 } }), 1)
  assert.equal(exitCodeOf({ ...run, counts, status: 'cancelled' }), 3)
  assert.equal(exitCodeOf({ ...run, counts, status: 'failed' }), 3)
})

test('the bar fills up, estimates the time left and never breaks the line', () => {
  const half: CliTestRun = {
    ...run,
    status: 'running',
    counts: { total: 4, passed: 1, failed: 1, errored: 0, skipped: 0 },
    inFlight: [{ title: 'Books\na visit' }],
  }
  const bar = drawRunBar(half, { columns: 120, seconds: 30 })
  assert.equal(bar, `${'█'.repeat(12)}${'░'.repeat(12)} 2 of 4, 1 failed  about 30 s left  Books a visit`)
  assert.equal(drawRunBar(half, { columns: 40, seconds: 30 }).length, 39)
  assert.equal(formatSeconds(59.2), '1 min')
})
