import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { parse } from 'yaml'
import { parseYaml } from './parse-yaml.ts'
import { printJson, printYaml } from './print.ts'

const nastyTexts = [
  ...['', ' ', 'no', 'Yes', 'y', 'on', 'null', '~', 'true', '12:30', '# x', 'a # b', '- x', '-', '? x', ': x', 'a: b'],
  ...['a:', '&a', '*a', '!x', '|', '>', '%a', '@a', '`a', '[a', '{a}', 'a, b', '"a"', "it's", '---', '...', '<<', '='],
  ...['+14155550100', '012', '0x1F', '0o17', '1e3', '.5', '-0', '1_000', '2030-01-31', '.inf', '.nan', '١٢'],
  ...[
    'a\n',
    'a\n\n',
    '\na',
    '\n',
    '\n\n',
    'a\nb',
    ' a\nb',
    'a\n b\n',
    'a\n\n\nb\n\n\n',
    'a \nb',
    'a\n\tb',
    'a\n# b\n---\n',
  ],
  ...[
    'a\r\nb',
    '\r',
    'a\tb',
    '\ta',
    'a\t',
    ' a',
    'a ',
    'a\u0085b\n',
    '\u2028',
    'a\u2029\nb',
    '\ufeff',
    '\ufeffa\nb',
    '\0',
  ],
  ...[
    '👩‍👧',
    'é\u0301',
    '\ud800',
    'a\udc00\nb',
    '\uffff',
    '\u00a0',
    'a\u00a0',
    'a\n\u00a0',
    '\\',
    '\\n',
    'x'.repeat(3000),
  ],
  ...['toString', 'constructor', `${'word '.repeat(500)}end`, `${'word '.repeat(500)}\nend`],
]
const text = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.array(fc.constantFrom(...nastyTexts), { maxLength: 4 }).map((texts) => texts.join('')),
  fc
    .array(fc.constantFrom('a', ' ', '\n', '#', ':', '-', '\t', "'", '"', '\\', '|'), { maxLength: 12 })
    .map((signs) => signs.join('')),
)
const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.maxSafeInteger())
const { value: jsonValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      text.filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
}))

test('any JSON value is unchanged after YAML, for any reader, and prints the same again', () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      const printed = printYaml(value)
      const read = parseYaml(printed)
      assert.deepEqual(read, { ok: true, value })
      assert.deepEqual(parse(printed), value)
      assert.equal(read.ok && printYaml(read.value), printed)
      assert.equal(printed.includes('\r'), false)
    }),
    { numRuns: 2000 },
  )
})

test('any text is parsed or refused', () => {
  const signs = [
    '- ',
    ': ',
    '\n',
    '  ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '"',
    "'",
    '|',
    '>',
    '&a',
    '*a',
    '!',
    '#',
    '?',
    'a',
    '1',
    '%',
    '---',
  ]
  const yamlish = fc.array(fc.constantFrom(...signs), { maxLength: 30 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(yamlish, text), (source) => {
      const read = parseYaml(source)
      if (read.ok) assert.deepEqual(parseYaml(printYaml(read.value)), read)
      else assert.ok(read.message !== '' && read.line! > 0 && read.column! > 0)
    }),
    { numRuns: 3000 },
  )
})

test('a document prints in the order of its keys and keeps long lines and line breaks', () => {
  const long = `${'word '.repeat(60)}end`
  const document = {
    exportVersion: 1,
    agent: { name: 'Harbor Motors', description: undefined },
    messageTemplates: [{ id: 'hello', body: `Hi {person.firstName}.\n\n${long}`, phone: '+14155550100' }, []],
    rules: [['no', 'a: b'], {}],
    note: 'One\nTwo\n',
  }
  const lines = [
    'exportVersion: 1',
    'agent:',
    '  name: Harbor Motors',
    'messageTemplates:',
    '  - id: hello',
    '    body: |-',
    '      Hi {person.firstName}.',
    '',
    `      ${long}`,
    '    phone: "+14155550100"',
    '  - []',
    'rules:',
    '  - - "no"',
    '    - "a: b"',
    '  - {}',
    'note: |',
    '  One',
    '  Two',
    '',
  ]
  assert.equal(printYaml(document), lines.join('\n'))
  assert.equal(printJson({ a: [1] }), '{\n  "a": [\n    1\n  ]\n}\n')
})

