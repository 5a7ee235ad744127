import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { businessInputs, createChannelBench, unmanagedSms } from '../../testing/channel-bench.ts'
import { assertStatus, type ReplyBody } from '../../testing/client.ts'
import type { BindingStatus } from './channels.ts'

/** Random operator actions in random order: the API responds as specified. */

const { server, worker, agent: newAgent } = await createChannelBench()

type Mode = 'managed' | 'unmanaged'
/** The expected state of one binding. */
type Model = { status: BindingStatus; mode: Mode; hasAll: boolean; isTried: boolean; moves: number }
/** The inputs to submit, of which each mode uses its own; or the command of a route. */
type Call = { handIn(): { inputs: object; auth: object } } | { verb: '_disable' | '_enable' }
type Step = { call: Call; expects(model: Model): number; after(model: Model): void }

const to = (status: BindingStatus) => (model: Model) => {
  if (model.status !== status) model.moves++
  model.status = status
}
const oneOf =
  (...statuses: BindingStatus[]) =>
  (model: Model) =>
    statuses.includes(model.status) ? 200 : 409

let handedIn = 0

const handIn = (good: boolean): Step => ({
  call: {
    // Never the same twice, because that would change nothing.
    handIn: () => ({
      inputs: { ...(good && businessInputs), optIn: `words ${++handedIn}` },
      auth: unmanagedSms(good ? 'good' : 'wrong').auth,
    }),
  },
  expects: (model) => (model.mode === 'unmanaged' ? 200 : oneOf('ActionRequired', 'Failed')(model)),
  after(model) {
    model.hasAll = good || (model.mode === 'managed' && model.hasAll)
    model.isTried = model.status === 'Disabled'
    if (model.status === 'ActionRequired' || model.status === 'Failed') to('Requested')(model)
  },
})

const steps: Record<string, Step> = {
  disable: { call: { verb: '_disable' }, expects: oneOf('Active', 'Disabled'), after: to('Disabled') },
  enable: {
    call: { verb: '_enable' },
    expects: oneOf('Active', 'Disabled'),
    after(model) {
      if (model.status === 'Disabled') model.isTried = false
      to('Active')(model)
    },
  },
  handInGood: handIn(true),
  handInBad: handIn(false),
}

/** The carrier's or provider's verdict. */
function worked(model: Model): void {
  if (model.status === 'Requested' && model.mode === 'managed') {
    if (model.hasAll) to('Provisioning')(model)
    to(model.hasAll ? 'Active' : 'ActionRequired')(model)
  } else if (
    model.status === 'Requested' ||
    (model.mode === 'unmanaged' && model.status === 'Active' && !model.isTried)
  ) {
    to(model.hasAll ? 'Active' : 'Failed')(model)
    model.isTried = true
  }
}

test('a binding is always in a documented state, and its events and published notifications record every transition', async () => {
  const agent = await newAgent()
  const script = fc.record({
    mode: fc.constantFrom<Mode>('managed', 'unmanaged'),
    hasAll: fc.boolean(),
    names: fc.array(fc.constantFrom('work', ...Object.keys(steps)), { maxLength: 10 }),
  })
  const run = fc.asyncProperty(script, async ({ mode, hasAll, names }) => {
    const model: Model = { status: 'Requested', mode, hasAll, isTried: false, moves: 1 }
    const managed = { channel: 'sms', mode, inputs: hasAll ? businessInputs : {} }
    const made = await agent.post('/channels', mode === 'managed' ? managed : unmanagedSms(hasAll ? 'good' : 'wrong'))
    const { id } = assertStatus(made, 201)
    const at = `/channels/${id}`
    for (const name of names) {
      await take(name, model, at)
      const { status, events } = assertStatus(await agent.get(at), 200)
      assert.equal(status, model.status)
      assertWhole(events, model)
    }
    assert.deepEqual(
      await announced(id),
      (await agent.get(at)).body.events.map(({ from, to }: ReplyBody) => [from ?? null, to]),
    )
    assertStatus(await agent.del(at), 204)
  })
  await fc.assert(run, { numRuns: 25 })

  async function take(name: string, model: Model, at: string): Promise<void> {
    const step = steps[name]
    if (!step) {
      await worker.drain()
      return worked(model)
    }
    const expected = step.expects(model)
    const reply = await made(step.call, model.mode, at)
    assert.equal(reply.status, expected, `${name} while ${model.status}`)
    if (expected === 200) step.after(model)
  }

  function made(call: Call, mode: Mode, at: string) {
    if ('verb' in call) return agent.post(`${at}/${call.verb}`)
    const { inputs, auth } = call.handIn()
    return agent.patch(at, mode === 'managed' ? { inputs } : { auth })
  }
})

function assertWhole(events: { from?: string; to: string }[], model: Model): void {
  assert.equal(events.length, model.moves)
  assert.equal(events.at(-1)?.to, model.status)
  for (const [index, { from }] of events.entries()) assert.equal(from, events[index - 1]?.to)
}

async function announced(bindingId: string): Promise<unknown[]> {
  const { rows } = await server.database.pool.query(
    `select data->>'from' as "from", data->>'to' as "to" from outbox
      where type = 'channel.status_changed' and data->>'bindingId' = $1 order by length(id), id`,
    [bindingId],
  )
  return rows.map(({ from, to }) => [from, to])
}
