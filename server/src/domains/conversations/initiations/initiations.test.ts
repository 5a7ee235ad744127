import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createGatewayBench,
  createTextMessage,
  type GatewayAgent,
  openTestProvider,
} from '../../../testing/gateway-bench.ts'
import { createOtherProcessConversations, receiveText } from '../../../testing/initiations-bench.ts'
import { type Adapter, DispatchFailedError } from '../../channels/index.ts'
import type { OnFirstReply } from '../deps.ts'
import type { Initiation, InitiationResult } from './deps.ts'

/** Conversations that the agent initiates: dispatched within the call exactly once, or known not to be. */

const twilio = await openTestProvider()
const bench = await createGatewayBench({ config: { channelApis: { twilio: twilio.url } } })
const { world, work } = bench
const { pool, db } = bench.server.database
const agent = await bench.agent('sms', 'rcs', 'messengerA')
const day = 86_400_000

const answers: Parameters<OnFirstReply>[2][] = []
const note: OnFirstReply = async (_tx, _agent, answer) => void answers.push(answer)
const conversations = createOtherProcessConversations(bench, note)
const elsewhere = createOtherProcessConversations(bench, note)
/** Changes the behavior of the provider's adapter. */
const whoseAdapter = (change: (adapter: Adapter) => Partial<Adapter>) =>
  createOtherProcessConversations(bench, note, change)

let openings = 0
const { signal } = new AbortController()
const openingTo = (asid: string, more: Partial<Initiation> = {}): Initiation => ({
  asid,
  message: createTextMessage('Good news'),
  id: `snd_${++openings}`,
  ...more,
})
const open = (opening: Initiation, { of = agent, by = conversations } = {}) => by.initiate(of.key, opening, signal)

async function outcomeOf(opened: InitiationResult | Promise<InitiationResult>): Promise<string> {
  const result = await opened
  if (result.kind === 'dispatched' || result.kind === 'unresolved') return result.kind
  if (result.kind === 'incapable') return `incapable, ${result.known ? 'known' : 'asked'}`
  return `${result.kind} ${result.reason}${result.kind === 'failed' && result.again ? ' again' : ''}`
}
const idOf = (opened: InitiationResult): string =>
  ('messageId' in opened && opened.messageId) || assert.fail(opened.kind)

async function somebody(channel: 'sms' | 'rcs' | 'messengerA' = 'sms', of = agent) {
  const phone = of.phone(channel)
  await phone.set({ receipts: 'manual' })
  const asid = await phone.sendText('Hello')
  await work()
  return { ...phone, asid }
}

async function messagesOf(asid: string) {
  const { rows } = await pool.query('select * from messages where asid = $1 order by message_key', [asid])
  return rows
}

test('a conversation is initiated within the call and published like any other message', async () => {
  const { id } = (await agent.api.post('/people', { fullName: 'Somebody' })).body
  const phone = agent.phone('sms')
  await phone.set({ receipts: 'manual' })
  const identity = { channel: 'sms', address: phone.address }
  const { asid } = (await agent.api.post(`/people/${id}/identities`, identity)).body
  const opened = await open(openingTo(asid))
  const where = { asid, channel: 'sms' }
  assert.deepEqual(opened, {
    ...{ kind: 'dispatched', messageId: idOf(opened), text: 'Good news', at: world.now() },
    ...where,
  })
  assert.deepEqual(await phone.readTexts(), ['Good news'])
  const { rows } = await pool.query(`select data from outbox where type = 'conversation.started'`)
  const [started] = rows.filter(({ data }) => data.userId === asid)
  assert.deepEqual([started?.data.initiatedBy, started?.data.channel], ['agent', 'sms'])
  await work()
  assert.deepEqual([agent.statuses(idOf(opened)), await phone.readTexts()], [['sent sms'], ['Good news']])
  await phone.receipt(idOf(opened), 'delivered')
  await work()
  assert.deepEqual(agent.statuses(idOf(opened)), ['sent sms', 'delivered sms'])
})

