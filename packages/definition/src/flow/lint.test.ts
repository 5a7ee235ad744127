import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { type AgentFlow, parseFlow } from './flow.ts'

import { type FlowLintScope, hashBody, lintFlow } from './lint.ts'

type Written = { slots?: object[]; steps?: object[]; generatedFrom?: object }

function flowOf(written: unknown): AgentFlow {
  const parsed = parseFlow(written, 'flow')
  if (!parsed.ok) assert.fail(JSON.stringify(parsed.findings))
  return parsed.flow
}

/** An agent with the playbooks booking (the one to lint), tips (no flow), and the given ones with their steps. */
function agent(others: Record<string, object[]> = {}): FlowLintScope {
  const flows = new Map(Object.entries(others).map(([id, steps]) => [id, flowOf({ steps })]))
  return {
    playbookId: 'booking',
    uses: ['scheduling', 'integration:crm'],
    body: 'Book a visit.',
    knows: {
      integrationTool: (_id, tool) => (tool === 'call' ? 'known' : 'notCallable'),
      template: (id) => id === 'welcome',
      playbook: (id) => ['booking', 'tips', ...flows.keys()].includes(id),
      integration: (id) => ['crm', 'erp'].includes(id),
      peopleField: (key) => key === 'tier',
      location: (id) => id === 'harbor',
    },
    flowOf: (id) => flows.get(id),
  }
}

/** Returns `severity code path` of every finding, except the advice to have an end, which most examples here lack. */
function codes(written: Written, scope = agent()): string[] {
  const steps = written.steps ?? [{ collect: (written.slots ?? []).map((slot) => 'name' in slot && slot.name) }]
  return lintFlow(flowOf({ ...written, steps }), 'playbooks[2].flow', scope)
    .map(({ severity, code, path }) => `${severity} ${code} ${path.replace('playbooks[2].flow.', '')}`)
    .filter((finding) => finding !== 'advice flow.no-end steps')
}

const email = { name: 'email', type: 'email', bind: 'person.email' }
const end = { end: { outcome: 'done' } }

test('a good flow with every kind of step has no findings', () => {
  const flow = {
    slots: [
      email,
      { name: 'tier', type: 'enum', options: ['Basic', 'Pro'], bind: 'person.customFields.tier', validate: 'nonempty' },
      { name: 'when', type: 'timeslot', source: 'scheduling.offerTimes', validate: 'future', confirm: true },
      { name: 'product', type: 'enum', source: 'collection:products' },
      { name: 'zip', type: 'string', validate: '/^[0-9]{5}$/' },
    ],
    steps: [
      { say: 'template:welcome' },
      { id: 'ask', collect: ['email', 'tier', 'when', 'zip', 'product'] },
      { action: 'knowledge.search', with: { q: 'parking' } },
      { id: 'book', action: 'scheduling.book', with: { at: '{when}' }, confirm: 'Shall I book?', on_error: 'branch' },
      {
        branch: [
          { if: 'last.ok and person.customFields.tier == Pro', goto: 'pro' },
          { if: 'last.ok', goto: 'done' },
        ],
      },
      { handoff: 'human' },
      { id: 'pro', call: 'gift' },
      { action: 'integration:crm.call', with: { zip: '{zip}' } },
      { id: 'done', say: { text: 'See you!', suggestions: ['Thanks', 'Change it'] } },
      { end: { outcome: 'booked', handoff: 'playbook:tips' } },
    ],
    generatedFrom: { bodyHash: hashBody('Book a visit.') },
  }
  assert.deepEqual(lintFlow(flowOf(flow), 'flow', agent({ gift: [{ say: 'A gift!' }] })), [])
})

