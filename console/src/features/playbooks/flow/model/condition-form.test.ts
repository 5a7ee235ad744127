import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FlowSlot } from '@parley/definition'
import {
  type ChosenCondition,
  firstCondition,
  printChosenCondition,
  readChosenCondition,
  renameOperand,
  testsFor,
  withOperand,
  withTest,
} from './condition-form.ts'

const slots: FlowSlot[] = [
  { name: 'guests', type: 'number' },
  { name: 'size', type: 'enum', options: ['small', 'extra large'] },
  { name: 'insured', type: 'boolean' },
  { name: 'name', type: 'string' },
]

const simple: [source: string, chosen: ChosenCondition][] = [
  ['guests > 8', { operand: 'guests', test: '>', values: ['8'] }],
  ['size == "extra large"', { operand: 'size', test: '==', values: ['extra large'] }],
  ['size in ["small", "extra large"]', { operand: 'size', test: 'in', values: ['small', 'extra large'] }],
  ['email exists', { operand: 'email', test: 'exists', values: [] }],
  ['not email exists', { operand: 'email', test: 'missing', values: [] }],
  ['last.ok', { operand: 'last.ok', test: 'holds', values: [] }],
  ['not insured', { operand: 'insured', test: 'fails', values: [] }],
]

for (const [source, chosen] of simple) {
  test(`the condition ${source} can be chosen`, () => {
    assert.deepEqual(readChosenCondition(source), chosen)
    assert.equal(printChosenCondition(chosen), source)
  })
}

for (const source of ['guests > 8 and last.ok', 'not (guests > 8)', 'guests >', '', 'a or b']) {
  test(`the condition “${source}” can only be written`, () => assert.equal(readChosenCondition(source), undefined))
}

test('another operand keeps what makes sense of the condition, and is valid at once', () => {
  const before: ChosenCondition = { operand: 'guests', test: '>', values: ['8'] }
  assert.equal(printChosenCondition(withOperand(before, 'size', slots)), 'size == "small"')
  assert.equal(printChosenCondition(withOperand(before, 'insured', slots)), 'insured')
  assert.equal(printChosenCondition(withOperand(before, 'last.ok', slots)), 'last.ok')
  assert.equal(printChosenCondition(withOperand({ ...before, values: ['many'] }, 'guests', slots)), 'guests > 1')
  for (const { name } of slots)
    for (const one of testsFor(name, slots))
      assert.ok(readChosenCondition(printChosenCondition(withTest(withOperand(before, name, slots), one, slots))), one)
})

test('a new condition is about the newest slot, and valid at once', () => {
  const first = (count: number) => firstCondition(slots.slice(0, count))
  assert.deepEqual([0, 1, 2, 3, 4].map(first), ['last.ok', 'guests == 1', 'size == "small"', 'insured', 'name exists'])
})

test('a slot is renamed in a condition that reads it, and only there', () => {
  assert.equal(renameOperand('guests > 8 and not (size exists)', 'guests', 'people'), 'people > 8 and not size exists')
  assert.equal(renameOperand('size == guests', 'guests', 'people'), 'size == guests')
  assert.equal(renameOperand('guests >', 'guests', 'people'), 'guests >')
})