test('initiating the same conversation twice, in sequence or concurrently, reaches the person once', async () => {
  const { asid, readTexts } = await somebody()
  const opening = openingTo(asid)
  const [first, ...others] = await Promise.all([open(opening), open(opening), open(opening)])
  world.advance(60_000)
  others.push(await open({ ...opening, message: createTextMessage('Other news') }))
  for (const other of others) assert.deepEqual(other, first)
  assert.deepEqual(await readTexts(), ['Good news'])
})

test('two processes that initiate the same conversation dispatch the same message and publish it once', async () => {
  const { asid, readTexts } = await somebody()
  const opening = openingTo(asid)
  const both = await Promise.all([open(opening), open(opening, { by: elsewhere })])
  await work()
  assert.deepEqual(both[0], both[1])
  assert.deepEqual([await readTexts(), agent.statuses(idOf(both[0]))], [['Good news'], ['sent sms']])
})

test('an initiation that cannot be routed attempts nothing and writes nothing', async () => {
  const stopped = await somebody()
  await stopped.sendText('STOP')
  const quiet = await somebody('messengerA')
  world.advance(day + 1)
  const other = await bench.agent('sms', 'rcs')
  const [unbound, disabled] = [await somebody('rcs', other), await somebody('sms', other)]
  await other.unbind('rcs')
  await other.verb('sms', '_disable')
  const { asid } = await somebody()
  const cases: [Initiation, string, GatewayAgent?][] = [
    [openingTo(stopped.asid), 'refused optedOut'],
    [openingTo(quiet.asid), 'refused windowClosed'],
    [openingTo(unbound.asid), 'refused noRoute', other],
    [openingTo(disabled.asid), 'refused bindingDisabled', other],
    [openingTo('usr_nobody'), 'refused unknownRecipient'],
    [openingTo(asid, { message: { aml: '[[thing:none]]' } }), 'refused invalidMessage'],
    [openingTo(asid, { message: { spec: 'amf/1', signal: 'typing' } }), 'refused invalidMessage'],
  ]
  for (const [opening, outcome, of] of cases) {
    const before = await messagesOf(opening.asid)
    assert.equal(await outcomeOf(open(opening, { of })), outcome)
    assert.deepEqual(await messagesOf(opening.asid), before)
  }
})

test('an interrupted initiation continues under the same id, and queued is published once', async () => {
  const { asid, set, readTexts, read } = await somebody()
  const opening = openingTo(asid)
  await set({ failNext: { count: 2, status: 503 } })
  const first = await open(opening)
  assert.equal(await outcomeOf(first), 'failed providerError again')
  assert.equal(await outcomeOf(open(opening)), 'failed providerError again')
  const opened = await open(opening)
  await work()
  assert.deepEqual([await outcomeOf(opened), idOf(opened)], ['dispatched', idOf(first)])
  assert.deepEqual([await readTexts(), (await read()).messages.at(-1).messageId], [['Good news'], idOf(first)])
  assert.deepEqual(agent.statuses(idOf(first)), ['queued sms', 'sent sms'])
})

test('after the last attempt an initiation has failed permanently', async () => {
  const { asid, set, readTexts } = await somebody()
  const opening = openingTo(asid, { isLastAttempt: true })
  await set({ failNext: { count: 1, status: 503 } })
  const first = await open(opening)
  assert.equal(await outcomeOf(first), 'failed providerError')
  assert.deepEqual(await open(opening), first)
  await work()
  assert.deepEqual([agent.statuses(idOf(first)), await readTexts()], [['failed sms'], []])
})

test('an initiation that the channel refuses fails immediately', async () => {
  const { asid, set } = await somebody()
  await set({ failNext: { count: 1, status: 400 } })
  const opening = openingTo(asid)
  const first = await open(opening)
  assert.deepEqual([await outcomeOf(first), await open(opening)], ['failed rejected', first])
})

test('a STOP before the next attempt blocks the initiation', async () => {
  const { asid, set, sendText, readTexts } = await somebody()
  const opening = openingTo(asid)
  await set({ failNext: { count: 1, status: 503 } })
  const first = await open(opening)
  await sendText('STOP')
  assert.equal(await outcomeOf(open(opening)), 'failed optedOut')
  await work()
  assert.deepEqual(agent.statuses(idOf(first)), ['queued sms', 'failed sms'])
  assert.ok(!(await readTexts()).includes('Good news'))
})

