import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { type CompileNote, compile } from './compile.ts'
import { anyText } from './testing/generators.ts'

type Told = [line: number, column: number, code: string]
const summarizeNotes = (notes: CompileNote[]): Told[] => notes.map(({ line, column, code }) => [line, column, code])

const problems: [aml: string, ...Told[]][] = [
  ['', [1, 1, 'aml.empty']],
  [' \n\n\t', [1, 1, 'aml.empty']],
  ['ends with [[', [1, 11, 'aml.marker.unclosed']],
  ['a\r\n\r\n😀 [[chips: A\r\n', [3, 4, 'aml.marker.unclosed']],
  ['[[chips: A [[chips: B]]', [1, 1, 'aml.marker.unclosed']],
  ['[[carousel\n[[card: One\n]]\n', [1, 1, 'aml.marker.unclosed']],
  ['[[carousel\n [[card: One', [1, 1, 'aml.marker.unclosed'], [2, 2, 'aml.marker.unclosed']],
  ['[[carousel\n[[card: A\n  [[card: B]]\n]]', [2, 1, 'aml.marker.unclosed']],
  ['[[carousel [[a [[b', [1, 1, 'aml.marker.unclosed'], [1, 12, 'aml.marker.unclosed'], [1, 16, 'aml.marker.unclosed']],
  ['[[ask.time #t | When?\na = 2027-03-04T09:30:00-05:00 ~ x\n\nmore', [1, 1, 'aml.marker.unclosed']],
  [
    'First\r\n\r\n[[ask.choice #x | Which?\r\na = A\r\nb = B\r\n]]\r\n\r\nThen [[nosuch: z]]',
    [8, 6, 'aml.marker.unknown'],
  ],
  ['a\rb\r\r[[]]', [4, 1, 'aml.marker.unknown']],
  ['[[chips: A |\n B]] x [[no]]', [2, 8, 'aml.marker.unknown']],
  ['[[ask.choice #x | Which?\na = A\nthis row has no sign at all\nb = B\n]]', [3, 1, 'aml.row.unreadable']],
  [
    '\n[[ask.choice #x | Which?\r\n\r\n   = A\r\n\t no sign\r\n]]',
    [4, 4, 'aml.row.unreadable'],
    [5, 3, 'aml.row.unreadable'],
  ],
  ['[[ask.choice #x | W\na =\n]]', [2, 1, 'aml.row.unreadable']],
  ['[[ask.choice #x | W\na = A ~ B ~ https://a.b ~ D\n]]', [2, 1, 'aml.row.unreadable']],
  ['[[ask.choice #x | W\na = A\n a = B\n]]', [3, 2, 'aml.row.duplicate']],
  ['[[ask.choice #x | W\na = A ~ B ~ words\n]]', [2, 1, 'aml.url.invalid']],
  ['x [[ask.choice #x | W]]', [1, 3, 'aml.rows.missing']],
  ['x [[ask.choice #x\na = A\n]]', [1, 3, 'aml.field.missing']],
  ['x [[confirm]]', [1, 3, 'aml.field.missing']],
  ['[[confirm #c | A | B | C | D]]', [1, 1, 'aml.field.unexpected']],
  ['[[confirm #c | A\nDay = Friday\nwords\n]]', [3, 1, 'aml.row.unreadable']],
  ['[[confirm #c | A]]\n[[ask.location #c | B]]', [2, 1, 'aml.intent.duplicate']],
  [`[[confirm #${'x'.repeat(201)} | A]]`, [1, 1, 'aml.id.invalid']],
  [`[[ask.choice #x | A\n${'x'.repeat(201)} = A\n]]`, [2, 1, 'aml.id.invalid']],
  ['[[ask.time #t | W\na = tomorrow at noon ~ Noon\n]]', [2, 1, 'aml.time.unreadable']],
  ['[[ask.time #t | W\n a = 2027-02-30T09:30:00Z\n]]', [2, 2, 'aml.time.unreadable']],
  ['[[ask.time #t | W\na = 2027-02-03T09:30:00\n]]', [2, 1, 'aml.time.unreadable']],
  ['[[ask.time #t | W\na = 2027-02-03T09:30Z[Mars/Base]\n]]', [2, 1, 'aml.time.unreadable']],
  ['[[share.event | P\nstart = someday\n]]', [2, 1, 'aml.time.unreadable']],
  ['[[share.event | P]]', [1, 1, 'aml.field.missing']],
  ['[[share.event\nstart = 2027-02-03T09:30Z\n]]', [1, 1, 'aml.field.missing']],
  ['[[share.event | P\nstart = 2027-02-03T09:30Z\nend = 2027-02-03T09:30+01:00\n]]', [3, 1, 'aml.row.invalid']],
  ['[[share.event | P\nstart = 2027-02-03T09:30Z\nstart = 2027-02-03T09:30Z\n]]', [3, 1, 'aml.row.duplicate']],
  ['[[share.place | P\nzip = 1\n]]', [2, 1, 'aml.row.unreadable']],
  ['[[share.place]]', [1, 1, 'aml.field.missing']],
  ['[[share.place | P\nlatitude = 1\n]]', [1, 1, 'aml.field.missing']],
  ['[[share.place | P\nlatitude = 91\nlongitude = east\n]]', [2, 1, 'aml.row.invalid'], [3, 1, 'aml.row.invalid']],
  ['[[share.contact]]', [1, 1, 'aml.field.missing']],
  [
    '[[share.contact | A\nphone = ada\nemail = ada\nurl = ada\n]]',
    [2, 1, 'aml.row.invalid'],
    [3, 1, 'aml.row.invalid'],
    [4, 1, 'aml.url.invalid'],
  ],
  ['a [[media:]]', [1, 3, 'aml.field.missing']],
  ['a [[media: words]]', [1, 3, 'aml.url.invalid']],
  ['a [[media: image:]]', [1, 3, 'aml.url.invalid']],
  ['a [[media: https://a.b | c | d | e]]', [1, 3, 'aml.field.unexpected']],
  ['a [[chips:]]', [1, 3, 'aml.chips.empty']],
  ['a [[chips: A -> javascript:alert(1)]]', [1, 3, 'aml.chip.target']],
  ['a [[chips: A -> ]]', [1, 3, 'aml.chip.target']],
  ['a [[chips: A -> tel:home]]', [1, 3, 'aml.chip.target']],
  ['a [[chips: A -> mailto:a@b.c]]', [1, 3, 'aml.chip.target']],
  [`a [[chips: A -> https://a.b/${'x'.repeat(2000)}]]`, [1, 3, 'aml.chip.target']],
  ['a [[chips: -> https://a.b]]', [1, 3, 'aml.chip.label']],
  ['a [[chips: = b]]', [1, 3, 'aml.chip.label']],
  [`a [[chips: A = ${'x'.repeat(2001)}]]`, [1, 3, 'aml.chip.value']],
  ['[[card: A\n chips = B -> no\n]]', [2, 2, 'aml.chip.target']],
  ['[[card: A | B]]', [1, 1, 'aml.field.unexpected']],
  ['[[card]]', [1, 1, 'aml.card.empty']],
  ['[[carousel]]', [1, 1, 'aml.carousel.empty']],
  ['[[carousel: Our offers\n[[card: A]]\n]]', [1, 1, 'aml.field.unexpected']],
  ['[[carousel\n[[card: A]]\n[[card: B\nimage = no\n]]\n]]', [4, 1, 'aml.url.invalid']],
  [
    '[[carousel\n[[card: A]]\n\n  and\n[[card]] or ]]',
    [4, 3, 'aml.row.unreadable'],
    [5, 10, 'aml.row.unreadable'],
    [5, 1, 'aml.card.empty'],
  ],
  ['[[carousel\n[[card: A | B]]\n]]', [2, 1, 'aml.field.unexpected']],
  ['[[template:]]', [1, 1, 'aml.field.missing']],
  ['[[things: , ]]', [1, 1, 'aml.field.missing']],
  ['[[collection]]', [1, 1, 'aml.field.missing']],
  ['[[collection: a | b]]', [1, 1, 'aml.field.unexpected']],
]
for (const [aml, ...expected] of problems) {
  test(`a problem is reported at its position: ${JSON.stringify(aml).slice(0, 80)}`, () => {
    assert.deepEqual(summarizeNotes(compile(aml).problems), expected)
  })
}

