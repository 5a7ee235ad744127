import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentFlow, FlowSlot } from '@parley/definition'
import { readStranger, verifyFlow } from '@parley/flow'
import { applyCounterexample, playCounterexample } from './play-counterexample.ts'
import type { SimulationWorld } from './simulation.ts'

/** What verification finds happens in the simulator when it is played. */

const kind: FlowSlot = { name: 'kind', type: 'enum', options: ['Boat', 'Car'], prompt: 'Which kind?' }
const flowWith = (steps: AgentFlow['steps'], slots: AgentFlow['slots'] = [kind]): AgentFlow => ({
  id: 'main',
  slots: [...slots],
  steps,
})

function playFirst(flows: Record<string, AgentFlow>) {
  const base = { flowOf: (id: string) => flows[id], agent: () => undefined, now: '2030-01-15T12:00:00.000Z' }
  const { findings } = verifyFlow('general', { ...base, person: readStranger, timezone: 'UTC' })
  const [finding] = findings
  assert.ok(finding)
  const world: SimulationWorld = {
    ...base,
    ...{ playbookId: 'general', person: {}, toolsSucceed: true, timezone: 'UTC' },
    choices: () => [{ id: 'a', label: 'The first' }],
  }
  const { counterexample, code } = finding
  return { code, session: playCounterexample(counterexample, applyCounterexample(world, counterexample)) }
}

const textsOf = ({ session }: ReturnType<typeof playFirst>) =>
  session.events.flatMap((event) =>
    event.kind === 'heard'
      ? event.text
      : event.kind === 'spoken' && event.effect.kind === 'say'
        ? event.effect.text
        : [],
  )

test('a dead end is reached, and the graph shows the way to it', () => {
  const played = playFirst({
    general: flowWith([
      { collect: 'kind' },
      { branch: [{ if: 'kind == Boat', goto: 'boat' }] },
      { end: { outcome: 'car' } },
      { id: 'boat', say: 'Boats are in.' },
    ]),
  })
  assert.equal(played.code, 'dead_end')
  assert.deepEqual(textsOf(played), ['Hello', 'Boat', 'Boats are in.'])
  assert.deepEqual(played.session.visited, [0, 1, 3])
})

test('a tool fails where the counterexample says so', () => {
  const played = playFirst({
    general: flowWith([
      { collect: 'kind' },
      { action: 'integration:crm.call' },
      { say: 'It is done.' },
      { end: { outcome: 'done' } },
    ]),
  })
  assert.equal(played.code, 'tool_failure_unhandled')
  const calls = played.session.events.flatMap((event) => (event.kind === 'called' ? event.ok : []))
  assert.deepEqual([calls, textsOf(played).at(-1)], [[false], 'It is done.'])
})

test('a tool that first fails and then succeeds does so', () => {
  const played = playFirst({
    general: flowWith(
      [
        { action: 'integration:crm.call', on_error: 'branch' },
        { branch: [{ if: 'last.ok', goto: 'done' }] },
        { action: 'integration:crm.call', on_error: 'branch' },
        { branch: [{ if: 'last.ok', goto: 'late' }] },
        { id: 'done', end: { outcome: 'done' } },
        { id: 'late', say: 'It worked the second time.' },
      ],
      [],
    ),
  })
  assert.equal(played.code, 'dead_end')
  const calls = played.session.events.flatMap((event) => (event.kind === 'called' ? event.ok : []))
  assert.deepEqual([calls, textsOf(played).at(-1)], [[false, true], 'It worked the second time.'])
})

test('a handoff to a playbook with a flow is followed', () => {
  const next = flowWith([{ collect: 'kind' }, { say: 'And then?' }])
  const played = playFirst({ general: flowWith([{ say: 'Hi.' }, { handoff: 'playbook:next' }], []), next })
  assert.equal(played.code, 'dead_end')
  assert.ok(played.session.events.some((event) => event.kind === 'handoff' && event.to === 'next'))
  assert.equal(textsOf(played).at(-1), 'And then?')
})

test('a person who is not on file has the status and the consent of one', () => {
  const steps: AgentFlow['steps'] = [
    { branch: [{ if: 'person.status == new and person.consent.status == unknown', goto: 'stranger' }] },
    { end: { outcome: 'known' } },
    { id: 'stranger', say: 'Who are you?' },
  ]
  assert.equal(textsOf(playFirst({ general: flowWith(steps, []) })).at(-1), 'Who are you?')
})

test('what must be on file of the person is', () => {
  const steps: AgentFlow['steps'] = [
    { branch: [{ if: 'person.customFields.plan == gold', goto: 'gold' }] },
    { end: { outcome: 'none' } },
    { id: 'gold', say: 'Gold.' },
  ]
  const played = playFirst({ general: flowWith(steps, []) })
  assert.equal(textsOf(played).at(-1), 'Gold.')
})
