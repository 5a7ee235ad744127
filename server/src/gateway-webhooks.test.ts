import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { findFreePort } from './testing/free-port.ts'
import { createBoundAgent, createGatewayFixture, waitUntilTrue } from './testing/gateway-process.ts'
import { createPhoneNumbers } from './testing/message-flow.ts'
import { openSmsSink } from './testing/sms-sink.ts'
import {
  createTextReply,
  openWebhookEndpoint,
  type RespondToEvent,
  readEventText,
  respondWithTexts,
} from './testing/webhook-endpoint.ts'

/** A webhook that fails in every possible way: no event is lost or answered twice, and others are not affected. */

const ground = await createGatewayFixture()
const parley = await ground.start()

/** Acknowledges greetings and statuses; answers everything else with the given responder. */
const answering =
  (respond: RespondToEvent): RespondToEvent =>
  (response, event, nth) =>
    /^I am |^$/.test(readEventText(event) ?? '') ? response.end() : respond(response, event, nth)

async function agentAnswering(respond: RespondToEvent, port?: number) {
  const sink = await openSmsSink()
  const endpoint = await openWebhookEndpoint(answering(respond), port)
  const agent = await createBoundAgent(parley, sink, endpoint)
  const write = async (from: string, text: string) =>
    assert.equal(await agent.sendCallback({ type: 'message', id: `${from} ${text}`, from, text }), 200)
  return { sink, endpoint, meet: agent.introduce, write }
}

const echoing: RespondToEvent = (response, event) => respondWithTexts(response, `echo ${readEventText(event)}`)
const healthy = await agentAnswering(echoing)
const [somebody = ''] = createPhoneNumbers(1)
await healthy.meet([somebody])
let words = 0

/** Asserts that another agent's person gets a reply. */
async function othersGoOn(): Promise<void> {
  const word = `word ${++words}`
  await healthy.write(somebody, word)
  await waitUntilTrue('the others go on', () => healthy.sink.textsTo(somebody).includes(`echo ${word}`))
}

const ndjson = { 'content-type': 'application/x-ndjson' }
const json = { 'content-type': 'application/json' }
const line = (text: string) => `${JSON.stringify({ message: createTextReply(text) })}\n`
const lines = line('one') + line('two') + line('three')

/** Each spoils the first call; the second is answered with three messages. */
const spoiled: [title: string, spoil: (response: ServerResponse) => unknown][] = [
  ['answers 500', (response) => response.writeHead(500).end(lines)],
  ['answers 429', (response) => response.writeHead(429, { 'retry-after': '1' }).end()],
  ['closes the connection', (response) => response.socket?.resetAndDestroy()],
  ['answers with what is no HTTP', (response) => response.socket?.end('\u0000\u0001 220 no HTTP\r\n\r\n')],
  ['leads elsewhere', (response) => response.writeHead(307, { location: '/else' }).end()],
  [
    'breaks off within its second line',
    (response) => {
      const [first = '', second = ''] = lines.split(/(?<=\n)/)
      const partial = first + second.slice(0, 20)
      response.writeHead(200, ndjson).write(partial, () => setImmediate(() => response.socket?.resetAndDestroy()))
    },
  ],
  [
    'breaks off a JSON answer',
    (response) => {
      const half = JSON.stringify({ messages: ['one', 'two', 'three'].map(createTextReply) }).slice(0, 80)
      response.writeHead(200, json).write(half, () => setImmediate(() => response.socket?.resetAndDestroy()))
    },
  ],
]

test('an endpoint that fails receives the event again under the same id, and its answer is sent once', async (t) => {
  const numbers = createPhoneNumbers(spoiled.length)
  const spoils = new Map(spoiled.map(([title, spoil]) => [title, spoil]))
  const failing = await agentAnswering((response, event, nth) => {
    const spoil = spoils.get(readEventText(event) ?? '')
    if (spoil && nth === 1) return spoil(response)
    if (spoil) return response.writeHead(200, ndjson).end(lines)
    return echoing(response, event, nth)
  })
  await failing.meet(numbers)
  await Promise.all(
    spoiled.map(async ([title], n) => {
      await failing.write(numbers[n] as string, title)
      await failing.write(numbers[n] as string, `after ${title}`)
    }),
  )
  await othersGoOn()
  for (const [n, [title]] of spoiled.entries()) {
    await t.test(title, async () => {
      const answered = () => failing.sink.textsTo(numbers[n] as string)
      const isAnswered = () => answered().includes(`echo after ${title}`)
      await waitUntilTrue('the next event is answered', isAnswered, ground.expireWaits)
      assert.deepEqual(answered(), ['one', 'two', 'three', `echo after ${title}`])
      const eventIds = failing.endpoint.eventIdsOfText(title)
      assert.deepEqual([eventIds.length, new Set(eventIds).size], [2, 1])
    })
  }
})

