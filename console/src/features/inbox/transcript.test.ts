import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AgentMessageEntry, buildTranscript } from './transcript.ts'

const entry = (more: Partial<AgentMessageEntry>): AgentMessageEntry => ({
  timestamp: '2030-01-31T12:00:00.000Z',
  agentId: 'harbour',
  userId: 'usr_1',
  sessionId: 'ses_1',
  origin: 'agent',
  type: 'content',
  channel: 'rcs',
  messageId: 'msg_1',
  raw: { spec: 'amf/1', parts: [{ type: 'text', text: 'Hello' }] },
  bubbles: [{ text: 'Hello', view: { kind: 'text', text: [{ text: 'Hello' }], chips: [] } }],
  ...more,
})
const status = (subtype: string, more: Partial<AgentMessageEntry> = {}) =>
  entry({ type: 'status', subtype, raw: {}, ...more })
const visibleEntries = (entries: AgentMessageEntry[]) => buildTranscript(entries).filter(({ tone }) => tone !== 'day')

test('the newest message is last, below the heading of its day', () => {
  const bubbles = buildTranscript([
    entry({ timestamp: '2030-02-01T12:00:00.000Z', messageId: 'msg_2' }),
    entry({ origin: 'user', messageId: 'evt_1', text: 'Hi', raw: { type: 'message', message: { text: 'Hi' } } }),
  ])
  assert.deepEqual(
    bubbles.map(({ from, plain }) => [from, plain]),
    [
      ['note', 'Thursday, January 31, 2030'],
      ['person', 'Hi'],
      ['note', 'Friday, February 1, 2030'],
      ['agent', 'Hello'],
    ],
  )
})

const receipts: [title: string, entries: AgentMessageEntry[], delivery: string | undefined][] = [
  ['has no receipt yet', [], 'pending'],
  ['was sent', [status('sent')], 'sent'],
  ['was read, reported before it was delivered', [status('delivered'), status('read'), status('sent')], 'read'],
  ['failed after it was sent', [status('failed', { error: 'unreachable' }), status('sent')], 'failed'],
]
for (const [title, entries, delivery] of receipts) {
  test(`a message that ${title} shows ${delivery}`, () => {
    assert.equal(visibleEntries([...entries, entry({})])[0]?.delivery, delivery)
  })
}

test('a failed message shows why, and a message of a rehearsal shows no delivery state', () => {
  assert.equal(visibleEntries([status('failed', { error: 'unreachable' }), entry({})])[0]?.error, 'unreachable')
  assert.equal(visibleEntries([entry({ test: true })])[0]?.delivery, undefined)
})

test('a message appears as its bubbles, with the delivery state on the last', () => {
  const view = {
    kind: 'text' as const,
    text: [{ text: 'Hello' }],
    chips: [{ label: 'Hi', kind: 'reply' as const, tap: 0 }],
  }
  const sms = { encoding: 'GSM-7' as const, segments: 1, units: 5 }
  const bubbles = [
    { text: 'Hello', view },
    { text: 'Hello', view, sms },
  ]
  assert.deepEqual(
    visibleEntries([status('read'), entry({ bubbles })]).map(({ delivery, ...bubble }) => [
      bubble.view,
      bubble.sms,
      delivery,
    ]),
    [
      [view, undefined, undefined],
      [view, sms, 'read'],
    ],
  )
})

test('a message that the server could not render appears as its text', () => {
  assert.equal(visibleEntries([entry({ text: 'As it was read', bubbles: undefined })])[0]?.plain, 'As it was read')
})

test('the transcript shows a person’s file, and a tap as text', () => {
  const media = { url: 'https://example.com/boat.png', mediaType: 'image/png' }
  const [file, tapped] = visibleEntries([
    entry({ type: 'action', origin: 'user', subtype: 'url', messageId: 'evt_2', raw: { action: { label: 'Menu' } } }),
    entry({ origin: 'user', messageId: 'evt_1', text: undefined, raw: { type: 'message', message: { media } } }),
  ])
  assert.deepEqual(file?.view?.kind === 'media' && file.view.media.kind, 'image')
  assert.equal(tapped?.plain, 'Opened “Menu”')
})

test('the transcript shows a STOP, but no receipts and no typing', () => {
  const events = [status('typing', { origin: 'user' }), status('optOut', { origin: 'user', messageId: 'evt_9' })]
  assert.deepEqual(
    visibleEntries(events).map(({ plain }) => plain),
    ['Opted out (STOP)'],
  )
})