/** Each row: a flow with one fault, its findings, and a similar flow without the fault. */
const cases: [title: string, faulty: Written, findings: string[], good: Written][] = [
  ['collects a slot that it has', { slots: [email], steps: [{ collect: ['email', 'size'] }] },
    ['error flow.slot.unknown steps[0].collect[1]'], { slots: [email], steps: [{ collect: ['email'] }] }],
  ['collects one slot that it has', { steps: [{ collect: 'email' }] },
    ['error flow.slot.unknown steps[0].collect'], { slots: [email], steps: [{ collect: 'email' }] }],
  ['branches on a slot that it has', { steps: [{ branch: [{ if: 'email exists and other.ok', goto: 'a' }] }, { id: 'a', ...end }] },
    ['error flow.slot.unknown steps[0].branch[0].if', 'error flow.slot.unknown steps[0].branch[0].if'],
    { slots: [email], steps: [{ branch: [{ if: 'email exists and last.ok', goto: 'a' }] }, { id: 'a', ...end }] }],
  ['branches on a field that a Person has', { steps: [{ branch: [{ if: 'person.emial or person.customFields.teir', goto: 'a' }] }, { id: 'a', ...end }] },
    ['warning flow.field.unknown steps[0].branch[0].if', 'warning flow.field.unknown steps[0].branch[0].if'],
    { steps: [{ branch: [{ if: 'person.email or person.customFields.tier', goto: 'a' }] }, { id: 'a', ...end }] }],
  ['branches on a condition that can be read', { slots: [email], steps: [{ collect: 'email' }, { branch: [{ if: 'email = x', goto: 'a' }] }, { id: 'a', ...end }] },
    ['error flow.condition.invalid steps[1].branch[0].if'],
    { slots: [email], steps: [{ collect: 'email' }, { branch: [{ if: 'email == x', goto: 'a' }] }, { id: 'a', ...end }] }],
  ['goes to steps that it has', { steps: [{ id: 'a', branch: [{ if: 'last.ok', goto: 'b' }], else: 'c' }] },
    ['error flow.goto.unknown steps[0].branch[0].goto', 'error flow.goto.unknown steps[0].else'],
    { steps: [{ branch: [{ if: 'last.ok', goto: 'b' }], else: 'b' }, { id: 'b', ...end }] }],
  ['says a template that exists', { steps: [{ say: 'template:goodbye' }, { say: { text: 'template:hello' } }, { say: 'template:' }] },
    ['error flow.template.unknown steps[0].say', 'error flow.template.unknown steps[1].say.text', 'error flow.template.unknown steps[2].say'],
    { steps: [{ say: 'template:welcome' }, { say: { text: 'template:welcome' } }, { say: 'My template: none' }] }],
  ['hands off to a playbook that exists', { steps: [{ handoff: 'nobody' }] }, ['error flow.playbook.unknown steps[0].handoff'], { steps: [{ handoff: 'tips' }] }],
  ['hands off to playbook:<id> that exists', { steps: [{ handoff: 'playbook:human' }] }, ['error flow.playbook.unknown steps[0].handoff'], { steps: [{ handoff: 'playbook:tips' }] }],
  ['ends with a handoff to an unknown target', { steps: [{ end: { outcome: 'a', handoff: 'nobody' } }] },
    ['error flow.playbook.unknown steps[0].end.handoff'], { steps: [{ end: { outcome: 'a', handoff: 'human' } }] }],
  ['calls a playbook that exists', { steps: [{ call: 'nobody' }, end] }, ['error flow.playbook.unknown steps[0].call'], { steps: [end] }],
  ['calls a playbook that has a flow', { steps: [{ call: 'tips' }, end] }, ['warning flow.call.no-flow steps[0].call'], { steps: [end] }],
  ['calls tools that exist', { steps: [{ action: 'scheduling.move' }, { action: 'mail.send' }, { action: 'integration:crm.send' }, { action: 'crm' }] },
    [0, 1, 2, 3].map((at) => `error flow.action.unknown steps[${at}].action`),
    { steps: ['offerTimes', 'book', 'reschedule', 'cancel'].map((tool) => ({ action: `scheduling.${tool}` })) }],
  ['calls an integration that exists', { steps: [{ action: 'integration:nope.call' }] },
    ['error flow.integration.unknown steps[0].action'], { steps: [{ action: 'integration:crm.call' }] }],
  ['calls tools of capabilities among the uses', { steps: [{ action: 'people.save' }, { action: 'notify.team' }, { action: 'integration:erp.call' }] },
    [0, 1, 2].map((at) => `error flow.action.capability.missing steps[${at}].action`), { steps: [{ action: 'knowledge.search' }] }],
  ['gives each slot its own name', { slots: [email, email], steps: [{ collect: 'email' }] },
    ['error flow.slot.duplicate slots[1].name'], { slots: [email], steps: [{ collect: 'email' }] }],
  ['gives each step its own id', { steps: [{ id: 'a', say: 'x' }, { id: 'a', say: 'y' }] },
    ['error flow.step.duplicate steps[1].id'], { steps: [{ id: 'a', say: 'x' }, { id: 'b', say: 'y' }] }],
  ['fills slots in one pair of braces', { slots: [{ ...email, prompt: 'Still {{ email }}?' }],
    steps: [{ collect: 'email' }, { say: 'To {{email}} and [email], <email>, %email%, {{when|soon}}.' }, { say: { text: 'Yes?', suggestions: ['{{email}}'] } },
      { action: 'knowledge.search', with: { q: '{{email}}' }, confirm: '{{person.firstName}}?' }] },
    ['warning flow.placeholder.form slots[0].prompt', ...Array(5).fill('warning flow.placeholder.form steps[1].say'),
      'warning flow.placeholder.form steps[2].say.suggestions[0]', 'warning flow.placeholder.form steps[3].with.q', 'warning flow.placeholder.form steps[3].confirm'],
    { slots: [{ ...email, prompt: 'Still { email }?' }],
      steps: [{ collect: 'email' }, { say: '{email|you}: {{ [[chips: a | b]] <when> 5 % off, 10 % on [x] {{}} $ {email}.' }, { action: 'knowledge.search', with: { q: '{email}' } }] }],
  ['suggests at most four replies', { steps: [{ say: { text: 'a', suggestions: ['1', '2', '3', '4', '5'] } }] },
    ['error flow.say.suggestions steps[0].say.suggestions'], { steps: [{ say: { text: 'a', suggestions: ['1', '2', '3', '4'] } }] }],
  ['suggests at least one reply', { steps: [{ say: { text: 'a', suggestions: [] } }] },
    ['error flow.say.suggestions steps[0].say.suggestions'], { steps: [{ say: { text: 'a', suggestions: ['1'] } }] }],
  ['validates by a predicate or a pattern that can be read',
    { slots: [{ name: 'a', type: 'string', validate: '/(/' }, { name: 'b', type: 'string', validate: 'prime' }, { name: 'c', type: 'string', validate: '/(a)\\1/' }] },
    [0, 1, 2].map((at) => `error flow.slot.validate slots[${at}].validate`),
    { slots: ['/a/i', 'nonempty', 'future', 'past', 'positive', 'integer'].map((validate, at) => ({ name: `s${at}`, type: 'string', validate })) }],
  ['gives choices to an enum', { slots: [{ name: 'a', type: 'enum' }, { name: 'b', type: 'enum', options: [] }] },
    [0, 1].map((at) => `warning flow.slot.options slots[${at}].options`),
    { slots: [{ name: 'a', type: 'enum', options: ['x'] }, { name: 'b', type: 'enum', source: 'things' }, { name: 'c', type: 'string' }] }],
  ['takes choices from a source that exists',
    { slots: ['calendar', 'integration:nope.call', 'collection:', 'people.save'].map((source, at) => ({ name: `s${at}`, type: 'enum', source })) },
    [0, 1, 2, 3].map((at) => `warning flow.slot.source slots[${at}].source`),
    { slots: ['scheduling.offerTimes', 'integration:crm.call', 'collection:x', 'things', 'knowledge.search'].map((source, at) => ({ name: `s${at}`, type: 'enum', source })) }],
  ['binds slots to a Person', { slots: ['email', 'agent.name', 'person.', 'person.customFields.'].map((bind, at) => ({ name: `s${at}`, type: 'string', bind })) },
    [0, 1, 2, 3].map((at) => `error flow.field.unknown slots[${at}].bind`), { slots: [email] }],
  ['binds slots to fields that are there', { slots: ['person.shoeSize', 'person.tier', 'person.id', 'person.customFields.size'].map((bind, at) => ({ name: `s${at}`, type: 'string', bind })) },
    [0, 1, 2, 3].map((at) => `warning flow.field.unknown slots[${at}].bind`),
    { slots: ['person.firstName', 'person.phone', 'person.timezone', 'person.customFields.tier'].map((bind, at) => ({ name: `s${at}`, type: 'string', bind })) }],
  ['names slots so that a condition can name them', { slots: ['first name', 'in', 'a.b', '"x"'].map((name) => ({ name, type: 'string' })) },
    [0, 1, 2, 3].map((at) => `warning flow.slot.name slots[${at}].name`), { slots: ['first_name', 'größe', 'b-2'].map((name) => ({ name, type: 'string' })) }],
  ['has no slot that no step needs', { slots: [email], steps: [{ say: 'email' }] }, ['advice flow.slot.unused slots[0]'],
    { slots: [email], steps: [{ action: 'knowledge.search', with: { a: [{ b: 'to {email}' }] } }] }],
  ['has no step that no path reaches', { steps: [{ handoff: 'human' }, { say: 'a' }, end] },
    ['warning flow.step.unreachable steps[1]', 'warning flow.step.unreachable steps[2]'], { steps: [{ say: 'a' }, { handoff: 'human' }] }],
  ['has a path that finishes', { steps: [{ id: 'a', say: 'x' }, { branch: [{ if: 'last.ok', goto: 'a' }], else: 'a' }] },
    ['error flow.no-end steps'], { steps: [{ id: 'a', say: 'x' }, { branch: [{ if: 'last.ok', goto: 'a' }] }] }],
  ['has no step from which no path finishes', { steps: [{ branch: [{ if: 'last.ok', goto: 'b' }] }, end, { id: 'b', say: 'x' }, { branch: [{ if: 'last.ok', goto: 'b' }], else: 'b' }] },
    ['warning flow.no-end steps[2]'], { steps: [{ branch: [{ if: 'last.ok', goto: 'b' }] }, end, { id: 'b', say: 'x' }] }],
  ['counts a handoff after an error as a way out', { steps: [{ id: 'a', say: 'x' }, { branch: [{ if: 'last.ok', goto: 'a' }], else: 'a' }] },
    ['error flow.no-end steps'], { steps: [{ id: 'a', action: 'scheduling.book', on_error: 'handoff' }, { branch: [{ if: 'last.ok', goto: 'a' }], else: 'a' }] }],
  ['was generated from the body of the playbook', { steps: [end], generatedFrom: { bodyHash: hashBody('Book a visit') } },
    ['warning flow.body.stale generatedFrom.bodyHash'], { steps: [end], generatedFrom: { bodyHash: hashBody('Book a visit.') } }],
] // biome-ignore format: a table
for (const [title, faulty, findings, good] of cases) {
  test(`a flow ${title}`, () => {
    assert.deepEqual(codes(faulty), findings)
    assert.deepEqual(codes(good), [])
  })
}

