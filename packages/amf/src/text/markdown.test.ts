import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { parseMarkdown, printRuns, toReadableText } from './markdown.ts'
import { hasSameStyle, type TextRun, toPlainText } from './runs.ts'
import { anyMarkdown } from './testing/markdownish.ts'

const url = 'https://example.com/x'

type Case = [title: string, source: string, runs: (string | TextRun)[]]

const b = (text: string): TextRun => ({ text, bold: true })
const i = (text: string): TextRun => ({ text, italic: true })
const bi = (text: string): TextRun => ({ text, bold: true, italic: true })
const s = (text: string): TextRun => ({ text, strike: true })
const code = (text: string): TextRun => ({ text, code: true })
const link = (text: string, href = url): TextRun => ({ text, href })
const bare = (address: string): TextRun => link(address, address)

const inline: Case[] = [
  ['text without marks is one run', 'Hello, you!', ['Hello, you!']],
  ['two stars or underscores are bold', '**a** __b__ c', [b('a b'), ' c']],
  ['one star or underscore is italic', '*a* c _b_', [i('a'), ' c ', i('b')]],
  ['two tildes strike', 'x ~~a b~~', ['x ', s('a b')]],
  ['one tilde, or three in a line, do not', 'x ~a~ y~~~b', ['x ~a~ y~~~b']],
  ['styles nest', '**a *b* c**', [b('a '), bi('b'), b(' c')]],
  ['three stars are both', '***a***', [bi('a')]],
  ['styles may change inside a word', '**a*b*c**', [b('a'), bi('b'), b('c')]],
  ['a star inside a word is a mark', 'un*believ*able', ['un', i('believ'), 'able']],
  ['an underscore inside a word is none', 'snake_case_name', ['snake_case_name']],
  ['a mark with white space inside of it is none', '2 * 3 * 4 ** 5', ['2 * 3 * 4 ** 5']],
  ['a mark that nothing closes is text', '**a *b', ['**a *b']],
  ['marks do not reach over a paragraph', '*a\n\nb*', ['*a\n\nb*']],
  ['marks reach over a line', 'x *a\nb*', ['x ', i('a\nb')]],
  ['a backslash escapes punctuation', '\\*a\\* \\[b\\] \\\\', ['*a* [b] \\']],
  ['a backslash before a letter is a backslash', 'C:\\new', ['C:\\new']],
  ['a backslash at the end of a line is a line break', 'a\\\nb', ['a\nb']],
  ['backticks make code, in which there are no marks', '`*a*` b', [code('*a*'), ' b']],
  ['any number of backticks', '``a`b`` c', [code('a`b'), ' c']],
  ['code loses one space at both ends', '`` `a` `` c', [code('`a`'), ' c']],
  ['blank code is text', 'a ` ` b', ['a ` ` b']],
  ['backticks that nothing closes are text', 'a `b', ['a `b']],
  ['entities stay', '&amp; &#38;', ['&amp; &#38;']],
  ['HTML stays', 'a <b>c</b>', ['a <b>c</b>']],
  ['malformed Unicode is mended', 'a\ud83d*b*', ['a\ufffd', i('b')]],
]

