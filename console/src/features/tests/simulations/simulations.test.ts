import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFunnel } from './simulation-data.ts'
import { blankSimulation, parseFacts, toSimulationBody, toSimulationForm } from './simulation-form.ts'

test('the funnel goes from all conversations to those that reached their goal', () => {
  const outcomes = { goal: 12, contained: 3, handedOver: 2, maxTurns: 1, error: 2 }
  assert.deepEqual(
    toFunnel({ done: 20, outcomes }).map(({ id, count, of }) => [id, count, of]),
    [
      ['all', 20, 20],
      ['answered', 18, 20],
      ['contained', 15, 20],
      ['goal', 12, 20],
    ],
  )
})

test('facts are one per line, and a colon may be part of an answer', () => {
  assert.deepEqual(parseFacts('email: ada@example.com\n\nno colon\n: nothing\ntime:  10:30 \nempty:'), {
    email: 'ada@example.com',
    time: '10:30',
  })
})

test('the form starts the people of the agent or my own, and plays the same people again', () => {
  assert.deepEqual(toSimulationBody({ ...blankSimulation, seed: 7 }), {
    suite: 'default',
    count: 20,
    maxTurns: 20,
    seed: 7,
  })
  const own = {
    ...blankSimulation,
    who: 'own' as const,
    people: [{ goal: ' Rent a boat ', manner: 'typos', facts: 'email: a@example.com' }],
    draftId: 'drf_1',
  }
  const body = toSimulationBody(own)
  assert.deepEqual(body, {
    profiles: [{ id: 'person-1', goal: 'Rent a boat', manner: 'typos', facts: { email: 'a@example.com' } }],
    count: 20,
    maxTurns: 20,
    draftId: 'drf_1',
  })
  const stored = { profiles: body.profiles ?? [], count: 20, maxTurns: 20, seed: 3 } as unknown
  const again = toSimulationForm(stored as Parameters<typeof toSimulationForm>[0])
  assert.deepEqual(toSimulationBody(again), { profiles: body.profiles, count: 20, maxTurns: 20, seed: 3 })
})