test('a flow without an end gets the advice to add one', () => {
  const advice = (steps: object[]) =>
    lintFlow(flowOf({ steps }), 'flow', agent()).map(({ severity, code }) => `${severity} ${code}`)
  assert.deepEqual(advice([{ say: 'Hello' }]), ['advice flow.no-end'])
  assert.deepEqual(advice([{ say: 'Hello' }, end]), [])
  assert.deepEqual(advice([{ say: 'Hello' }, { handoff: 'human' }]), [])
})

const back = { id: 'back', call: 'booking' }
const leave = { branch: [{ if: 'last.ok', goto: 'out' }] }
const out = { id: 'out', say: 'Bye' }
const cycles: [title: string, steps: object[], others: Record<string, object[]>, findings: string[]][] = [
  ['itself', [back], {}, ['error flow.call.cycle steps[0].call']],
  ['itself on one path only', [leave, back, out], {}, ['warning flow.call.cycle steps[1].call']],
  ['itself on every path', [{ ...leave, else: 'back' }, back, { ...out, say: undefined, call: 'booking' }], {},
    ['error flow.call.cycle steps[1].call', 'error flow.call.cycle steps[2].call']],
  ['itself where nothing arrives', [end, back], {},
    ['warning flow.step.unreachable steps[1]', 'warning flow.call.cycle steps[1].call']],
  ['one that calls back', [{ say: 'Hello' }, { call: 'b' }], { b: [back] }, ['error flow.call.cycle steps[1].call']],
  ['one that calls back through another', [{ call: 'b' }], { b: [{ call: 'c' }], c: [back] }, ['error flow.call.cycle steps[0].call']],
  ['one that may call back', [{ call: 'b' }], { b: [leave, back, out] }, ['warning flow.call.cycle steps[0].call']],
  ['one that calls another', [{ call: 'b' }], { b: [{ call: 'c' }], c: [end] }, []],
  ['one that calls itself, which is a fault of that one', [{ call: 'b' }], { b: [{ call: 'b' }] }, []],
  ['one that hands back', [{ call: 'b' }], { b: [{ handoff: 'booking' }] }, []],
] // biome-ignore format: a table
for (const [title, steps, others, findings] of cycles) {
  test(`a flow calls ${title}`, () => {
    assert.deepEqual(codes({ steps: JSON.parse(JSON.stringify(steps)) }, agent(others)), findings)
  })
}

