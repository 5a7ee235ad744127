import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  continueAt,
  failPermanently,
  finish,
  giveUpIfExhausted,
  postponeTo,
  retry,
  retryGiveUp,
  toAttemptResult,
  type WorkOutcome,
} from './attempt-result.ts'

const now = new Date('2026-01-01T00:00:00Z')
const tomorrow = new Date('2026-01-02T00:00:00Z')
const policy = { retry: { delaysSeconds: [60, 120], jitter: 0 }, maxCrashes: 3 }
const row = { due_at: now, attempts: 0, crashes: 1, last_error: 'before' }
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)

type Case = [title: string, outcome: WorkOutcome, attempts: number, expected: object]
const cases: Case[] = [
  ['done has no due time', finish(), 0, { outcome: 'done', due_at: null, attempts: 1, crashes: 1, last_error: null }],
  [
    'again starts afresh',
    continueAt(tomorrow),
    2,
    { outcome: 'again', due_at: tomorrow, attempts: 0, crashes: 0, last_error: null },
  ],
  [
    'later is no attempt',
    postponeTo(tomorrow),
    2,
    { outcome: 'again', due_at: tomorrow, attempts: 2, crashes: 1, last_error: 'before' },
  ],
  ['a first failure waits', retry(new Error('no')), 0, { outcome: 'retry', due_at: inSeconds(60), attempts: 1 }],
  ['a second failure waits longer', retry('no'), 1, { outcome: 'retry', due_at: inSeconds(120), last_error: 'no' }],
  ['the handler may say when', retry('no', { at: tomorrow }), 0, { outcome: 'retry', due_at: tomorrow }],
  ['the last failure is the end', retry('no', { at: tomorrow }), 2, { outcome: 'gave_up', due_at: null, attempts: 3 }],
  [
    'fail is the end at once',
    failPermanently('no'),
    0,
    { outcome: 'gave_up', due_at: null, attempts: 1, last_error: 'no' },
  ],
]

for (const [title, outcome, attempts, expected] of cases) {
  test(`settlement: ${title}`, () => {
    const { columns, outcome: named } = toAttemptResult(outcome, { ...row, attempts }, policy, { now, random: 0 })
    assert.partialDeepStrictEqual({ outcome: named, ...columns }, expected)
  })
}

test('the text of an error is shortened and contains nothing that PostgreSQL refuses', () => {
  const { columns } = toAttemptResult(retry(new Error(`a\0b\ud800${'x'.repeat(5000)}`)), row, policy, {
    now,
    random: 0,
  })
  assert.match(columns.last_error ?? '', /^ab\ufffdx+$/)
  assert.ok((columns.last_error?.length ?? 0) <= 1000)
})

test('a row is refused after its last attempt or after too many worker crashes', () => {
  assert.equal(giveUpIfExhausted(row, policy), undefined)
  assert.equal(giveUpIfExhausted({ ...row, attempts: 3 }, policy)?.error?.message, 'before')
  assert.equal(giveUpIfExhausted({ ...row, crashes: 3 }, policy)?.error?.message, 'its worker crashed 3 times')
})

test('a row whose failure could not be recorded is delayed and then refused again', () => {
  const { columns } = retryGiveUp(row, new Error('broken'), policy, { now, random: 0 })
  assert.ok(columns.due_at! > now)
  assert.ok(giveUpIfExhausted(columns, policy))
})
