import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentFlow, FlowSlot } from '@parley/definition'
import { createVerificationWorld, type FlowSource, readFlow } from '../testing/verification.ts'
import type { VerificationFinding } from './findings.ts'
import { verifyFlow } from './verify.ts'

const kind: FlowSlot = { name: 'kind', type: 'enum', options: ['Boat', 'Car'], prompt: 'Which kind?' }
const code: FlowSlot = { name: 'code', type: 'string', prompt: 'Which code?' }
const end = (outcome: string) => ({ end: { outcome } })

function verify(slots: FlowSlot[], steps: FlowSource['steps'], others: Record<string, FlowSource> = {}) {
  const flows = new Map<string, AgentFlow>(
    Object.entries({ main: { slots, steps }, ...others }).map(([id, source]) => [id, readFlow(source)]),
  )
  return verifyFlow('main', createVerificationWorld(flows))
}

const describe = ({ code, playbookId, path }: VerificationFinding) =>
  `${code} ${playbookId === 'main' ? '' : `${playbookId}: `}${path}`

const branchOnBoat = { branch: [{ if: 'kind == Boat', goto: 'boat' }] }

const faultless: Record<string, [FlowSlot[], FlowSource['steps']]> = {
  'every type of slot': [
    [
      { name: 'name', type: 'string' },
      { name: 'mail', type: 'email' },
      { name: 'tel', type: 'phone' },
      { name: 'n', type: 'number', validate: 'positive' },
      { name: 'day', type: 'date', validate: 'future' },
      { name: 'sure', type: 'boolean' },
      { name: 'code', type: 'string', validate: '/^[A-Z]{3}$/', confirm: true },
      { name: 'time', type: 'timeslot' },
    ],
    [
      { collect: ['name', 'mail', 'tel', 'n', 'day', 'sure', 'code', 'time'] },
      { say: '{name} {mail} {tel} {n} {day} {sure} {code} {time}' },
      end('done'),
    ],
  ],
  'a branch for each choice': [
    [kind],
    [
      { collect: 'kind' },
      { ...branchOnBoat, else: 'car' },
      { id: 'boat', ...end('boat') },
      { id: 'car', ...end('car') },
    ],
  ],
  'numbers on both sides of two bounds': [
    [{ name: 'n', type: 'number' }],
    [
      { collect: 'n' },
      {
        branch: [
          { if: 'n > 5', goto: 'big' },
          { if: 'n <= 5', goto: 'small' },
        ],
      },
      { id: 'big', branch: [{ if: 'n > 8', goto: 'huge' }], else: 'middle' },
      { id: 'huge', ...end('huge') },
      { id: 'middle', ...end('middle') },
      { id: 'small', ...end('small') },
    ],
  ],
  'a loop with a way out': [
    [kind, { name: 'more', type: 'boolean' }],
    [
      { id: 'ask', collect: ['kind', 'more'] },
      { branch: [{ if: 'more', goto: 'ask' }] },
      { say: 'That was {kind}.' },
      end('done'),
    ],
  ],
  'an optional slot, read only where it has a value': [
    [{ name: 'note', type: 'string', required: false }],
    [
      { collect: 'note' },
      { branch: [{ if: 'note exists', goto: 'has' }] },
      end('plain'),
      { id: 'has', say: 'Noted: {note}.' },
      end('noted'),
    ],
  ],
  'a slot that may be missing, with other words for that case': [
    [kind, code],
    [{ collect: 'kind' }, branchOnBoat, { collect: 'code' }, { id: 'boat', say: 'Code ({code|none}).' }, end('done')],
  ],
  'a condition on what is on file of the person': [
    [kind],
    [
      {
        branch: [
          { if: 'person.status == new', goto: 'ask' },
          { if: 'person.customFields.plan exists', goto: 'plan' },
        ],
      },
      { say: 'Welcome back, {person.firstName|friend}.' },
      end('back'),
      { id: 'plan', ...end('plan') },
      { id: 'ask', collect: 'kind' },
      end('asked'),
    ],
  ],
  'tools whose failure is handled': [
    [code],
    [
      { collect: 'code' },
      { action: 'integration:crm.call', with: { code: '{code}' }, on_error: 'branch' },
      { branch: [{ if: 'last.ok', goto: 'fine' }] },
      end('failed'),
      { id: 'fine', action: 'people.save', with: { company: '{code}' }, on_error: 'handoff' },
      end('done'),
    ],
  ],
  'an action that asks first, and a branch on the answer': [
    [code],
    [
      { collect: 'code' },
      { action: 'people.save', with: { company: '{code}' }, confirm: 'Shall I save {code}?' },
      { branch: [{ if: 'last.ok', goto: 'saved' }] },
      end('declined'),
      { id: 'saved', ...end('saved') },
    ],
  ],
  'a branch on a field of a result': [
    [{ name: 'order', type: 'string' }],
    [
      { action: 'integration:crm.call', slot: 'order', on_error: 'handoff' },
      { branch: [{ if: 'order.state == paid', goto: 'paid' }] },
      end('open'),
      { id: 'paid', ...end('paid') },
    ],
  ],
}
for (const [what, [slots, steps]] of Object.entries(faultless)) {
  test(`a flow with ${what} has no fault`, () => {
    const { complete, findings } = verify(slots, steps)
    assert.deepEqual(findings.map(describe), [])
    assert.equal(complete, true)
  })
}

