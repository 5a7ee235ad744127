import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchAnswer } from '../answers/match.ts'
import { type Channel, channels } from '../model/channels.ts'
import type { Chip } from '../model/chip.ts'
import type { ContentMessage } from '../model/message.ts'
import type { Part, PortablePart } from '../model/parts.ts'
import { parsePostback } from './postback.ts'
import { render } from './render.ts'

const say = (parts: Part | Part[], chips?: Chip[]): ContentMessage => ({
  spec: 'amf/1',
  parts: [parts].flat(),
  ...(chips && { chips }),
})
const on = (channel: Channel, message: ContentMessage, more: object = {}) =>
  render(message, { channel, messageId: 'm1', ...more })
const textOn = (channel: Channel, message: ContentMessage, more?: object) =>
  on(channel, message, more)
    .messages.map(({ text }) => text)
    .join('\n---\n')
const labels = (channel: Channel, message: ContentMessage) =>
  on(channel, message).messages.flatMap(({ chips }) => chips.map(({ label }) => label))
const codes = (channel: Channel, message: ContentMessage) => on(channel, message).losses.map(({ code }) => code)

const choice = (options: string[], more: object = {}): Part => ({
  type: 'ask.choice',
  intentId: 'pick',
  prompt: 'Which one?',
  options: options.map((label, at) => ({ id: `o${at + 1}`, label })),
  ...more,
})
const text = (words: string): PortablePart => ({ type: 'text', text: words })

test('a choice becomes chips on rcs, a list on the phone maker’s channel, numbers on sms', () => {
  const message = say(choice(['Small', 'Large']))
  assert.deepEqual(labels('rcs', message), ['Small', 'Large'])
  assert.match(JSON.stringify(on('vendorMessages', message).messages[0]?.native), /"listPicker"/)
  assert.equal(textOn('sms', message), 'Which one?\n\n1. Small\n2. Large\n\nReply with a number.')
})

test('options with pictures become a list if its rows show pictures; a picture they do not show is not lost', () => {
  const pictured = (ending: string, count: number) =>
    say({
      type: 'ask.choice',
      intentId: 'pick',
      prompt: 'Which one?',
      options: Array.from({ length: count }, (_, at) => ({
        id: `o${at}`,
        label: `Boat ${at}`,
        mediaUrl: `https://shop.example/${at}.${ending}`,
      })),
    })
  const sent = (channel: Channel, message: ContentMessage) =>
    on(channel, message).messages.map(({ native }) => JSON.stringify(native))
  const [list, ...others] = sent('vendorMessages', pictured('png', 3))
  assert.match(list ?? '', /"images":.*"listPicker"/)
  assert.deepEqual(others, [])
  assert.match(sent('webchat', pictured('jpg', 3))[0] ?? '', /"kind":"list".*2\.jpg/)
  assert.match(sent('vendorMessages', pictured('jpg', 3)).join(), /"attachments".*2\.jpg.*"quick-reply"/)
  assert.match(textOn('vendorMessages', pictured('jpg', 8)), /https:\/\/shop\.example\/7\.jpg/)
  assert.ok(codes('vendorMessages', pictured('jpg', 8)).includes('picture.left_out'))
})

test('a single option becomes a chip on channels with chips, and elsewhere a sentence that YES accepts', () => {
  const message = say(choice(['Take the boat']))
  assert.deepEqual(labels('rcs', message), ['Take the boat'])
  assert.equal(textOn('sms', message), 'Which one?\n\nReply YES for: Take the boat')
  assert.match(textOn('vendorMessages', message), /YES/)
  for (const channel of channels) {
    const { intents } = on(channel, message)
    for (const reply of ['YES', 'yes.', 'Take the boat', '1'])
      assert.equal(matchAnswer(reply, intents)?.options[0]?.id, 'o1', `${reply} on ${channel}`)
  }
})

