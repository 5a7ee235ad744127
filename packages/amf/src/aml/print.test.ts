import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Chip } from '../model/chip.ts'
import type { ContentMessage } from '../model/message.ts'
import type { Part } from '../model/parts.ts'
import { compile } from './compile.ts'
import { printAml } from './print.ts'

const text = (words: string): Part => ({ type: 'text', text: words })
const start = { iso: '2027-03-04T09:30:00-05:00', tz: 'America/New_York' }

const printed: [title: string, message: Omit<ContentMessage, 'spec'>, aml: string][] = [
  ['text as paragraphs', { parts: [text('One'), text('Two\nlines')] }, 'One\n\nTwo\nlines'],
  ['literal openings', { parts: [text('a [[b [[[[ \\[[')] }, 'a \\[[b \\[[\\[[ \\\\[['],
  [
    'chips behind the parts',
    {
      parts: [text('Hi')],
      chips: [{ label: 'A' }, { label: 'B|C', value: 'd' }, { label: 'E', kind: 'dial', phone: '+123' }],
    },
    'Hi\n\n[[chips: A | B\\|C = d | E -> tel:+123]]',
  ],
  ['chips before an open fence', { parts: [text('```\nx')], chips: [{ label: 'A' }] }, '[[chips: A]]\n\n```\nx'],
  [
    'a block',
    { parts: [{ type: 'ask.time', intentId: 't', prompt: 'When?', slots: [{ id: 'a', start, label: 'Soon' }] }] },
    '[[ask.time #t | When?\na = 2027-03-04T09:30:00-05:00[America/New_York] ~ Soon\n]]',
  ],
  [
    'a carousel',
    { parts: [{ type: 'carousel', cards: [{ title: 'A', chips: [{ label: 'B' }] }, { description: 'C' }] }] },
    '[[carousel\n[[card: A\nchips = B\n]]\n[[card:\ndescription = C\n]]\n]]',
  ],
]
for (const [title, message, aml] of printed) {
  test(`print writes ${title}`, () => {
    assert.deepEqual(printAml({ spec: 'amf/1', ...message }), { aml, unprintable: [] })
    assert.deepEqual(compile(aml).message, { spec: 'amf/1', ...message })
  })
}

const choice: Part = { type: 'ask.choice', intentId: 'x', prompt: 'Which?', options: [{ id: 'a', label: 'A' }] }
const event = { title: 'E', start }
const unprintable: [paths: string[], message: Partial<ContentMessage>][] = [
  [['id', 'delivery'], { id: 'm1', delivery: { channels: ['sms'] } }],
  [['parts[0].multiple'], { parts: [{ ...choice, multiple: true }] }],
  [[], { parts: [{ ...choice, multiple: false }] }],
  [
    ['parts[0].durationMinutes'],
    { parts: [{ type: 'ask.time', intentId: 't', prompt: 'W', slots: [{ id: 'a', start }], durationMinutes: 30 }] },
  ],
  [['parts[0].intentId'], { parts: [{ ...choice, intentId: 'two words' }] }],
  [['parts[0].prompt'], { parts: [{ ...choice, prompt: ' padded' }] }],
  [['parts[0]'], { parts: [{ ...choice, options: [{ id: ' ', label: 'A' }] }] }],
  [
    ['parts[0].items[1].price', 'parts[0].items[1].chips'],
    {
      parts: [
        {
          type: 'showcase',
          intentId: 's',
          prompt: 'L',
          items: [
            { id: 'a', title: 'A' },
            { id: 'b', title: 'B', price: { amount: '1', currency: 'USD' }, chips: [{ label: 'C' }] },
          ],
        },
      ],
    },
  ],
  [['parts[0].mediaType'], { parts: [{ type: 'media', url: 'https://a.b', mediaType: 'image/png' }] }],
  [
    ['parts[1]'],
    { parts: [text('a'), { type: 'native', channel: 'rcs', payload: {}, fallback: [text('b') as never] }, text('c')] },
  ],
  [['parts[0].text'], { parts: [text('a\n\nb')] }],
  [['parts[0].text'], { parts: [text(' a')] }],
  [['parts[0].text'], { parts: [text('```\na'), text('b')] }],
  [['parts[0].text'], { parts: [text('```'), choice] }],
  [[], { parts: [text('```\na'), choice] }],
  [
    ['chips[1]', 'chips[2]'],
    {
      chips: [
        { label: 'A' },
        { label: 'B', kind: 'calendar', event },
        { label: 'C', kind: 'shareLocation' },
        { label: 'D', kind: 'reply' },
      ],
    },
  ],
  [['chips[0]'], { chips: [{ label: 'B', kind: 'viewLocation', place: { name: 'P' } }] }],
  [
    ['parts[0].card.chips[0]'],
    {
      parts: [
        { type: 'card', card: { title: 'T', chips: [{ label: 'B', kind: 'shareLocation' } as Chip, { label: 'A' }] } },
      ],
    },
  ],
]
for (const [paths, message] of unprintable) {
  test(`print reports that it cannot express ${paths.join(', ') || 'nothing'}: ${JSON.stringify(message).slice(0, 60)}`, () => {
    const whole = { spec: 'amf/1' as const, parts: [text('x')], ...message }
    const { aml, unprintable: found } = printAml(whole)
    assert.deepEqual(found, paths)
    assert.deepEqual(
      compile(aml).problems.filter((problem) => problem.code !== 'aml.empty'),
      [],
    )
  })
}