type Faulty = { slots: FlowSlot[]; steps: FlowSource['steps']; findings: string[]; turns?: unknown[]; stubs?: object }
const faulty: Record<string, Faulty> = {
  'a way that runs out of steps': {
    slots: [kind],
    steps: [{ collect: 'kind' }, branchOnBoat, end('car'), { id: 'boat', say: 'Boats are in.' }],
    findings: ['dead_end steps[3]'],
    turns: ['Hello', 'Boat'],
  },
  'a step that every branch avoids': {
    slots: [kind],
    steps: [
      { collect: 'kind' },
      { ...branchOnBoat, else: 'boat' },
      { say: 'Never said.' },
      { id: 'boat', ...end('x') },
    ],
    findings: ['unreachable_step steps[2]'],
    turns: [],
  },
  'a loop that no answer leaves': {
    slots: [kind, { name: 'side', type: 'enum', options: ['Left', 'Right'] }],
    steps: [
      { collect: 'kind' },
      { branch: [{ if: 'kind == Car', goto: 'out' }] },
      { id: 'spin', collect: 'side' },
      { branch: [{ if: 'side == Left', goto: 'spin' }], else: 'spin' },
      { id: 'out', ...end('done') },
    ],
    findings: ['endless_loop steps[2]'],
    turns: ['Hello', 'Boat', 'Left'],
  },
  'a loop without a question': {
    slots: [kind],
    steps: [
      { collect: 'kind' },
      branchOnBoat,
      end('car'),
      { id: 'boat', say: 'Again.' },
      { branch: [{ if: 'kind exists', goto: 'boat' }] },
      end('x'),
    ],
    findings: ['endless_loop', 'unreachable_step steps[5]', 'outcome_unreachable steps[5]'],
    turns: ['Hello', 'Boat'],
  },
  'a text that reads a slot before it is asked': {
    slots: [kind, code],
    steps: [{ collect: 'kind' }, branchOnBoat, { collect: 'code' }, { id: 'boat', say: 'Code ({code}).' }, end('done')],
    findings: ['slot_read_before_set steps[3]'],
    turns: ['Hello', 'Boat'],
  },
  'a condition that reads a slot before it is asked': {
    slots: [kind],
    steps: [{ ...branchOnBoat, else: 'boat' }, { id: 'boat', collect: 'kind' }, end('done')],
    findings: ['slot_read_before_set steps[0]', 'branch_never_taken steps[0].branch[0]'],
    turns: ['Hello'],
  },
  'a condition that no answer meets': {
    slots: [kind],
    steps: [
      { collect: 'kind' },
      { branch: [{ if: 'kind == Plane', goto: 'boat' }, ...branchOnBoat.branch] },
      { say: 'A car.' },
      { id: 'boat', ...end('x') },
    ],
    findings: ['branch_never_taken steps[1].branch[0]'],
    turns: [],
  },
  'two options that differ in capitals alone': {
    slots: [{ ...kind, options: ['Boat', 'boat', 'Car'] }],
    steps: [{ collect: 'kind' }, end('done')],
    findings: ['choice_shadowed slots[0].options[1]'],
    turns: [],
  },
  'an outcome that no way reaches': {
    slots: [kind],
    steps: [
      { collect: 'kind' },
      { branch: [{ if: 'kind == Plane', goto: 'fly' }] },
      end('done'),
      { id: 'fly', ...end('flown') },
    ],
    findings: ['branch_never_taken steps[1].branch[0]', 'unreachable_step steps[3]', 'outcome_unreachable steps[3]'],
  },
  'a tool whose failure goes unnoticed': {
    slots: [kind],
    steps: [{ collect: 'kind' }, { action: 'integration:crm.call' }, { say: 'It is done.' }, end('done')],
    findings: ['tool_failure_unhandled steps[1]'],
    turns: ['Hello', 'Boat'],
    stubs: { crm: { fail: { message: 'The tool failed.' } } },
  },
  'a no to an action that goes unnoticed': {
    slots: [code],
    steps: [
      { collect: 'code' },
      { action: 'people.save', with: { company: '{code}' }, confirm: 'Save?' },
      { say: 'Saved.' },
      end('saved'),
    ],
    findings: ['tool_failure_unhandled steps[1]'],
    turns: ['Hello', 'a few words', { confirm: false, fallback: 'no' }],
  },
}
for (const [what, { slots, steps, findings: expected, turns, stubs }] of Object.entries(faulty)) {
  test(`verification finds ${what}`, () => {
    const { findings, complete } = verify(slots, steps)
    assert.equal(complete, true)
    const described = findings.map(describe)
    assert.deepEqual(
      described.map((one, at) => (expected[at]?.includes(' ') ? one : one.split(' ')[0])).sort(),
      expected.toSorted(),
    )
    const [first] = expected[0]?.split(' ') ?? []
    const { counterexample } = findings.find(({ code }) => code === first) as VerificationFinding
    if (turns) assert.deepEqual(counterexample.turns, turns)
    if (stubs) assert.deepEqual(counterexample.stubs, stubs)
  })
}

