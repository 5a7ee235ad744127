import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import type { AgentThing } from '../sections/knowledge-section.ts'
import { type ColumnTarget, guessTargets, readRows } from './read-rows.ts'
import { applyRows, attachRefusals, restoreThings } from './useImportThings.ts'

const known = {
  things: [{ id: 'boat', name: 'Boat', description: 'Old', metadata: { size: 'L' } }] as AgentThing[],
  collections: [{ id: 'sail', name: 'Sailing boats' }],
}

test('the import guesses columns by their usual names, uses each field once, and treats the rest as metadata', () => {
  const headers = ['SKU', 'Title', 'Product name', 'Image URL', 'Category', 'Lat', 'Price €', ' ']
  const expected = ['id', 'name', 'metadata', 'imageUrl', 'collections', 'latitude', 'metadata', 'skip']
  assert.deepEqual(guessTargets(headers), expected)
})

test('a row creates a Thing, or changes the Thing with its id in the columns of the file', () => {
  const headers = ['id', 'name', 'description', 'group', 'price']
  const mapping: ColumnTarget[] = ['id', 'name', 'description', 'collections', 'metadata']
  const rows = [
    ['boat', '', 'New', 'sailing boats', '12'],
    ['', 'Green canoe', '', '', ''],
  ]
  const [changed, made] = readRows({ headers, rows }, mapping, known)
  assert.deepEqual(changed?.thing, {
    ...{ id: 'boat', name: 'Boat', description: 'New', collections: ['sail'] },
    metadata: { size: 'L', price: '12' },
  })
  assert.deepEqual([changed?.known, changed?.line, changed?.faults], [true, 2, []])
  assert.deepEqual(made?.thing, { id: 'green-canoe', name: 'Green canoe', collections: [] })
})

test('a row without an id is flagged if a Thing already has its name', () => {
  const rows = [
    ['', ' BOAT '],
    ['boat', 'Boat'],
    ['', 'Raft'],
  ]
  const read = readRows({ headers: ['id', 'name'], rows }, ['id', 'name'], known)
  assert.deepEqual(
    read.map(({ known, sameName }) => [known, sameName]),
    [
      [false, true],
      [true, false],
      [false, false],
    ],
  )
})

const faults: [title: string, mapping: ColumnTarget[], row: string[], kinds: string[]][] = [
  ['no name', ['name', 'description'], ['', 'x'], ['required']],
  ['a name of 201', ['name'], ['x'.repeat(201)], ['tooLong']],
  ['a script for a picture', ['name', 'imageUrl'], ['A', 'javascript:alert(1)'], ['notUrl']],
  ['a collection that is not there', ['name', 'collections'], ['A', 'sail|ghost'], ['unknownCollection']],
  ['half a place', ['name', 'latitude', 'longitude'], ['A', '1', ''], ['unpaired']],
  ['a place beyond the earth', ['name', 'latitude', 'longitude'], ['A', '91', 'x'], ['outOfRange', 'notNumber']],
]
for (const [title, mapping, row, kinds] of faults) {
  test(`the import reports a row with ${title}`, () => {
    const [read] = readRows({ headers: mapping, rows: [row] }, mapping, known)
    assert.deepEqual(
      read?.faults.map(({ kind }) => kind),
      kinds,
    )
  })
}

test('the import reports a duplicate id at its second row', () => {
  const rows = [
    ['a', 'A'],
    ['a', 'B'],
  ]
  const read = readRows({ headers: ['id', 'name'], rows }, ['id', 'name'], known)
  assert.deepEqual(
    read.map((row) => row.faults.map(({ kind }) => kind)),
    [[], ['twice']],
  )
})

test('the import reads each row whatever its cells hold, and new ids are unique', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('', 'boat', '12', 'sail'))
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { maxLength: 5 })),
      fc.array(fc.constantFrom<ColumnTarget>('name', 'description', 'metadata', 'latitude')),
      (rows, mapping) => {
        const read = readRows({ headers: mapping.map((target, at) => `${target}${at}`), rows }, mapping, known)
        assert.equal(read.length, rows.length)
        assert.equal(new Set(read.map(({ thing }) => thing.id)).size, rows.length)
      },
    ),
  )
})

test('undoing an import also removes the locations that it found', () => {
  const headers = ['id', 'name', 'address']
  const read = readRows(
    {
      headers,
      rows: [
        ['boat', 'B', 'Pier 4'],
        ['oar', 'Oar', ''],
      ],
    },
    ['id', 'name', 'address'],
    known,
  )
  const after = applyRows(read)(known.things)
  assert.deepEqual(
    after.map(({ id }) => id),
    ['boat', 'oar'],
  )
  assert.deepEqual(restoreThings(known.things, after), [{ ...known.things[0], location: null }])
  const { rows, others } = attachRefusals(read, after, [
    { field: 'things[1].name', message: 'is bad' },
    { field: 'things', message: 'has too many' },
  ])
  assert.deepEqual(rows[1]?.faults, [{ kind: 'refused', column: 'name', message: 'is bad' }])
  assert.equal(others.length, 1)
})
