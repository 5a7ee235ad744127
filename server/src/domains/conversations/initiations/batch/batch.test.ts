import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createGatewayBench,
  createTextMessage,
  type GatewayAgent,
  openTestProvider,
  type TestPhone,
} from '../../../../testing/gateway-bench.ts'
import { createOtherProcessConversations, receiveText } from '../../../../testing/initiations-bench.ts'
import { type Adapter, DispatchFailedError } from '../../../channels/index.ts'
import type { OnFirstReply } from '../../deps.ts'
import type { Initiation, InitiationResult } from '../deps.ts'

/** Many conversations initiated in one batch: each must equal one that was initiated alone. */

const twilio = await openTestProvider()
const bench = await createGatewayBench({ config: { channelApis: { twilio: twilio.url } } })
const { world, work } = bench
const { pool } = bench.server.database
const minute = 60_000

const answers: Parameters<OnFirstReply>[2][] = []
const note: OnFirstReply = async (_tx, _agent, answer) => void answers.push(answer)
const whoseAdapter = (change: (adapter: Adapter) => Partial<Adapter>) =>
  createOtherProcessConversations(bench, note, change)
const conversations = createOtherProcessConversations(bench, note)
const elsewhere = createOtherProcessConversations(bench, note)
const { signal } = new AbortController()

let count = 0
const initiationTo = (asid: string, more: Partial<Initiation> = {}): Initiation => ({
  asid,
  message: { aml: 'Good news' },
  id: `snd_many_${++count}`,
  ...more,
})

/** A person who has written. */
async function somebody(of: GatewayAgent, channel: 'sms' | 'rcs' | 'messengerA' = 'sms') {
  const phone = of.phone(channel)
  await phone.set({ receipts: 'manual' })
  const asid = await phone.sendText('Hello')
  await work()
  return { ...phone, asid }
}

/** A person without any conversation. */
async function stranger(of: GatewayAgent, fields: object = {}) {
  const phone = of.phone('sms')
  await phone.set({ receipts: 'manual' })
  const { id } = (await of.api.post('/people', { fullName: 'Somebody', ...fields })).body
  const identity = { channel: 'sms', address: phone.address }
  return { ...phone, asid: (await of.api.post(`/people/${id}/identities`, identity)).body.asid as string }
}

type Partner = { asid: string } & Partial<TestPhone>
type Situation = {
  /** Called twice: once for the batch, once for the single path. */
  whom(of: GatewayAgent): Promise<Partner>
  opening?: Partial<Initiation>
  /** Runs after the clock has advanced. */
  happens?(partner: Required<Partner>, opening: Initiation, of: GatewayAgent): Promise<unknown>
  outcome: string
}

const failing =
  (status: number | string) =>
  ({ set }: Required<Partner>) =>
    set({ failNext: { count: 1, status } })
const long = createTextMessage('A word and another. '.repeat(200))
const alone = (opening: Initiation, of: GatewayAgent) => conversations.initiate(of.key, opening, signal)