const insurance: FlowSource = {
  slots: [{ name: 'insured', type: 'boolean' }],
  steps: [
    { collect: 'insured' },
    { branch: [{ if: 'insured', goto: 'noted' }], else: 'done' },
    { id: 'noted', say: 'Noted.' },
    { id: 'done', ...end('asked') },
  ],
}

test('a called flow returns, and what follows the call is verified', () => {
  const guests: FlowSlot = { name: 'guests', type: 'number' }
  const steps = [
    { collect: 'guests' },
    { call: 'insurance' },
    { branch: [{ if: 'guests > 8', goto: 'group' }] },
    end('done'),
    { id: 'group', end: { outcome: 'group', handoff: 'human' } },
  ]
  assert.deepEqual(verify([guests], steps, { insurance }).findings, [])
})

test('a fault in a called flow is found from the flow that calls it', () => {
  const size: FlowSlot = { name: 'size', type: 'enum', options: ['Big', 'Small'] }
  const sub: FlowSource = {
    slots: [size, code],
    steps: [
      { collect: 'size' },
      { branch: [{ if: 'size == Big', goto: 'fin' }] },
      { collect: 'code' },
      { id: 'fin', say: 'Code ({code}) noted.' },
      end('asked'),
    ],
  }
  const { findings } = verify([kind], [{ collect: 'kind' }, { call: 'sub' }, end('done')], { sub })
  assert.deepEqual(findings.map(describe), ['slot_read_before_set sub: steps[3]'])
  assert.deepEqual(findings[0]?.counterexample.turns, ['Hello', 'Boat', 'Big'])
})

test('a fault behind a handoff to another playbook is found; a handoff to a person, or to a playbook without a flow, is none', () => {
  const next: FlowSource = { slots: [kind], steps: [{ collect: 'kind' }, { say: 'And then?' }] }
  const { findings } = verify([code], [{ collect: 'code' }, { handoff: 'next' }], { next })
  assert.deepEqual(findings.map(describe), ['dead_end next: steps[1]'])
  const leaving = [
    { collect: 'kind' },
    branchOnBoat,
    { handoff: 'human' },
    { id: 'boat', handoff: 'playbook:elsewhere' },
  ]
  assert.deepEqual(verify([kind], leaving).findings, [])
})

test('a straight flow of 190 steps is explored to its end', () => {
  const slots = Array.from({ length: 94 }, (_, at): FlowSlot => ({ name: `s${at}`, type: 'string' }))
  const steps = slots.flatMap(({ name }) => [{ collect: name }, { say: `Thanks, {${name}}.` }])
  const { complete, findings } = verify(slots, [...steps, end('done')])
  assert.deepEqual([complete, findings], [true, []])
})

test('thirty questions with two answers each stay within the bounds', () => {
  const slots = Array.from({ length: 30 }, (_, at): FlowSlot => ({ name: `b${at}`, type: 'boolean' }))
  const steps = slots.flatMap(({ name }, at) => [
    { id: `q${at}`, collect: name },
    { branch: [{ if: name, goto: `y${at}` }], else: `q${at + 1}` },
    { id: `y${at}`, say: `Yes to ${at}.` },
  ])
  const { complete, states, findings } = verify(slots, [...steps, { id: 'q30', ...end('done') }])
  assert.deepEqual([complete, findings], [true, []])
  assert.ok(states < 1000)
})

test('a search that reaches its bound says so, and claims nothing about what it has not seen', () => {
  const slots = Array.from({ length: 24 }, (_, at): FlowSlot => ({ name: `b${at}`, type: 'boolean' }))
  const last = slots.map(({ name }, at) => ({ branch: [{ if: name, goto: `y${at}` }], id: `r${at}` }))
  const texts = slots.map((_, at) => ({ id: `y${at}`, say: `Yes to ${at}.` }))
  const steps = [{ collect: slots.map(({ name }) => name) }, ...last, end('none'), ...texts, end('done')]
  const { complete, states, findings } = verify(slots, steps)
  assert.equal(complete, false)
  assert.ok(states <= 100_000)
  assert.deepEqual(findings, [])
})

test('a playbook without a flow has nothing to verify', () => {
  assert.deepEqual(verifyFlow('none', createVerificationWorld(new Map())), {
    complete: true,
    states: 0,
    milliseconds: 0,
    findings: [],
  })
})