test('a confirm asks for YES or NO on sms and keeps custom labels', () => {
  const ask = { type: 'confirm', intentId: 'ok', prompt: 'Proceed?' } as const
  assert.equal(textOn('sms', say(ask)), 'Proceed?\n\nReply YES to confirm or NO to decline.')
  const named = say({ ...ask, confirmLabel: 'Charge my card', denyLabel: 'Leave it open' })
  assert.equal(textOn('sms', named), 'Proceed?\n\nReply YES (Charge my card) or NO (Leave it open).')
  assert.equal(matchAnswer('no', on('sms', named).intents)?.options[0]?.id, 'no')
  assert.equal(matchAnswer('charge my card', on('sms', named).intents)?.options[0]?.id, 'yes')
})

test('the two sides of a confirm never look the same, even with shortened labels', () => {
  for (const [confirmLabel, denyLabel] of [
    ['=', '='],
    ['Keep it', 'keep it '],
    [`${'x'.repeat(60)} a`, `${'x'.repeat(60)} b`],
  ]) {
    const message = say({ type: 'confirm', intentId: 'ok', prompt: 'Proceed?', confirmLabel, denyLabel })
    for (const channel of channels) {
      const labels = on(channel, message).messages.flatMap(({ chips }) => chips.map(({ label }) => label))
      assert.equal(new Set(labels).size, labels.length, `${labels.join(' / ')} on ${channel}`)
    }
  }
})

test('numbers are continuous over the options and chips of a message, and each identifies one of them', () => {
  const message = say(
    [choice(['Red', 'Blue']), { ...choice(['Wool', 'Silk']), intentId: 'cloth' } as Part],
    [
      { label: 'Site', kind: 'url', url: 'https://shop.example/' },
      { label: 'Neither', value: 'none' },
    ],
  )
  const seen = textOn('sms', message)
  for (const line of ['1. Red', '2. Blue', '3. Wool', '4. Silk', 'Site: https://shop.example/', '5. Neither'])
    assert.ok(seen.includes(line), line)
  const { intents } = on('sms', message)
  assert.deepEqual(
    ['2', '3', '5'].map((reply) => matchAnswer(reply, intents)?.options[0]?.id),
    ['o2', 'o1', 'none'],
  )
})

test('chips over the limit of the channel become text and can still be answered', () => {
  const message = say(
    text('Pick a letter'),
    Array.from('ABCDEFGHIJKLMNOP', (letter) => ({ label: `Letter ${letter}` })),
  )
  assert.equal(labels('rcs', message).length, 11)
  assert.match(textOn('rcs', message), /12\. Letter L\n13\. Letter M/)
  assert.ok(codes('rcs', message).includes('chip.as_text'))
  assert.equal(matchAnswer('13', on('rcs', message).intents)?.options[0]?.label, 'Letter M')
})

test('a long label is cut with an ellipsis and appears in full in the text', () => {
  const long = 'A label that goes on for longer than twenty-five characters'
  const message = say(text('Pick'), [{ label: long, value: 'long' }, { label: 'Short' }])
  assert.deepEqual(labels('rcs', message), ['A label that goes on for…', 'Short'])
  assert.ok(textOn('rcs', message).includes(long))
  assert.deepEqual(codes('rcs', message), ['label.cut'])
})

test('labels that look alike once shortened get their numbers', () => {
  const same = 'The very same beginning of a label, then '
  const [one, two] = labels('rcs', say(choice([`${same}one`, `${same}two`])))
  assert.match(one ?? '', /^1 The very/)
  assert.match(two ?? '', /^2 The very/)
})

test('if chips vanish with the next message, only the last question has them, at the end', () => {
  const message = say([
    choice(['Red', 'Blue']),
    { type: 'confirm', intentId: 'gift', prompt: 'A gift?' },
    text('Thank you!'),
  ])
  const { messages } = on('rcs', message)
  assert.equal(messages.length, 1)
  assert.match(messages[0]?.text ?? '', /1\. Red\n2\. Blue/)
  assert.deepEqual(labels('rcs', message), ['Yes', 'No'])
})