const situations: Record<string, Situation> = {
  'somebody new': { whom: stranger, outcome: 'dispatched' },
  'somebody of another language': {
    whom: (of) => stranger(of, { customFields: { locale: 'nl' } }),
    outcome: 'dispatched',
  },
  'for a send': { whom: stranger, opening: { initiatedBy: 'snd' }, outcome: 'dispatched' },
  'a session that is over': { whom: somebody, outcome: 'dispatched' },
  'a session that goes on': { whom: stranger, happens: ({ sendText }) => sendText('Hello'), outcome: 'dispatched' },
  'a STOP': { whom: somebody, happens: ({ sendText }) => sendText('STOP'), outcome: 'refused optedOut' },
  nobody: { whom: async () => ({ asid: 'usr_nobody' }), outcome: 'refused unknownRecipient' },
  'a closed window': { whom: (of) => somebody(of, 'messengerA'), outcome: 'refused windowClosed' },
  'no message': { whom: stranger, opening: { message: { aml: '[[thing:none]]' } }, outcome: 'refused invalidMessage' },
  'a signal': {
    whom: stranger,
    opening: { message: { spec: 'amf/1', signal: 'typing' } },
    outcome: 'refused invalidMessage',
  },
  'several bubbles': { whom: stranger, opening: { message: long }, outcome: 'dispatched' },
  'a question': {
    whom: stranger,
    opening: { message: { spec: 'amf/1', parts: [{ type: 'confirm', intentId: 'sure', prompt: 'Sure?' }] } },
    outcome: 'dispatched',
  },
  'a channel that breaks': { whom: stranger, happens: failing(503), outcome: 'failed providerError again' },
  'one that is asked to wait': { whom: stranger, happens: failing(429), outcome: 'failed rateLimited again' },
  'the last try': {
    whom: stranger,
    opening: { isLastAttempt: true },
    happens: failing(503),
    outcome: 'failed providerError',
  },
  'a refusal': { whom: somebody, happens: failing(400), outcome: 'failed rejected' },
  'one that takes no rcs, as is known': {
    whom: (of) => somebody(of, 'rcs'),
    opening: { mustCheckCapability: true },
    async happens({ asid, set }, _opening, of) {
      await set({ reachable: false })
      await alone(initiationTo(asid, { mustCheckCapability: true }), of)
    },
    outcome: 'incapable, known',
  },
  'one that takes rcs, as is known': {
    whom: (of) => somebody(of, 'rcs'),
    opening: { mustCheckCapability: true },
    happens: ({ asid }, _opening, of) => alone(initiationTo(asid, { mustCheckCapability: true }), of),
    outcome: 'dispatched',
  },
  'one that turns out to take no rcs': {
    whom: (of) => somebody(of, 'rcs'),
    happens: ({ set }) => set({ reachable: false }),
    outcome: 'incapable, asked',
  },
  'what was tried before': {
    whom: stranger,
    async happens({ set }, opening, of) {
      await set({ failNext: { count: 1, status: 503 } })
      await alone(opening, of)
    },
    outcome: 'dispatched',
  },
  'what was handed over before': {
    whom: stranger,
    happens: (_, opening, of) => alone(opening, of),
    outcome: 'dispatched',
  },
}

function outcomeOf(result: InitiationResult): string {
  if (result.kind === 'dispatched' || result.kind === 'unresolved') return result.kind
  if (result.kind === 'incapable') return `incapable, ${result.known ? 'known' : 'asked'}`
  return `${result.kind} ${result.reason}${result.kind === 'failed' && result.again ? ' again' : ''}`
}

/** All rows about a person, except ids and row positions. */
async function writtenOf({ asid }: Partner): Promise<object> {
  const read = async (table: string, order: string) =>
    (await pool.query(`select * from ${table} where asid = $1 order by ${order}`, [asid])).rows
  const started = `select type, data from outbox where data ->> 'userId' = $1 order by created_at, type`
  const written = {
    messages: await read('messages', 'message_key'),
    conversations: await read('conversations', 'asid'),
    sessions: await read('sessions', 'started_at'),
    dispatches: await read('dispatches', 'bubble'),
    capabilities: await read('capabilities', 'asid'),
    events: await read('conversation_events', 'event_key'),
    logs: await read('agent_logs', 'at, event, entry'),
    outbox: (await pool.query(started, [asid])).rows,
  }
  const ids = new Map<string, string>()
  const nameOf = (id: string) => ids.get(id) ?? ids.set(id, `id ${ids.size}`).get(id)
  const masked = JSON.stringify(written).replaceAll(/"(?:msg|ses|evt|usr|in)[_-][\w-]+"/g, (id) => `"${nameOf(id)}"`)
  const isKey = (key: string) => /(_key|^entry|inbound_id|channel_conversation_id)$/.test(key)
  return JSON.parse(masked, (key, value) => (isKey(key) ? undefined : value))
}

const shownBy = async ({ readTexts }: Partner) =>
  ((await readTexts?.()) ?? []).filter((words) => !words.includes('opted out'))

async function prepare(of: GatewayAgent) {
  const cases = Object.entries(situations).map(async ([name, situation]) => {
    const partner = (await situation.whom(of)) as Required<Partner>
    return { name, situation, partner, opening: initiationTo(partner.asid, situation.opening) }
  })
  return Promise.all(cases)
}