const warnings: [aml: string, ...Told[]][] = [
  ['a\n\n [[confirm | Sure?]]', [3, 2, 'aml.intent.unnamed']],
  ['a\r\n[[chips: A | | B]]', [2, 1, 'aml.chip.empty']],
  ['[[chips: A -> example.com/x]]', [1, 1, 'aml.chip.scheme']],
  ['[[card: A\r\n\r\n chips = B -> example.com\r\n]]', [3, 2, 'aml.chip.scheme']],
  ['```\nx [[chips: A]]\n```', [2, 3, 'aml.marker.in_code']],
  ['use `[[chips: A]]` here', [1, 6, 'aml.marker.in_code']],
  ['`code` and [[chips: A]]'],
  ['a `` ` [[chips: A]] ``', [1, 8, 'aml.marker.in_code']],
  ['a ` b\n[[chips: A]]'],
  ['a [[template: x]]', [1, 3, 'aml.template.unknown']],
  ['a [[things: x, y]]', [1, 3, 'aml.thing.unknown'], [1, 3, 'aml.thing.unknown']],
  ['a [[collection: x]]', [1, 3, 'aml.collection.unknown']],
  ['a [[media: image:x]]', [1, 3, 'aml.image.unknown']],
  ['[[showcase #s | Look\n  a = A ~ B ~ image:x\n]]', [2, 3, 'aml.image.unknown']],
]
for (const [aml, ...expected] of warnings) {
  test(`a warning is reported at its position: ${JSON.stringify(aml)}`, () => {
    const compiled = compile(aml)
    assert.deepEqual(summarizeNotes(compiled.warnings), expected)
    assert.deepEqual(compiled.problems, [])
  })
}