const sentences: [written: Written, message: string][] = [
  [{ steps: [{ action: 'scheduling.move' }] },
    'refers to the tool “scheduling.move”, which does not exist; known tools: scheduling.offerTimes, scheduling.book, scheduling.reschedule, scheduling.cancel'],
  [{ steps: [{ action: 'integration:crm.send' }] }, 'refers to the tool “integration:crm.send”, which does not exist; known tools: integration:crm.call'],
  [{ steps: [{ action: 'people.save' }] }, 'needs “people”, which is not among the uses of the playbook'],
  [{ steps: [{ branch: [{ if: 'a ==', goto: 'b' }] }] }, 'cannot be parsed at column 5: found the end, expected a value; put it in quotes if it contains special characters'],
  [{ steps: [{ say: 'template:x' }] }, 'refers to the message template “x”, which does not exist'],
  [{ slots: [{ name: 'a', type: 'string', validate: 'prime' }], steps: [end] }, 'must be a /regex/ or one of nonempty, future, past, positive, integer'],
] // biome-ignore format: a table
for (const [written, message] of sentences) {
  test(`the lint reports: ${message}`, () => {
    assert.equal(lintFlow(flowOf(written), 'flow', agent())[0]?.message, message)
  })
}

test('the hash of a body is the hash of its UTF-8 bytes', () => {
  assert.equal(hashBody(''), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  assert.equal(hashBody('é'), '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c')
})

const some = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '')
const names = fc.constantFrom('a', 'b', 'c', 'booking', 'human', 'toString', '__proto__')
const step = fc.oneof(
  fc.record({ collect: fc.oneof(names, fc.array(names, { minLength: 1 })) }),
  fc.record({
    id: names,
    say: fc.oneof(some, fc.record({ text: some, suggestions: fc.array(some) })),
  }),
  fc.record({ action: fc.oneof(names, fc.constant('people.save')), with: fc.dictionary(fc.string(), fc.jsonValue()) }),
  fc.record({
    id: names,
    branch: fc.array(fc.record({ if: fc.oneof(names, some), goto: names }), { minLength: 1 }),
    else: names,
  }),
  fc.record({ call: names }),
  fc.record({ handoff: names }),
  fc.record({ end: fc.record({ outcome: some, handoff: names }) }),
)
const slot = fc.record({
  name: names,
  type: fc.constant('enum'),
  validate: some,
  bind: some,
  source: some,
})

