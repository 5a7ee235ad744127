import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { z } from 'zod'
import { AgentFlow, parseFlow } from './flow.ts'
import { getStepKind, type StepKey, stepKinds } from './steps/index.ts'
import { slotTypes } from './vocabulary.ts'

const at = 'playbooks[2].flow'

/** Returns `path message` of each finding, without the flow's own path. */
function faults(value: unknown): string[] {
  const parsed = parseFlow(value, at)
  if (parsed.ok) return []
  assert.ok(parsed.findings.every(({ severity, code }) => severity === 'error' && code === 'flow.schema'))
  return parsed.findings.map(({ path, message }) => `${path} ${message}`.replace(at, '').replace(/^\./, ''))
}

const goodSteps: Record<StepKey, object[]> = {
  collect: [{ collect: 'email' }, { id: 'ask', collect: ['email', 'size'] }],
  say: [{ say: 'Hello' }, { say: 'template:welcome' }, { say: { text: 'Ready?', suggestions: ['Yes', 'No'] } }],
  action: [
    { action: 'scheduling.book' },
    { action: 'integration:crm.call', with: { a: { b: [1, null] } }, confirm: 'Shall I?', on_error: 'retry' },
    { action: 'notify.team', on_error: 'handoff' },
    { action: 'notify.team', on_error: 'branch' },
  ],
  branch: [{ branch: [{ if: 'size > 3', goto: 'ask' }] }, { branch: [{ if: 'terms', goto: 'ask' }], else: 'bye' }],
  call: [{ call: 'other' }],
  handoff: [{ handoff: 'human' }, { handoff: 'playbook:other' }, { handoff: 'other' }],
  end: [{ end: { outcome: 'booked' } }, { id: 'bye', end: { outcome: 'lost', handoff: 'human' } }],
}

for (const { key } of stepKinds) {
  test(`a step of kind ${key} is read back as it was written`, () => {
    const steps = goodSteps[key]
    const parsed = parseFlow({ steps }, at)
    if (!parsed.ok) assert.fail(JSON.stringify(parsed.findings))
    assert.deepEqual(parsed.flow.steps, steps)
    for (const step of parsed.flow.steps) assert.equal(getStepKind(step).key, key)
  })
}

for (const type of slotTypes) {
  test(`a slot of type ${type} is read back as it was written`, () => {
    const slots = [
      { name: 'a', type },
      {
        name: 'b',
        type,
        required: true,
        bind: 'person.email',
        options: ['One', 'Two'],
        source: 'scheduling.offerTimes',
        prompt: 'Which one?',
        validate: '/^[A-Z]/',
        confirm: true,
      },
    ]
    const flow = { id: 'main', slots, steps: [{ collect: ['a', 'b'] }] }
    assert.deepEqual(parseFlow(flow, at), { ok: true, flow })
  })
}

test('a whole flow is read back as it was written', () => {
  const flow = {
    id: 'booking',
    name: 'Booking',
    description: 'Books a visit',
    slots: [],
    steps: Object.values(goodSteps).flat(),
    onComplete: 'end',
    allowDigressions: false,
    generatedFrom: { bodyHash: 'abc', by: 'model', at: '2030-01-31T09:00:00Z', model: 'embedded' },
  }
  assert.deepEqual(parseFlow(flow, at), { ok: true, flow })
})

test('a flow needs only steps', () => {
  const parsed = parseFlow({ steps: [{ say: 'Hello' }] }, at)
  assert.deepEqual(parsed, { ok: true, flow: { id: 'main', slots: [], steps: [{ say: 'Hello' }] } })
})

