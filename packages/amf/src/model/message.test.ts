import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chipKinds } from './chip.ts'
import { messageJsonSchema, validateMessage } from './message.ts'

const start = { iso: '2027-03-04T15:30:00-05:00', tz: 'America/New_York' }
const text = { type: 'text', text: 'Hello' }
const options = [{ id: 'a', label: 'A' }]
const asks = { intentId: 'i', prompt: 'Which?' }

const message = (part: object, more: object = {}) => ({ spec: 'amf/1', parts: [part], ...more })

const valid: [what: string, value: unknown][] = [
  ['text', message(text)],
  [
    'an empty description, empty chips and an empty summary',
    message({ type: 'card', card: { title: 'T', description: '', chips: [] } }),
  ],
  ['a confirm with an empty summary', message({ type: 'confirm', ...asks, summary: [] })],
  ['a choice of one', message({ type: 'ask.choice', ...asks, options })],
  [
    'a time in any offset',
    message({ type: 'ask.time', ...asks, slots: [{ id: 'a', start: { iso: '2027-03-04T15:30Z', tz: 'UTC' } }] }),
  ],
  [
    'a price',
    message({
      type: 'showcase',
      ...asks,
      items: [{ id: 'a', title: 'A', price: { amount: '0.10', currency: 'USD' } }],
    }),
  ],
  ['a place that is only coordinates', message({ type: 'share.place', place: { latitude: 1, longitude: 2 } })],
  ['a share without intent id and prompt', message({ type: 'share.event', event: { title: 'E', start } })],
  [
    'a native part with its fallback',
    message({ type: 'native', channel: 'rcs', payload: { a: [1, null, { b: true }] }, fallback: [text] }),
  ],
  ['chips alone', { spec: 'amf/1', parts: [], chips: [{ label: 'A' }] }],
  [
    'a label of 5,000 characters, which is cut and not refused',
    message(text, { chips: [{ label: 'x'.repeat(5000) }] }),
  ],
  [
    'a delivery policy',
    message(text, {
      id: 'own',
      delivery: { channels: ['rcs', 'sms'], fallbackOn: ['sendFailed'], outsideWindow: 'reject' },
    }),
  ],
  ['the typing signal', { spec: 'amf/1', signal: 'typing' }],
  ['the read signal', { spec: 'amf/1', signal: 'read' }],
]
for (const [what, value] of valid) {
  test(`${what} is valid`, () => assert.deepEqual(validateMessage(value), { message: value }))
}

const chip = (fields: object) => message(text, { chips: [{ label: 'A', ...fields }] })

