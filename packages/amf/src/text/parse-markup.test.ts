import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Markup } from '../profiles/profile.ts'
import { parseMarkup } from './parse-markup.ts'
import type { TextRun } from './runs.ts'

const href = 'https://example.com/a'
const cases: [markup: Markup, text: string, runs: TextRun[]][] = [
  ['plain', `See ${href}.`, [{ text: 'See ' }, { text: href, href }, { text: '.' }]],
  ['plain', '*not bold*', [{ text: '*not bold*' }]],
  ['plain', '<img src=x onerror=alert(1)>', [{ text: '<img src=x onerror=alert(1)>' }]],
  [
    'starred',
    'a *b _c_* d',
    [{ text: 'a ' }, { text: 'b ', bold: true }, { text: 'c', bold: true, italic: true }, { text: ' d' }],
  ],
  ['starred', 'snake_case_name', [{ text: 'snake_case_name' }]],
  ['starred', '2 * 3 * 4', [{ text: '2 * 3 * 4' }]],
  [
    'starred',
    '`*code*` and ```a\nb```',
    [{ text: '*code*', code: true }, { text: ' and ' }, { text: 'a\nb', code: true }],
  ],
  ['mrkdwn', '<https://example.com/a|Here> &lt;b&gt;', [{ text: 'Here', href }, { text: ' <b>' }]],
  ['mrkdwn', '<https://example.com/a>', [{ text: href, href }]],
  ['mrkdwn', '<javascript:alert(1)|Here>', [{ text: 'Here' }]],
  ['mrkdwn', '<tel:+12025550143|Call>', [{ text: 'Call', href: 'tel:+12025550143' }]],
  ['commonmark', '**bold**', [{ text: 'bold', bold: true }]],
]

for (const [markup, text, runs] of cases) {
  test(`${JSON.stringify(text)} as ${markup}`, () => assert.deepEqual(parseMarkup(text, markup), runs))
}
