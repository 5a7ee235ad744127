import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateCase, toUnits, weighTokens } from './document.ts'

test('output tokens count five times, and cached input tokens a tenth', () => {
  assert.equal(weighTokens({ inputTokens: 1000, outputTokens: 200, cacheReadTokens: 3 }), 2000.3)
  assert.equal(weighTokens({ inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 }), 0)
})

for (const [weighted, units] of [
  [0, 1],
  [40_000, 1],
  [40_000.1, 2],
  [320_000, 8],
  [320_001, 9],
] as const)
  test(`${weighted} weighted tokens are ${units} units`, () => assert.equal(toUnits(weighted), units))

test('an estimate counts the turns, the judge, and the maximum turns of a simulation', () => {
  const judge = { criteria: [{ id: 'kind', text: 'Kind.' }] }
  const simulate = { goal: 'A swatch' }
  const table: [Parameters<typeof estimateCase>[0], { units: number; tokens: number }][] = [
    [{ turns: [] }, { units: 1, tokens: 0 }],
    [{ turns: ['Hello', { confirm: true }] }, { units: 1, tokens: 6000 }],
    [
      { turns: ['Hello'], expect: { judge } },
      { units: 1, tokens: 6000 },
    ],
    [
      { turns: ['Hello'], expect: { judge: { criteria: [] } } },
      { units: 1, tokens: 3000 },
    ],
    [{ turns: ['Hello', { simulate: { ...simulate, maxTurns: 20 } }] }, { units: 2, tokens: 63_000 }],
    [{ turns: [{ simulate }] }, { units: 1, tokens: 30_000 }],
    [{ turns: Array.from({ length: 40 }, () => 'x') }, { units: 3, tokens: 120_000 }],
  ]
  for (const [document, expected] of table) assert.deepEqual(estimateCase(document), expected)
})