test('if chips vanish, the first of two events becomes a link and the second a chip', () => {
  const event = (title: string): Part => ({
    type: 'share.event',
    event: { title, start: { iso: '2027-03-04T12:30:00Z', tz: 'UTC' } },
  })
  const message = say([event('Tasting'), event('Dinner')])
  assert.deepEqual(labels('rcs', message), ['Add to calendar'])
  const [first = '', second = ''] = textOn('rcs', message).split('Dinner\n')
  assert.match(first, /Tasting\n.*\n\nAdd to calendar: https:.*text=Tasting/)
  assert.doesNotMatch(second, /https:/)
})

test('consecutive texts become one message, in the order of the parts', () => {
  const { messages } = on(
    'rcs',
    say([text('One'), { type: 'card', card: { title: 'Two' } }, text('Three'), text('Four')]),
  )
  assert.deepEqual(
    messages.map(({ text: seen }) => seen),
    ['One', 'Two', 'Three\n\nFour'],
  )
})

test('a native part is sent verbatim on its channel, and its fallback replaces it elsewhere', () => {
  const payload = {
    contentMessage: { text: 'raw' },
    list: [1, 2.5, null, true, 'ü€😀'],
    deep: { 'odd key': { x: [] } },
  }
  const message = say({ type: 'native', channel: 'rcs', payload, fallback: [text('Plain words')] })
  assert.deepEqual(on('rcs', message).messages[0]?.native, payload)
  assert.equal(textOn('sms', message), 'Plain words')
})

test('a text that is too long is split between sentences, and chips follow its end', () => {
  const sentence = 'This sentence is here to be counted and to be kept together. '
  const message = say(text(sentence.repeat(60)), [{ label: 'More' }])
  const { messages, losses } = on('rcs', message)
  assert.ok(messages.length > 1)
  assert.ok(messages.every(({ text: seen }) => seen.endsWith('.')))
  assert.deepEqual(
    messages.map(({ chips }) => chips.length),
    [...messages.slice(1).map(() => 0), 1],
  )
  assert.ok(losses.some(({ code }) => code === 'text.split'))
})

test('a text above buttons respects the limit for texts with buttons', () => {
  const message = say(text('word '.repeat(500)), [{ label: 'More' }])
  const last = on('messengerA', message).messages.at(-1)
  assert.ok((last?.text.length ?? 0) <= 1024)
  assert.deepEqual(
    last?.chips.map(({ label }) => label),
    ['More'],
  )
})

test('labels that are too long for buttons become a list if the channel has one', () => {
  const message = say(choice(['The seat by the window', 'The seat in the garden']))
  const [first] = on('messengerA', message).messages
  assert.match(JSON.stringify(first?.native), /"type":"list"/)
  assert.deepEqual(codes('messengerA', message), [])
})

test('a text of nothing but markup characters appears as it was written', () => {
  for (const words of ['**', '```\n```', '~~~~']) assert.equal(textOn('rcs', say(text(words))), words)
})

test('replies over the number of buttons become a list if the channel has one', () => {
  const message = say(
    text('Pick'),
    Array.from('ABCDE', (label) => ({ label })),
  )
  assert.match(JSON.stringify(on('messengerA', message).messages.map(({ native }) => native)), /"type":"list"/)
})

test('twelve items become carousels of ten and two, eleven become nine and two', () => {
  const items = (count: number): Part => ({
    type: 'showcase',
    intentId: 'items',
    prompt: 'Look',
    items: Array.from({ length: count }, (_, at) => ({ id: `i${at}`, title: `Item ${at}` })),
  })
  const sizes = (count: number) =>
    on('rcs', say(items(count)))
      .messages.slice(1)
      .map(({ chips }) => chips.length)
  assert.deepEqual(sizes(12), [10, 2])
  assert.deepEqual(sizes(11), [9, 2])
  assert.deepEqual(sizes(10), [10])
})

