import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createOutreachBench, type OutreachPerson, type SendAgent } from '../../../testing/outreach-bench.ts'

/** Send state: random events in random order, compared with a model that knows only the transition table. */

const bench = await createOutreachBench()
const { world, work } = bench

const place = fc.nat({ max: 2 })
const outreach = fc.nat({ max: 1 })
const which = fc.nat({ max: 20 })
const minutes = fc.constantFrom(0, 1, 3, 9, 22, 1441)
const count = fc.integer({ min: 1, max: 5 })
const status = fc.constantFrom(503, 400)
const word = fc.constantFrom('STOP', 'START')
const kind = <K extends string>(name: K) => fc.constant(name)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind('accept'), place, outreach }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('drain'), minutes }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('fail'), place, count, status }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('cancel'), which }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('say'), place, word }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('enable'), outreach, enabled: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('merge'), place, other: place }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('erase'), place }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('delete'), outreach }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Of<K extends Step['kind']> = Extract<Step, { kind: K }>

/** A number: its phone, the person who has it, and the carrier's next response. */
type Place = OutreachPerson & { holder?: string; stopped: boolean; failing: number; status: number }
type Send = {
  sendId: string
  text: string
  place: Place
  holder: string
  outreach: string
  queuedAt: number
  dueAt: number
  attempts: number
  state: string
  reason?: string
  /** Erased with its person, on the phone as well. */
  forgotten?: boolean
}
type Outreach = { id: string; enabled: boolean; deleted: boolean }
type Model = { agent: SendAgent; places: Place[]; outreaches: Outreach[]; sends: Send[] }

const now = () => world.now().getTime()
const waiting = ({ sends }: Model) => sends.filter(({ state }) => state === 'queued')
/** About 2, 8, and 20 minutes, plus half of the maximum jitter, because randomness is fixed too. */
const waits = [120, 480, 1200].map((seconds) => seconds * 1050)
const day = 86_400_000

function end(send: Send, state: string, reason?: string): void {
  Object.assign(send, { state, reason })
}

/** The expected effect of a worker on a due send. */
function attempted({ place, queuedAt, attempts: before, outreach }: Send, outreaches: Outreach[]): Partial<Send> {
  if (now() - queuedAt > day) return { state: 'failed', reason: 'dispatch_failed' }
  if (place.stopped) return { state: 'suppressed', reason: 'opted_out' }
  if (!outreaches.some(({ id, enabled }) => id === outreach && enabled))
    return { state: 'suppressed', reason: 'outreach_unavailable' }
  const attempts = before + 1
  if (place.failing === 0) return { state: 'sent', attempts }
  place.failing -= 1
  const wait = waits[before]
  if (place.status === 400 || wait === undefined) return { state: 'failed', reason: 'dispatch_failed', attempts }
  return { attempts, dueAt: now() + wait }
}