for (const hears of [false, true]) {
  test(`a batch gives each initiation the same outcome as a single call${hears ? ', reported to a webhook' : ''}`, async () => {
    const of = await bench.agent('sms', 'rcs', 'messengerA')
    const [one, many] = [await prepare(of), await prepare(of)]
    world.advance(25 * 60 * minute)
    for (const { situation, partner, opening } of [...one, ...many]) await situation.happens?.(partner, opening, of)
    await work()
    if (!hears) await of.call('DELETE', '/v4/webhook')
    const expected = await Promise.all(one.map(({ opening }) => conversations.initiate(of.key, opening, signal)))
    const initiations = many.map(({ opening }) => opening)
    const opened = await open(of, initiations)
    await conversations.flush()
    for (const [index, { name, situation, partner }] of many.entries()) {
      const [before, now] = [expected[index] as InitiationResult, opened[index] as InitiationResult]
      const unnamed = { messageId: undefined, asid: undefined }
      assert.equal(outcomeOf(now), situation.outcome, name)
      assert.deepEqual({ ...now, ...unnamed }, { ...before, ...unnamed }, name)
      const other = one[index]?.partner as Partner
      assert.deepEqual(await writtenOf(partner), await writtenOf(other), name)
      assert.deepEqual(await shownBy(partner), await shownBy(other), name)
    }
    // A second call for the same initiations returns the same results for those that have ended.
    const again = await open(of, initiations)
    for (const [index, now] of again.entries()) {
      if (opened[index]?.kind === 'dispatched') assert.deepEqual(now, opened[index])
    }
  })
}

const open = (of: GatewayAgent, initiations: Initiation[], by = conversations) =>
  Promise.all(by.initiateMany(of.key, initiations, signal))
const outcomes = async (opened: Promise<InitiationResult[]>) => (await opened).map(outcomeOf)

test('several messages to one person in a batch all reach them', async () => {
  const of = await bench.agent('sms')
  const [one, other] = [await stranger(of), await stranger(of)]
  const first = initiationTo(one.asid)
  const second = initiationTo(one.asid, { message: { aml: 'More' } })
  const opened = await open(of, [first, first, second, initiationTo(other.asid)])
  assert.deepEqual(opened.map(outcomeOf), ['dispatched', 'dispatched', 'dispatched', 'dispatched'])
  assert.deepEqual([opened[1], await one.readTexts()], [opened[0], ['Good news', 'More']])
})

test('openers that start at once share a batch, repeats share a result, and each ends with its own signal', async () => {
  const of = await bench.agent('sms')
  const [one, other, slow] = [await stranger(of), await stranger(of), await stranger(of)]
  const by = whoseAdapter((adapter) => ({
    async send(outgoing, binding, tools) {
      if (outgoing.to === slow.address)
        await new Promise((_, reject) => tools.signal?.addEventListener('abort', () => reject(tools.signal?.reason)))
      return adapter.send(outgoing, binding, tools)
    },
  }))
  const attempt = new AbortController()
  const start = (opening: Initiation, until = signal) => by.initiateBatched(of.key, opening, until)
  const first = initiationTo(one.asid)
  const aborted = start(initiationTo(slow.asid), attempt.signal)
  const opened = [start(first), start(first), start(initiationTo(other.asid))]
  assert.deepEqual(await outcomes(Promise.all(opened)), ['dispatched', 'dispatched', 'dispatched'])
  assert.deepEqual([await one.readTexts(), await other.readTexts()], [['Good news'], ['Good news']])
  attempt.abort()
  assert.notEqual((await outcomes(Promise.all([aborted])))[0], 'dispatched')
  assert.deepEqual(await slow.readTexts(), [])
})

