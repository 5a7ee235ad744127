import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createActionsBench, openToolService } from '../../../testing/actions-bench.ts'
import { assertStatus } from '../../../testing/client.ts'
import type { AgentTool, TurnInput } from '../deps.ts'
import { listTools } from './index.ts'
import { deleteOldToolCalls, deleteToolCalls } from './queries.ts'
import { runTool } from './run-tool.ts'

/** Running tools: with valid arguments, once per event, and without failing the turn. */

const bench = await createActionsBench()
const { db, pool, world } = bench
const agent = await bench.agent('sms')
const service = await openToolService(() => ({ body: '{"state":"shipped"}' }))
const parameters = { properties: { number: { type: 'integer' } }, required: ['number'] }
const orders = { description: 'Looks up an order', parameters, endpoint: { url: service.url } }
assertStatus(await agent.api.put('/integrations/orders', orders), 201)
const { asid } = await bench.createPerson(agent)

const warned: object[] = []
const { tools: catalogTools } = bench.server.services
const deps = { db, world, log: { warn: (about: object) => void warned.push(about) }, catalogTools }
const run = (tool: AgentTool, given: unknown, input: TurnInput) => runTool(tool, given, input, deps)
const ordersIn = (input: TurnInput): AgentTool =>
  listTools(input, { id: 'general', uses: ['integration:orders'] })[0] ?? assert.fail('it is offered')
const scene = (given: Partial<TurnInput> = {}) => bench.createTurnInput(agent, asid, given)
const callsDuring = async (act: () => Promise<unknown>) => {
  const before = service.calls.length
  await act()
  return service.calls.length - before
}

test('invalid arguments are reported, and nothing is called', async () => {
  const here = await scene()
  const calls = await callsDuring(async () => {
    const { outcome, record } = await run(ordersIn(here), { number: 'seven' }, here)
    const result = { error: 'The arguments are not valid: number must be integer.' }
    assert.deepEqual(outcome, { ok: false, result })
    const given = { number: 'seven' }
    assert.deepEqual(record, { name: 'orders', given, ok: false, called: false, result, milliseconds: 0 })
  })
  assert.equal(calls, 0)
})

test('a successful action is not repeated for the same event, however the arguments are written', async () => {
  const eventId = bench.newEventId()
  const outcomes: unknown[] = []
  const calls = await callsDuring(async () => {
    for (const given of [{ number: 7 }, { number: '7' }, { number: 7 }]) {
      const here = await scene({ eventId })
      const { outcome, record } = await run(ordersIn(here), given, here)
      outcomes.push(outcome)
      assert.deepEqual([record.called, record.ok, record.given], [true, true, given])
    }
  })
  assert.equal(calls, 1)
  const answer = { state: 'shipped' }
  assert.deepEqual(outcomes, Array(3).fill({ ok: true, result: { answer }, value: answer }))
  const others = await callsDuring(async () => {
    const [same, later] = [await scene({ eventId }), await scene()]
    await run(ordersIn(same), { number: 8 }, same)
    await run(ordersIn(later), { number: 7 }, later)
  })
  assert.equal(others, 2)
})

test('a failed action is attempted again', async () => {
  const here = await scene()
  service.answer = () => ({ status: 500 })
  assert.equal((await run(ordersIn(here), { number: 1 }, here)).outcome.ok, false)
  service.answer = () => ({ body: '{}' })
  assert.equal((await run(ordersIn(here), { number: 1 }, here)).outcome.ok, true)
})

test('in a rehearsal no call is stored', async () => {
  const here = await scene({ sandbox: true })
  const acts: AgentTool = { ...ordersIn(here), run: async () => ({ ok: true, result: {} }) }
  await run(acts, { number: 3 }, here)
  const { rows } = await pool.query('select 1 from tool_calls where event_id = $1', [here.eventId])
  assert.deepEqual(rows, [])
})

test('a tool that throws gives an ordinary outcome, with a warning that reveals no details', async () => {
  const here = await scene()
  const broken: AgentTool = {
    ...ordersIn(here),
    name: 'broken',
    run: async () => {
      throw new Error('a secret')
    },
  }
  const { outcome, record, warning } = await run(broken, { number: 1 }, here)
  assert.deepEqual(outcome, { ok: false, result: { error: 'broken failed.' } })
  assert.deepEqual([record.called, record.ok, warning], [true, false, 'broken failed'])
  assert.equal(warned.length, 1)
})

test('a tool that takes too long ends with the turn', async () => {
  const ending = new AbortController()
  const here = await scene({ signal: ending.signal })
  let received: AbortSignal | undefined
  const endless: AgentTool = {
    ...ordersIn(here),
    run: (_given, { signal }) => {
      received = signal
      ending.abort()
      return new Promise(() => {})
    },
  }
  assert.equal((await run(endless, { number: 1 }, here)).outcome.ok, false)
  assert.equal(received?.aborted, true)
})

test('the outcome contains the person as the tool changed them, but does not store them', async () => {
  const eventId = bench.newEventId()
  const here = await scene({ eventId })
  const save = listTools(here, { id: 'general', uses: ['people'] })[0] ?? assert.fail('it is offered')
  const { outcome } = await run(save, { email: 'person@example.com' }, here)
  assert.deepEqual([outcome.partner?.email, outcome.events], ['person@example.com', ['contact.captured']])
  const again = await run(save, { email: 'person@example.com' }, await scene({ eventId }))
  assert.deepEqual([again.outcome.partner, again.outcome.events], [undefined, ['contact.captured']])
})

test('tool calls are deleted after a week, and immediately with their person', async () => {
  const count = async () => (await pool.query('select count(*)::int from tool_calls')).rows[0].count
  assert.ok((await count()) > 0)
  await deleteOldToolCalls(db, new Date(world.now().getTime() + 6 * 86_400_000))
  assert.ok((await count()) > 0)
  await deleteToolCalls(db, agent.key, ['somebody else'])
  assert.ok((await count()) > 0)
  await deleteToolCalls(db, agent.key, [asid])
  assert.equal(await count(), 0)
  const here = await scene()
  await run(ordersIn(here), { number: 9 }, here)
  await deleteOldToolCalls(db, new Date(world.now().getTime() + 8 * 86_400_000))
  assert.equal(await count(), 0)
})