const acts: { [K in Step['kind']]: (model: Model, step: Of<K>) => Promise<void> } = {
  async accept(model, { place: at, outreach: which }) {
    const place = model.places[at] as Place
    const { id, enabled, deleted } = model.outreaches[which] as Outreach
    // Only one send at a time waits for a number: which of two would get the failure is undefined.
    if (waiting(model).some((send) => send.place === place)) return
    const n = `${model.sends.length}`
    const recipient = { channel: 'rcs', address: place.address }
    const reply = await model.agent.send(id, { recipient, inputs: { n }, idempotencyKey: n })
    if (deleted || !enabled) return assertProblem(reply, 422, 'agent.outreach.not_found')
    if (place.stopped) return assertProblem(reply, 409, 'agent.outreach.opted_out')
    const { sendId, personId } = assertStatus(reply, 202)
    if (place.holder !== undefined) assert.equal(personId, place.holder)
    place.holder = personId
    const made = { sendId, text: `News ${n}`, place, holder: personId, outreach: id }
    model.sends.push({ ...made, queuedAt: now(), dueAt: now(), attempts: 0, state: 'queued' })
  },
  async drain(model, { minutes }) {
    world.advance(minutes * 60_000)
    await work()
    for (const send of waiting(model)) if (send.dueAt <= now()) Object.assign(send, attempted(send, model.outreaches))
  },
  async fail({ places }, { place: at, count, status }) {
    const place = places[at] as Place
    await place.phone.set({ failNext: { count, status } })
    Object.assign(place, { failing: count, status })
  },
  async cancel({ agent, sends }, { which }) {
    const send = sends[which % Math.max(1, sends.length)]
    if (!send) return
    const reply = await agent.api.post(`/outreach/sends/${send.sendId}/cancel`)
    if (send.state !== 'queued') return assertProblem(reply, 409, 'agent.outreach.send_not_cancellable')
    assertStatus(reply, 200)
    end(send, 'cancelled')
  },
  async say({ places }, { place: at, word }) {
    const place = places[at] as Place
    // A message from an unknown number creates a Person.
    if (place.holder === undefined) return
    await place.phone.sendText(word)
    place.stopped = word === 'STOP'
  },
  async enable({ agent, outreaches }, { outreach: which, enabled }) {
    const outreach = outreaches[which] as Outreach
    if (outreach.deleted) return
    assertStatus(await agent.api.patch(`/outreach/${outreach.id}`, { enabled }), 200)
    outreach.enabled = enabled
  },
  async merge(model, { place: at, other }) {
    const [into, from] = [model.places[at]?.holder, model.places[other]?.holder]
    if (into === undefined || from === undefined || into === from) return
    assertStatus(await model.agent.api.post(`/people/${into}/_merge`, { fromPersonId: from }), 200)
    leave(model, from, into)
  },
  async erase(model, { place: at }) {
    const holder = model.places[at]?.holder
    if (holder === undefined) return
    await assertGot(model)
    assertStatus(await model.agent.api.del(`/people/${holder}`), 204)
    for (const place of model.places.filter((one) => one.holder === holder)) {
      place.failing = 0
      for (const send of model.sends) send.forgotten ||= send.place === place
    }
    leave(model, holder)
  },
  async delete(model, { outreach: which }) {
    const outreach = model.outreaches[which] as Outreach
    if (outreach.deleted) return
    assertStatus(await model.agent.api.del(`/outreach/${outreach.id}`), 204)
    Object.assign(outreach, { deleted: true, enabled: false })
    for (const send of waiting(model)) if (send.outreach === outreach.id) end(send, 'cancelled')
  },
}

/** A send that waits for a deleted person ends with them. */
function leave(model: Model, person: string, into?: string): void {
  for (const send of waiting(model)) if (send.holder === person) end(send, 'failed', 'no_channel_identity')
  for (const place of model.places) if (place.holder === person) place.holder = into
}

async function begin(): Promise<Model> {
  const agent = await bench.agent('rcs')
  const outreaches: Outreach[] = []
  for (let n = 0; n < 2; n++) {
    outreaches.push({ id: await agent.outreach('News {person.customFields.n}'), enabled: true, deleted: false })
  }
  const places: Place[] = []
  for (let n = 0; n < 3; n++) {
    const somebody = await agent.createPerson()
    places.push({ ...somebody, holder: somebody.id, stopped: false, failing: 0, status: 503 })
  }
  return { agent, outreaches, places, sends: [] }
}

async function assertAgrees({ agent, sends }: Model): Promise<void> {
  const { data } = assertStatus(await agent.api.get('/outreach/sends?limit=200'), 200)
  const sendsById = new Map((data as ReplyBody[]).map((send) => [send.sendId, send]))
  assert.equal(sendsById.size, sends.length)
  for (const { sendId, state, reason, attempts } of sends) {
    const { state: is, reason: why, attempts: tries } = sendsById.get(sendId)
    assert.deepEqual([is, why, tries], [state, reason, attempts])
  }
}

async function assertTold({ agent, sends }: Model): Promise<void> {
  for (const { sendId, state, reason } of sends) {
    const published = (await agent.publishedStates(sendId)).filter((one) => !one.endsWith('responded'))
    const ending = [state, reason].filter(Boolean).join(' ')
    assert.deepEqual(
      published,
      state === 'queued' ? ['queued'] : ['queued', ending],
      'each transition is published once',
    )
  }
}

async function assertGot({ sends, places }: Model): Promise<void> {
  for (const place of places) {
    const known = sends.filter((send) => send.place === place && send.state === 'sent' && !send.forgotten)
    const sent = known.map(({ text }) => text)
    const got = (await place.phone.readTexts()).filter((text) => text.startsWith('News'))
    assert.deepEqual(got.sort(), sent.sort(), 'what was sent was got once, and nothing else')
  }
}

test('after any sequence of accept, cancel, refusal, stop, merge, erasure and deletion the record matches what happened', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
      const model = await begin()
      for (const step of steps) {
        await acts[step.kind](model, step as never)
        await assertAgrees(model)
      }
      await assertTold(model)
      await assertGot(model)
    }),
    { numRuns: 8 },
  )
})
