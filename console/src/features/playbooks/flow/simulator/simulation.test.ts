import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentFlow } from '@parley/definition'
import { replyToSimulation, type SimulationEvent, type SimulationWorld, startSimulation } from './simulation.ts'
import { toContentMessage } from './simulation-bubbles.ts'
import { simulateChoices } from './simulation-world.ts'

const flow: AgentFlow = {
  id: 'main',
  slots: [
    { name: 'boat', type: 'enum', source: 'collection:sail', prompt: 'Which boat?' },
    { name: 'email', type: 'email', bind: 'person.email', prompt: 'Your address?' },
  ],
  steps: [
    { say: { text: 'Welcome.', suggestions: ['Rent'] } },
    { collect: ['boat', 'email'] },
    { action: 'notify.team', with: { text: '{boat}' } },
    { branch: [{ if: 'last.ok', goto: 'done' }] },
    { say: 'That did not work.' },
    { id: 'done', end: { outcome: 'asked' } },
  ],
}
const things = [
  { id: 'sloop', name: 'Sloop', collections: ['sail'] },
  { id: 'barge', name: 'Barge' },
]
const now = '2030-01-01T12:00:00.000Z'
const world: SimulationWorld = {
  playbookId: 'general',
  flowOf: (id) => (id === 'general' ? flow : undefined),
  agent: () => undefined,
  person: {},
  choices: (source, slot) => simulateChoices(source, slot, { things }, now),
  toolsSucceed: true,
  now,
  timezone: 'UTC',
}
const kindsOf = (events: readonly SimulationEvent[]) => events.map(({ kind }) => kind)

test('the simulator speaks, asks, saves and calls tools, and lists the steps it passed', () => {
  const first = startSimulation(world)
  assert.deepEqual(kindsOf(first.events), ['spoken', 'spoken'])
  assert.deepEqual([first.passed, first.waitingAt], [[0, 1], 1])
  const second = replyToSimulation(first, 'Sloop', ['sloop'], world)
  assert.deepEqual(second.slots, { boat: 'sloop' })
  const third = replyToSimulation(second, 'alex@example.com', undefined, world)
  assert.ok(third.isOver)
  assert.deepEqual(third.passed, [1, 2, 3, 5])
  assert.deepEqual(third.events.slice(5), [
    { kind: 'saved', path: 'person.email', value: 'alex@example.com' },
    { kind: 'called', tool: 'notify.team', with: { text: 'sloop' }, ok: true },
    { kind: 'outcome', outcome: 'asked' },
    { kind: 'over', how: 'return' },
  ])
  assert.equal(third.person['person.email'], 'alex@example.com')
})

test('failing tools take the error path, and values on file are not asked for', () => {
  const failing = { ...world, toolsSucceed: false, person: { 'person.email': 'alex@example.com' } }
  const after = replyToSimulation(startSimulation(failing), 'Sloop', ['sloop'], failing)
  assert.deepEqual(after.passed, [1, 2, 3, 4, 5])
})

test('the simulator says that it did not understand an answer and asks again', () => {
  const first = startSimulation(world)
  const after = replyToSimulation(first, 'hm, perhaps', undefined, world)
  assert.deepEqual(kindsOf(after.events.slice(first.events.length)), ['heard', 'unread', 'spoken', 'spoken'])
})

test('the simulator converts a say step to the message that a channel shows', () => {
  const context = {
    content: { template: (id: string) => (id === 'hello' ? 'Hello [[chips: A]]' : undefined) },
    timezone: 'UTC',
  }
  const say = { kind: 'say', text: 'Welcome.', suggestions: ['Rent'] } as const
  assert.deepEqual(toContentMessage({ ...say, suggestions: ['Rent'] }, context), {
    spec: 'amf/1',
    parts: [{ type: 'text', text: 'Welcome.' }],
    chips: [{ label: 'Rent' }],
  })
  assert.equal(toContentMessage({ kind: 'template', templateId: 'hello' }, context)?.chips?.length, 1)
  assert.equal(toContentMessage({ kind: 'template', templateId: 'gone' }, context), undefined)
})

test('the simulator invents times in the coming days and offers the Things of a collection', () => {
  const [slot] = flow.slots
  assert.ok(slot)
  assert.deepEqual(simulateChoices('collection:sail', slot, { things }, now), [{ id: 'sloop', label: 'Sloop' }])
  const times = simulateChoices('scheduling.offerTimes', { name: 'time', type: 'timeslot' }, { things }, now)
  assert.equal(times.length, 4)
  assert.ok(times.every(({ id }) => id > now))
})