const scalars: [written: string, value: unknown][] = [
  ...['+14155550100', '+1', '012', '0012', '-012', '0x1F', '0o17', '12345678901234567890', '9007199254740993'].map(
    (written): [string, unknown] => [written, written],
  ),
  ...[
    '1e400',
    '1e-400',
    '.inf',
    '-.inf',
    '.nan',
    '12:30',
    '2030-01-31',
    'yes',
    'No',
    '1_000',
    '1.2.3',
    '0.12345678901234567890',
  ].map((written): [string, unknown] => [written, written]),
  ['7', 7],
  ['-7', -7],
  ['0', 0],
  ['3.50', 3.5],
  ['.5', 0.5],
  ['1e3', 1000],
  ['1234567890123456', 1234567890123456],
  ['0.30000000000000004', 0.30000000000000004],
  ['true', true],
  ['False', false],
  ['~', null],
  ['Null', null],
  ['', null],
  ['"7"', '7'],
  ["'true'", 'true'],
  ['two words # a comment', 'two words'],
  ['[+1, 01, 1, a]', ['+1', '01', 1, 'a']],
  ['{a, b: 2}', { a: null, b: 2 }],
]
for (const [written, value] of scalars) {
  test(`${written || 'nothing'} is parsed as ${JSON.stringify(value)}`, () => {
    assert.deepEqual(parseYaml(`key: ${written}\n`), { ok: true, value: { key: value } })
  })
}

test('an empty text is null, and a byte order mark is ignored', () => {
  assert.deepEqual(parseYaml(''), { ok: true, value: null })
  assert.deepEqual(parseYaml('\ufeffa: b'), { ok: true, value: { a: 'b' } })
})

const bomb = ['a: &a [x, x]', ...Array.from({ length: 20 }, (_, level) => `b${level}: &b${level} [*a, *a, *a, *a]`)]
const refusals: [title: string, text: string, message: RegExp, line: number, column: number][] = [
  ['an alias', 'a: &x 1\nb: *x\n', /^Aliases are not supported/, 2, 4],
  ['a pile of aliases', bomb.join('\n'), /^Aliases are not supported/, 2, 10],
  ['a merge', 'a: 1\n<<: { b: 2 }\n', /^Merge keys are not supported/, 2, 1],
  ['a custom tag', 'a: !mine x', /^Tags are not supported/, 1, 10],
  ['a tag of YAML', '- !!binary aGk=', /^Tags are not supported/, 1, 12],
  ['a key that is there twice', 'a: 1\nb: 2\n"a": 3', /^The key “a” is duplicated/, 3, 1],
  ['a number as a key', 'a:\n  1: x', /^Every key must be text/, 2, 3],
  ['a list as a key', '? [a]\n: x', /^Every key must be text/, 1, 3],
  ['nothing as a key', ': x', /^Every key must be text/, 1, 1],
  ['__proto__ as a key', 'a: { __proto__: 1 }', /^The key “__proto__” is not allowed/, 1, 6],
  ['a second document', 'a: 1\n---\nb: 2', /^There is more than one document/, 2, 1],
  ['an open bracket', 'a: [1, 2', /^Flow sequence/, 1, 9],
  ['100,000 open brackets', '['.repeat(100_000), /^This is nested more than 100 levels deep/, 1, 101],
  ['100,000 open braces', '{a: '.repeat(100_000), /^This is nested more than 100 levels deep/, 1, 398],
  ['100,000 dashes', '- '.repeat(100_000), /^This is nested more than 100 levels deep/, 1, 200],
  ['100,000 documents', '---\n'.repeat(100_000), /^There is more than one document/, 2, 1],
]
for (const [title, source, message, ...position] of refusals) {
  test(`${title} is refused with its position`, () => {
    const read = parseYaml(source)
    assert.ok(!read.ok)
    assert.match(read.message, message)
    assert.deepEqual([read.line, read.column], position)
  })
}

test('many keys are parsed, including reserved words of JavaScript', () => {
  const keys = [
    'constructor',
    'toString',
    'hasOwnProperty',
    ...Array.from({ length: 20_000 }, (_, index) => `key${index}`),
  ]
  const value = Object.fromEntries(keys.map((key) => [key, 'x']))
  assert.deepEqual(parseYaml(printYaml(value)), { ok: true, value })
})