const long = createTextMessage('A word and another. '.repeat(200))

test('a retry of several bubbles dispatches only the remaining ones', async () => {
  const { asid, readTexts } = await somebody()
  const bubbles: number[] = []
  let broken = false
  const by = whoseAdapter((adapter) => ({
    async send(outgoing, ...given) {
      bubbles.push(outgoing.bubble)
      broken = outgoing.bubble === 1 && !broken
      if (broken) throw new DispatchFailedError('providerError', 'It broke', { retry: 'later' })
      return adapter.send(outgoing, ...given)
    },
  }))
  const opening = openingTo(asid, { message: long })
  const first = await open(opening, { by })
  assert.equal(await outcomeOf(first), 'failed providerError again')
  const opened = await open(opening, { by })
  await work()
  assert.equal(await outcomeOf(opened), 'dispatched')
  const all = await readTexts()
  assert.deepEqual(bubbles, [0, 1, ...all.slice(1).map((_, at) => at + 1)])
  assert.ok(all.length > 2)
  assert.deepEqual(agent.statuses(idOf(first)), ['queued sms', 'sent sms'])
})

test('an initiation observes the gap of the binding and checks for STOP before each bubble', async () => {
  const own = await bench.agent('sms')
  await own.change('sms', { delivery: { minMessageDelayMs: 250 } })
  const { asid, sendText, readTexts } = await somebody('sms', own)
  const by = whoseAdapter((adapter) => ({
    async send(outgoing, ...given) {
      const sent = await adapter.send(outgoing, ...given)
      await sendText('STOP')
      return sent
    },
  }))
  const opened = await open(openingTo(asid, { message: long }), { of: own, by })
  assert.equal(await outcomeOf(opened), 'failed optedOut')
  assert.equal((await readTexts()).length, 1)
})

test('the disclaimer of a relationship is sent before the message', async () => {
  const own = await bench.agent('sms')
  await own.change('sms', { compliance: { enabled: true, disclaimerText: 'Rates apply' } })
  const { id } = (await own.api.post('/people', { fullName: 'Somebody' })).body
  const phone = own.phone('sms')
  const { asid } = (await own.api.post(`/people/${id}/identities`, { channel: 'sms', address: phone.address })).body
  let isOver = false
  const opened = open(openingTo(asid), { of: own }).finally(() => {
    isOver = true
  })
  while (!isOver) await work()
  assert.equal(await outcomeOf(opened), 'dispatched')
  assert.deepEqual(await phone.readTexts(), ['Rates apply', 'Good news'])
})

/** An agent whose text messages go through a provider that treats a repeat as a new message. */
async function byTwilio() {
  const own = await bench.agent()
  const auth = { accountSid: 'AC1', authToken: 'secret', from: '+12025550100' }
  await own.bind({ channel: 'sms', mode: 'unmanaged', provider: 'twilio', auth })
  const { address } = own.phone('sms')
  const { id } = (await own.api.post('/people', { fullName: 'Somebody' })).body
  const { asid } = (await own.api.post(`/people/${id}/identities`, { channel: 'sms', address })).body
  const calls = () => twilio.calls.filter(({ body }) => new URLSearchParams(body).get('To') === address).length
  return { own, asid: asid as string, calls }
}

test('where a repeat would be a second message, concurrent duplicates are dispatched once', async () => {
  const { own, asid, calls } = await byTwilio()
  const opening = openingTo(asid)
  const both = [open(opening, { of: own }), open(opening, { of: own, by: elsewhere })]
  assert.ok((await Promise.all(both.map(outcomeOf))).includes('dispatched'))
  assert.equal(calls(), 1)
})

test('where a repeat would be a second message, a broken answer leaves the outcome open, and the dispatch is not repeated', async () => {
  const { own, asid, calls } = await byTwilio()
  const opening = openingTo(asid)
  twilio.answerNext({ reset: 'beforeAnswer' })
  assert.equal(await outcomeOf(open(opening, { of: own })), 'unresolved')
  assert.equal(await outcomeOf(open(opening, { of: own })), 'unresolved')
  assert.equal(calls(), 1)
})