test('a number that was never asked about is asked before its opener leaves, unless only what is known counts', async () => {
  const of = await bench.agent('rcs')
  const [asked, known] = [await somebody(of, 'rcs'), await somebody(of, 'rcs')]
  for (const { set } of [asked, known]) await set({ reachable: false })
  const asks: string[] = []
  const by = whoseAdapter((adapter) => ({
    capable: async (to) => {
      asks.push(to)
      return false
    },
    send: adapter.send,
  }))
  const opened = by.initiateBatched(of.key, initiationTo(asked.asid, { mustCheckCapability: true }), signal)
  assert.deepEqual(await outcomes(Promise.all([opened])), ['incapable, asked'])
  const tried = by.initiateBatched(of.key, initiationTo(known.asid, { mustCheckCapability: 'known' }), signal)
  assert.deepEqual(await outcomes(Promise.all([tried])), ['incapable, asked'])
  assert.deepEqual(asks, [asked.address])
})

test('an empty batch does nothing', async () => {
  const of = await bench.agent('sms')
  assert.deepEqual(await open(of, []), [])
})

test('the disclaimer is sent before the message, unless it was sent earlier', async () => {
  const of = await bench.agent('sms')
  await of.change('sms', { compliance: { enabled: true, disclaimerText: 'Rates apply' } })
  const [known, fresh] = [await somebody(of), await stranger(of)]
  let isOver = false
  const opened = open(of, [initiationTo(known.asid), initiationTo(fresh.asid)]).finally(() => {
    isOver = true
  })
  while (!isOver) await work()
  assert.deepEqual(await outcomes(opened), ['dispatched', 'dispatched'])
  for (const { readTexts } of [known, fresh]) assert.deepEqual(await readTexts(), ['Rates apply', 'Good news'])
})

/** A STOP that is stored while messages to the person are being persisted: too late for that statement to see it. */
async function stopWhenTaken(asid: string): Promise<void> {
  await pool.query(`
    create function stop_now() returns trigger language plpgsql as $$ begin
      insert into stops select agent_key, channel, address_hash, now() from identities
       where agent_key = new.agent_key and asid = new.asid;
      return null;
    end $$;
    create trigger stop_now after insert on messages for each row when (new.asid = '${asid}') execute function stop_now()`)
}

test('a STOP that arrives while a batch is persisted holds only the message to that person', async () => {
  const { of, people, calls } = await byTwilio(2)
  const [stopped, other] = people as [string, string]
  await stopWhenTaken(stopped)
  const opened = open(of, [initiationTo(stopped), initiationTo(other)])
  assert.deepEqual(await outcomes(opened), ['failed optedOut', 'dispatched'])
  assert.deepEqual([calls(stopped), calls(other)], [0, 1])
})

/** An agent whose text messages go through a provider that treats a repeat as a new message. */
async function byTwilio(many: number) {
  const of = await bench.agent()
  await of.call('DELETE', '/v4/webhook')
  const auth = { accountSid: 'AC1', authToken: 'secret', from: '+12025550100' }
  await of.bind({ channel: 'sms', mode: 'unmanaged', provider: 'twilio', auth })
  const addresses = new Map<string, string>()
  for (let left = many; left > 0; left--) {
    const { asid, address } = await stranger(of)
    addresses.set(asid, address)
  }
  const calls = (asid: string) =>
    twilio.calls.filter(({ body }) => new URLSearchParams(body).get('To') === addresses.get(asid)).length
  return { of, people: [...addresses.keys()], calls }
}

test('where a repeat would be a second message, each message is sent once, whatever the provider answers', async () => {
  const { of, people, calls } = await byTwilio(5)
  const answerTo = [{}, { status: 429 }, { status: 503 }, { reset: 'beforeAnswer' }, { status: 400 }] as const
  const addresses = await pool.query('select asid, address from identities where agent_key = $1', [of.key.key])
  const placeOf = new Map(addresses.rows.map(({ asid, address }) => [address, people.indexOf(asid)]))
  twilio.answerBy(({ body }) => answerTo[placeOf.get(new URLSearchParams(body).get('To')) ?? 0] ?? {})
  const initiations = people.map((asid) => initiationTo(asid))
  const outcome = ['dispatched', 'failed rateLimited again', 'unresolved', 'unresolved', 'failed rejected']
  assert.deepEqual(await outcomes(open(of, initiations)), outcome)
  twilio.answerBy(() => ({}))
  const then = ['dispatched', 'dispatched', 'unresolved', 'unresolved', 'failed rejected']
  assert.deepEqual(await outcomes(open(of, initiations)), then)
  assert.deepEqual(people.map(calls), [1, 2, 1, 1, 1])
  const { rows } = await pool.query('select dispatching, unresolved_since from messages where agent_key = $1', [
    of.key.key,
  ])
  assert.ok(rows.every(({ dispatching, unresolved_since }) => dispatching === (unresolved_since !== null)))
})

