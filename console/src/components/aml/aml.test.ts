import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile, markerKinds } from '@parley/amf'
import { fc } from '@parley/test-kit'
import { strings } from '#i18n/aml.ts'
import { completeAt } from './completion.ts'
import { markerExampleOf, markerHelps, markerSnippetOf, scanSpans } from './markers.ts'

const content = {
  template: () => 'Hello',
  thing: () => ({ title: 'A thing' }),
  collection: () => [{ title: 'A thing' }],
}
const agent = {
  templates: [{ id: 'hello', name: 'Hello' }],
  things: [{ id: 'boat', name: 'Boat' }],
  collections: [{ id: 'sail', name: 'Sailing' }],
  media: [{ id: 'media_1', name: 'bay.png' }],
}

for (const help of markerHelps) {
  test(`every completion offered for ${help.name} compiles with each of its rows and has an explanation`, () => {
    assert.deepEqual(compile(markerExampleOf(help), { content }).problems, [])
    for (const row of help.rows) {
      const { problems } = compile(`[[${help.name}: Title\n${row} = x\n]]`)
      assert.ok(!problems.some(({ code }) => code === 'aml.row.unknown'), `${row} of ${help.name}`)
    }
    assert.ok(strings.markers[help.name])
    assert.match(markerSnippetOf(help), /\$\{/)
  })
}

test('completion offers every marker', () => {
  assert.deepEqual(
    markerHelps.map(({ name }) => name),
    markerKinds.map(({ name }) => name),
  )
})

const slots = ['person.firstName']
const cases: [title: string, written: string, from: number, offered: string[]][] = [
  ['after two brackets, every marker', 'Hi [[', 3, markerKinds.map(({ name }) => name)],
  ['after a part of a name too', 'Hi [[ch', 3, markerKinds.map(({ name }) => name)],
  ['templates', '[[template: he', 12, ['hello']],
  ['things, after a comma as well', '[[things: boat, ', 16, ['boat']],
  ['collections', '[[collection: ', 14, ['sail']],
  ['media', '[[media: ', 9, ['media_1']],
  ['media behind image:', '[[card: A\nimage = image:me', 24, ['media_1']],
  ['rows', '[[card: A\nde', 10, ['description', 'image', 'chips']],
  ['rows of a card inside a carousel', '[[carousel\n[[card: A\n', 21, ['description', 'image', 'chips']],
  ['slots', 'Hi {per', 3, ['person.firstName']],
]
for (const [title, written, from, offered] of cases) {
  test(`completion offers ${title}`, () => {
    const found = completeAt(written, written.length, agent, slots)
    assert.equal(found?.from, from)
    assert.deepEqual(
      found?.offers.map((offer) => (offer.kind === 'marker' ? offer.marker.name : offer.label)),
      offered,
    )
  })
}

for (const written of ['Hello', '[[chips: A]] ', 'One \\[[', '[[chips: A | ']) {
  test(`completion offers nothing in ${JSON.stringify(written)}`, () => {
    assert.equal(completeAt(written, written.length, agent, slots), undefined)
  })
}

test('highlighted spans are in order, inside the text, and never overlap', () => {
  const pieces = fc.constantFrom('[[', ']]', '|', 'chips', ' #id', '{person.a}', '{', '\\', '\n', 'x', '😀', ': ', ' ')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (written) => {
      const text = written.join('')
      let last = 0
      for (const { from, to } of scanSpans(text)) {
        assert.ok(from >= last && to > from && to <= text.length)
        last = to
      }
    }),
  )
})
