import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeskClient, type DeskEvent, type DeskPresence } from '../index.ts'
import { createRefusal, createStubClient, json, type SentRequest } from '../testing/answers.ts'

const stream = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
const event = (id: number, name: string) =>
  `id: ${id}\nevent: ${name}\ndata: {"userId":"asid_1","state":"human","at":"2030-01-31T09:00:00.000Z"}\n\n`

function createDesk(answer: Parameters<typeof createStubClient>[0], as?: string) {
  const { parley, sent } = createStubClient(answer, { retries: 0 })
  return { desk: createDeskClient(parley.org('acme').agent('front'), as === undefined ? {} : { as }), sent }
}

const bodyOf = ({ body }: SentRequest) => JSON.parse(String(body))

test('moves and messages name the member who acts', async () => {
  const { desk, sent } = createDesk(() => json({}), 'user_1')
  await desk.take('asid_1', { force: true })
  await desk.say('asid_1', 'Hello', { id: 'mine-1' })
  await desk.say('asid_1', { replyId: 'hours' })
  await desk.note('asid_1', 'Prefers a call')
  await desk.return('asid_1', 'Offered a visit')
  await desk.return('asid_1')
  await desk.close('asid_1')
  assert.deepEqual(sent.map(bodyOf), [
    { force: true, as: 'user_1' },
    { text: 'Hello', id: 'mine-1', as: 'user_1' },
    { replyId: 'hours', as: 'user_1' },
    { text: 'Prefers a call', as: 'user_1' },
    { note: 'Offered a visit', as: 'user_1' },
    { as: 'user_1' },
    { as: 'user_1' },
  ])
  assert.match(sent[0]?.url ?? '', /\/v1\/orgs\/acme\/agents\/front\/desk\/conversations\/asid_1\/_take$/)
})

test('the event stream resumes after a break where it was, even before the first event', async () => {
  const answers = [
    stream('id: 7\n\n'),
    stream(`id: 7\n\n${event(8, 'taken')}`),
    createRefusal(503, 'service.unavailable'),
    stream(`id: 8\n\n${event(9, 'message')}`),
  ]
  const { desk, sent } = createDesk(() => answers.shift() ?? stream(''))
  const connections: boolean[] = []
  const events: DeskEvent[] = []
  for await (const one of desk.events({ onConnection: (connected) => connections.push(connected) })) {
    events.push(one)
    if (events.length === 2) break
  }
  assert.deepEqual(
    events.map((one) => [one.event, one.id, one.userId]),
    [
      ['taken', '8', 'asid_1'],
      ['message', '9', 'asid_1'],
    ],
  )
  assert.deepEqual(
    sent.map(({ headers }) => headers.get('last-event-id')),
    [null, '7', '8', '8'],
  )
  assert.deepEqual(connections.slice(0, 3), [true, false, true])
})

test('presence is reported on its own, and only if it is wanted', async () => {
  const presence =
    'event: presence\ndata: {"members":[{"conversation":"asid_1","userId":"u","name":"U","typing":true}]}\n\n'
  const { desk, sent } = createDesk(() => stream(`id: 1\n\n${presence}${event(2, 'note')}`))
  const members: DeskPresence[][] = []
  for await (const one of desk.events({ onPresence: (present) => members.push(present), after: '1' })) {
    assert.equal(one.event, 'note')
    break
  }
  assert.deepEqual(members, [[{ conversation: 'asid_1', userId: 'u', name: 'U', typing: true }]])
  assert.match(sent[0]?.url ?? '', /presence=true$/)
})

test('a refused stream throws, and an aborted one ends', async () => {
  const { desk } = createDesk(() => createRefusal(403, 'auth.forbidden'))
  await assert.rejects(desk.events().next(), { name: 'Forbidden' })
  const stopped = new AbortController()
  stopped.abort()
  assert.deepEqual(await desk.events({ signal: stopped.signal }).next(), { value: undefined, done: true })
})
