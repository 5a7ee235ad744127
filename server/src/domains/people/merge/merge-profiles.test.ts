import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { maxCustomFields, maxTags, type Person } from '../person/person.ts'
import { buildMergeNotes } from './merge.ts'
import { mergeProfiles } from './merge-profiles.ts'

const now = new Date('2030-01-31T09:00:00Z')
const early = new Date('2029-01-01T00:00:00Z')
const late = new Date('2029-06-01T00:00:00Z')

const personOf = (given: Partial<Person> = {}): Person => ({
  key: 1,
  id: 'per_into',
  status: 'new',
  tags: [],
  customFields: {},
  consent: { status: 'unknown' },
  channels: [],
  importBatchIds: [],
  createdAt: early,
  updatedAt: early,
  ...given,
})

const cases: [title: string, into: Partial<Person>, from: Partial<Person>, person: Partial<Person>, left: string[]][] =
  [
    ['lacks an email gets it', {}, { email: 'a@example.com' }, { email: 'a@example.com' }, []],
    [
      'has an email keeps it, and the other is noted',
      { email: 'a@example.com' },
      { email: 'b@example.com' },
      { email: 'a@example.com' },
      ['Their email was b@example.com'],
    ],
    ['has the same phone has nothing to note', { phone: '+12025550143' }, { phone: '+12025550143' }, {}, []],
    ['is new stays new', {}, { status: 'converted' }, { status: 'new' }, ['Their status was converted']],
    ['has notes gets the others below', { notes: 'One' }, { notes: 'Two' }, { notes: 'One\n\nTwo' }, []],
    ['has the same notes keeps them once', { notes: 'One' }, { notes: 'One' }, { notes: 'One' }, []],
    [
      'has long notes keeps them, and the others are noted',
      { notes: '🙂'.repeat(4990) },
      { notes: 'Two things' },
      { notes: '🙂'.repeat(4990) },
      ['Their notes were Two things'],
    ],
    ['has tags gets the others once', { tags: ['a', 'b'] }, { tags: ['b', 'c'] }, { tags: ['a', 'b', 'c'] }, []],
    [
      'has custom fields gets those they lack',
      { customFields: { plan: 'plus', empty: '' } },
      { customFields: { plan: 'basic', city: 'London', empty: 'no' } },
      { customFields: { plan: 'plus', empty: '', city: 'London' } },
      ['Their plan was basic', 'Their empty was no'],
    ],
    [
      'was called keeps the later call',
      { lastCallAt: late, lastSeenAt: early },
      { lastCallAt: early, lastSeenAt: late },
      { lastCallAt: late, lastSeenAt: late },
      [],
    ],
    ['lacks a scheduled call gets it', {}, { scheduledCallAt: late }, { scheduledCallAt: late }, []],
    [
      'has a scheduled call keeps it',
      { scheduledCallAt: late },
      { scheduledCallAt: early },
      { scheduledCallAt: late },
      ['Their scheduled call was 2029-01-01T00:00:00.000Z'],
    ],
    [
      'came by imports has been in all of them',
      { importBatchIds: ['imp_1', 'imp_3'] },
      { importBatchIds: ['imp_2', 'imp_3'] },
      { importBatchIds: ['imp_1', 'imp_2', 'imp_3'] },
      [],
    ],
    [
      'is reachable on a channel is so on the others too',
      { channels: ['sms'] },
      { channels: ['rcs'] },
      { channels: ['rcs', 'sms'] },
      [],
    ],
  ]
for (const [title, into, from, person, left] of cases) {
  test(`the surviving person who ${title}`, () => {
    const outcome = mergeProfiles(personOf(into), personOf({ key: 2, id: 'per_from', createdAt: late, ...from }), now)
    assert.deepEqual(outcome.person, { ...outcome.person, ...person })
    assert.deepEqual(outcome.left, left)
    assert.deepEqual([outcome.person.key, outcome.person.id, outcome.person.createdAt], [1, 'per_into', early])
    assert.equal(outcome.person.updatedAt, now)
  })
}

test('the merge names the fields that differ', () => {
  const into = personOf({ email: 'a@example.com', customFields: { plan: 'plus' } })
  const from = personOf({
    company: 'Engines',
    customFields: { plan: 'plus', city: 'London' },
    lastSeenAt: late,
    tags: ['a'],
  })
  assert.deepEqual(mergeProfiles(into, from, now).changed, ['company', 'tags', 'customFields.city', 'lastSeenAt'])
})

const word = fc.string({ minLength: 1, maxLength: 12 })
const list = (most: number) => fc.uniqueArray(word, { maxLength: most })
const fieldsOf = (most: number) =>
  fc.dictionary(
    word.filter((key) => key !== '__proto__'),
    word,
    { maxKeys: most },
  )

test('a merge loses nothing: the surviving person has the data of the other or a note of it, within all limits', () => {
  const some = fc.record({
    email: fc.option(word, { nil: undefined }),
    notes: fc.option(fc.string({ minLength: 1, maxLength: 4000 }), { nil: undefined }),
    tags: list(maxTags),
    customFields: fieldsOf(maxCustomFields),
  })
  fc.assert(
    fc.property(some, some, (mine, theirs) => {
      const { person, left } = mergeProfiles(personOf(mine), personOf(theirs), now)
      const journalText = left.join('\n')
      const has = (isKept: boolean, value: string) => assert.ok(isKept || journalText.includes(value))
      if (theirs.email) has(person.email === theirs.email, theirs.email)
      if (theirs.notes) has(person.notes?.endsWith(theirs.notes) === true, theirs.notes)
      for (const tag of theirs.tags) has(person.tags.includes(tag), tag)
      for (const [key, value] of Object.entries(theirs.customFields)) has(person.customFields[key] === value, value)
      for (const [key, value] of Object.entries(mine.customFields)) assert.equal(person.customFields[key], value)
      assert.ok(person.tags.length <= maxTags && Object.keys(person.customFields).length <= maxCustomFields)
      assert.ok([...(person.notes ?? '')].length <= 5000)
    }),
    { numRuns: 50 },
  )
})

test('the notes of a merge contain every character in order, and none exceeds the limit of the journal', () => {
  const letters = fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 30 })
  fc.assert(
    fc.property(letters, fc.integer({ min: 1, max: 40 }), (left, longest) => {
      const notes = buildMergeNotes(left, longest)
      const all = (texts: string[]) => texts.join('').replaceAll('\n', '')
      assert.equal(all(notes), all(['Merged with another person.', ...left]))
      for (const note of notes) assert.ok([...note].length <= longest && note !== '')
    }),
  )
})

test('a merge without leftover values is noted in one line', () => {
  assert.deepEqual(buildMergeNotes([], 5000), ['Merged with another person.'])
  assert.deepEqual(buildMergeNotes(['Their email was b@example.com'], 5000), [
    'Merged with another person.\nTheir email was b@example.com',
  ])
})
