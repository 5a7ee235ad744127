import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { createOutbound } from '../../../platform/outbound/index.ts'
import { createWorker, type Worker } from '../../../platform/work/index.ts'
import { type StillWorld, stillWorld } from '../../../platform/world.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertStatus } from '../../../testing/client.ts'
import { createAgentFinder, createGatewayAccess } from '../../agents/index.ts'
import type { AcceptMessages, AcceptResult, AgentLogRecord, NewEvent, Responder, SendRequest } from '../deps.ts'
import type { EventDeliveryDeps } from './deliver-event.ts'

import { echoResponder } from './testing/echo.ts'
import {
  type EndpointResponder,
  openAgentEndpoint,
  respondWithBody,
  respondWithReplies,
  toTextMessage,
} from './testing/endpoint.ts'
import { createPublishEvents, eventLane } from './worker.ts'

const server = await createTestApp()
const log = pino({ level: 'silent' })
const outbound = createOutbound({ allowPrivateNetwork: true })
after(() => outbound.close())

type Scene = {
  agent: AgentKey
  api: TestAgent
  world: StillWorld
  worker: Worker
  deps: EventDeliveryDeps
  accepted: SendRequest[]
  logs: AgentLogRecord[]
  says(text: string, more?: Partial<NewEvent>): Promise<string>
  tells(...events: Partial<NewEvent>[]): Promise<string[]>
  webhook(url: string, instanceId?: string): Promise<void>
  removeWebhook(): Promise<void>
  /** The texts of the accepted replies. */
  words(): unknown[]
}
type Options = { responder?: Responder; accept?: AcceptMessages } & Partial<
  Pick<EventDeliveryDeps, 'answerSeconds' | 'channels'>
>

let known: ReturnType<typeof onStage> | undefined

async function onStage(): Promise<{ api: TestAgent; agent: AgentKey }> {
  const api = await createTestAgent(server)
  const agent = (await createAgentFinder(server.database.db)({ id: api.orgId }, api.id)) as AgentKey
  return { api, agent }
}

/** An agent whose events are processed on a still clock; replies are recorded, not sent. */
async function scene(options: Options = {}): Promise<Scene> {
  const { db, pool } = server.database
  // All scenes of a file use the same agent, so events of earlier scenes are removed.
  await pool.query('delete from conversation_events; delete from work_lanes')
  const world = stillWorld('2030-01-31T09:00:00.000Z')
  known ??= onStage()
  const { api, agent } = await known
  const gateway = createGatewayAccess({ db, keyring: server.context.keyring, world })
  await gateway.removeWebhook(db, agent)
  const accepted: SendRequest[] = []
  const logs: AgentLogRecord[] = []
  const deps: EventDeliveryDeps = {
    db,
    world,
    log,
    open: outbound.open,
    relay: () => assert.fail('nobody listens'),
    gateway,
    responder: echoResponder,
    channels: { findByChannel: async () => undefined },
    accept: async (_agent, sends) => {
      accepted.push(...sends)
      return sends.map(
        ({ inReplyTo }): AcceptResult => ({ messageId: `${inReplyTo?.eventId}.${inReplyTo?.index}`, accepted: true }),
      )
    },
    writeLog: (_agent, entry) => logs.push(entry),
    ...options,
  }
  const tell = createPublishEvents({ world })
  const tells: Scene['tells'] = (...events) =>
    inTransaction(db, (tx) =>
      tell(
        tx,
        agent,
        events.map((event) => ({ ...hello, at: world.now(), ...event })),
      ),
    )
  return {
    agent,
    api,
    world,
    accepted,
    logs,
    deps,
    worker: createWorker({ db, world, log, lanes: [eventLane(deps)] }),
    tells,
    says: async (text, more) => (await tells({ ...more, event: { type: 'message', message: { text } } }))[0] as string,
    webhook: async (webhookUrl, instanceId) => void (await gateway.setWebhook(db, agent, { webhookUrl, instanceId })),
    removeWebhook: () => gateway.removeWebhook(db, agent),
    words: () => accepted.map(({ message }) => (message as { parts?: [{ text: string }] }).parts?.[0].text ?? message),
  }
}

const hello = {
  asid: 'asid_1',
  sessionId: 'ses_1',
  channel: 'sms',
  provider: 'lab',
  event: { type: 'message', message: { text: 'Hello' } },
} as const satisfies Partial<NewEvent>