test('no flow makes the lint throw', () => {
  const written = fc.record({
    slots: fc.array(slot, { maxLength: 4 }),
    steps: fc.array(step, { minLength: 1, maxLength: 8 }),
  })
  fc.assert(
    fc.property(written, written, (one, other) => {
      const [flow, called] = [parseFlow(one, 'flow'), parseFlow(other, 'flow')]
      const around = { ...agent(), flowOf: () => (called.ok ? called.flow : undefined) }
      if (flow.ok) assert.ok(Array.isArray(lintFlow(flow.flow, 'flow', around)))
    }),
    { numRuns: 1000 },
  )
})

test('the slot of an action must be declared, and counts as used', () => {
  const call = { action: 'integration:crm.call', slot: 'order' }
  assert.deepEqual(codes({ steps: [call, end] }), ['error flow.slot.unknown steps[0].slot'])
  assert.deepEqual(codes({ slots: [{ name: 'order', type: 'string' }], steps: [call, end] }), [])
})

test('a condition may read a field of a slot, but not of an unknown one', () => {
  const read = (operand: string) => [{ id: 'a', branch: [{ if: `${operand} == open`, goto: 'a' }] }, end]
  const slots = [{ name: 'order', type: 'string' }]
  const unknown = (operand: string) =>
    codes({ slots, steps: read(operand) }).filter((one) => one.includes('slot.unknown'))
  assert.deepEqual(unknown('order.state.name'), [])
  assert.deepEqual(unknown('bill.state'), ['error flow.slot.unknown steps[0].branch[0].if'])
})

test('a tool of the catalog is no source of choices', () => {
  const slots = [{ name: 'order', type: 'enum', source: 'tool:@svc/tool.http-webhook.call' }]
  assert.deepEqual(codes({ slots }), ['warning flow.slot.source slots[0].source'])
})