/** The state left by a process that died between marking the dispatch and the provider's response. */
async function diedOver(opening: Initiation, own: GatewayAgent): Promise<string> {
  twilio.answerNext({ status: 429 })
  const first = await open(opening, { of: own })
  assert.equal(await outcomeOf(first), 'failed rateLimited again')
  await pool.query('update messages set dispatching = true where id = $1', [idOf(first)])
  return idOf(first)
}

test('where a repeat would be a second message, a dispatch interrupted by a crash is not repeated', async () => {
  const { own, asid, calls } = await byTwilio()
  const opening = openingTo(asid)
  await diedOver(opening, own)
  assert.equal(await outcomeOf(open(opening, { of: own })), 'unresolved')
  assert.equal(calls(), 1)
})

test('a receipt resolves an open initiation as dispatched', async () => {
  const { own, asid, calls } = await byTwilio()
  const opening = openingTo(asid)
  const channelMessageId = await diedOver(opening, own)
  await own.receive('sms', { kind: 'receipt', channelMessageId, state: 'sent' })
  const opened = await open(opening, { of: own })
  const where = { asid: opening.asid, channel: 'sms' }
  const sent = { kind: 'dispatched', messageId: channelMessageId, text: 'Good news', at: world.now() }
  assert.deepEqual(opened, { ...sent, ...where })
  assert.deepEqual([calls(), await open(opening, { of: own })], [1, opened])
})

test('findDispatched returns the same result as the initiation, also after a receipt', async () => {
  const { asid, set } = await somebody()
  const [opening, failed] = [openingTo(asid), openingTo(asid)]
  const findDispatched = ({ id }: Initiation, of = agent) => conversations.findDispatched(of.key, id)
  assert.equal(await findDispatched(opening), undefined)
  const opened = await open(opening)
  assert.deepEqual([opened.kind, await findDispatched(opening)], ['dispatched', opened])
  await set({ failNext: { count: 1, status: 503 } })
  await open(failed)
  assert.equal(await findDispatched(failed), undefined)
  const { own, asid: other } = await byTwilio()
  const broken = openingTo(other)
  const channelMessageId = await diedOver(broken, own)
  assert.equal(await findDispatched(broken, own), undefined)
  await own.receive('sms', { kind: 'receipt', channelMessageId, state: 'sent' })
  const earlier = await findDispatched(broken, own)
  const sent = { kind: 'dispatched', messageId: channelMessageId, text: 'Good news', at: world.now() }
  assert.deepEqual(earlier, { ...sent, asid: other, channel: 'sms' })
  assert.deepEqual([await open(broken, { of: own }), await findDispatched(broken, own)], [earlier, earlier])
})

test('a number without rcs is checked once in seven days; nothing is written and nothing is sent by sms', async () => {
  const { asid, set, address, readTexts } = await somebody('rcs')
  const sms = agent.phone('sms', address)
  await set({ reachable: false })
  const ask = () => outcomeOf(open(openingTo(asid, { mustCheckCapability: true })))
  assert.equal(await ask(), 'incapable, asked')
  await set({ reachable: true })
  assert.equal(await ask(), 'incapable, known')
  assert.deepEqual([await messagesOf(asid), await sms.readTexts()], [[], []])
  world.advance(7 * day)
  assert.equal(await ask(), 'dispatched')
  assert.deepEqual(await readTexts(), ['Good news'])
})

test('a number with rcs is not checked again until a dispatch fails', async () => {
  const { asid, set } = await somebody('rcs')
  let lookups = 0
  const by = whoseAdapter(({ capable }) => ({
    capable: (...given) => {
      lookups++
      return capable?.(...given) ?? assert.fail()
    },
  }))
  const ask = () => outcomeOf(open(openingTo(asid, { mustCheckCapability: true }), { by }))
  assert.deepEqual([await ask(), await ask(), lookups], ['dispatched', 'dispatched', 1])
  await set({ failNext: { count: 1, status: 503 } })
  assert.deepEqual([await ask(), lookups], ['failed providerError again', 1])
  assert.deepEqual([await ask(), lookups], ['dispatched', 2])
  await set({ failNext: { count: 1, status: 400 } })
  assert.deepEqual([await ask(), lookups], ['failed rejected', 2])
  assert.deepEqual([await ask(), lookups], ['dispatched', 3])
})