test('a single item becomes a plain card without Select', () => {
  const message = say({ type: 'showcase', intentId: 's', prompt: 'One left', items: [{ id: 'a', title: 'Lamp' }] })
  assert.deepEqual(labels('rcs', message), [])
  assert.equal(textOn('sms', message), 'One left\n\nLamp')
})

test('sms replaces typographic characters only if that keeps the text in the 7-bit alphabet', () => {
  const [plain] = on('sms', say(text('It’s “ready” – call us…'))).messages
  assert.equal(plain?.text, 'It\'s "ready" - call us...')
  assert.equal(plain?.sms?.encoding, 'GSM-7')
  assert.equal(textOn('sms', say(text('It’s ready 😀'))), 'It’s ready 😀')
  assert.equal(textOn('sms', say(text('It’s ready')), { smartSms: false }), 'It’s ready')
})

test('dates, money and built-in phrases follow the locale', () => {
  const message = say([
    {
      type: 'showcase',
      intentId: 's',
      prompt: 'Lampen',
      items: [
        { id: 'a', title: 'A', price: { amount: '1234.5', currency: 'EUR' } },
        { id: 'b', title: 'B' },
      ],
    },
    {
      type: 'ask.time',
      intentId: 't',
      prompt: 'Wann?',
      slots: [{ id: 'x', start: { iso: '2027-03-04T12:30:00Z', tz: 'Europe/Berlin' } }],
    },
  ])
  const seen = textOn('sms', message, { locale: 'de-DE' })
  for (const words of ['1.234,50 €', 'Do., 4. März, 13:30', 'Antworten Sie mit einer Nummer.', 'JA (YES)'])
    assert.ok(seen.includes(words), `${words} in ${seen}`)
  assert.equal(matchAnswer('ja', on('sms', message, { locale: 'de-DE' }).intents)?.options[0]?.id, 'x')
})

test('the renderer uses the gateway’s calendar link if there is one', () => {
  const message = say({
    type: 'share.event',
    event: { title: 'Fair', start: { iso: '2027-03-04T12:30:00Z', tz: 'UTC' } },
  })
  const own = { calendarLink: () => 'https://parley.example/e/1.ics' }
  assert.ok(textOn('sms', message, own).includes('https://parley.example/e/1.ics'))
  assert.ok(textOn('sms', message).includes('https://calendar.google.com/'))
})

test('the payload of a tap is parsed back, and no other payload is accepted as ours', () => {
  const native = JSON.stringify(on('rcs', say(text('Hi'), [{ label: 'A' }, { label: 'B' }])).messages[0]?.native)
  const taps = [...native.matchAll(/"postbackData":"([^"]+)"/g)].map(([, data = '']) => parsePostback(data))
  assert.deepEqual(taps, [
    { messageId: 'm1', tap: 0 },
    { messageId: 'm1', tap: 1 },
  ])
  assert.deepEqual(parsePostback('amf|a|b|7'), { messageId: 'a|b', tap: 7 })
  for (const other of ['', 'hello', 'amf|', 'amf|x', 'amf|m|-1', 'amf|m|1e9', 'AMF|m|1'])
    assert.equal(parsePostback(other), undefined, other)
})

test('a mail address of a contact is a link on channels with links, and text elsewhere', () => {
  const contact = (...emails: string[]) => say({ type: 'share.contact', contact: { name: 'Desk', emails } })
  const native = (channel: Channel, message: ContentMessage) => JSON.stringify(on(channel, message).messages[0]?.native)
  assert.match(native('webchat', contact('a+b@x.test')), /{"text":"a\+b@x\.test","href":"mailto:a\+b@x\.test"}/)
  assert.match(native('workchatD', contact('a@x.test')), /<mailto:a@x\.test\|a@x\.test>/)
  for (const channel of ['rcs', 'sms', 'messengerA'] as const)
    assert.doesNotMatch(native(channel, contact('a@x.test')), /mailto/)
  for (const channel of channels) assert.equal(textOn(channel, contact('a@x.test')), 'Desk\na@x.test')
  assert.doesNotMatch(native('webchat', contact('a)b<c@x.test')), /mailto/)
})
