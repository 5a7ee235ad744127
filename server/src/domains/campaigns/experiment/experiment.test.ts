import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { createStagingBench } from '../../../testing/staging-bench.ts'
import { assignRecipient, experimentOf } from './assignment.ts'
import { buildExperimentResult } from './results.ts'
import {
  complementaryError,
  differenceInterval,
  findLeader,
  twoProportionPValue,
  wilsonInterval,
} from './statistics.ts'

/** Experiments of campaigns: who gets which variant, and what the results say. */

const near = (actual: number, expected: number, tolerance = 5e-4) =>
  assert.ok(Math.abs(actual - expected) < tolerance, `${actual}, expected ${expected}`)

test("Wilson's interval has the published values", () => {
  // Newcombe, 1998: intervals for 81 of 263, 15 of 148, 0 of 20 and 1 of 29.
  for (const [successes, total, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const interval = wilsonInterval({ successes, total })
    near(interval.low, low)
    near(interval.high, high)
  }
  assert.deepEqual(wilsonInterval({ successes: 0, total: 0 }), { value: 0, low: 0, high: 1 })
})

const proportion = fc
  .integer({ min: 1, max: 5000 })
  .chain((total) => fc.record({ successes: fc.integer({ min: 0, max: total }), total: fc.constant(total) }))

test('an interval contains its rate, stays between 0 and 1, and is mirrored for failures', () => {
  const holds = ({ successes, total }: { successes: number; total: number }) => {
    const { value, low, high } = wilsonInterval({ successes, total })
    assert.ok(0 <= low && low <= value && value <= high && high <= 1)
    near(wilsonInterval({ successes: total - successes, total }).low, 1 - high, 1e-9)
  }
  fc.assert(fc.property(proportion, holds))
})

test("Newcombe's interval of a difference has the published values", () => {
  // Newcombe, 1998: the hybrid score intervals for 56/70 - 48/80, 9/10 - 3/10, 5/56 - 0/29 and 0/10 - 0/20.
  for (const [one, other, low, high] of [
    [[56, 70], [48, 80], 0.0524, 0.3339],
    [[9, 10], [3, 10], 0.1705, 0.809],
    [[5, 56], [0, 29], -0.0381, 0.1926],
    [[0, 10], [0, 20], -0.1611, 0.2775],
  ] as const) {
    const [first, second] = [one, other].map(([successes, total]) => ({ successes, total }))
    assert.ok(first && second)
    const interval = differenceInterval(first, second)
    near(interval.low, low)
    near(interval.high, high)
  }
})

test('the interval of a difference contains it, stays between -1 and 1, and is mirrored for the other way round', () => {
  const holds = (one: { successes: number; total: number }, other: typeof one) => {
    const { value, low, high } = differenceInterval(one, other)
    assert.ok(-1 <= low && low <= value && value <= high && high <= 1)
    near(differenceInterval(other, one).low, -high, 1e-12)
  }
  fc.assert(fc.property(proportion, proportion, holds))
  assert.deepEqual(differenceInterval({ successes: 0, total: 0 }, { successes: 0, total: 0 }), { value: 0, low: -1, high: 1 }) // biome-ignore format: one line
})

test('the error function has its tabulated values, also where its two formulas meet', () => {
  for (const [x, expected] of [
    [0, 1],
    [0.5, 0.4795001222],
    [1, 0.1572992071],
    [2, 0.004677734981],
    [3, 0.000022090497],
  ] as const)
    near(complementaryError(x), expected, 1e-9)
  near(complementaryError(1.9999999), complementaryError(2), 1e-8)
})

test('a p-value is symmetric and between 0 and 1', () => {
  const holds = (one: { successes: number; total: number }, other: typeof one) => {
    const p = twoProportionPValue(one, other)
    assert.ok(p >= 0 && p <= 1)
    near(p, twoProportionPValue(other, one), 1e-12)
  }
  fc.assert(fc.property(proportion, proportion, holds))
})

test('a leader is significantly ahead of every other variant; small numbers and ties have none', () => {
  const group = (id: string, successes: number, total: number) => ({ id, successes, total })
  assert.equal(findLeader([group('a', 18, 18), group('b', 0, 18)]), 'a')
  assert.equal(findLeader([group('a', 2, 2), group('b', 0, 2)]), undefined)
  assert.equal(findLeader([group('a', 50, 100), group('b', 50, 100)]), undefined)
  assert.equal(findLeader([group('a', 90, 100), group('b', 88, 100), group('c', 1, 100)]), undefined)
  // Significant at 5 %, and not at a share of it.
  const [one, other] = [group('a', 60, 100), group('b', 45, 100)]
  assert.equal(findLeader([one, other]), 'a')
  assert.equal(findLeader([one, other, group('c', 45, 100), group('d', 45, 100)]), undefined)
  assert.equal(findLeader([]), undefined)
})

const counts = (id: string, replied: number, goal = 0) => ({
  ...{ id, people: 40, sent: 40, failed: 0, delivered: 40, read: 30, replied, goal, tapped: 0, optedOut: 0 },
})

test('variants are compared by the Goal, or by replies until a person reaches one', () => {
  assert.equal(buildExperimentResult({ variants: [counts('a', 30), counts('b', 2)] }).leader, 'a')
  assert.equal(buildExperimentResult({ variants: [counts('a', 30, 1), counts('b', 2, 25)] }).leader, 'b')
})

test('variants are compared with the first one and with the holdout', () => {
  const { id: _, ...holdout } = counts('', 4)
  const { variants = [] } = buildExperimentResult({ variants: [counts('a', 8), counts('b', 18)], holdout })
  const values = ({ toFirst, toHoldout }: (typeof variants)[number]) =>
    [toFirst, toHoldout].map((difference) => difference && Number(difference.replied.value.toFixed(3)))
  assert.deepEqual(variants.map(values), [[undefined, 0.1], [0.25, 0.35]]) // biome-ignore format: one line
  const [, second] = buildExperimentResult({ variants: [counts('a', 8), counts('b', 18)] }).variants ?? []
  assert.deepEqual([second?.toHoldout, (second?.toFirst?.replied.low ?? 0) > 0], [undefined, true])
})

test('a report that was archived before failures and opt-outs were counted has none of them', () => {
  const { failed: _, optedOut: __, ...archived } = counts('a', 3)
  const [variant] = buildExperimentResult({ variants: [archived as never] }).variants ?? []
  assert.deepEqual([variant?.failed, variant?.optedOut, variant?.rates.optedOut.value], [0, 0, 0])
})

const variants = [
  { id: 'a', openerTemplateId: 'opener', weight: 75 },
  { id: 'b', openerTemplateId: 'other', weight: 25 },
]

test('the holdout moves nobody to another variant, and everyone has one', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.integer({ min: 0, max: 50 }), (campaignId, personId, holdoutPercent) => {
      const plain = assignRecipient({ campaignId, variants }, personId)
      assert.ok(plain.variantId)
      assert.equal(plain.isHeldOut, false)
      assert.equal(assignRecipient({ campaignId, variants, holdoutPercent }, personId).variantId, plain.variantId)
    }),
  )
})