test('a dispatch that does not reach the number clears the cached capability, and the provider is asked again next time', async () => {
  const { asid, set, address } = await somebody('rcs')
  const mustCheckCapability = true
  assert.equal(await outcomeOf(open(openingTo(asid, { mustCheckCapability }))), 'dispatched')
  await set({ reachable: false })
  const delivery = { channels: ['rcs', 'sms'], fallbackOn: ['sendFailed'] }
  const opening = openingTo(asid, { mustCheckCapability, message: createTextMessage('Hi', { delivery }) })
  assert.equal(await outcomeOf(open(opening)), 'incapable, asked')
  assert.equal(await outcomeOf(open(opening)), 'incapable, asked')
  await set({ reachable: true })
  assert.equal(await outcomeOf(open(openingTo(asid, { mustCheckCapability }))), 'dispatched')
  await work()
  const [, failed] = await messagesOf(asid)
  assert.deepEqual([failed.reason, agent.statuses(failed.id)], ['unreachable', ['failed rcs']])
  assert.deepEqual(await agent.phone('sms', address).readTexts(), [])
})

test('an initiation can be retried later if the rcs capability of a number is unknown', async () => {
  const { asid } = await somebody('rcs')
  const by = whoseAdapter(() => ({
    capable: async () => {
      throw new DispatchFailedError('rateLimited', 'Too many questions', { retry: 'later' })
    },
  }))
  const opening = openingTo(asid, { mustCheckCapability: true })
  assert.deepEqual(await open(opening, { by }), {
    kind: 'failed',
    reason: 'capabilityUnknown',
    detail: 'Too many questions',
    again: true,
  })
  assert.deepEqual(await messagesOf(asid), [])
  assert.equal(await outcomeOf(open(opening)), 'dispatched')
})

test('cached capabilities of numbers are deleted with the person, and after eight days', async () => {
  const [leaving, stays] = [await somebody('rcs'), await somebody('rcs')]
  for (const { asid } of [leaving, stays]) await open(openingTo(asid, { mustCheckCapability: true }))
  const remembered = async () => {
    const { rows } = await pool.query('select asid from capabilities where asid in ($1, $2)', [
      leaving.asid,
      stays.asid,
    ])
    return rows.map(({ asid }) => asid)
  }
  const people = (await agent.api.get('/people')).body.data as { id: string; identities: { asid: string }[] }[]
  const person = people.find(({ identities }) => identities.some(({ asid }) => asid === leaving.asid))
  assert.equal((await agent.api.del(`/people/${person?.id}`)).status, 204)
  assert.deepEqual(await remembered(), [stays.asid])
  world.advance(8 * day + 1)
  await bench.chore('delete-old-conversations')
  assert.deepEqual(await remembered(), [])
})

let texts = 0
const writes = ({ address }: { address: string }, words: string) =>
  receiveText(bench, conversations, { agent: agent.key, from: address, id: `in-${++texts}`, text: words })
const answersOf = (asid: string) => answers.filter((answer) => answer.asid === asid)

test('the first answer is published once, and only for a message dispatched for a send', async () => {
  const phone = await somebody()
  const { asid, set } = phone
  await writes(phone, 'Nothing was sent')
  await open(openingTo(asid))
  await writes(phone, 'It was for no send')
  await set({ failNext: { count: 1, status: 400 } })
  await open(openingTo(asid, { initiatedBy: 'snd_failed' }))
  await writes(phone, 'It has not arrived')
  assert.deepEqual(answersOf(asid), [])
  await open(openingTo(asid, { initiatedBy: 'snd_answered' }))
  world.advance(1000)
  await agent.receive('sms', { kind: 'typing', from: phone.address })
  await writes(phone, 'Yes')
  await writes(phone, 'Please')
  assert.deepEqual(answersOf(asid), [{ asid, initiatedBy: 'snd_answered', at: world.now() }])
})

