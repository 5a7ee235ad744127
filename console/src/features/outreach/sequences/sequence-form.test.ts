import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  appendSequenceStep,
  moveSequenceStep,
  nameStep,
  type Sequence,
  type StepForm,
  toSequenceBody,
  toSequenceForm,
} from './sequence-form.ts'

const sequence: Sequence = {
  id: 'welcome',
  name: 'Welcome',
  enabled: true,
  entry: {
    event: 'person.dateReached',
    date: { field: 'birthday', offsetDays: -7, yearly: true, hour: 8, timeZone: 'UTC' },
  },
  steps: [
    { id: 'a', outreachId: 'hello', afterMinutes: 0 },
    {
      id: 'b',
      outreachId: 'again',
      afterMinutes: 1440,
      sendWindow: { startHour: 9, endHour: 17, timeZone: 'UTC' },
      onlyIf: { tag: 'vip' },
    },
  ],
  stopOn: ['replied'],
  reenterAfterDays: 30,
}

test('a sequence survives the form unchanged', () => {
  const { id: _, ...body } = sequence
  assert.deepEqual(toSequenceBody(toSequenceForm(sequence)), body)
})

test('what the form leaves empty is not sent', () => {
  const form = toSequenceForm({ ...sequence, entry: undefined, reenterAfterDays: undefined })
  const body = toSequenceBody({ ...form, steps: [{ ...(form.steps[0] as StepForm), onlyIf: { tag: '' } }] })
  assert.deepEqual(Object.keys(body).sort(), ['enabled', 'name', 'steps', 'stopOn'])
  assert.deepEqual(body.steps, [{ id: 'a', outreachId: 'hello', afterMinutes: 0 }])
})

const ids = (steps: readonly StepForm[]) => steps.map(({ id }) => id).join('')

test('steps move by places and to a place, and stay inside the list', () => {
  const { steps } = toSequenceForm(sequence)
  const three = appendSequenceStep(steps, 'hello')
  assert.equal(ids(three), 'abstep-3')
  assert.equal(ids(moveSequenceStep(three, 'a', { by: 1 })), 'bastep-3')
  assert.equal(ids(moveSequenceStep(three, 'step-3', 0)), 'step-3ab')
  assert.equal(ids(moveSequenceStep(three, 'a', { by: -5 })), 'abstep-3')
  assert.equal(ids(moveSequenceStep(three, 'a', 99)), 'bstep-3a')
  assert.equal(ids(moveSequenceStep(three, 'nothing', 0)), 'abstep-3')
})

test('a step is named by its place and its Outreach, as far as they exist', () => {
  const names = [{ id: 'hello', name: 'Welcome' }]
  const { steps } = sequence
  assert.deepEqual(
    ['a', 'b', 'gone'].map((id) => nameStep(steps, id, names)),
    ['Step 1: Welcome', 'Step 2: again', 'gone'],
  )
})

test('a new step never takes the id of another', () => {
  const taken = [{ ...(toSequenceForm(sequence).steps[0] as StepForm), id: 'step-2' }]
  assert.equal(ids(appendSequenceStep(taken, 'x')), 'step-2step-3')
})