const kinds = 'collect, say, action, branch, call, handoff, end'
const long = 'x'.repeat(5000)
const refusals: [title: string, flow: unknown, faults: string[]][] = [
  ['is an object', null, [' must be an object']],
  ['is not a list', [], [' must be an object']],
  ['has steps', {}, ['steps is required']],
  ['has at least one step', { steps: [] }, ['steps must have at least 1 entry']],
  ['has at most 200 steps', { steps: Array(201).fill({ say: 'a' }) }, ['steps must have at most 200 entries']],
  ['has no other fields', { steps: [{ say: 'a' }], stpes: [] }, ['stpes is not a known field; did you mean `steps`?']],
  ['completes by return or end', { steps: [{ say: 'a' }], onComplete: 'x' }, ['onComplete must be one of return, end']],
]
const stepRefusals: [title: string, step: unknown, fault: string][] = [
  ['has a kind', {}, ` must have exactly one of ${kinds}, but has none`],
  ['has a kind that exists', { id: 'a', ask: 'b' }, ` must have exactly one of ${kinds}, but has none`],
  ['has one kind only', { say: 'a', end: {} }, ` must have exactly one of ${kinds}, but has say and end`],
  ['is an object', 'say', ` must have exactly one of ${kinds}, but has none`],
  ['has no fields of another kind', { say: 'a', with: {} }, '.with is not a known field'],
  ['has an id that is a text', { id: 7, say: 'a' }, '.id must be a string'],
  ['has an id of at most 64 characters', { id: long, say: 'a' }, '.id must have at most 64 characters'],
  ['collects something', { collect: '' }, '.collect must not be empty'],
  ['collects a list of something', { collect: [] }, '.collect must have at least 1 entry'],
  ['collects slots by name', { collect: ['a', 7] }, '.collect[1] must be a string'],
  ['says something', { say: ' ' }, '.say must not be empty'],
  ['says at most 4000 characters', { say: long }, '.say must have at most 4000 characters'],
  ['says a text', { say: { suggestions: ['a'] } }, '.say.text is required'],
  ['says a text or an object', { say: 7 }, '.say must be a string'],
  ['suggests texts', { say: { text: 'a', suggestions: ['b', ''] } }, '.say.suggestions[1] must not be empty'],
  ['acts with an object', { action: 'a', with: [1] }, '.with must be an object'],
  ['fails in one of three ways', { action: 'a', on_error: 'x' }, '.on_error must be one of retry, handoff, branch'],
  ['confirms an action with a text', { action: 'a', confirm: true }, '.confirm must be a string'],
  ['branches at least once', { branch: [] }, '.branch must have at least 1 entry'],
  ['branches to somewhere', { branch: [{ if: 'a' }] }, '.branch[0].goto is required'],
  ['branches by a list', { branch: 'a == b' }, '.branch must be a list'],
  ['has else next to branch', { branch: [{ if: 'a', goto: 'b', else: 'c' }] }, '.branch[0].else is not a known field'],
  ['calls by id', { call: ['a'] }, '.call must be a string'],
  ['hands off to an empty target', { handoff: '' }, '.handoff must not be empty'],
  ['ends with an outcome', { end: {} }, '.end.outcome is required'],
  ['ends with an object', { end: 'booked' }, '.end must be an object'],
]
const slotRefusals: [title: string, slot: unknown, fault: string][] = [
  ['has a name', { type: 'string' }, '.name is required'],
  ['has a type', { name: 'a', type: 'text' }, `.type must be one of ${slotTypes.join(', ')}`],
  ['has no other fields', { name: 'a', type: 'string', ask: 1 }, '.ask is not a known field'],
  ['is confirmed or not', { name: 'a', type: 'string', confirm: 'Yes?' }, '.confirm must be true or false'],
  ['has options that are texts', { name: 'a', type: 'enum', options: [1] }, '.options[0] must be a string'],
]
for (const [title, flow, expected] of refusals) test(`a flow ${title}`, () => assert.deepEqual(faults(flow), expected))
for (const [title, step, fault] of stepRefusals) {
  test(`a step ${title}`, () => assert.deepEqual(faults({ steps: [{ say: 'a' }, step] }), [`steps[1]${fault}`]))
}
for (const [title, slot, fault] of slotRefusals) {
  test(`a slot ${title}`, () =>
    assert.deepEqual(faults({ slots: [slot], steps: [{ say: 'a' }] }), [`slots[0]${fault}`]))
}

test('the flow parser reports all faults at once', () => {
  const flow = { slots: [{ name: 7 }], steps: [{ say: '' }, { call: 'a' }, { end: {} }], more: 1 }
  assert.deepEqual(faults(flow).toSorted(), [
    'more is not a known field',
    'slots[0].name must be a string',
    `slots[0].type must be one of ${slotTypes.join(', ')}`,
    'steps[0].say must not be empty',
    'steps[2].end.outcome is required',
  ])
})

test('a fault is reported with the path of the flow in the document', () => {
  const parsed = parseFlow({ steps: [{ collect: 7 }] }, at)
  assert.equal(!parsed.ok && parsed.findings[0]?.path, 'playbooks[2].flow.steps[0].collect')
})

test('a flow with a thousand faults reports a hundred', () => {
  const steps = [{ say: 'a', ...Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`key${at}`, at])) }]
  assert.equal(faults({ steps }).length, 100)
})

test('the schema of a flow lists the forms of a step', () => {
  const { $defs } = z.toJSONSchema(AgentFlow, { io: 'input' })
  assert.deepEqual(
    $defs?.FlowStep?.anyOf?.map((form) => typeof form === 'object' && form.required?.[0]),
    stepKinds.map(({ key }) => key),
  )
})

test('no JSON value makes the flow parser throw', () => {
  const step = fc.dictionary(fc.constantFrom('id', ...kinds.split(', '), 'with', 'else', '__proto__'), fc.jsonValue())
  const flow = fc.record({ slots: fc.jsonValue(), steps: fc.array(step) }, { requiredKeys: [] })
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), flow), (value) => {
      const parsed = parseFlow(value, at)
      assert.ok(parsed.ok || parsed.findings.length > 0)
    }),
  )
})