const invalid: [what: string, value: unknown, field: string, says: RegExp][] = [
  ['nothing at all', null, 'body', /object/],
  ['a message without parts', { spec: 'amf/1' }, 'parts', /required/],
  ['parts that are not a list', { spec: 'amf/1', parts: 'words' }, 'parts', /list/],
  ['a message that shows nothing', { spec: 'amf/1', parts: [] }, 'parts', /at least 1/],
  ['another spec', { ...message(text), spec: 'amf/2' }, 'spec', /amf\/1/],
  ['a blank text', message({ type: 'text', text: ' \n' }), 'parts[0].text', /empty/],
  ['an unknown field, which would be lost', message({ ...text, txt: 'x' }), 'parts[0].txt', /not a known field/],
  [
    'a zone that is none',
    {
      spec: 'amf/1',
      parts: [text, text, { type: 'ask.time', ...asks, slots: [{ id: 'a', start: { ...start, tz: 'Mars/Base' } }] }],
    },
    'parts[2].slots[0].start.tz',
    /time zone/,
  ],
  [
    'a time without an offset',
    message({ type: 'ask.time', ...asks, slots: [{ id: 'a', start: { ...start, iso: '2027-03-04T15:30:00' } }] }),
    'parts[0].slots[0].start.iso',
    /offset/,
  ],
  [
    'the 30th of February',
    message({ type: 'ask.time', ...asks, slots: [{ id: 'a', start: { ...start, iso: '2027-02-30T15:30:00Z' } }] }),
    'parts[0].slots[0].start.iso',
    /ISO/,
  ],
  ['no options', message({ type: 'ask.choice', ...asks, options: [] }), 'parts[0].options', /at least 1/],
  [
    'two options with one id',
    message({ type: 'ask.choice', ...asks, options: [...options, ...options] }),
    'parts[0].options[1].id',
    /already used/,
  ],
  [
    'two questions with one id',
    {
      spec: 'amf/1',
      parts: [
        { type: 'confirm', ...asks },
        { type: 'confirm', ...asks },
      ],
    },
    'parts[1].intentId',
    /already used/,
  ],
  ['a question without a prompt', message({ type: 'confirm', intentId: 'i' }), 'parts[0].prompt', /required/],
  [
    'a price that is a number',
    message({ type: 'showcase', ...asks, items: [{ id: 'a', title: 'A', price: { amount: 5, currency: 'USD' } }] }),
    'parts[0].items[0].price.amount',
    /string/,
  ],
  [
    'a currency that is a sign',
    message({ type: 'showcase', ...asks, items: [{ id: 'a', title: 'A', price: { amount: '5', currency: '$' } }] }),
    'parts[0].items[0].price.currency',
    /three-letter/,
  ],
  [
    'an event that ends before it starts',
    message({ type: 'share.event', event: { title: 'E', start, end: { ...start, iso: '2027-03-04T15:00:00-05:00' } } }),
    'parts[0].event.end',
    /before/,
  ],
  [
    'half a pair of coordinates',
    message({ type: 'share.place', place: { latitude: 1 } }),
    'parts[0].place.longitude',
    /pairs/,
  ],
  ['a place that is nowhere', message({ type: 'share.place', place: {} }), 'parts[0].place', /needs/],
  ['an empty card', message({ type: 'card', card: { title: ' ', chips: [] } }), 'parts[0].card', /needs/],
  ['a picture by javascript', message({ type: 'media', url: 'javascript:alert(1)' }), 'parts[0].url', /http/],
  ['a picture from a file', message({ type: 'media', url: 'file:///etc/passwd' }), 'parts[0].url', /http/],
  [
    'a native part without a fallback',
    message({ type: 'native', channel: 'rcs', payload: {} }),
    'parts[0].fallback',
    /required/,
  ],
  [
    'a native part with an empty fallback',
    message({ type: 'native', channel: 'rcs', payload: {}, fallback: [] }),
    'parts[0].fallback',
    /at least 1 entry/,
  ],
  [
    'a native part of no channel',
    message({ type: 'native', channel: 'fax', payload: {}, fallback: [text] }),
    'parts[0].channel',
    /one of/,
  ],
  [
    'a fault inside a fallback',
    message({ type: 'native', channel: 'rcs', payload: {}, fallback: [text, { type: 'text' }] }),
    'parts[0].fallback[1].text',
    /required/,
  ],
  ['a chip without a label', message(text, { chips: [{}] }), 'chips[0].label', /required/],
  ['a url chip without a url', chip({ kind: 'url' }), 'chips[0].url', /required/],
  ['a url on a chip that is a reply', chip({ url: 'https://a.example' }), 'chips[0].url', /kind url/],
  [
    'a value on a chip that is not a reply',
    chip({ kind: 'shareLocation', value: 'x' }),
    'chips[0].value',
    /kind reply/,
  ],
  ['a dial chip without a number in it', chip({ kind: 'dial', phone: 'call me' }), 'chips[0].phone', /telephone/],
  ['a script behind a url chip', chip({ kind: 'url', url: 'javascript:alert(1)' }), 'chips[0].url', /http/],
  ['a chip of an unknown kind', chip({ kind: 'nudge' }), 'chips[0].kind', /one of reply/],
  ['a signal with parts', { spec: 'amf/1', signal: 'typing', parts: [text] }, 'parts', /not a known field/],
  ['an unknown signal', { spec: 'amf/1', signal: 'sleep' }, 'signal', /one of typing/],
  ['a channel named twice', message(text, { delivery: { channels: ['sms', 'sms'] } }), 'delivery.channels', /twice/],
  ['an unknown policy', message(text, { delivery: { outsideWindow: 'ignore' } }), 'delivery.outsideWindow', /one of/],
]
for (const [what, value, field, says] of invalid) {
  test(`${what} is refused, naming ${field}`, () => {
    const result = validateMessage(value)
    assert.ok('invalid' in result)
    assert.equal(result.invalid.reason, 'invalidMessage')
    const error = result.invalid.errors.find((one) => one.field === field)
    assert.ok(error, `${field} in ${JSON.stringify(result.invalid.errors)}`)
    assert.match(error.message, says)
  })
}

