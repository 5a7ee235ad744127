import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { parsePattern, parseRegexPattern } from './pattern.ts'

function matches(source: string, text: string): boolean {
  const pattern = parsePattern(source)
  if (!pattern.ok) assert.fail(`${source} ${pattern.message}`)
  return pattern.test(text)
}

function refusal(pattern: ReturnType<typeof parsePattern>): string | undefined {
  return pattern.ok ? undefined : pattern.message
}

const cases: [title: string, source: string, found: string[], notFound: string[]][] = [
  ['a plain phrase is found without regard to case', 'Free Trial', ['a FREE trial!', 'free trial'], ['free  trial']],
  ['a phrase may hold slashes', '1/2', ['take 1/2 of it'], ['12']],
  ['a phrase may hold several slashes', 'a/b/c', ['see A/B/C'], ['a/b']],
  ['an opening bracket alone is a phrase', '(', ['(sic)'], ['sic']],
  ['an unclosed class is a phrase', '[unclosed', ['an [Unclosed one'], ['unclosed']],
  ['a slash alone is a phrase', '/', ['and/or'], ['and or']],
  ['what ends in digits after the slash is a phrase', '/24/7', ['open /24/7'], ['24']],
  ['a regular expression minds case', '/gua?rantee/', ['we guarantee', 'grantee? no: gurantee'], ['Guarantee']],
  ['the flag i folds case, beyond ASCII too', '/straße|ÉTÉ/i', ['STRAßE', 'été'], ['strasse']],
  ['the flag m lets ^ stand at each line', '/^b/m', ['a\nb'], ['ab']],
  ['the flag s lets the dot stand for a line end', '/a.b/s', ['a\nb'], ['ab']],
  ['the flags g and u change nothing', '/a+/gu', ['caat', 'caat'], ['b']],
  ['an escaped slash is a slash', '/and\\/or/', ['and/or'], ['and or']],
  ['a slash needs no escape', '/and/or/', ['and/or'], ['and or']],
  ['code points are written as in JavaScript', '/\\u00e9|\\u{1F600}/', ['é', '😀'], ['e']],
  ['a named group is known', '/(?<year>[0-9]{4})/', ['in 2030'], ['in 203']],
]
for (const [title, source, found, notFound] of cases) {
  test(`patterns: ${title}`, () => {
    for (const text of found) assert.equal(matches(source, text), true, text)
    for (const text of notFound) assert.equal(matches(source, text), false, text)
  })
}

const refusals: [source: string, reason: RegExp][] = [
  ['', /empty/],
  [' \n', /empty/],
  ['//', /empty/],
  ['//i', /empty/],
  ['/a(?=b)/', /look-around/],
  ['/a(?!b)/', /look-around/],
  ['/(?<=a)b/', /look-around/],
  ['/(?<!a)b/', /look-around/],
  ['/(a)\\1/', /back-reference/],
  ['/(?<n>a)\\k<n>/', /back-reference/],
  ['/a/y', /unknown flag y: use i, m, s, u, g/],
  ['/a/I', /unknown flag I/],
  ['/a/constructor', /unknown flag c/],
  ['/(/', /not a regular expression: missing closing \)/],
  ['/[a/', /not a regular expression/],
  ['/a{2000}/', /repeats more than 100 times/],
  ['/(\\pL{40}){40}{40}/', /repeats more than 100 times/],
  ['/(abcdefghijkl){100}/', /too large/],
  [`/${'('.repeat(900)}/`, /not a regular expression/],
  [`/${'a'.repeat(1000)}/`, /at most 1000 characters/],
]
for (const [source, reason] of refusals) {
  test(`the pattern ${JSON.stringify(source).slice(0, 40)} is refused, twice with the same message`, () => {
    assert.match(refusal(parsePattern(source)) ?? 'accepted', reason)
    assert.match(refusal(parsePattern(source)) ?? 'accepted', reason)
  })
}

test('a field that needs a regular expression refuses a phrase', () => {
  assert.equal(parseRegexPattern('/^[0-9]{5}$/').ok, true)
  for (const source of ['', 'abc', '1/2', '/abc', 'abc/']) {
    assert.match(refusal(parseRegexPattern(source)) ?? 'accepted', /between slashes/)
  }
})

test('more patterns than the cache holds are all compiled again', () => {
  for (let round = 0; round < 2; round++)
    for (let at = 0; at < 600; at++) assert.equal(matches(`/^${at}$/`, String(at)), true)
})

test('a plain phrase matches exactly as a lower-case includes', () => {
  const some = fc.string({ unit: 'grapheme', maxLength: 8 })
  fc.assert(
    fc.property(some, some, some, (before, phrase, after) => {
      fc.pre(phrase.trim() !== '' && !phrase.startsWith('/'))
      for (const text of [before + phrase.toUpperCase() + after, before + after])
        assert.equal(matches(phrase, text), text.toLowerCase().includes(phrase.toLowerCase()))
    }),
  )
})

test('patterns that would hang a backtracking engine return a result', () => {
  const atom = fc.constantFrom('x', '.', '(x+)+', '(x*)*', '(x|xx)+', '(.*)*', 'x{0,50}', '(x?){50}', '[xy]*', '\\w+')
  const regex = fc.array(atom, { minLength: 1, maxLength: 6 }).map((atoms) => atoms.join(''))
  fc.assert(
    fc.property(regex, fc.constantFrom('', 'y', '$', 'y$'), (made, end) => {
      const pattern = parsePattern(`/^${made}${end}/`)
      if (pattern.ok) assert.equal(pattern.test(`${'x'.repeat(2000)}\n`), !end.includes('y') && !end.includes('$'))
    }),
    { numRuns: 50 },
  )
})

test('no text makes compiling or testing a pattern throw', () => {
  const hostile = fc.string({
    unit: fc.constantFrom('/', '\\', '(', ')', '[', ']', '?', '*', '{', '}', '1', 'k', '<', 'a', '😀', '\ud800'),
  })
  fc.assert(
    fc.property(hostile, hostile, fc.constantFrom('', '/', '/i'), (source, text, end) => {
      const pattern = parsePattern(end === '' ? source : `/${source}${end}`)
      if (pattern.ok) assert.equal(typeof pattern.test(text), 'boolean')
      else assert.notEqual(pattern.message, '')
    }),
    { numRuns: 2000 },
  )
})
