import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AgentFlow, lintFlow, slotPredicates, slotTypes } from '@parley/definition'
import { fc } from '@parley/test-kit'
import { advance } from './advance.ts'
import { dryRun } from './dry-run.ts'
import type { AdvanceResult, FlowInput, FlowState, FlowWorld } from './engine.ts'
import { parseTestFlow, testNow } from './testing/conversation.ts'

const names = ['a', 'b', 'c', '__proto__', 'email']
const ids = ['s0', 's1', 's2', 's3', 'nowhere']
const playbooks = ['main', 'other', 'third', 'nowhere']

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const clean = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value)) as T
const text = fc.constantFrom('Hi.', 'Hi {a}, {person.email}!', '{{a}} {b', '{nobody}', 'template:greet', '[[x {c}]]')

const slot = (name: string) =>
  fc
    .record({
      type: fc.constantFrom(...slotTypes),
      required: some(fc.boolean()),
      bind: some(fc.constantFrom('person.email', 'person.customFields.plan')),
      options: some(fc.constant(['Red', 'Blue', 'Red'])),
      source: some(fc.constantFrom('scheduling.offerTimes', 'things', 'collection:x')),
      prompt: some(text),
      validate: some(fc.constantFrom('/^[0-9]+$/', '/(/', ...slotPredicates)),
      confirm: some(fc.boolean()),
    })
    .map((one) => ({ name, ...one }))

const condition = fc.constantFrom('last.ok', 'not last.ok', 'a exists', 'b == Red', 'email == "x"', 'a ==', 'c > 3')
const target = fc.constantFrom(...ids)
const step: fc.Arbitrary<object> = fc.oneof(
  fc.constantFrom(...names, ['a', 'b'], ['email', 'c'], ['gone']).map((collect) => ({ collect })),
  text.map((say) => ({ say })),
  fc.record({ text, suggestions: fc.constant(['Yes', '{a}']) }).map((say) => ({ say })),
  fc.record({
    action: fc.constantFrom('scheduling.book', 'knowledge.search', 'integration:x.call'),
    with: fc.constantFrom({ q: '{a}', deep: [{ x: '{person.email} {b}' }] }, {}),
    confirm: some(text),
    on_error: some(fc.constantFrom('retry', 'handoff', 'branch')),
  }),
  fc.record({
    branch: fc.array(fc.record({ if: condition, goto: target }), { minLength: 1, maxLength: 2 }),
    else: some(target),
  }),
  fc.constantFrom(...playbooks).map((call) => ({ call })),
  fc.constantFrom('human', 'playbook:other').map((handoff) => ({ handoff })),
  fc.record({ outcome: fc.constant('done'), handoff: some(fc.constant('human')) }).map((end) => ({ end })),
)

const flow: fc.Arbitrary<AgentFlow> = fc
  .record({
    slots: fc.tuple(...names.map(slot)),
    steps: fc.array(step, { minLength: 1, maxLength: 6 }),
    onComplete: some(fc.constantFrom('return', 'end')),
    allowDigressions: some(fc.boolean()),
  })
  .map(({ steps, ...rest }) =>
    parseTestFlow(clean({ ...rest, steps: steps.map((one, at) => ({ id: `s${at}`, ...one })) })),
  )

const book = fc.record({ main: flow, other: flow, third: flow })
const person = fc.constantFrom({}, { 'person.email': 'ada@example.com' }, { 'person.email': ['a', 1, {}] })

const replies = [
  'yes',
  'no',
  '',
  '4',
  'skip',
  'a@example.com',
  '+442079460018 and a@example.com',
  'tomorrow',
  'Red',
  'why?',
]
const choice = fc.constantFrom('2030-01-02T09:00:00.000Z', 'x', '').map((id) => ({ id, label: id }))
const value = fc.constantFrom<string | number | boolean>('Red', 'a@example.com', '', 4, true)
const input: fc.Arbitrary<FlowInput> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...replies).map((words): FlowInput => ({ kind: 'reply', text: words })) },
  fc.string().map((words): FlowInput => ({ kind: 'reply', text: words })),
  fc.constantFrom('Red', 'yes', 'x').map((id): FlowInput => ({ kind: 'reply', text: id, picked: [id] })),
  fc.boolean().map((ok): FlowInput => ({ kind: 'acted', ok })),
  fc.array(choice, { maxLength: 3 }).map((choices): FlowInput => ({ kind: 'choices', choices })),
  fc.constantFrom('unclear', 'digression').map((kind): FlowInput => ({ kind: 'read', reading: { kind } })),
  value.map((one): FlowInput => ({ kind: 'read', reading: { kind: 'value', value: one } })),
  fc.constant<FlowInput>({ kind: 'back' }),
)