for (const aml of ['[[template: x]]', '[[media: image:x]]', '[[things: x]]\n\n[[collection: y]]']) {
  test(`a message without any known part has nothing to send: ${JSON.stringify(aml)}`, () => {
    const compiled = compile(aml)
    assert.deepEqual([compiled.problems, compiled.message.parts], [[], []])
    assert.notEqual(compiled.warnings.length, 0)
  })
}

test('the compiler lists at most a thousand problems, and the last says that there are more', () => {
  const { problems: listed, message } = compile('[['.repeat(5000))
  assert.equal(listed.length, 1000)
  assert.deepEqual([listed[998]?.code, listed[999]?.code], ['aml.marker.unclosed', 'aml.more'])
  assert.deepEqual(message.parts, [{ type: 'text', text: '[['.repeat(5000) }])
})

const sentences: [aml: string, sentence: RegExp][] = [
  ['[[chips: A', /^This marker is not closed: end it with \]\]$/],
  ['[[nosuch: z]]', /^Unknown marker “nosuch”\. Known markers: chips, ask\.choice, /],
  ['[[chisp: z]]', /did you mean chips\?/],
  ['[[Ask-Choice #x | y]]', /did you mean ask\.choice\?/],
  ['[[thing: z]]', /did you mean things\?/],
  ['[[: z]]', /^This marker has no name/],
  ['[[ask.choice #x | y\nred\n]]', /“red = \.\.\.”/],
  ['[[share.place | P\nzip = 1\n]]', /Known rows: address, latitude, longitude, prompt/],
]
for (const [aml, sentence] of sentences) {
  test(`${aml.replaceAll('\n', ' ')} gets a readable error message`, () =>
    assert.match(compile(aml).problems[0]?.message ?? '', sentence))
}

test('a position counts lines and columns as an editor does, whatever text comes before it', () => {
  fc.assert(
    fc.property(anyText, (before) => {
      if (compile(before).problems.length > 0 && compile(before).problems[0]?.code !== 'aml.empty') return
      const lines = before.split(/\r\n|\r|\n/)
      const expected = [lines.length, (lines.at(-1)?.length ?? 0) + 2, 'aml.marker.unknown']
      assert.deepEqual(summarizeNotes(compile(`${before} [[nosuch: z]]`).problems), [expected])
    }),
    { numRuns: 400 },
  )
})