test('a STOP does not count as an answer', async () => {
  const phone = await somebody()
  await open(openingTo(phone.asid, { initiatedBy: 'snd_stopped' }))
  await writes(phone, 'STOP')
  assert.deepEqual(answersOf(phone.asid), [])
})

test('an answer may arrive before the dispatch is recorded', async () => {
  const phone = await somebody()
  const by = whoseAdapter((adapter) => ({
    async send(...given) {
      const sent = await adapter.send(...given)
      world.advance(1)
      await writes(phone, 'At once')
      return sent
    },
  }))
  await open(openingTo(phone.asid, { initiatedBy: 'snd_quick' }), { by })
  await writes(phone, 'And more')
  assert.deepEqual(
    answersOf(phone.asid).map(({ initiatedBy }) => initiatedBy),
    ['snd_quick'],
  )
})

test('an initiation that waits for a retry can be given up; one that was dispatched or never started cannot', async () => {
  const { asid, set, readTexts } = await somebody()
  const [waiting, dispatched] = [openingTo(asid), openingTo(asid)]
  await set({ failNext: { count: 1, status: 503 } })
  const first = await open(waiting)
  const opened = await open(dispatched)
  const failure = { reason: 'expired', detail: 'It was cancelled' }
  for (const id of [waiting.id, waiting.id, dispatched.id, 'snd_none']) {
    await db.transaction().execute((tx) => conversations.abandon(tx, agent.key, id, failure))
  }
  await work()
  assert.deepEqual(agent.statuses(idOf(first)), ['queued sms', 'failed sms'])
  assert.deepEqual([await outcomeOf(open(waiting)), await open(dispatched)], ['failed expired', opened])
  assert.deepEqual(await readTexts(), ['Good news'])
})

/** A provider during whose call something else happens. */
const meanwhile = (act: () => Promise<unknown>, refuses = false) =>
  whoseAdapter((adapter) => ({
    async send(...given) {
      await act()
      if (refuses) throw new DispatchFailedError('rateLimited', 'Too many', { retry: 'later', retryAfterSeconds: 90 })
      return adapter.send(...given)
    },
  }))
const giveUp = ({ id }: Initiation) =>
  db
    .transaction()
    .execute((tx) => conversations.abandon(tx, agent.key, id, { reason: 'expired', detail: 'It was cancelled' }))

test('an initiation given up during its dispatch becomes sent if it arrives, and failed if it does not', async () => {
  const { asid, readTexts } = await somebody()
  const [arrives, breaks] = [openingTo(asid), openingTo(asid)]
  const opened = await open(arrives, { by: meanwhile(() => giveUp(arrives)) })
  const failed = await open(breaks, { by: meanwhile(() => giveUp(breaks), true) })
  assert.deepEqual([await outcomeOf(opened), await outcomeOf(failed)], ['dispatched', 'failed expired'])
  assert.deepEqual([await open(arrives), await open(breaks), await readTexts()], [opened, failed, ['Good news']])
  await work()
  assert.equal(agent.statuses(idOf(opened)).at(-1), 'sent sms')
  assert.deepEqual(agent.statuses(idOf(failed)), ['failed sms'])
  const states = (await messagesOf(asid)).map(({ failed_at, reason }) => [failed_at !== null, reason])
  assert.deepEqual(states, [
    [false, null],
    [true, 'expired'],
  ])
})

test('an attempt that fails after another attempt dispatched the message changes nothing', async () => {
  const { asid } = await somebody()
  const opening = openingTo(asid, { isLastAttempt: true })
  const late = await open(opening, { by: meanwhile(() => open(opening), true) })
  await work()
  assert.deepEqual([late, agent.statuses(idOf(late))], [await open(opening), ['sent sms']])
  assert.equal(late.kind, 'dispatched')
})

test('a failed initiation returns how long the channel asks to wait', async () => {
  const { asid } = await somebody()
  const failed = await open(openingTo(asid), { by: meanwhile(async () => {}, true) })
  const { messageId: _, ...failure } = failed as Extract<InitiationResult, { kind: 'failed' }>
  assert.deepEqual(failure, {
    kind: 'failed',
    reason: 'rateLimited',
    detail: 'Too many',
    again: true,
    retryAfterSeconds: 90,
  })
})
