import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { type Condition, comparisons, evaluateCondition, listOperands, printCondition } from './condition.ts'

import { parseCondition } from './parse.ts'

function read(source: string): Condition {
  const parsed = parseCondition(source)
  if (!parsed.ok) assert.fail(`${source}: ${parsed.message}`)
  return parsed.condition
}

const forms: [source: string, printed: string][] = [
  ['city == Paris', 'city == "Paris"'],
  ['city=="New York"', 'city == "New York"'],
  ["city == 'l\\'Aquila'", 'city == "l\'Aquila"'],
  ['size != 3', 'size != 3'],
  ['size<-2.50', 'size < -2.5'],
  ['day >= 2030-01-31', 'day >= "2030-01-31"'],
  ['zip == 01234', 'zip == "01234"'],
  ['code == 1234567890123456', 'code == "1234567890123456"'],
  ['terms == TRUE', 'terms == true'],
  ['terms == "true"', 'terms == "true"'],
  ['plan in [basic, "pro plus", 3, false]', 'plan in ["basic", "pro plus", 3, false]'],
  ['email exists', 'email exists'],
  ['email not exists', 'not email exists'],
  ['plan not in [a]', 'not plan in ["a"]'],
  ['terms', 'terms'],
  ['last.ok', 'last.ok'],
  ['not last.ok', 'not last.ok'],
  ['person.customFields.tier == gold', 'person.customFields.tier == "gold"'],
  ['a or b and not c', 'a or (b and not c)'],
  ['(a or b) and c', '(a or b) and c'],
  ['a AND b Or c', '(a and b) or c'],
  ['not (a and b)', 'not (a and b)'],
  ['not not ((a))', 'not not a'],
  ['größe == "ü"', 'größe == "ü"'],
]
for (const [source, printed] of forms) {
  test(`the condition ${source} is parsed as ${printed}`, () => {
    assert.equal(printCondition(read(source)), printed)
    assert.deepEqual(read(printed), read(source))
  })
}

const unreadable: [source: string, column: number, message: RegExp][] = [
  ['', 1, /found the end, expected a slot/],
  ['city ==', 8, /found the end, expected a value/],
  ['city = Paris', 6, /use ==/],
  ['!terms', 1, /or not/],
  ['city == "Paris', 9, /not closed/],
  ["city == l'Aquila", 10, /not closed/],
  ['city == New York', 13, /found “York”.*quote a value of several words/],
  ['a && b', 3, /found “&&”, expected “and”, “or” or the end/],
  ['plan in a', 9, /expected a list/],
  ['plan in []', 10, /expected a value/],
  ['plan in [a b]', 12, /expected a comma/],
  ['plan in [a', 11, /expected a comma/],
  ['(a or b', 8, /closing parenthesis/],
  ['a)', 2, /expected “and”, “or” or the end/],
  ['and', 1, /expected a slot/],
  ['a ==  or b', 7, /expected a value/],
  ['a not b', 7, /expected in or exists/],
  ['"a" == b', 1, /expected a slot/],
  [`${'('.repeat(60)}a${')'.repeat(60)}`, 52, /nested too deeply/],
  [`${'not '.repeat(60)}a`, 205, /nested too deeply/],
  ['('.repeat(10_000), 1001, /more than 1000 characters/],
]
for (const [source, column, message] of unreadable) {
  test(`the condition ${JSON.stringify(source.slice(0, 30))} is refused at column ${column}`, () => {
    const parsed = parseCondition(source)
    assert.equal(parsed.ok, false)
    assert.equal(!parsed.ok && parsed.column, column)
    assert.match(parsed.ok ? '' : parsed.message, message)
  })
}

const held: Record<string, unknown> = {
  city: ' paris ',
  size: 3,
  count: '12',
  zip: '01234',
  day: '2030-01-31',
  terms: true,
  declined: false,
  typed: 'False',
  zero: 0,
  blank: '  ',
  none: null,
  'person.tags': ['VIP', 'new'],
  'person.journal': [],
  'last.ok': true,
}

const outcomes: [what: string, holding: string[], failing: string[]][] = [
  ['texts compare without regard to case and outer blanks', ['city == PARIS', 'city in [rome, Paris]'], ['city != paris']],
  ['numbers compare as numbers', ['size == 3.0', 'size < 10', 'size >= 3', 'size in [1, 3]'], ['size > 3', 'size == 4']],
  ['a numeric text compares as a number with a number', ['count > 9', 'count == 12.0', 'count <= 12'], ['count < 9']],
  ['a number compares as a number with a quoted one', ['size < "10"', 'size == "3"'], ['size > "10"']],
  ['two texts compare as texts', ['zip == 01234', 'zip != "1234"', 'day < 2030-02-01'], ['day > 2031-01-01']],
  ['a text cannot be ordered relative to a number', ['city != 3'], ['city < 3', 'city >= 3', 'city == 3']],
  ['a missing operand fails every comparison but !=', ['nobody != x', 'not nobody exists', 'nobody not exists'],
    ['nobody == x', 'nobody < 3', 'nobody >= 3', 'nobody in [x]', 'nobody', 'nobody exists', 'nobody == ""']],
  ['null, a blank text and an empty list are missing', ['none != x', 'blank != x', 'not person.journal'],
    ['none exists', 'blank exists', 'person.journal exists', 'blank', 'blank == ""']],
  ['an operand alone asks whether it is there and not false', ['terms', 'city', 'zero', 'last.ok'], ['declined', 'typed']],
  ['false is there', ['declined exists', 'declined == false', 'typed == false'], ['declined == true']],
  ['a list equals each of its entries', ['person.tags == vip', 'person.tags in [old, new]'],
    ['person.tags != vip', 'person.tags == old', 'person.tags >= vip']],
  ['and, or and not join', ['city and not declined', 'declined or terms', 'not (declined or nobody)', 'terms or x and y'],
    ['terms and declined', 'not terms or declined', '(terms or x) and y']],
] // biome-ignore format: a table
for (const [what, holding, failing] of outcomes) {
  test(`conditions: ${what}`, () => {
    for (const source of holding)
      assert.equal(
        evaluateCondition(read(source), (operand) => held[operand]),
        true,
        source,
      )
    for (const source of failing)
      assert.equal(
        evaluateCondition(read(source), (operand) => held[operand]),
        false,
        source,
      )
  })
}

