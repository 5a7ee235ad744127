import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildSendTimeline } from './send-timeline.ts'

const nothing = { known: false, sent: false, delivered: false, read: false, failed: false }
const queued = { queuedAt: 't0', delivery: nothing }
const kinds = (send: Parameters<typeof buildSendTimeline>[0]) => buildSendTimeline(send).map(({ kind }) => kind)

test('a read and answered send has every step', () => {
  const delivery = { ...nothing, known: true, sent: true, delivered: true, read: true, deliveredAt: 't2', readAt: 't3' }
  assert.deepEqual(kinds({ ...queued, state: 'sent', sentAt: 't1', respondedAt: 't4', delivery }), [
    'queued',
    'sent',
    'delivered',
    'read',
    'responded',
  ])
})

test('a send that waits for a retry shows when it is due', () => {
  const life = buildSendTimeline({ ...queued, state: 'queued', nextAttemptAt: 't9' })
  assert.deepEqual(life.at(-1), { kind: 'nextAttempt', at: 't9', reason: undefined, isPending: true })
})

test('an ended send shows how and why it ended', () => {
  assert.deepEqual(kinds({ ...queued, state: 'cancelled', cancelledAt: 't1' }), ['queued', 'cancelled'])
  const failed = buildSendTimeline({ ...queued, state: 'failed', failedAt: 't1', reason: 'not_rcs_capable' })
  assert.deepEqual(failed.at(-1), { kind: 'failed', at: 't1', reason: 'not_rcs_capable' })
  assert.deepEqual(kinds({ ...queued, state: 'suppressed', reason: 'opted_out' }), ['queued', 'suppressed'])
})

test('a send that was sent but not delivered says so', () => {
  const delivery = { ...nothing, known: true, sent: true, failed: true, failedAt: 't2', failReason: 'expired' }
  assert.deepEqual(kinds({ ...queued, state: 'sent', sentAt: 't1', delivery }), ['queued', 'sent', 'undelivered'])
})