/** Polls until the condition holds; generous, since nothing is measured by it. */
async function until(isSo: () => unknown): Promise<void> {
  for (let left = 2000; !isSo(); left--) {
    if (left === 0) throw new Error('this has not come about')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const minutes = (count: number) => count * 60_000
const status: NewEvent['event'] = {
  type: 'status',
  status: { messageId: 'msg_1', state: 'sent', attempt: { channel: 'sms', provider: 'lab' } },
}

test('an event reaches the webhook complete and in its envelope', async () => {
  const unmanaged = { findByChannel: async () => ({ mode: 'unmanaged' }) } as unknown as EventDeliveryDeps['channels']
  const { webhook, tells, worker, world } = await scene({ channels: unmanaged })
  const { url, requests } = await openAgentEndpoint()
  await webhook(url, 'instance ü/7')
  const [eventId] = await tells({ sandbox: true, windowState: 'closed', channel: 'messengerA', provider: 'meta' })
  await worker.drain()
  const { context, ...event } = requests[0]!.envelope.event
  const { event: _, ...envelope } = requests[0]!.envelope
  assert.deepEqual(envelope, { spec: 'amf/1', instanceId: 'instance ü/7', userId: 'asid_1', mode: 'unmanaged' })
  assert.deepEqual(event, {
    spec: 'amf/1',
    eventId,
    timestamp: world.now().toISOString(),
    conversation: { userId: 'asid_1', sessionId: 'ses_1' },
    event: { type: 'message', message: { text: 'Hello' } },
  })
  const { capabilities, ...where } = context
  assert.deepEqual(where, { channel: 'messengerA', provider: 'meta', window: { state: 'closed' }, sandbox: true })
  assert.partialDeepStrictEqual(capabilities, { userId: 'asid_1', channel: 'messengerA', window: { state: 'closed' } })
})

test('a live event has no sandbox field, and no instance id unless one is set', async () => {
  const { webhook, says, worker } = await scene()
  const { url, requests } = await openAgentEndpoint()
  await webhook(url)
  await says('Hello')
  await worker.drain()
  assert.ok(!('instanceId' in requests[0]!.envelope) && !('sandbox' in requests[0]!.envelope.event.context))
  assert.equal(requests[0]!.envelope.mode, 'managed')
})

test('every request is signed over its raw bytes with the current secret', async () => {
  const { api, webhook, says, worker, world } = await scene()
  const { url, requests } = await openAgentEndpoint()
  await webhook(url)
  await says('Signed before anybody asked for the secret')
  await worker.drain()
  assert.match(String(requests[0]!.headers['x-svc-signature']), /^v0=[0-9a-f]{64}$/)
  const secrets: string[] = []
  for (const text of ['Grüße 😀 "quoted" \\ slash', 'after the rotation']) {
    secrets.push(assertStatus(await api.post('/gateway/_rotateSigningSecret'), 200).signingSecret)
    await says(text)
    await worker.drain()
  }
  for (const [index, secret] of secrets.entries()) {
    const { headers, raw } = requests[index + 1]!
    const timestamp = headers['x-svc-request-timestamp']
    assert.equal(timestamp, String(world.now().getTime() / 1000))
    const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${raw.toString()}`).digest('hex')
    assert.equal(headers['x-svc-signature'], `v0=${digest}`)
    assert.deepEqual([headers['content-type'], headers['user-agent']], ['application/json', 'Parley'])
  }
})

const lines = (...items: unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('')
const answers: [title: string, respond: EndpointResponder, words: unknown[], problem?: RegExp][] = [
  ['JSON, in order', respondWithReplies('one', 'two', 'three'), ['one', 'two', 'three']],
  ['JSON with no messages', respondWithReplies(), []],
  ['JSON with a charset', respondWithBody('Application/JSON; charset=utf-8', JSON.stringify({ messages: [toTextMessage('ü')] })), ['ü']],
  ['an empty object', respondWithBody('application/json', '{}'), []],
  ['nothing', respondWithBody(undefined, ''), []],
  ['204', respondWithBody(undefined, '', 204), []],
  ['lines', respondWithBody('application/x-ndjson', lines({ message: toTextMessage('a') }, { message: toTextMessage('b') })), ['a', 'b']],
  [
    'lines of which one is broken',
    respondWithBody('application/x-ndjson', `${lines({ message: toTextMessage('a') })}{"mess\n${lines({ message: toTextMessage('b') })}`),
    ['a', 'b'],
    /^Line 2 /,
  ],
  ['AML', respondWithBody('text/svc-aml', 'Grüße\n\n[[chips: A | B]]'), [{ aml: 'Grüße\n\n[[chips: A | B]]' }]],
  ['AML in latin 1', respondWithBody('text/svc-aml; charset=iso-8859-1', Buffer.from([0x47, 0xfc])), [{ aml: 'Gü' }]],
  ['AML without a word', respondWithBody('text/svc-aml; charset=utf-8', ' \n'), []],
  ['plain text', respondWithBody('text/plain', 'ok'), [], /cannot be text\/plain/],
  ['bytes of no type', respondWithBody(undefined, 'ok'), [], /empty/],
  ['broken JSON', respondWithBody('application/json', '{"messages": ['), [], /not JSON/],
  ['JSON without a list', respondWithBody('application/json', '{"message": {}}'), [], /no "messages" list/],
  ['more than 1 MB', respondWithBody('application/json', `{"messages":["${'x'.repeat(1_000_001)}"]}`), [], /larger than 1 MB/],
  [
    'lines beyond 1 MB, of which those before stand',
    respondWithBody('application/x-ndjson', lines({ message: toTextMessage('first') }, { message: 'x'.repeat(1_000_000) })),
    ['first'],
    /larger than 1 MB/,
  ],
  [
    'more than 200 messages',
    respondWithReplies(...Array.from({ length: 201 }, (_, n) => `${n}`)),
    Array.from({ length: 200 }, (_, n) => `${n}`),
    /More than 200/,
  ],
] // biome-ignore format: one answer per line

for (const [title, respond, words, problem] of answers) {
  test(`a webhook that answers with ${title} has accepted the event`, async () => {
    const one = await scene()
    const { url, requests } = await openAgentEndpoint(respond)
    await one.webhook(url)
    await one.says('Hello')
    await one.worker.drain()
    assert.deepEqual(one.words(), words)
    one.world.advance(minutes(60))
    await one.worker.drain()
    assert.equal(requests.length, 1, 'told once')
    const { level, data } = one.logs.find(({ event }) => event === 'webhook.delivered') ?? {}
    assert.equal(level, problem ? 'warn' : 'info')
    if (problem) assert.match((data as { problems: string[] }).problems.join(), problem)
  })
}

test('the ids of replies consist of the event id and their index', async () => {
  const { webhook, says, worker, accepted } = await scene()
  await webhook((await openAgentEndpoint(respondWithReplies('one', 'two'))).url)
  const eventId = await says('Hello')
  await worker.drain()
  assert.deepEqual(
    accepted.map(({ asid, inReplyTo }) => ({ asid, inReplyTo })),
    [0, 1].map((index) => ({ asid: 'asid_1', inReplyTo: { eventId, index } })),
  )
})

test('each line of a stream is accepted while the stream is still open', async () => {
  const one = await scene()
  const { url } = await openAgentEndpoint(async (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    for (const text of ['first', 'second', 'third']) {
      response.write(lines({ message: toTextMessage(text) }))
      await until(() => one.words().includes(text))
    }
    response.end()
  })
  await one.webhook(url)
  await one.says('Hello')
  await one.worker.drain()
  assert.deepEqual(one.words(), ['first', 'second', 'third'])
})

test('when a stream breaks, the replies read so far are accepted, and the event is delivered again with the same id', async () => {
  const one = await scene()
  const made = await openAgentEndpoint(async (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(`${lines({ message: toTextMessage('first') })}{"message":`)
    await until(() => one.words().length === 1)
    response.destroy()
  })
  await one.webhook(made.url)
  const eventId = await one.says('Hello')
  await one.worker.drain()
  assert.deepEqual(one.words(), ['first'])
  made.respond = respondWithBody(
    'application/x-ndjson',
    lines({ message: toTextMessage('first') }, { message: toTextMessage('second') }),
  )
  one.world.advance(30_000)
  await one.worker.drain()
  assert.deepEqual(
    made.requests.map(({ envelope }) => envelope.event.eventId),
    [eventId, eventId],
  )
  assert.deepEqual(
    one.accepted.map(({ inReplyTo }) => inReplyTo?.index),
    [0, 0, 1],
    'the place in the answer names the message, so that the repeat is known as one',
  )
})

const refusals: [title: string, respond: EndpointResponder, error: RegExp, answerSeconds?: number][] = [
  ['503', respondWithBody(undefined, '', 503), /status 503/],
  ['404', respondWithBody('text/html', '<h1>no</h1>', 404), /status 404/],
  ['a redirect', (response) => response.writeHead(307, { location: '/elsewhere' }).end(), /status 307/],
  ['a cut connection', (response) => response.destroy(), /connection was closed/],
  ['silence', () => {}, /No complete response within 0\.2 seconds/, 0.2],
  ['an answer that does not end', (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'), /No complete response/, 0.2],
] // biome-ignore format: one refusal per line

for (const [title, respond, error, answerSeconds] of refusals) {
  test(`${title} is not an answer: the event is delivered again`, async () => {
    const one = await scene({ answerSeconds })
    const made = await openAgentEndpoint(respond)
    await one.webhook(made.url)
    await one.says('Hello')
    await one.worker.drain()
    const failed = one.logs.find(({ event }) => event === 'webhook.failed')
    assert.equal(failed?.level, 'warn')
    assert.match(failed?.error?.message ?? '', error)
    made.respond = respondWithReplies('Here I am')
    one.deps.answerSeconds = 30
    one.world.advance(30_000)
    await one.worker.drain()
    assert.deepEqual([made.requests.length, one.words()], [2, ['Here I am']])
  })
}

test('delivery to an unreachable webhook is retried', async () => {
  const one = await scene()
  await one.webhook('http://127.0.0.1:2/events')
  await one.says('Hello')
  await one.worker.drain()
  assert.match(one.logs.find(({ event }) => event === 'webhook.failed')?.error?.message ?? '', /connection was refused/)
})

test('after five attempts over about ten minutes an event is dropped and the next one is delivered', async () => {
  const one = await scene()
  const made = await openAgentEndpoint((response, { text }) => response.writeHead(text === 'first' ? 500 : 200).end())
  await one.webhook(made.url)
  await one.says('first')
  await one.says('second')
  for (const [tries, [least, most]] of [[0, 30], [54, 70], [162, 205], [324, 405]].entries()) {
    await one.worker.drain()
    assert.equal(made.requests.length, tries + 1)
    const wait = await secondsUntilRetry(one.world.now())
    assert.ok(wait > least! && wait <= most!, `${wait} s after try ${tries + 1}`)
    one.world.advance(wait * 1000 - 1)
    await one.worker.drain()
    assert.equal(made.requests.length, tries + 1, 'not sooner')
    one.world.advance(1)
  } // biome-ignore format: from, to
  await one.worker.drain()
  assert.deepEqual(
    made.requests.map(({ text }) => text),
    ['first', 'first', 'first', 'first', 'first', 'second'],
  )
  assert.equal(new Set(made.requests.slice(0, 5).map(({ envelope }) => envelope.event.eventId)).size, 1)
  const failed = one.logs.filter(({ event }) => event === 'webhook.failed')
  assert.deepEqual(
    failed.map(({ level, data }) => `${level} ${(data as { attempt: number }).attempt}`),
    ['warn 1', 'warn 2', 'warn 3', 'warn 4', 'error 5'],
  )
})

async function secondsUntilRetry(now: Date): Promise<number> {
  const { rows } = await server.database.pool.query('select due_at from conversation_events order by event_key limit 1')
  return (rows[0].due_at.getTime() - now.getTime()) / 1000
}

test('events of the same conversation wait for each other, events of other conversations do not', async () => {
  const one = await scene()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const made = await openAgentEndpoint(async (response, request) => {
    if (request.text === 'slow') await held
    respondWithReplies(`re ${request.text}`)(response, request)
  })
  await one.webhook(made.url)
  await one.says('slow')
  await one.says('quick')
  await one.says('elsewhere', { asid: 'asid_2' })
  const draining = one.worker.drain()
  await until(() => one.words().includes('re elsewhere'))
  assert.deepEqual(made.requests.map(({ text }) => text).sort(), ['elsewhere', 'slow'])
  release()
  await draining
  assert.deepEqual(one.words(), ['re elsewhere', 're slow', 're quick'])
})

test('one agent receives 64 events concurrently; the others wait for a slot without using up an attempt', async () => {
  const one = await scene()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const made = await openAgentEndpoint(async (response) => {
    await held
    response.end()
  })
  await one.webhook(made.url)
  await one.tells(...Array.from({ length: 70 }, (_, n) => ({ asid: `asid_${n}` })))
  const draining = one.worker.drain()
  await until(() => made.requests.length === 64)
  release()
  await draining
  assert.equal(made.requests.length, 64)
  one.world.advance(30_000)
  await one.worker.drain()
  assert.equal(new Set(made.requests.map(({ envelope }) => envelope.userId)).size, 70)
  const { rows } = await server.database.pool.query('select distinct attempts, due_at from conversation_events')
  assert.deepEqual(rows, [{ attempts: 1, due_at: null }])
})

test('many events published at once keep their order', async () => {
  const one = await scene()
  const made = await openAgentEndpoint()
  await one.webhook(made.url)
  const texts = Array.from({ length: 25 }, (_, n) => `${n}`)
  await one.tells(...texts.map((text) => ({ event: { type: 'message', message: { text } } }) as const))
  await one.worker.drain()
  assert.deepEqual(
    made.requests.map(({ text }) => text),
    texts,
  )
})

test('a status reaches the webhook, and replies to it are ignored', async () => {
  const one = await scene()
  const made = await openAgentEndpoint(respondWithReplies('Never'))
  await one.webhook(made.url)
  await one.tells({ event: status })
  await one.worker.drain()
  assert.deepEqual([made.requests.length, one.accepted.length], [1, 0])
  assert.match(JSON.stringify(one.logs.at(-1)?.data), /A status event takes no reply/)
})

test('a refused reply is written to the log, and the following replies are accepted', async () => {
  const one = await scene({
    accept: async (_agent, [send]) => {
      const messageId = `msg_${send?.inReplyTo?.index}`
      return [
        send?.inReplyTo?.index === 0
          ? { messageId, accepted: false, reason: 'optedOut' }
          : { messageId, accepted: true },
      ]
    },
  })
  await one.webhook((await openAgentEndpoint(respondWithReplies('one', 'two'))).url)
  const eventId = await one.says('Hello')
  await one.worker.drain()
  const failed = one.logs.filter(({ event }) => event === 'message.failed')
  assert.partialDeepStrictEqual(failed, [
    { level: 'warn', asid: 'asid_1', sessionId: 'ses_1', data: { messageId: 'msg_0', reason: 'optedOut', eventId } },
  ])
})

test('without a webhook the built-in responder answers the events it subscribes to', async () => {
  const one = await scene()
  await one.says('Hello there')
  const chosen = { optionIds: ['a', 'b'], labels: ['A', 'B'], via: 'tap' as const }
  const result = { intent: 'ask.choice', intentId: 'size', ...chosen }
  await one.tells(
    { event: { type: 'result', result } },
    { event: status },
    { event: { type: 'system', kind: 'typing' } },
  )
  await one.tells({ event: { type: 'message', message: { place: { name: 'Mill' } } } })
  await one.worker.drain()
  assert.deepEqual(one.words(), ['You wrote: Hello there', 'You chose: A, B', 'You sent a place.'])
  assert.equal(one.logs.filter(({ event }) => event === 'framework.dispatched').length, 3)
})

test('an event that waits for a webhook goes to the responder once the webhook is removed', async () => {
  const one = await scene()
  const made = await openAgentEndpoint(respondWithBody(undefined, '', 500))
  await one.webhook(made.url)
  await one.says('Hello')
  await one.worker.drain()
  await one.removeWebhook()
  one.world.advance(30_000)
  await one.worker.drain()
  assert.deepEqual([made.requests.length, one.words()], [1, ['You wrote: Hello']])
})

test('a failing responder is called again, and its error text does not appear in the log of the agent', async () => {
  let lookups = 0
  const responder = {
    handles: () => true,
    respond: async () => {
      lookups += 1
      if (lookups === 1) throw new Error('something private')
    },
  }
  const one = await scene({ responder })
  await one.says('Hello')
  await one.worker.drain()
  one.world.advance(30_000)
  await one.worker.drain()
  assert.equal(lookups, 2)
  const failed = one.logs.filter(({ event }) => event === 'framework.failed')
  assert.equal(failed.length, 1)
  assert.doesNotMatch(JSON.stringify(failed), /private/)
})
