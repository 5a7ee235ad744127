import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import type { AgentLocation } from './location.ts'
import { findNamedLocations, resolveLocation } from './resolve.ts'

const locations: AgentLocation[] = [
  { id: 'old-town', name: 'Old Town', aliases: ['the castle'], address: '12 Market Street, 80331 München' },
  { id: 'harbor', name: 'Harbor', address: '4 River Road, Hamburg' },
  { id: 'north-harbor', name: 'North Harbor', address: '9 Pier Lane, Hamburg' },
  { id: 'beijing', name: '北京店', aliases: ['Beijing'] },
  { id: 'closed', name: 'Closed', address: 'Berlin', enabled: false },
]

const named = (text: string) => findNamedLocations(locations.slice(0, 4), text).map(({ id }) => id)

const texts: [text: string, ids: string[]][] = [
  ['Old Town', ['old-town']],
  ['  OLD   town! ', ['old-town']],
  ['old-town', ['old-town']],
  ['the castle', ['old-town']],
  ['I would like to come to the castle on Monday', ['old-town']],
  ['Harbor', ['harbor']],
  ['the one at North Harbor please', ['north-harbor']],
  ['Harbor or Old Town', ['old-town', 'harbor']],
  ['munchen', ['old-town']],
  ['the one in München', ['old-town']],
  ['80331', ['old-town']],
  ['Hamburg', ['harbor', 'north-harbor']],
  ['River Road in Hamburg', ['harbor']],
  ['Habor', ['harbor']],
  ['北京店', ['beijing']],
  ['我想去北京店', ['beijing']],
  ['not the Harbor one', []],
  ['the street', []],
  ['at 12', []],
  ['', []],
  ['?!', []],
  ['hello there', []],
  ['I walked along the market yesterday and thought about my tooth for a very long time', []],
]
for (const [text, ids] of texts) {
  test(`“${text}” names ${ids.join(' and ') || 'no location'}`, () => assert.deepEqual(named(text), ids))
}

test('by name only, neither a city nor a misspelled name counts', () => {
  const byName = (text: string) => findNamedLocations(locations, text, { byName: true }).map(({ id }) => id)
  assert.deepEqual([byName('Hamburg'), byName('Habor'), byName('to the Harbor')], [[], [], ['harbor']])
})

test('the text decides, then the session, then the person, then the only one', () => {
  const two = { locations: locations.slice(0, 2) }
  const id = (hints: object, from = two) => {
    const found = resolveLocation(from, hints)
    return found.kind === 'one' ? `${found.location.id} by ${found.by}` : found.kind
  }
  assert.equal(id({ text: 'Harbor', session: 'old-town', person: 'old-town' }), 'harbor by text')
  assert.equal(id({ text: 'Tomorrow at ten', session: 'harbor', person: 'old-town' }), 'harbor by session')
  assert.equal(id({ session: 'gone', person: 'old-town' }), 'old-town by person')
  assert.equal(id({}), 'several')
  assert.equal(id({}, { locations: locations.slice(1, 2) }), 'harbor by only')
  assert.equal(id({ text: 'Harbor' }, { locations: [] }), 'none')
  assert.equal(id({ session: 'closed', person: 'closed', text: 'Closed' }, { locations: locations.slice(4) }), 'none')
  assert.equal(id({ text: 'Hamburg', session: 'north-harbor' }, { locations }), 'north-harbor by session')
  const several = resolveLocation({ locations }, { text: 'Hamburg', session: 'old-town' })
  assert.deepEqual(several.kind === 'several' && several.locations.map((one) => one.id), ['harbor', 'north-harbor'])
})

const word = fc.constantFrom(
  'north',
  'harbor',
  'old',
  'town',
  'castle',
  'Größe',
  '北京',
  'a',
  '12',
  '80331',
  'not',
  '?',
)
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const anyLocations = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom('l1', 'l2', 'l3', 'l4', 'l5'),
      name: phrase,
      aliases: fc.array(phrase, { maxLength: 2 }),
      address: phrase,
      enabled: fc.boolean(),
    }),
    { selector: ({ id }) => id, maxLength: 5 },
  )
  .map((list): AgentLocation[] => list)
const anyHints = fc.record({
  text: fc.option(fc.oneof(phrase, fc.string({ unit: 'binary' })), { nil: undefined }),
  session: fc.option(fc.constantFrom('l1', 'l2', 'l9'), { nil: undefined }),
  person: fc.option(fc.constantFrom('l1', 'l3', 'l9'), { nil: undefined }),
})

const idsOf = (found: ReturnType<typeof resolveLocation>): string[] => {
  if (found.kind === 'none') return []
  return found.kind === 'one' ? [found.location.id] : found.locations.map(({ id }) => id)
}

test('a disabled location is never chosen, and none only if none is enabled', () => {
  fc.assert(
    fc.property(anyLocations, anyHints, (list, hints) => {
      const enabled = list.filter((one) => one.enabled).map(({ id }) => id)
      const found = idsOf(resolveLocation({ locations: list }, hints))
      assert.ok(found.every((id) => enabled.includes(id)))
      assert.equal(found.length === 0, enabled.length === 0)
    }),
  )
})

test('the exact name of one enabled location always wins', () => {
  fc.assert(
    fc.property(anyLocations, anyHints, (list, hints) => {
      const enabled = list.filter((one) => one.enabled)
      for (const { id, name } of enabled) {
        if (enabled.some((other) => other.id !== id && sameName(other.name, name))) continue
        const found = resolveLocation({ locations: list }, { ...hints, text: name })
        assert.deepEqual(idsOf(found), [id], name)
      }
    }),
  )
})

const sameName = (one: string, other: string): boolean =>
  one.replaceAll('?', '').trim().toLowerCase() === other.replaceAll('?', '').trim().toLowerCase()

test('the order of the locations does not matter', () => {
  fc.assert(
    fc.property(anyLocations, anyHints, (list, hints) => {
      const there = resolveLocation({ locations: list }, hints)
      const back = resolveLocation({ locations: list.toReversed() }, hints)
      assert.equal(there.kind, back.kind)
      assert.deepEqual(idsOf(there).sort(), idsOf(back).sort())
    }),
  )
})

test('a hostile text of any length is read at once', () => {
  const many = Array.from(
    { length: 100 },
    (_, at): AgentLocation => ({ id: `l${at}`, name: `${'a '.repeat(90)}${at}` }),
  )
  for (const text of ['a '.repeat(1_000_000), '\u0301'.repeat(100_000), '\ud800', 'a '.repeat(249)])
    assert.equal(resolveLocation({ locations: many }, { text }).kind, 'several')
})
