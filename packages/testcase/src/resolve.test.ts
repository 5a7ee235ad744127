import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ContentMessage, render } from '@parley/amf'
import { fc } from '@parley/test-kit'
import { Directive, resolveDirective, type VisibleMessage } from './directive.ts'

const text = (words: string) => ({ type: 'text' as const, text: words })
const slot = (id: string, hour: string) => ({ id, start: { iso: `2030-02-01T${hour}:00:00Z`, tz: 'UTC' } })

const greeting: ContentMessage = {
  spec: 'amf/1',
  parts: [text('How can I help?')],
  chips: [
    { label: 'Not sure' },
    { label: 'No' },
    { label: 'Book a visit', value: 'book' },
    { label: 'Our site', kind: 'url', url: 'https://example.com/' },
    { label: 'Call us', kind: 'dial', phone: '+12025550143' },
    { label: '/(?/' },
  ],
}
const times: ContentMessage = {
  spec: 'amf/1',
  parts: [{ type: 'ask.time', intentId: 'when', prompt: 'When?', slots: [slot('nine', '09'), slot('ten', '10')] }],
}
const earlierTimes: ContentMessage = {
  spec: 'amf/1',
  parts: [
    {
      type: 'ask.time',
      intentId: 'before',
      prompt: 'When?',
      slots: [slot('x', '11'), slot('y', '12'), slot('z', '13')],
    },
  ],
}
const confirmation: ContentMessage = {
  spec: 'amf/1',
  parts: [
    { type: 'confirm', intentId: 'sure', prompt: 'Is that right?', confirmLabel: 'Yes, book', denyLabel: 'Later' },
  ],
}

const messages = { greeting, earlierTimes, times, confirmation }
const shownOn = (channel: 'rcs' | 'sms'): VisibleMessage[] =>
  Object.entries(messages).map(([messageId, message]) => {
    const { affordances } = render(message, { channel, messageId })
    return { messageId, message, affordances }
  })

const tap = (messageId: string, label: string, optionId?: string) => ({
  kind: 'taps',
  messageId,
  label,
  ...(optionId !== undefined && { optionId }),
})

const cases: [title: string, directive: Directive, comesTo: object][] = [
  ['a text is typed', 'Hello', { kind: 'says', text: 'Hello' }],
  ['a chip is found by a part of its label', { chip: 'BOOK A' }, tap('greeting', 'Book a visit', 'book')],
  ['a chip that says just that comes first', { chip: 'no' }, tap('greeting', 'No', 'No')],
  ['a chip is found by a regular expression', { chip: '/^book.+visit$/i' }, tap('greeting', 'Book a visit', 'book')],
  ['the newest message is looked at first', { chip: 'book' }, tap('confirmation', 'Yes, book', 'yes')],
  ['a chip that opens something is not a reply', { chip: 'site' }, { missing: 'chip' }],
  [
    'a chip that is nowhere has its fallback',
    { chip: 'Sail', fallback: 'I sail' },
    { missing: 'chip', fallback: 'I sail' },
  ],
  ['a label that looks like a faulty pattern is that label', { chip: '/(?/' }, tap('greeting', '/(?/', '/(?/')],
  ['a pattern that backtracks finds nothing', { chip: '/(a)\\1/' }, { missing: 'chip' }],
  ['an answer to a confirmation', { confirm: false }, tap('confirmation', 'Later', 'no')],
  ['a link by its kind', { action: 'url' }, tap('greeting', 'Our site')],
  ['an action by its kind and label', { action: 'dial', label: 'call' }, tap('greeting', 'Call us')],
  ['an action that is nowhere', { action: 'calendar' }, { missing: 'action' }],
  ['an action with another label', { action: 'dial', label: 'fax' }, { missing: 'action' }],
  ['a slot beyond the last picker', { slot: 2, fallback: 'noon' }, { missing: 'slot', fallback: 'noon' }],
  ['a system event', { system: 'optOut' }, { kind: 'system', system: 'optOut' }],
  [
    'media',
    { media: 'image', url: 'https://example.com/a.png?b', text: 'See' },
    { kind: 'sends', url: 'https://example.com/a.png?b', mediaType: 'image/png', text: 'See' },
  ],
  [
    'media of the other kind than its ending',
    { media: 'video', url: 'https://example.com/a.png' },
    { kind: 'sends', url: 'https://example.com/a.png', mediaType: 'video/mp4' },
  ],
  ['simulating is not available yet', { simulate: { goal: 'Book' } }, { missing: 'simulate' }],
]

for (const [title, directive, comesTo] of cases) {
  test(`${title}`, () => {
    assert.deepEqual(resolveDirective(Directive.parse(directive), shownOn('rcs')), comesTo)
  })
}

for (const channel of ['rcs', 'sms'] as const) {
  test(`on ${channel} a slot belongs to the last picker`, () => {
    const picked = resolveDirective({ slot: 1 }, shownOn(channel))
    assert.ok('kind' in picked && picked.kind === 'taps')
    assert.deepEqual([picked.messageId, picked.optionId], ['times', 'ten'])
  })
}

test('before any message is shown, chips, slots, confirms and actions are missing', () => {
  const directives: Directive[] = [{ chip: 'a' }, { slot: 0 }, { confirm: true }, { action: 'url' }]
  for (const directive of directives) assert.ok('missing' in resolveDirective(directive, []))
})

test('every directive resolves to a result', () => {
  const fallback = fc.option(fc.string(), { nil: undefined })
  const directive: fc.Arbitrary<Directive> = fc.oneof(
    fc.record({ chip: fc.string({ minLength: 1 }), fallback }),
    fc.record({ chip: fc.string().map((regex) => `/${regex}/i`), fallback }),
    fc.record({ slot: fc.nat(50), fallback }),
    fc.record({ confirm: fc.boolean(), fallback }),
  )
  fc.assert(
    fc.property(directive, (one) => {
      const resolved = resolveDirective(one, shownOn('rcs'))
      if ('missing' in resolved)
        assert.ok(!resolved.fallback || resolved.fallback === (one as { fallback?: string }).fallback)
      else assert.equal(resolved.kind, 'taps')
    }),
  )
})