/** The state left by a process that dies while its messages are being dispatched. */
async function dieOver(of: GatewayAgent, initiations: Initiation[]): Promise<void> {
  let sending = 0
  const { promise: allAreSending, resolve } = Promise.withResolvers<void>()
  const send = () => {
    if (++sending === initiations.length) resolve()
    return new Promise<never>(() => {})
  }
  void open(
    of,
    initiations,
    whoseAdapter(() => ({ send })),
  )
  await allAreSending
}

test('after a process died during a batch, its messages continue only where a repeat is safe', async () => {
  const of = await bench.agent('sms')
  const [one, other] = [await stranger(of), await stranger(of)]
  const initiations = [initiationTo(one.asid), initiationTo(other.asid)]
  await dieOver(of, initiations)
  assert.deepEqual(await outcomes(open(of, initiations, elsewhere)), ['dispatched', 'dispatched'])
  assert.deepEqual([await one.readTexts(), await other.readTexts()], [['Good news'], ['Good news']])
  const unsafe = await byTwilio(2)
  const unsure = unsafe.people.map((asid) => initiationTo(asid))
  await dieOver(unsafe.of, unsure)
  const outcome = ['unresolved', 'unresolved']
  assert.deepEqual(await outcomes(open(unsafe.of, unsure, elsewhere)), outcome)
  assert.deepEqual(unsafe.people.map(unsafe.calls), [0, 0])
})

test('two processes with the same batch reach each person once', async () => {
  const { of, people, calls } = await byTwilio(5)
  const initiations = people.map((asid) => initiationTo(asid))
  const both = await Promise.all([open(of, initiations), open(of, initiations, elsewhere)])
  for (const [index, asid] of people.entries()) {
    assert.ok(both.some((opened) => opened[index]?.kind === 'dispatched'))
    assert.equal(calls(asid), 1)
  }
})

test('the message id and the thread id of the provider are stored', async () => {
  const of = await bench.agent('sms')
  await of.call('DELETE', '/v4/webhook')
  const { asid } = await stranger(of)
  const by = whoseAdapter(() => ({
    acceptsClientIds: false,
    send: async () => ({ channelMessageId: 'theirs', conversationId: 'thread' }),
  }))
  assert.deepEqual(await outcomes(open(of, [initiationTo(asid)], by)), ['dispatched'])
  const { rows } = await pool.query(
    'select channel_message_id, bubble, channel_conversation_id from dispatches join conversations using (agent_key, asid) where asid = $1',
    [asid],
  )
  assert.deepEqual(rows, [{ channel_message_id: 'theirs', bubble: 0, channel_conversation_id: 'thread' }])
})

test('an answer may arrive before the dispatch is recorded', async () => {
  const of = await bench.agent('sms')
  await of.call('DELETE', '/v4/webhook')
  const [quick, slow] = [await somebody(of), await somebody(of)]
  const writes = ({ address }: TestPhone, id: string) =>
    receiveText(bench, conversations, { agent: of.key, from: address, id, text: 'Yes' })
  const by = whoseAdapter((adapter) => ({
    async send(...given) {
      const sent = await adapter.send(...given)
      world.advance(1)
      if (given[0].to === quick.address) await writes(quick, 'at-once')
      return sent
    },
  }))
  const initiations = [quick, slow].map(({ asid }, index) => initiationTo(asid, { initiatedBy: `snd_${index}` }))
  assert.deepEqual(await outcomes(open(of, initiations, by)), ['dispatched', 'dispatched'])
  const answered = () =>
    answers.filter(({ asid }) => [quick.asid, slow.asid].includes(asid)).map((one) => one.initiatedBy)
  assert.deepEqual(answered(), ['snd_0'])
  await writes(slow, 'later')
  assert.deepEqual(answered(), ['snd_0', 'snd_1'])
})