const links: Case[] = [
  ['a link', `[a b](${url})`, [link('a b')]],
  ['a link with a title', `[a](${url} "Title")`, [link('a')]],
  ['a link with an address in angle brackets', '[a](<https://x.test/(>)', [link('a', 'https://x.test/(')]],
  ['a link with parentheses', '[a](https://x.test/(b))', [link('a', 'https://x.test/(b)')]],
  ['a link with marks in it', `x [a **b**](${url})`, ['x ', link('a '), { text: 'b', bold: true, href: url }]],
  ['a link with marks around it', `**[a](${url})**`, [{ text: 'a', bold: true, href: url }]],
  ['a link over two lines', `[a\nb](${url})`, [link('a b')]],
  ['a link without a text', `[](${url})`, [link(url)]],
  ['a mail address', '[me](mailto:me@x.test)', [link('me', 'mailto:me@x.test')]],
  ['a telephone number', '[call](tel:+4930123)', [link('call', 'tel:+4930123')]],
  ['a picture is a link', `![a](${url})`, [link('a')]],
  ['a picture without a text', `![](${url})`, [link(url)]],
  ['an address in angle brackets', `a <${url}>`, ['a ', link(url)]],
  ['a mail address in angle brackets', '<mailto:me@x.test>', [link('me@x.test', 'mailto:me@x.test')]],
  ['a bare address', `a ${url} b`, ['a ', link(url), ' b']],
  ['a bare address with marks in it', 'https://x.test/a_b_c*d*e', [bare('https://x.test/a_b_c*d*e')]],
  ['a bare address at the end of a sentence', `Go to ${url}.`, ['Go to ', link(url), '.']],
  ['a bare address in parentheses', '(https://x.test/a_(b)).', ['(', bare('https://x.test/a_(b)'), ').']],
  ['a bold bare address', `**${url}**`, [{ text: url, bold: true, href: url }]],
  ['a bare address before a Japanese full stop', `${url}。次`, [link(url), '。次']],
  ['a bare address as the text of a link', `[${url}](https://other.test)`, [link(url, 'https://other.test')]],
  ['script is refused', '[a *b*](javascript:alert(1))', ['[a *b*](javascript:alert(1))']],
  ['script in capitals is refused', '[a](JavaScript:alert(1))', ['[a](JavaScript:alert(1))']],
  ['script in angle brackets is refused', '[a](<javascript:alert(1)>)', ['[a](<javascript:alert(1)>)']],
  ['a script that is escaped is refused', '[a](javascript\\:alert\\(1\\))', ['[a](javascript\\:alert\\(1\\))']],
  ['data is refused', '![a](data:image/png;base64,AA==)', ['![a](data:image/png;base64,AA==)']],
  ['an address relative to nothing is refused', '[a](/b) [c](#d)', ['[a](/b) [c](#d)']],
  ['an address with white space is none', '[a](https://x.test/b c)', ['[a](', bare('https://x.test/b'), ' c)']],
  ['no other scheme in angle brackets', '<javascript:alert(1)>', ['<javascript:alert(1)>']],
  ['brackets alone are text', '[a] [b][c] [ ]', ['[a] [b][c] [ ]']],
  [
    'an address of more than 2,048 characters is text',
    `[a](https://x.test/${'y'.repeat(2048)})`,
    [`[a](https://x.test/${'y'.repeat(2048)})`],
  ],
]

const blocks: Case[] = [
  ['a heading is a bold line', '# Title\ntext\n###### Small ##', [b('Title'), '\ntext\n', b('Small')]],
  ['a hash before a word is text', '#hashtag', ['#hashtag']],
  ['all bullets are hyphens', '- a\n* b\n+ c', ['- a\n- b\n- c']],
  ['numbers are kept', '3. a\n4) b', ['3. a\n4. b']],
  ['the indentation of items is kept', '- a\n  - b\n\t1. c', ['- a\n  - b\n    1. c']],
  ['items hold marks', '- **a**: b', ['- ', b('a'), ': b']],
  ['a line break stays', 'a\nb\r\nc\rd', ['a\nb\nc\nd']],
  ['blank lines become one', 'a\n\n \n\nb', ['a\n\nb']],
  ['white space around the whole is dropped', ' \n a \n', ['a']],
  ['a fence makes code', 'a\n```js\nb  *c*\n\n  d\n```\ne', ['a\n', code('b  *c*\n\n  d'), '\ne']],
  ['a fence of tildes', '~~~\na\n~~~', [code('a')]],
  ['a fence that nothing closes', '```\na\nb', [code('a\nb')]],
  ['a shorter fence does not close', '````\n```\n````', [code('```')]],
  ['an indented fence', '- a\n  ```\n  b\n    c\n  ```', ['- a\n', code('b\n  c')]],
  ['an empty fence is nothing', 'a\n```\n```\nb', ['a\nb']],
  ['a fence of one line is code', '```a```', [code('a')]],
  ['words after a fence that holds nothing', '```only words', ['```only words']],
  ['a quote is text', '> a **b**', ['> a ', b('b')]],
  ['a table is text', '| a | b |\n|---|---|', ['| a | b |\n|---|---|']],
  ['a rule is text', 'a\n\n---\n* * *\n___', ['a\n\n---\n* * *\n___']],
]

for (const [title, source, expected] of [...inline, ...links, ...blocks]) {
  test(`reading: ${title}`, () => {
    const runs = expected.map((run) => (typeof run === 'string' ? { text: run } : run))
    assert.deepEqual(parseMarkdown(source), runs)
  })
}