test('events wait, in order, for an endpoint that is down', async () => {
  const port = await findFreePort()
  const down = await agentAnswering(echoing, port)
  const numbers = createPhoneNumbers(3)
  await down.meet(numbers)
  await down.endpoint.close()
  const texts = ['first', 'second', 'third']
  for (const number of numbers) for (const text of texts) await down.write(number, text)
  const tried = 'select from conversation_events where due_at is not null and attempts > 0'
  await waitUntilTrue('the endpoint was tried', async () => (await ground.query(tried)).length >= numbers.length)
  await othersGoOn()
  const up = await openWebhookEndpoint(answering(echoing), port)
  const arrived = () => numbers.every((number) => down.sink.textsTo(number).length === texts.length)
  await waitUntilTrue('all is answered', arrived, ground.expireWaits)
  for (const number of numbers)
    assert.deepEqual(
      down.sink.textsTo(number),
      texts.map((text) => `echo ${text}`),
    )
  const events = up.received.filter((one) => readEventText(one) !== undefined)
  assert.equal(events.length, numbers.length * texts.length)
})

test('a slow endpoint delays only its own people', async () => {
  const release = Promise.withResolvers<void>()
  const slow = await agentAnswering(async (response, event) => {
    await release.promise
    respondWithTexts(response, `echo ${readEventText(event)}`)
  })
  const numbers = createPhoneNumbers(100)
  await slow.meet(numbers)
  await Promise.all(numbers.map((number) => slow.write(number, 'hello')))
  for (let n = 0; n < 5; n++) await othersGoOn()
  assert.equal(slow.sink.accepted.size, 0)
  release.resolve()
  await waitUntilTrue('everybody is answered', () => slow.sink.accepted.size === numbers.length, ground.expireWaits)
  for (const number of numbers) assert.deepEqual(slow.sink.textsTo(number), ['echo hello'])
  const eventIds = slow.endpoint.eventIdsOfText('hello')
  assert.equal(new Set(eventIds).size, numbers.length)
})

const megabyte = Buffer.alloc(1_000_000, ' ')
const bomb = gzipSync(Buffer.alloc(50_000_000, ' '), { level: 1 })

/** Writes until the reader has enough. */
function pour(response: ServerResponse, piece: string | Buffer, times = Number.POSITIVE_INFINITY): void {
  let left = times
  const more = () => {
    while (left-- > 0 && !response.destroyed) if (!response.write(piece)) return
    if (!response.destroyed) response.end()
  }
  response.on('drain', more)
  more()
}

const floods: [title: string, flood: (response: ServerResponse) => unknown, messages: number][] = [
  ['50 MB of JSON', (response) => pour(response.writeHead(200, json), megabyte, 50), 0],
  ['one line of 50 MB', (response) => pour(response.writeHead(200, ndjson), megabyte, 50), 0],
  ['a line without end', (response) => pour(response.writeHead(200, ndjson), 'x'.repeat(50_000)), 0],
  ['lines without end', (response) => pour(response.writeHead(200, ndjson), line('again')), 200],
  ['a page of 50 MB', (response) => pour(response.writeHead(200, { 'content-type': 'text/html' }), megabyte, 50), 0],
  [
    '50 MB that came as little',
    (response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb),
    0,
  ],
  ['a refusal of 50 MB', (response) => pour(response.writeHead(400, json), megabyte, 50), 0],
]

test('endless answers are read up to their limits, and memory stays constant', async (t) => {
  const floodOf = new Map(floods.map(([title, flood]) => [title, flood]))
  const flooding = await agentAnswering((response, event, nth) => {
    const flood = nth === 1 ? floodOf.get(readEventText(event) ?? '') : undefined
    return flood ? flood(response) : echoing(response, event, nth)
  })
  const peopleEach = 3
  const numbers = createPhoneNumbers(floods.length * peopleEach)
  await flooding.meet(numbers)
  const before = peakMegabytes()
  const titleOf = (n: number) => floods[n % floods.length]?.[0] as string
  await Promise.all(
    numbers.map(async (number, n) => {
      await flooding.write(number, titleOf(n))
      await flooding.write(number, 'after it')
    }),
  )
  await othersGoOn()
  const isOver = () => numbers.every((number) => flooding.sink.textsTo(number).includes('echo after it'))
  await waitUntilTrue('every flood is over', isOver, ground.expireWaits)
  const grown = peakMegabytes() - before
  assert.ok(grown < 150, `memory grew by ${grown} MB`)
  for (const [n, [title, , messages]] of floods.entries()) {
    await t.test(title, () => {
      const isTakenAtOnce = title !== 'a refusal of 50 MB'
      assert.equal(flooding.endpoint.eventIdsOfText(title).length, peopleEach * (isTakenAtOnce ? 1 : 2))
      const texts = flooding.sink.textsTo(numbers[n] as string).filter((text) => text === 'again')
      assert.equal(texts.length, messages)
    })
  }
})

/** The peak memory of the process; skipped where the system does not report it. */
function peakMegabytes(): number {
  try {
    const status = readFileSync(`/proc/${parley.child.pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1000
  } catch {
    return 0
  }
}
