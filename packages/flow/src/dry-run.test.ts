import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dryRun } from './dry-run.ts'
import { createTestWorld, parseTestFlow } from './testing/conversation.ts'

function played(flow: object, playbooks: Record<string, unknown> = {}) {
  return dryRun(parseTestFlow(flow), createTestWorld(flow, { playbooks }), { playbookId: 'main' })
}

test('a dry run plays a flow to its end with answers of every kind and lists its messages and calls', () => {
  const types = ['string', 'email', 'phone', 'number', 'date', 'timeslot', 'boolean'] as const
  const slots = [
    ...types.map((type) => ({ name: type, type, confirm: type === 'email' })),
    { name: 'code', type: 'string', validate: '/^[0-9]{5}$/' },
    { name: 'size', type: 'enum', options: ['S', 'L'] },
    { name: 'slot', type: 'timeslot', source: 'scheduling.offerTimes' },
    { name: 'kite', type: 'enum', source: 'collection:kites' },
  ]
  const report = played({
    slots,
    steps: [
      { say: 'Welcome.' },
      { collect: slots.map(({ name }) => name) },
      { action: 'scheduling.book', with: { at: '{slot}' }, confirm: 'Shall I?' },
      { branch: [{ if: 'last.ok', goto: 'done' }] },
      { handoff: 'human' },
      { id: 'done', end: { outcome: 'booked' } },
    ],
  })
  assert.deepEqual([report.reachedEnd, report.outcome, report.stuckAt], [true, 'booked', undefined])
  assert.deepEqual(report.toolCalls, ['scheduling.offerTimes', 'scheduling.book'])
  assert.equal(report.turns.length, 1 + slots.length + 2)
  assert.deepEqual(report.turns[0], {
    person: 'Hello',
    agent: ['Welcome.', 'What is your string?'],
    trace: ['say', 'ask string'],
  })
})

test('a dry run leaves a loop that an answer can leave', () => {
  const report = played({
    slots: [{ name: 'more', type: 'boolean' }],
    steps: [{ id: 'a', collect: 'more' }, { branch: [{ if: 'more', goto: 'a' }] }, { end: { outcome: 'done' } }],
  })
  assert.deepEqual([report.reachedEnd, report.outcome], [true, 'done'])
})

const stuck: [title: string, flow: object, at: string][] = [
  [
    'asks for what nobody has',
    { slots: [{ name: 'it', type: 'string', validate: '/^qqq[0-9]z$/' }], steps: [{ say: 'Hi.' }, { collect: 'it' }] },
    'steps[1]',
  ],
  ['runs in circles', { steps: [{ id: 'a', branch: [{ if: 'not last.ok', goto: 'a' }] }] }, 'steps[0]'],
]
for (const [title, flow, at] of stuck) {
  test(`a flow that ${title} is stuck, and the dry run reports the step`, () => {
    const { reachedEnd, stuckAt } = played(flow)
    assert.deepEqual([reachedEnd, stuckAt], [false, at])
  })
}

test('a flow that is stuck in a called flow reports which one', () => {
  const other = { slots: [{ name: 'it', type: 'string', validate: '/^qqq$/' }], steps: [{ collect: 'it' }] }
  assert.equal(played({ steps: [{ call: 'other' }] }, { other }).stuckAt, 'other: steps[0]')
})

test('a dry run that hands off has reached its end', () => {
  assert.equal(played({ steps: [{ handoff: 'human' }] }).reachedEnd, true)
})
