import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { runCliTest, waitForCondition } from '../../testing/run-cli.ts'

const one = '/desk/conversations/usr_1'
const entry = {
  userId: 'usr_1',
  name: 'Ada \u001b[2JLovelace',
  channel: 'rcs',
  sessionId: 'ses_1',
  state: 'waiting',
  lastAt: '2030-01-31T09:00:00.000Z',
  lastText: 'I want to talk to a human',
  unread: 2,
}
const held = { ...entry, state: 'human', assignee: 'user_1', notes: [], history: [] }
const members = [
  { userId: 'user_1', name: 'robin@example.com' },
  { userId: 'user_2', name: 'Kim' },
  { userId: 'user_3', name: 'Kim' },
]
const usual: Routes = {
  'GET /desk/conversations': { body: { data: [entry] } },
  'GET /desk/members': { body: { data: members } },
  [`POST ${one}/_take`]: { body: held },
  [`POST ${one}/_return`]: { body: { ...held, state: 'agent', assignee: undefined } },
  [`POST ${one}/_close`]: { body: { ...held, state: 'closed', assignee: undefined } },
  [`POST ${one}/messages`]: { body: { messageId: 'msg_1' } },
  [`POST ${one}/notes`]: { body: { id: 'note_1', text: 'x', by: 'user_1', at: entry.lastAt } },
}

async function desk(args: string[], routes: Routes = {}) {
  const parley = await startFakeParley({ ...usual, ...routes })
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-0123', PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' }
  return { ...(await runCliTest(['desk', ...args], { env })), parley }
}

test('list shows who waits, without control characters', async () => {
  const { exit, out } = await desk(['list', '--view', 'waiting'])
  assert.equal(exit, 0)
  assert.match(out, /^USER +NAME .*\nusr_1 +Ada \[2JLovelace +rcs +waiting +2 +I want to talk to a human\n$/)
  assert.equal((await desk(['list', '--view', 'all'])).exit, 2)
  assert.match((await desk(['list'], { 'GET /desk/conversations': { body: { data: [] } } })).out, /No conversations/)
})

test('take, say, note, return and close act for the member who is named', async () => {
  const as = ['--as', 'Robin@example.com']
  const calls: [string[], string, object, RegExp][] = [
    [['take', 'usr_1', '--force', ...as], `POST ${one}/_take`, { force: true, as: 'user_1' }, /is held by user_1/],
    [['say', 'usr_1', 'Hello', ...as], `POST ${one}/messages`, { text: 'Hello', as: 'user_1' }, /Sent as msg_1/],
    [
      ['say', 'usr_1', 'Hi [[chips: Yes]]', '--aml', '--id', 'mine', ...as],
      `POST ${one}/messages`,
      { aml: 'Hi [[chips: Yes]]', id: 'mine', as: 'user_1' },
      /Sent as msg_1/,
    ],
    [
      ['note', 'usr_1', 'Prefers a call', ...as],
      `POST ${one}/notes`,
      { text: 'Prefers a call', as: 'user_1' },
      /added/,
    ],
    [
      ['return', 'usr_1', '--note', 'Visit', ...as],
      `POST ${one}/_return`,
      { note: 'Visit', as: 'user_1' },
      /the agent/,
    ],
    [['close', 'usr_1', ...as], `POST ${one}/_close`, { as: 'user_1' }, /is closed/],
  ]
  for (const [args, route, body, printed] of calls) {
    const { exit, out, err, parley } = await desk(args)
    assert.equal(exit, 0, err)
    assert.match(out, printed)
    assert.deepEqual(
      parley.called(route).map((call) => call.body),
      [body],
    )
  }
})

test('an unknown or ambiguous member is refused before anything is sent', async () => {
  for (const [name, reason] of [
    ['nobody', /is no member/],
    ['kim', /names several members/],
  ] as const) {
    const { exit, err, parley } = await desk(['take', 'usr_1', '--as', name])
    assert.equal(exit, 2)
    assert.match(err, reason)
    assert.deepEqual(parley.called(`POST ${one}/_take`), [])
  }
})

test('watch prints each event until it is interrupted', async () => {
  const stop = new AbortController()
  const data = JSON.stringify({ userId: 'usr_1', state: 'waiting', at: entry.lastAt })
  const stream = { text: `id: 2\nevent: waiting\ndata: ${data}\n\n`, headers: { 'content-type': 'text/event-stream' } }
  const parley = await startFakeParley({ ...usual, 'GET /desk/events': [stream, { events: [], hangs: true }] })
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-0123', PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' }
  const ending = runCliTest(['desk', 'watch'], { env, interrupted: stop.signal })
  await waitForCondition(() => parley.called('GET /desk/events').length > 1)
  stop.abort()
  const { exit, out } = await ending
  assert.deepEqual([exit, out], [130, '09:00:00  waiting   usr_1\n'])
  assert.equal(parley.called('GET /desk/events')[1]?.headers['last-event-id'], '2')
})
