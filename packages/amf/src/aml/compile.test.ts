import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from './compile.ts'

/** Text as is, other parts by their type, chips by their labels after an arrow. */
function shape(aml: string): string[] {
  const { parts, chips = [] } = compile(aml).message
  return [
    ...parts.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)),
    ...chips.map((chip) => `→${chip.label}`),
  ]
}

const texts: [title: string, aml: string, parts: string[]][] = [
  ['is one part', 'Hello', ['Hello']],
  ['is cut at blank lines', 'One\n\nTwo\n \t\nThree', ['One', 'Two', 'Three']],
  ['keeps its inner line breaks', 'One\n  two  \nthree', ['One\n  two  \nthree']],
  ['is trimmed', '\n\n  One  \n\n\n', ['One']],
  ['has LF line ends', 'a\r\nb\rc\r\n\r\nd\r\re', ['a\nb\nc', 'd', 'e']],
  ['is made well formed', 'a\ud83d b \ude00', ['a\ufffd b \ufffd']],
  [
    'is kept to the letter',
    'Grüße 👩‍👩‍👧 “q” a | b [single] & <z> ]] \\n \\| ~ =',
    ['Grüße 👩‍👩‍👧 “q” a | b [single] & <z> ]] \\n \\| ~ ='],
  ],
  ['keeps right-to-left words', 'שלום [[chips: כן | לא]] עולם', ['שלום עולם', '→כן', '→לא']],
  ['may hold a literal opening', '\\[[chips: X]]\n\n[[chips: Real]]', ['[[chips: X]]', '→Real']],
  ['loses one backslash before an opening, no more', 'a \\\\[[b \\[[[ c', ['a \\[[b [[[ c']],
  ['keeps backslashes elsewhere', 'C:\\dir\\ [x] \\[y', ['C:\\dir\\ [x] \\[y']],
  [
    'keeps its place around parts',
    'A\n\n[[ask.location #l | W?]]\n\nB\n\n[[confirm #c | S?]]\n\nC',
    ['A', '<ask.location>', 'B', '<confirm>', 'C'],
  ],
  ['is split by a part in the middle of a line', 'before [[confirm #c | S?]] after', ['before', '<confirm>', 'after']],
  ['is split in a list too', '- one\n- two [[confirm #c | S?]]\n- three', ['- one\n- two', '<confirm>', '- three']],
]
for (const [title, aml, parts] of texts) test(`text ${title}`, () => assert.deepEqual(shape(aml), parts))

const fences: [title: string, aml: string, parts: string[]][] = [
  ['keeps its blank lines', 'a\n```js\nx\n\ny\n```\n\nb', ['a\n```js\nx\n\ny\n```', 'b']],
  ['may be made of tildes', '~~~\nx\n\n```\n\ny\n~~~\n\nb', ['~~~\nx\n\n```\n\ny\n~~~', 'b']],
  ['is closed by one as long', '````\n```\n\n````\n\nb', ['````\n```\n\n````', 'b']],
  ['may stand in a list', '- ```\n  x\n\n  y\n  ```\n\nb', ['- ```\n  x\n\n  y\n  ```', 'b']],
  ['may stand in a quote', '> ```\n> x\n> ```\n\nb', ['> ```\n> x\n> ```', 'b']],
  ['is none within a line', 'a ```x``` b\n\n```c``` d\n\ne', ['a ```x``` b', '```c``` d', 'e']],
  ['ends with the text when it is not closed', '```\nx\n\ny', ['```\nx\n\ny']],
  [
    'ends at a part when it is not closed',
    '```\nx\n\n[[confirm #c | S?]]\n\ny\n\nz',
    ['```\nx', '<confirm>', 'y', 'z'],
  ],
  ['vanishes when it held but chips', 'a\n```aml\n[[chips: A]]\n```\nb', ['a\nb', '→A']],
  ['vanishes when it held but chips and is not closed', 'a\n\n```\n[[chips: A]]', ['a', '→A']],
  ['vanishes when it held but a part', 'a\n```\n[[confirm #c | S?]]\n```\n\nb\n\nc', ['a', '<confirm>', 'b', 'c']],
  [
    'vanishes when it held but parts',
    '```\n[[confirm #c | S?]]\n[[confirm #d | S?]]\n```\nb',
    ['<confirm>', '<confirm>', 'b'],
  ],
  ['stays when it has more than chips', '```\n[[chips: A]]\nx\n```', ['```\nx\n```', '→A']],
  ['stays when it was empty all along', '```\n```\n\n[[chips: A]]', ['```\n```', '→A']],
  ['stays when words stand behind it', '``` these words [[chips: A]]\n```', ['``` these words\n```', '→A']],
]
for (const [title, aml, parts] of fences) test(`a code fence ${title}`, () => assert.deepEqual(shape(aml), parts))