test('an object exists, but equals nothing', () => {
  const heldBy = () => ({ toString: () => 'x' })
  assert.equal(evaluateCondition(read('a exists and a != x'), heldBy), true)
  assert.equal(evaluateCondition(read('a == x or a < y or a in [x]'), heldBy), false)
})

test('a condition lists each of its operands once', () => {
  assert.deepEqual(listOperands(read('a == b and (c or not person.email exists) and a in [d]')), [
    'a',
    'c',
    'person.email',
  ])
})

const operand = fc.constantFrom('a', 'b', 'person.email', 'person.customFields.tier', 'last.ok', 'true', '7', 'größe')
const number = fc.oneof(
  fc.integer({ min: -(10 ** 14), max: 10 ** 14 }),
  fc.integer({ min: -9999, max: 9999 }).map((n) => n / 100),
)
const value = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  number.map((n) => n + 0),
  fc.boolean(),
)
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ kind: fc.constant('holds' as const), operand }),
    fc.record({ kind: fc.constant('exists' as const), operand }),
    fc.record({ kind: fc.constant('compare' as const), operand, comparison: fc.constantFrom(...comparisons), value }),
    fc.record({ kind: fc.constant('in' as const), operand, values: fc.array(value, { minLength: 1, maxLength: 3 }) }),
    fc.record({ kind: fc.constant('not' as const), condition: tie('condition') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      conditions: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}))

test('a condition is the same after printing and parsing', () => {
  fc.assert(
    fc.property(condition, (made) => {
      const printed = printCondition(made)
      fc.pre(printed.length <= 1000)
      assert.deepEqual(read(printed), structuredClone(made))
    }),
    { numRuns: 1000 },
  )
})

/**
 * An independent implementation of the condition language, for values of one type each: numbers, lowercase strings,
 * undefined.
 */
function oracle(made: Condition, given: Record<string, number | string | undefined>): boolean {
  if (made.kind === 'and') return made.conditions.reduce((all, one) => oracle(one, given) && all, true)
  if (made.kind === 'or') return made.conditions.reduce((any, one) => oracle(one, given) || any, false)
  if (made.kind === 'not') return !oracle(made.condition, given)
  const left = given[made.operand]
  if (made.kind === 'exists' || made.kind === 'holds') return left !== undefined
  if (made.kind === 'in') return left !== undefined && made.values.some((one) => one === left)
  if (left === undefined || typeof left !== typeof made.value) return made.comparison === '!='
  const order = left < made.value ? -1 : left > made.value ? 1 : 0
  const signs = { '==': [0], '!=': [-1, 1], '<': [-1], '<=': [-1, 0], '>': [1], '>=': [0, 1] }
  return signs[made.comparison].includes(order)
}

test('a condition evaluates as the specification says', () => {
  const plain = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom('x', 'y', 'z'))
  const name = fc.constantFrom('a', 'b', 'c')
  const { made } = fc.letrec<{ made: Condition }>((tie) => ({
    made: fc.oneof(
      { maxDepth: 3 },
      fc.record({ kind: fc.constantFrom('holds' as const, 'exists' as const), operand: name }),
      fc.record({
        kind: fc.constant('in' as const),
        operand: name,
        values: fc.array(plain, { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant('compare' as const),
        operand: name,
        comparison: fc.constantFrom(...comparisons),
        value: plain,
      }),
      fc.record({ kind: fc.constant('not' as const), condition: tie('made') }),
      fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        conditions: fc.array(tie('made'), { minLength: 2, maxLength: 3 }),
      }),
    ),
  }))
  const holder = fc.record({ a: fc.option(plain, { nil: undefined }), b: fc.option(plain, { nil: undefined }) })
  fc.assert(
    fc.property(made, holder, (one, given) => {
      const values: Record<string, number | string | undefined> = given
      assert.equal(
        evaluateCondition(read(printCondition(one)), (name) => values[name]),
        oracle(one, values),
      )
    }),
    { numRuns: 1000 },
  )
})

test('no text makes the condition parser throw, and every problem has a column inside the text', () => {
  const piece = fc.constantFrom(
    'a',
    'and',
    'or',
    'not',
    'in',
    'exists',
    '(',
    ')',
    '[',
    ']',
    ',',
    '==',
    '<',
    '=',
    '!',
    '"',
    "'",
    '\\',
    ' ',
    '7',
    '\ud800',
  )
  const garbage = fc.oneof(
    fc.array(piece).map((pieces) => pieces.join(' ')),
    fc.array(piece).map((pieces) => pieces.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(garbage, (source) => {
      const parsed = parseCondition(source)
      if (parsed.ok) assert.equal(typeof evaluateCondition(parsed.condition, () => undefined), 'boolean')
      else assert.ok(parsed.column >= 1 && parsed.column <= source.length + 1)
    }),
    { numRuns: 2000 },
  )
})