test('reading: styles that meet inside a word where no markup can separate them are reduced to their common styles', () => {
  assert.deepEqual(parseMarkdown('~~**a!**~~**b** c'), [b('a!b'), { text: ' c' }])
})

const samples = [
  'See https://example.com/under_score_path/a*b?q=1_2_3 for **all** of it.',
  'A **bold** word, an *italic* one, __also bold__, _also italic_, ~~gone~~ and [our site](https://example.com/x?y=z).\n\n- first point\n- second point\n\n1. step one\n2. step two',
  '# Heading words\n\n> quoted words\n\nSome `code words` and <b>tagged words</b> here.\n\n```\nfenced words\n```\n\n| cell one | cell two |',
]
for (const sample of samples) {
  test(`every word survives in every markup: ${sample.slice(0, 30)}…`, () => {
    for (const markup of ['plain', 'starred', 'mrkdwn', 'commonmark'] as const) {
      const printed = printRuns(parseMarkdown(sample), markup)
      for (const word of wordsOf(sample)) assert.ok(printed.includes(word), `${word} on ${markup}`)
    }
  })
}

const often = { numRuns: 1000 }

test('text printed as CommonMark is read back as the same runs', () => {
  fc.assert(
    fc.property(anyMarkdown, (source) => {
      const runs = parseMarkdown(source)
      assert.deepEqual(parseMarkdown(printRuns(runs, 'commonmark')), runs)
    }),
    { ...often, examples: [['\n-  \\\n* ']] },
  )
})

test('no word is lost, and no run is empty, malformed or equal in style to its neighbor', () => {
  fc.assert(
    fc.property(anyMarkdown, (source) => {
      const runs = parseMarkdown(source)
      const visibleText = runs.map((run) => `${run.text} ${run.href ?? ''}`).join('')
      for (const word of wordsOf(withoutInfoStrings(source))) assert.ok(visibleText.includes(word), word)
      runs.forEach((run, at) => {
        assert.ok(run.text !== '' && run.text.isWellFormed() && !run.text.includes('\r'))
        assert.ok(at === 0 || !hasSameStyle(run, runs[at - 1]!))
      })
    }),
    often,
  )
})

test('only safe addresses become links', () => {
  fc.assert(
    fc.property(anyMarkdown, (source) => {
      for (const { href } of parseMarkdown(source))
        assert.match(href ?? 'https://', /^(?:https?:\/\/|mailto:|tel:)\S*$/i)
    }),
    often,
  )
})

test('fully escaped text is read literally', () => {
  fc.assert(
    fc.property(anyMarkdown, (text) => {
      const tidy = text.toWellFormed().replace(/\s+/g, ' ').trim()
      const escaped = tidy.replace(/[!-/:-@[-`{-~]/g, '\\$&')
      assert.equal(toPlainText(parseMarkdown(escaped)), tidy)
    }),
    often,
  )
})

test('printing never throws, and the readable text equals the plain print', () => {
  fc.assert(
    fc.property(anyMarkdown, fc.constantFrom('starred', 'mrkdwn', 'commonmark'), (source, markup) => {
      const runs = parseMarkdown(source)
      assert.equal(typeof printRuns(runs, markup), 'string')
      assert.equal(toReadableText(runs), printRuns(runs, 'plain'))
    }),
    often,
  )
})

test('hostile texts are read and printed without an error', () => {
  const parts = [
    '[',
    '*',
    '`',
    '`a',
    '[a](',
    '[a](<',
    `[a](${url} "`,
    '*a ',
    'a* ',
    '*a_ ',
    '**a',
    '*a*b',
    '~~a ',
    '<https://',
    url,
  ]
  const more = [
    '\\',
    '- ',
    '# a\n',
    '```\n',
    '` `` ',
    '**a***b*~~c~~',
    '![',
    '](',
    '> ',
    ' ',
    '\n',
    '[a [b](x)',
    'x',
    `[${url}](`,
  ]
  for (const part of [...parts, ...more]) {
    const runs = parseMarkdown(part.repeat(Math.ceil(30_000 / part.length)))
    for (const markup of ['plain', 'starred', 'mrkdwn', 'commonmark'] as const) printRuns(runs, markup)
  }
})

/** Info strings of fences are not shown anywhere. */
function withoutInfoStrings(source: string): string {
  return source.replace(/^\s*(?:`{3,}|~{3,}).*$/gm, '')
}

function wordsOf(text: string): string[] {
  return text.match(/[a-z]{3,}/gi) ?? []
}