const gaps: [title: string, aml: string, parts: string[]][] = [
  ['without a double space', 'Hello [[chips: X]] world', ['Hello world', '→X']],
  ['without adding one', 'Hello[[chips: X]]world', ['Helloworld', '→X']],
  ['keeping the space behind it', 'Hello[[chips: X]] world', ['Hello world', '→X']],
  ['at the start of a line', 'a\n[[chips: X]] b', ['a\nb', '→X']],
  ['keeping an indentation', 'a\n  [[chips: X]] b', ['a\n  b', '→X']],
  ['at the end of a line', 'a  [[chips: X]]  \nb', ['a\nb', '→X']],
  ['on a line of its own', 'a\n[[chips: X]]\nb', ['a\nb', '→X']],
  ['on a line of its own between paragraphs', 'a\n\n[[chips: X]]\n\nb', ['a', 'b', '→X']],
  ['after a list bullet', '- a\n- [[chips: X]]\n- b', ['- a\n- b', '→X']],
  ['after a list number', '1. a\n2) [[chips: X]]\n3. b', ['1. a\n3. b', '→X']],
  ['keeping a list entry with words', '- [[chips: X]] b', ['- b', '→X']],
  ['split over lines', 'a [[chips: X |\n Y]] b', ['a b', '→X', '→Y']],
  ['several in one line', 'a [[chips: X]] [[chips: Y]] b', ['a b', '→X', '→Y']],
  ['and around what is not known', 'a [[template: x]] b [[media: image:y]] c [[things: z]]', ['a b c']],
]
for (const [title, aml, parts] of gaps) test(`text closes up ${title}`, () => assert.deepEqual(shape(aml), parts))

test('a list bullet or number before a part is removed', () => {
  assert.deepEqual(shape('1. [[card: A]]\n2. [[card: B]]\n\n- x'), ['<card>', '<card>', '- x'])
})

const cases: [title: string, aml: string, parts: string[]][] = [
  ['unclosed at the end', 'ends with [[', ['ends with [[']],
  ['unclosed block', '[[ask.time #t | When?\na = x\n\nmore text', ['[[ask.time #t | When?\na = x\n\nmore text']],
  ['unclosed before another', 'a [[chips: X b [[chips: Y]] c', ['a [[chips: X b c', '→Y']],
  ['unknown', 'a [[nosuch: x \\| y]] b', ['a [[nosuch: x \\| y]] b']],
  ['wiki link', 'see [[Some Page]].', ['see [[Some Page]].']],
  ['without a name', 'a [[]] b [[ : x]]', ['a [[]] b [[ : x]]']],
  ['faulty', 'a\n[[ask.choice #x | Y\r\nno sign\r\n]]\nb', ['a\n[[ask.choice #x | Y\nno sign\n]]\nb']],
  ['unclosed carousel', '[[carousel\n[[card: A]]\nb [[chips: X]]', ['[[carousel\n[[card: A]]\nb', '→X']],
]
for (const [title, aml, parts] of cases) {
  test(`an unreadable marker stays in the text: ${title}`, () => {
    assert.deepEqual(shape(aml), parts)
    assert.notEqual(compile(aml).problems.length, 0)
  })
}

test('a message without chips has none', () => assert.ok(!('chips' in compile('a').message)))

const templates: Record<string, string> = {
  hello: 'Hello [[chips: Hi]]\n\n[[ask.location | Where?]]',
  loop: 'before [[template: loop]] after',
  nest: '[[template: hello]] and [[template: wrong]]',
  wrong: 'x\n\ny [[nosuch]]',
  d1: '1 [[template: d2]]',
  d2: '2 [[template: d3]]',
  d3: '3 [[template: d4]]',
  d4: '4 [[template: d5]]',
  d5: '5 [[template: d6]]',
  d6: '6',
  wide: '[[template: leaf]]'.repeat(200),
  leaf: 'x',
  empty: '  ',
}
const content = {
  template: (id: string) => templates[id],
  thing: (id: string) => (id.startsWith('t') ? { title: id } : id === 'bad' ? { title: ' ' } : undefined),
  collection: (id: string) => ({ one: [{ title: 'A' }], none: [] })[id],
  image: (id: string) => ({ pic: 'https://example.com/p.png', odd: 'ftp://x' })[id],
}

