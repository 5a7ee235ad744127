import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeChoice, judgeDifference, listComparisons, shareOfVariant } from './comparison.ts'

const rate = (value: number, low: number, high: number) => ({ value, low, high })

test('a difference that chance could explain is no difference yet', () => {
  assert.equal(judgeDifference(rate(0.1, 0.02, 0.18), false), 'more')
  assert.equal(judgeDifference(rate(-0.1, -0.18, -0.02), false), 'fewer')
  assert.equal(judgeDifference(rate(0.1, -0.02, 0.22), false), 'tooFew')
  assert.equal(judgeDifference(rate(0.1, -0.02, 0.22), true), 'unclear')
  assert.equal(judgeDifference(rate(0, 0, 0), true), 'unclear')
})

const difference = { replied: rate(0.1, 0, 0.2), goal: rate(0.3, 0.1, 0.5) }
const group = (id: string, more: object = {}) => ({ id, people: 10, sent: 10, goal: 0, ...more }) as never

test('a variant is compared with the first one and the holdout, by Goals once a person reached one', () => {
  const [a, b] = [group('a', { toHoldout: difference }), group('b', { toFirst: difference, toHoldout: difference })]
  const toText = ({ to, outcome }: { to: unknown; outcome: string }) => `${JSON.stringify(to)} ${outcome}`
  const report = { variants: [a, b], holdout: group('') } as never
  assert.deepEqual(listComparisons(a, report).map(toText), ['"holdout" replied'])
  assert.deepEqual(listComparisons(b, report).map(toText), ['{"variantId":"a"} replied', '"holdout" replied'])
  const withGoals = { variants: [a, b], holdout: group('', { goal: 1 }) } as never
  assert.deepEqual(listComparisons(a, withGoals).map(toText), ['"holdout" replied', '"holdout" goal'])
})

test('nothing is compared before both were sent', () => {
  const [a, b] = [group('a', { sent: 0 }), group('b', { toFirst: difference })]
  assert.deepEqual(listComparisons(b, { variants: [a, b] } as never), [])
  assert.deepEqual(listComparisons(group('b', { sent: 0, toFirst: difference }), { variants: [b] } as never), [])
})

test('the share of a variant follows from the weights, until one is chosen', () => {
  const variants = [
    { id: 'a', openerTemplateId: 'x', weight: 3 },
    { id: 'b', openerTemplateId: 'y', weight: 1 },
  ]
  assert.deepEqual([shareOfVariant({ variants }, 'a'), shareOfVariant({ variants }, 'b')], [0.75, 0.25])
  assert.equal(shareOfVariant({ variants, chosenVariantId: 'a' }, 'a'), undefined)
  assert.equal(shareOfVariant({}, 'a'), undefined)
})

test('a choice concerns those who were not sent to, except messages in flight', () => {
  const counts = { queued: 12, sent: 30, heldOut: 5 } as never
  assert.deepEqual(describeChoice({ counts, inFlight: 2 }), { left: 10, sent: 30, inFlight: 2, heldOut: 5 })
  assert.deepEqual(describeChoice({ counts: { queued: 0, sent: 30 } as never }).left, 0)
})