test('a part of an unknown type is unsupported rather than invalid', () => {
  const result = validateMessage(message({ type: 'hologram', text: 'x' }))
  assert.ok('invalid' in result)
  assert.equal(result.invalid.reason, 'unsupportedPart')
  assert.deepEqual(
    result.invalid.errors.map(({ field }) => field),
    ['parts[0].type'],
  )
})

test('each kind of chip that acts needs its target', () => {
  for (const kind of chipKinds.filter((one) => one !== 'reply' && one !== 'shareLocation'))
    assert.ok('invalid' in validateMessage(chip({ kind })), kind)
})

const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
const native = (payload: object) => message({ type: 'native', channel: 'rcs', payload, fallback: [text] })

test('a character that cannot be stored or sent is refused in every field', () => {
  const cases: [value: unknown, field: string][] = [
    [message(text, { chips: [{ label: 'half \ud83d' }] }), 'chips[0].label'],
    [message({ type: 'text', text: 'a\0b' }), 'parts[0].text'],
    [native({ deep: ['\udc00'] }), 'parts[0].payload.deep[0]'],
    [native({ 'a\0': 1 }), 'parts[0].payload'],
    ['\0', 'body'],
  ]
  for (const [value, field] of cases) {
    const result = validateMessage(value)
    assert.ok('invalid' in result)
    assert.deepEqual(
      [result.invalid.reason, result.invalid.errors.map((error) => error.field)],
      ['invalidMessage', [field]],
    )
  }
})

test('a payload may be nested up to a limit', () => {
  assert.ok('message' in validateMessage(native({ deep: nested(60) })))
  const result = validateMessage(native({ deep: nested(100_000) }))
  assert.ok('invalid' in result)
  assert.match(result.invalid.errors[0]?.message ?? '', /nested deeper than 64 levels/)
})

test('validation lists at most a hundred faults', () => {
  const result = validateMessage({ spec: 'amf/1', parts: Array.from({ length: 5000 }, () => ({ type: 'text' })) })
  assert.ok('invalid' in result)
  assert.equal(result.invalid.errors.length, 100)
})

test('validation reports all faults of a message at once', () => {
  const result = validateMessage({ spec: 'amf/1', parts: [{ type: 'text' }, { type: 'media', url: 'x' }], chips: [{}] })
  assert.ok('invalid' in result)
  assert.deepEqual(result.invalid.errors.map(({ field }) => field).toSorted(), [
    'chips[0].label',
    'parts[0].text',
    'parts[1].url',
  ])
})

test('the JSON Schema describes every part and is self-contained', () => {
  const schema = JSON.stringify(messageJsonSchema())
  for (const type of ['ask.choice', 'share.contact', 'native', 'carousel'])
    assert.ok(schema.includes(`"const":"${type}"`), type)
  assert.doesNotMatch(schema, /"\$ref":"(?!#)/)
})