const bench = await createStagingBench()

test('staging assigns as the pure function does, again and again, and counts each group', async () => {
  const agent = await bench.agent('Hello')
  bench.changeDefinition(agent, ({ messageTemplates }) => ({
    messageTemplates: [...messageTemplates, { id: 'other', name: 'Other', body: 'Hi {person.firstName|block-send}' }],
  }))
  await bench.people(agent, ...Array.from({ length: 120 }, (_, at) => (at % 2 ? { firstName: 'Ada' } : {})))
  const campaign = await bench.campaign(agent, { filter: {} }, { variants, holdoutPercent: 30 })
  const staged = await bench.stage(agent, campaign)
  const read = async (snapshot: number | undefined) =>
    (
      await bench.pool.query(
        'select person_id, variant_id, held_out, position, reason from campaign_recipients where snapshot = $1 order by 1',
        [snapshot],
      )
    ).rows
  const rows = await read(staged.snapshot)
  for (const row of rows) {
    const { variantId, isHeldOut } = assignRecipient(experimentOf(campaign), row.person_id)
    if (row.reason === null) assert.deepEqual([row.held_out, row.position === null], [isHeldOut, isHeldOut])
    else assert.deepEqual([row.reason, variantId, row.held_out], ['template-blocked', 'b', false])
    if (row.position !== null) assert.equal(row.variant_id, variantId)
  }
  const { total, sendable, heldOut, exclusions, variants: counted } = staged.staged ?? assert.fail()
  const size = (isSo: (row: (typeof rows)[number]) => boolean) => rows.filter(isSo).length
  assert.equal(heldOut, size((row) => row.held_out)) // biome-ignore format: one line
  assert.deepEqual(counted, { a: size((row) => row.variant_id === 'a'), b: size((row) => row.variant_id === 'b') })
  assert.equal(total, sendable + (heldOut ?? 0) + (exclusions['template-blocked'] ?? 0))
  const again = await bench.stage(agent, staged)
  assert.deepEqual(await read(again.snapshot), rows)
})
