import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import {
  type ClientFrame,
  clientFrameLimits,
  readClientFrame,
  readServerFrame,
  type ServerFrame,
  type VisitorContent,
} from './index.ts'

const letters = [...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-']
const id = fc.string({ unit: fc.constantFrom(...letters), minLength: 8, maxLength: 60 }).map((end) => `v-${end}`)
const words = (maxLength: number) =>
  fc
    .string({ unit: 'binary', minLength: 1, maxLength })
    .filter((text) => text.length <= maxLength && !text.includes('\0'))
const count = fc.maxSafeNat()
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const visitorContent: fc.Arbitrary<VisitorContent> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: words(200) }),
  fc.record(
    {
      type: fc.constant('tap' as const),
      postback: words(50),
      label: words(50),
      picked: fc.boolean(),
      also: fc.array(words(50), { maxLength: 5 }),
      performed: fc.boolean(),
    },
    { requiredKeys: ['type', 'postback', 'label'] },
  ),
  fc.record({
    type: fc.constant('place' as const),
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
)
const clientFrame: fc.Arbitrary<ClientFrame> = fc.oneof(
  fc.record({ hello: fc.record({ token: words(60), after: count }) }),
  fc.record({ say: fc.record({ id, said: visitorContent }) }),
  fc.record({ seen: fc.record({ delivered: count, read: count }, { requiredKeys: [] }) }),
  fc.constant({ typing: true } as const),
)
const serverFrame: fc.Arbitrary<ServerFrame> = fc.oneof(
  fc.record({ took: fc.record({ id, n: count }) }),
  fc.record({
    refused: optional(id).chain((each) =>
      fc
        .constantFrom('invalid' as const, 'tooMany' as const, 'closed' as const)
        .map((reason) => ({ ...(each && { id: each }), reason })),
    ),
  }),
  fc.record({ signal: fc.constantFrom('typing' as const, 'read' as const) }),
  fc.constant({ beat: true } as const),
)
const overTheWire = (value: unknown) => JSON.parse(JSON.stringify(value))

test('every valid frame is parsed as it was written', () => {
  fc.assert(
    fc.property(clientFrame, (frame) => assert.deepEqual(readClientFrame(overTheWire(frame)), overTheWire(frame))),
  )
  fc.assert(
    fc.property(serverFrame, (frame) => assert.deepEqual(readServerFrame(overTheWire(frame)), overTheWire(frame))),
  )
})

test('a frame with an extra field is refused', () => {
  const anywhere = fc.tuple(clientFrame, fc.boolean())
  fc.assert(
    fc.property(anywhere, ([frame, inside]) => {
      const copy = overTheWire(frame)
      const inner = Object.values(copy)[0]
      const at = inside && typeof inner === 'object' ? (inner as object) : copy
      Object.assign(at, { extra: 1 })
      assert.equal(readClientFrame(copy), undefined)
    }),
  )
})

test('any input is parsed or refused, and never throws', () => {
  const anything = fc.anything({ withNullPrototype: true, withMap: true, withDate: true })
  fc.assert(
    fc.property(anything, (value) => {
      readServerFrame(value)
      readClientFrame(value)
      assert.equal(readClientFrame({ say: { id: 'v-12345678', said: value } }), undefined)
    }),
  )
})

test('the name of a built-in object property is an extra field like any other', () => {
  const inherited = Object.getOwnPropertyNames(Object.prototype)
  const value = fc.oneof(fc.constant(1), fc.constant('x'), fc.constant(null), fc.constant({}))
  fc.assert(
    fc.property(clientFrame, fc.constantFrom(...inherited), value, (whole, name, hostile) => {
      const inner = Object.values(whole)[0]
      const copy = JSON.parse(
        JSON.stringify(whole).replace('{', `{${JSON.stringify(name)}:${JSON.stringify(hostile)},`),
      )
      assert.equal(readClientFrame(copy), undefined)
      if (typeof inner !== 'object') return
      const [key] = Object.keys(whole) as [string]
      assert.equal(readClientFrame({ [key]: { ...inner, ...withField(name, hostile) } }), undefined)
    }),
  )
})

/** Like `JSON.parse`: `__proto__` becomes an ordinary field. */
const withField = (name: string, value: unknown) => Object.fromEntries([[name, value]])

const frame = (more: object) => ({ say: { id: 'v-12345678', said: { type: 'text', text: 'x' }, ...more } })
const cases: [title: string, value: unknown, isFrame: boolean][] = [
  [
    'a text of the longest kind',
    frame({ said: { type: 'text', text: 'x'.repeat(clientFrameLimits.textLetters) } }),
    true,
  ],
  [
    'a text one letter longer',
    frame({ said: { type: 'text', text: 'x'.repeat(clientFrameLimits.textLetters + 1) } }),
    false,
  ],
  ['an id of another kind', frame({ id: 'msg_12345678' }), false],
  ['an id with a space', frame({ id: 'v-1234 5678' }), false],
  ['a place beyond the pole', frame({ said: { type: 'place', latitude: 91, longitude: 0 } }), false],
  ['a place that is not a number', frame({ said: { type: 'place', latitude: Number.NaN, longitude: 0 } }), false],
  ['a negative entry', { hello: { token: 't', after: -1 } }, false],
  ['half an entry', { seen: { read: 1.5 } }, false],
  ['two frames in one', { typing: true, seen: {} }, false],
  [
    'a tap on a hundred rows more',
    frame({ said: { type: 'tap', postback: 'p', label: 'l', also: Array(101).fill('p') } }),
    false,
  ],
]
for (const [title, value, isFrame] of cases) {
  test(`${title} is ${isFrame ? 'a frame' : 'no frame'}`, () => {
    assert.equal(readClientFrame(value) !== undefined, isFrame)
  })
}
