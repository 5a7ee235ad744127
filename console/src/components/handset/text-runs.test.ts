import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Channel, TextRun } from '@parley/amf'
import { parseTextRuns } from './message-view.ts'
import { safeImageUrl, safeLinkUrl } from './safe-urls.ts'

const cases: [channel: Channel, text: string, runs: TextRun[]][] = [
  [
    'sms',
    'See https://example.com/a.',
    [{ text: 'See ' }, { text: 'https://example.com/a', href: 'https://example.com/a' }, { text: '.' }],
  ],
  ['sms', '*not bold*', [{ text: '*not bold*' }]],
  [
    'messengerA',
    'a *b _c_* d',
    [{ text: 'a ' }, { text: 'b ', bold: true }, { text: 'c', bold: true, italic: true }, { text: ' d' }],
  ],
  ['messengerA', 'snake_case_name', [{ text: 'snake_case_name' }]],
  [
    'workchatD',
    '<https://example.com/|Here> &lt;b&gt;',
    [{ text: 'Here', href: 'https://example.com/' }, { text: ' <b>' }],
  ],
  ['workchatD', '<javascript:alert(1)|Here>', [{ text: 'Here' }]],
  ['webchat', '**bold**', [{ text: 'bold', bold: true }]],
  ['rcs', '<img src=x onerror=alert(1)>', [{ text: '<img src=x onerror=alert(1)>' }]],
]
for (const [channel, text, runs] of cases) {
  test(`${JSON.stringify(text)} on ${channel}`, () => assert.deepEqual(parseTextRuns(text, channel), runs))
}

const addresses: [address: string, link: boolean, picture: boolean][] = [
  ['https://example.com/a', true, true],
  ['tel:+12025550143', true, false],
  ['mailto:a@example.com', true, false],
  [' JaVaScRiPt:alert(1)', false, false],
  ['java\nscript:alert(1)', false, false],
  ['data:text/html,<script>alert(1)</script>', false, false],
  ['/relative', false, false],
]
for (const [address, link, picture] of addresses) {
  test(`${JSON.stringify(address)} is ${link ? 'a link' : 'words'}`, () => {
    assert.deepEqual([safeLinkUrl(address) !== undefined, safeImageUrl(address) !== undefined], [link, picture])
  })
}