test('a receipt may arrive before the dispatch is recorded, and a message given up meanwhile counts as arrived', async () => {
  const of = await bench.agent('sms')
  const [known, given] = [await stranger(of), await stranger(of)]
  const initiations = [initiationTo(known.asid), initiationTo(given.asid)]
  const by = whoseAdapter((adapter) => ({
    async send(outgoing, ...more) {
      const channelMessageId = outgoing.messageId
      if (outgoing.to === known.address) await of.receive('sms', { kind: 'receipt', channelMessageId, state: 'sent' })
      const failure = { reason: 'expired', detail: 'It was cancelled' }
      const { id } = initiations[1] as Initiation
      if (outgoing.to === given.address) {
        const { db } = bench.server.database
        await db.transaction().execute((tx) => conversations.abandon(tx, of.key, id, failure))
      }
      return adapter.send(outgoing, ...more)
    },
  }))
  assert.deepEqual(await outcomes(open(of, initiations, by)), ['dispatched', 'dispatched'])
  await work()
  const { rows } = await pool.query('select failed_at, sent_at from messages where agent_key = $1', [of.key.key])
  for (const { failed_at, sent_at } of rows) assert.deepEqual([failed_at, sent_at], [null, world.now()])
})

test('an adapter that throws for one message affects no other message', async () => {
  const of = await bench.agent('sms')
  const [one, other] = [await stranger(of), await stranger(of)]
  const by = whoseAdapter((adapter) => ({
    send: async (outgoing, ...given) => {
      if (outgoing.to === one.address)
        throw new DispatchFailedError('rateLimited', 'Too many', { retry: 'later', retryAfterSeconds: 9 })
      return adapter.send(outgoing, ...given)
    },
  }))
  const [failed, dispatched] = await open(of, [initiationTo(one.asid), initiationTo(other.asid)], by)
  assert.deepEqual(
    [outcomeOf(failed as InitiationResult), outcomeOf(dispatched as InitiationResult)],
    ['failed rateLimited again', 'dispatched'],
  )
  assert.equal(failed?.kind === 'failed' && failed.retryAfterSeconds, 9)
})

test('a message whose provider is silent delays no other: receipts of the others are matched, and its result is recorded when it comes', async () => {
  const of = await bench.agent('sms')
  await of.call('DELETE', '/v4/webhook')
  const [slow, ...quick] = [await stranger(of), await stranger(of), await stranger(of)] as const
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const by = whoseAdapter(() => ({
    acceptsClientIds: false,
    async send({ to }) {
      if (to === slow.address) await isOver
      return { channelMessageId: `theirs ${to}` }
    },
  }))
  const initiations = [slow, ...quick].map(({ asid }) => initiationTo(asid))
  const [late, ...opened] = by.initiateMany(of.key, initiations, signal)
  assert.deepEqual(await outcomes(Promise.all(opened)), ['dispatched', 'dispatched'])
  const sql = 'select asid from dispatches where agent_key = $1 order by asid'
  const known = async () => (await pool.query(sql, [of.key.key])).rows.map(({ asid }) => asid)
  const asids = (of: Partner[]) => of.map(({ asid }) => asid).sort()
  assert.deepEqual(await known(), asids(quick))
  resolve()
  assert.deepEqual(await outcomes(Promise.all([late as Promise<InitiationResult>])), ['dispatched'])
  assert.deepEqual(await known(), asids([slow, ...quick]))
})

test('an error while processing one message is reported only for that message', async () => {
  const of = await bench.agent('sms')
  const [one, other] = [await stranger(of), await stranger(of)]
  await one.set({ failNext: { count: 1, status: 503 } })
  await pool.query(`
    create function break_now() returns trigger language plpgsql as $$ begin raise 'unforeseen'; end $$;
    create trigger break_now before update on messages for each row when (new.asid = '${one.asid}') execute function break_now()`)
  const [broken, dispatched] = conversations.initiateMany(
    of.key,
    [initiationTo(one.asid), initiationTo(other.asid)],
    signal,
  )
  assert.deepEqual(await outcomes(Promise.all([dispatched as Promise<InitiationResult>])), ['dispatched'])
  await assert.rejects(broken as Promise<InitiationResult>, /unforeseen/)
})