function worldOf(flows: Record<string, AgentFlow>, onFile: Record<string, unknown> = {}): FlowWorld {
  const flowsById = new Map(Object.entries(flows))
  return { flowOf: (id) => flowsById.get(id), person: (path) => onFile[path], now: testNow, timezone: 'Europe/London' }
}

/** Mostly inputs that fit the current request, so that runs make progress; anything else now and then. */
function fitting(drawn: FlowInput, { request }: AdvanceResult, at: number): FlowInput {
  if (at % 5 === 0) return drawn
  if (request.kind === 'action') return { kind: 'acted', ok: at % 2 === 0 }
  if (request.kind === 'choices') return { kind: 'choices', choices: [{ id: testNow, label: 'Noon' }] }
  if (request.kind === 'digression') return { kind: 'back' }
  return drawn
}

const mostEffects = 110

function run(world: FlowWorld, inputs: FlowInput[], check: (at: AdvanceResult) => void): void {
  let at = advance(undefined, { kind: 'start', playbookId: 'main' }, world)
  check(at)
  for (const [turn, drawn] of inputs.entries()) {
    if (!at.state) return
    at = advance(at.state, fitting(drawn, at, turn), world)
    check(at)
  }
}

test('for any flow and input a turn ends in one request, its effects are bounded, and its state is JSON', () => {
  fc.assert(
    fc.property(book, person, fc.array(input, { maxLength: 25 }), (flows, onFile, inputs) => {
      run(worldOf(flows, onFile), inputs, ({ state, request, effects }) => {
        const isDone = request.kind === 'over' || request.kind === 'handoff'
        assert.equal(state === undefined, isDone)
        assert.deepEqual(JSON.parse(JSON.stringify({ state })), isDone ? {} : { state })
        assert.ok(effects.length <= mostEffects)
        const askCount = effects.filter(({ kind }) => kind === 'ask').length
        assert.equal(askCount, request.kind === 'reply' ? 1 : 0)
      })
    }),
    { numRuns: 600 },
  )
})

test('a slot that is on file is never asked for', () => {
  fc.assert(
    fc.property(book, fc.array(input, { maxLength: 20 }), (flows, inputs) => {
      const world = worldOf(flows, { 'person.email': 'ada@example.com', 'person.customFields.plan': 'gold' })
      run(world, inputs, ({ state }) => {
        const frame = state?.frames.at(-1)
        const { awaits } = frame ?? {}
        const open = awaits?.kind === 'reading' ? awaits.open : awaits
        const slots = flows[frame?.playbookId as keyof typeof flows]?.slots ?? []
        const openSlot = open && 'slot' in open ? slots.find(({ name }) => name === open.slot) : undefined
        assert.equal(openSlot?.bind, undefined)
      })
    }),
    { numRuns: 300 },
  )
})

test('using the state of one flow with another never throws', () => {
  fc.assert(
    fc.property(book, book, fc.array(input, { minLength: 1, maxLength: 8 }), (flows, edited, inputs) => {
      const states: FlowState[] = []
      run(worldOf(flows), inputs, ({ state }) => states.push(...(state ? [state] : [])))
      for (const state of states) for (const one of inputs) advance(state, one, worldOf(edited))
    }),
    { numRuns: 300 },
  )
})

test('a dry run of a flow without lint errors finishes or is reported stuck', () => {
  const integrationTool = () => 'known' as const
  const yes = () => true
  const knows = { template: yes, playbook: yes, integration: yes, integrationTool, peopleField: yes, location: yes }
  const uses = ['scheduling', 'integration:x']
  fc.assert(
    fc.property(book, (flows) => {
      const world = worldOf(flows)
      const findings = lintFlow(flows.main, '', { playbookId: 'main', uses, knows, flowOf: world.flowOf })
      const { reachedEnd, stuckAt, turns } = dryRun(flows.main, world, { playbookId: 'main', maxTurns: 20 })
      assert.equal(reachedEnd, stuckAt === undefined)
      assert.ok(turns.length <= 20)
      if (findings.every(({ severity }) => severity !== 'error')) assert.ok(turns.length > 0)
    }),
    { numRuns: 200 },
  )
})
