import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { createCampaignsBench } from '../../../testing/campaigns-bench.ts'
import { assertProblem, assertStatus, type TestReply } from '../../../testing/client.ts'
import type { OutreachPerson } from '../../../testing/outreach-bench.ts'
import { type CampaignAction, type CampaignStatus, nextCampaignStatus } from '../campaign.ts'

/** Campaign status: random actions in random order, compared with a model that knows only the transition table. */

const bench = await createCampaignsBench({ config: { batchRates: { lab: 10_000 } } })
const { world, work } = bench
const agent = await bench.agent()
const outreachId = await agent.outreach('News')
const half = 30 * 60_000

const who = fc.nat({ max: 2 })
const kind = <K extends string>(name: K) => fc.constant(name)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind('tick'), minutes: fc.constantFrom(0, 1, 20, 31) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('stage') }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('start') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('pause') }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('resume') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('cancel') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('edit') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('stop'), who }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('talk'), who }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Of<K extends Step['kind']> = Extract<Step, { kind: K }>

/** A person of the audience and their expected row, which is undefined before staging. */
type One = OutreachPerson & { stopped: boolean; wroteAt: number; row?: string; dueAt: number }
type Model = { id: string; status: CampaignStatus; people: One[] }

const now = () => world.now().getTime()
const open = ({ people }: Model) => people.filter(({ row }) => row?.startsWith('queued'))

/** The expected effect of a worker on a due row. */
function attempt(one: One): void {
  const isTalking = now() < one.wroteAt + half
  if (one.stopped) one.row = 'suppressed opted_out'
  else if (isTalking) Object.assign(one, { row: 'queued in-conversation', dueAt: one.wroteAt + half })
  else one.row = 'sent'
}

/** Staging runs the workers itself; after any other command no worker runs before the next tick. */
function ask({ id, status }: Model, verb: CampaignAction): Promise<TestReply> {
  if (verb === 'edit') return agent.api.patch(`/campaigns/${id}`, { name: 'Summer' })
  const isStaged = verb === 'stage' && nextCampaignStatus(verb, status) !== undefined
  return isStaged ? agent.sendCommand(id, verb) : agent.api.post(`/campaigns/${id}/${verb}`)
}

/** Requests a transition; returns whether the table allows it. */
async function asks(model: Model, verb: CampaignAction): Promise<boolean> {
  const to = nextCampaignStatus(verb, model.status)
  const reply = await ask(model, verb)
  if (!to) assertProblem(reply, 409, 'agent.campaign.immutable')
  else assertStatus(reply, 200)
  if (to) model.status = to
  return to !== undefined
}

const acts: { [K in Step['kind']]: (model: Model, step: Of<K>) => Promise<unknown> } = {
  async tick(model, { minutes }) {
    world.advance(minutes * 60_000)
    await settle(model)
    // The check whether all sends have ended runs every few seconds.
    world.advance(6_000)
    await settle(model)
    if (model.status === 'running' && open(model).length === 0) model.status = 'completed'
  },
  async stage(model) {
    if (!(await asks(model, 'stage'))) return
    for (const one of model.people) Object.assign(one, { row: one.stopped ? 'excluded opted-out' : 'queued', dueAt: 0 })
  },
  async start(model) {
    if (model.status !== 'staged' || open(model).length > 0) await asks(model, 'start')
    else assertProblem(await agent.api.post(`/campaigns/${model.id}/start`), 422, 'agent.campaign.invalid')
  },
  pause: (model) => asks(model, 'pause'),
  async resume(model) {
    if (await asks(model, 'resume')) for (const one of open(model)) one.dueAt = 0
  },
  async cancel(model) {
    if (await asks(model, 'cancel')) for (const one of open(model)) one.row = 'cancelled'
  },
  async edit(model) {
    if (await asks(model, 'edit')) for (const one of model.people) one.row = undefined
  },
  async stop({ people }, { who }) {
    const one = people[who] as One
    await one.phone.sendText('STOP')
    one.stopped = true
  },
  async talk({ people }, { who }) {
    const one = people[who] as One
    await one.phone.sendText('Hello?')
    one.wroteAt = now()
  },
}

async function settle(model: Model): Promise<void> {
  await work()
  if (model.status !== 'running') return
  for (const one of open(model)) if (one.dueAt <= now()) attempt(one)
}

async function assertAgrees({ id, status, people }: Model, { kind }: Step): Promise<void> {
  if (kind !== 'tick' && kind !== 'cancel') return assert.equal((await agent.readCampaign(id)).status, status)
  const campaign = await agent.assertAddsUp(id)
  assert.equal(campaign.status, status)
  const rows = await agent.outcomes(id)
  for (const { id: personId, row } of people) assert.equal(rows.get(personId), row)
}

async function begin(): Promise<Model> {
  const people = await agent.consentingPeople(3)
  const { id } = await agent.campaign({ personIds: people.map((one) => one.id) }, { outreachId })
  return { id, status: 'draft', people: people.map((one) => ({ ...one, stopped: false, wroteAt: 0, dueAt: 0 })) }
}

test('after any sequence of staging, start, pause, resume, cancel, edit, stop and reply the rows match what happened', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14, size: 'max' }), async (steps) => {
      const model = await begin()
      await acts.stage(model, { kind: 'stage' })
      for (const step of steps) {
        await acts[step.kind](model, step as never)
        await assertAgrees(model, step)
      }
      await assertAgrees(model, { kind: 'cancel' })
      for (const { phone, row } of model.people) {
        const got = (await phone.readTexts()).filter((text) => text === 'News').length
        assert.equal(got, row === 'sent' ? 1 : 0, `${row} has got ${got}`)
      }
    }),
    { numRuns: 20 },
  )
})