const contents: [title: string, aml: string, parts: unknown[], codes: string[]][] = [
  [
    'a template is compiled in place',
    'a [[template: hello]] b',
    ['a', 'Hello', 'ask-location-1', 'b'],
    ['aml.intent.unnamed'],
  ],
  ['a template that contains itself is left out there', '[[template: loop]]', ['before after'], ['aml.template.loop']],
  ['templates go five levels deep', '[[template: d1]]', ['1', '2', '3', '4', '5'], ['aml.template.depth']],
  ['an empty template leaves no trace', 'a [[template: empty]] b', ['a b'], []],
  ['one thing is a card', '[[things: t1]]', [{ card: { title: 't1' } }], []],
  ['several things are a carousel', '[[ THINGS t1 ,t2,]]', [{ cards: [{ title: 't1' }, { title: 't2' }] }], []],
  ['of several things the known are sent', '[[things: t1, x]]', [{ card: { title: 't1' } }], ['aml.thing.unknown']],
  ['a collection is a carousel', '[[collection: one]]', [{ cards: [{ title: 'A' }] }], []],
  ['an empty collection sends nothing', 'a [[collection: none]]', ['a'], ['aml.collection.empty']],
  [
    'an image id stands for its address',
    '[[media: image:pic | alt]]',
    [{ url: 'https://example.com/p.png', alt: 'alt' }],
    [],
  ],
  [
    'an unknown image costs a card its picture only',
    '[[card: A\nimage = IMAGE: gone\n]]',
    [{ card: { title: 'A' } }],
    ['aml.image.unknown'],
  ],
  [
    'an unknown image costs an option its picture only',
    '[[ask.choice #x | Y\na = A ~ ~ image:gone\n]]',
    ['x'],
    ['aml.image.unknown'],
  ],
  [
    'a card with nothing but an unknown image is not sent',
    'a [[card:\nimage = image:gone\n]] b',
    ['a b'],
    ['aml.image.unknown'],
  ],
  ['a thing that makes no card is a problem', '[[things: bad]]', ['[[things: bad]]'], ['aml.thing.invalid']],
  [
    'an image whose address is none is a problem',
    '[[media: image:odd]]',
    ['[[media: image:odd]]'],
    ['aml.url.invalid'],
  ],
]
for (const [title, aml, parts, codes] of contents) {
  test(title, () => {
    const { message, warnings, problems } = compile(aml, { content })
    const seen = message.parts.map((part) => {
      if (part.type === 'text') return part.text
      if ('intentId' in part && part.intentId !== undefined) return part.intentId
      const { type: _, ...rest } = part
      return rest
    })
    assert.deepEqual(seen, parts)
    assert.deepEqual(
      [...warnings, ...problems].map((note) => note.code),
      codes,
    )
  })
}

test('a fault inside nested templates is reported at the outermost reference', () => {
  const { problems, warnings } = compile('a\n\n  [[template: nest]]', { content })
  assert.deepEqual(
    [...problems, ...warnings].map(({ line, column, code }) => [line, column, code]),
    [
      [3, 3, 'aml.marker.unknown'],
      [3, 3, 'aml.intent.unnamed'],
    ],
  )
})

test('nested templates have a bounded expansion', () => {
  assert.equal(compile('[[template: wide]]', { content }).message.parts.length, 99)
})

test('ids are numbered through the whole message, templates included', () => {
  const { message, problems } = compile(
    '[[confirm | A]] [[confirm #confirm-2 | B]] [[template: hello]] [[confirm | C]]',
    {
      content,
    },
  )
  assert.deepEqual(problems, [])
  const ids = message.parts.map((part) => 'intentId' in part && part.intentId)
  assert.deepEqual(ids, ['confirm-1', 'confirm-2', false, 'ask-location-2', 'confirm-3'])
})
