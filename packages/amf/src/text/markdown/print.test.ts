import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Markup } from '../../profiles/profile.ts'
import { parseMarkdown, printRuns } from '../markdown.ts'
import type { TextRun } from '../runs.ts'

type Case = [title: string, source: string | TextRun[], printed: string]

const cases: Record<Markup, Case[]> = {
  plain: [
    ['no marks', '**a** *b* ~~c~~ `d`', 'a b c d'],
    ['an address after the text of a link', '[a](https://x.test/b)', 'a (https://x.test/b)'],
    ['one address for a link in two styles', '[a **b**](https://x.test/b) c', 'a b (https://x.test/b) c'],
    [
      'no address that the text says already',
      '[https://x.test](https://x.test) [x.test](https://x.test/)',
      'https://x.test x.test',
    ],
    ['no scheme of mail and telephone', '[me](mailto:me@x.test) [call](tel:+49301)', 'me (me@x.test) call (+49301)'],
    ['no mail address twice', '[me@x.test](mailto:me@x.test)', 'me@x.test'],
  ],
  starred: [
    ['its own marks', '**a** b *c* d ~~e~~ f `g`', '*a* b _c_ d ~e~ f `g`'],
    ['marks in marks', '**a *b* c**', '*a _b_ c*'],
    ['marks around words, not white space', [{ text: 'a' }, { text: ' b ', bold: true }, { text: 'c' }], 'a *b* c'],
    ['no marks around nothing', [{ text: 'a' }, { text: '  ', bold: true }, { text: 'c' }], 'a  c'],
    ['marks on each line', '**a\nb**', '*a*\n*b*'],
    ['no marks inside a word, where they would show', '**un**believable', 'unbelievable'],
    ['marks before punctuation', '**Note**: a', '*Note*: a'],
    ['code of several lines in three backticks', '```\na\nb\n```', '```a\nb```'],
    ['code with a backtick in three', '``a`b``', '```a`b```'],
    ['an address after the text of a link', '**[a](https://x.test/b)**', '*a* (https://x.test/b)'],
  ],
  mrkdwn: [
    ['escaped text', 'a & b < c > d **e&f** `<g>`', 'a &amp; b &lt; c &gt; d *e&amp;f* `&lt;g&gt;`'],
    ['links with their text', '[a](https://x.test/?b=1&c=2)', '<https://x.test/?b=1&amp;c=2|a>'],
    ['a bare address', 'https://x.test/a_b', '<https://x.test/a_b>'],
    ['no way out of a link', '[a|b>c](<https://x.test/|\\>d>)', '<https://x.test/%7C%3Ed|a¦b&gt;c>'],
    ['marks around a link', '**[a](https://x.test)**', '*<https://x.test|a>*'],
  ],
  commonmark: [
    ['its own marks', '__a__ b _c_ d ~~e~~ f `g`', '**a** b *c* d ~~e~~ f `g`'],
    ['escaped literals', '\\*a\\* \\[b\\] <b> \\# c', '\\*a\\* \\[b\\] \\<b> # c'],
    ['words with underscores as they are', 'snake_case', 'snake_case'],
    ['an escaped heading', '\\# a', '\\# a'],
    ['an escaped item', '\\+ a\n1\\) b', '\\+ a\n1\\) b'],
    ['items as they are', '* a\n2) **b**', '- a\n2. **b**'],
    ['links', '[a](https://x.test/b) <https://x.test>', '[a](https://x.test/b) <https://x.test>'],
    ['an address with parentheses', '[a](https://x.test/(b))', '[a](<https://x.test/(b)>)'],
    ['what only looks like an address', 'https\\://x.test', 'https\\://x.test'],
    ['code with backticks', '`` `a` ``', '`` `a` ``'],
    ['code of several lines in a fence', 'a\n~~~\nb\n```\n~~~', 'a\n````\nb\n```\n````'],
    [
      'a fence on its own lines',
      [{ text: 'a ' }, { text: 'b\nc', code: true }, { text: ' d' }],
      'a\n```\nb\nc\n```\nd',
    ],
  ],
}

for (const markup of ['plain', 'starred', 'mrkdwn', 'commonmark'] as const) {
  for (const [title, source, printed] of cases[markup]) {
    test(`${markup} has ${title}`, () => {
      assert.equal(printRuns(typeof source === 'string' ? parseMarkdown(source) : source, markup), printed)
    })
  }
}
