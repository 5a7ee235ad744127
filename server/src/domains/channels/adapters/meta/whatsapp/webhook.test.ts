import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import type { InboundContentBody } from '../../../adapter.ts'
import { createMetaBinding, createMetaCall } from '../testing/bindings.ts'
import { whatsappAdapter } from './index.ts'

const binding = createMetaBinding(whatsappAdapter)
const metadata = { display_phone_number: '15550001001', phone_number_id: '1001' }

const change = (value: object) => ({ field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } })
const webhookOf = (...changes: object[]) => ({ object: 'whatsapp_business_account', entry: [{ id: '2002', changes }] })
const inboundsOf = (body: unknown) => whatsappAdapter.parse(createMetaCall(body), binding).inbounds

const message = (more: object) => ({ id: 'wamid.1', from: '15550002002', timestamp: '1763208000', ...more })
const text = (id: string, body = 'Hello') => message({ id, type: 'text', text: { body } })

function contentOf(more: object): InboundContentBody | undefined {
  const [inbound] = inboundsOf(webhookOf(change({ messages: [message(more)] })))
  return inbound?.kind === 'content' ? inbound.content : undefined
}

test('a text is received with its id, sender, time and the name of the person', () => {
  const contacts = [
    { wa_id: '15550009999', profile: { name: 'Somebody else' } },
    { wa_id: '15550002002', profile: { name: 'Robin' } },
  ]
  assert.deepEqual(inboundsOf(webhookOf(change({ contacts, messages: [text('wamid.1')] }))), [
    {
      kind: 'content',
      id: 'wamid.1',
      from: '+15550002002',
      at: new Date('2025-11-15T12:00:00Z'),
      content: { type: 'text', text: 'Hello' },
      profile: { name: 'Robin' },
    },
  ])
})

test('one call may hold many entries, changes, messages and statuses', () => {
  const body = {
    object: 'whatsapp_business_account',
    entry: [
      { id: '2002', changes: [change({ messages: [text('a'), text('b')] }), change({ messages: [text('c')] })] },
      { id: '2002', changes: [change({ messages: [text('d')], statuses: [{ id: 'x', status: 'sent' }] })] },
    ],
  }
  const ids = inboundsOf(body).map((inbound) => (inbound.kind === 'content' ? inbound.id : inbound.kind))
  assert.deepEqual(ids, ['a', 'b', 'c', 'd', 'receipt'])
})

test('duplicates in one call count once', () => {
  const body = webhookOf(
    change({ messages: [text('a', 'first'), text('a', 'again')] }),
    change({ messages: [text('a')] }),
  )
  assert.deepEqual(
    inboundsOf(body).map((inbound) => inbound.kind === 'content' && inbound.content),
    [{ type: 'text', text: 'first' }],
  )
})

test('events of another number, another field, another object or a group are ignored', () => {
  const other = change({ metadata: { phone_number_id: '9999' }, messages: [text('a')] })
  assert.deepEqual(inboundsOf(webhookOf(other)), [])
  assert.deepEqual(inboundsOf(webhookOf({ ...change({ messages: [text('a')] }), field: 'account_update' })), [])
  assert.deepEqual(inboundsOf({ ...webhookOf(change({ messages: [text('a')] })), object: 'page' }), [])
  assert.deepEqual(inboundsOf(webhookOf(change({ messages: [{ ...text('a'), group_id: 'g1' }] }))), [])
})

const senders: [title: string, sender: object, from: string | undefined][] = [
  ['a number', { from: '15550002002', from_user_id: 'US.134912086553' }, '+15550002002'],
  ['only the id towards the business', { from: undefined, from_user_id: 'US.134912086553' }, 'US.134912086553'],
  ['that id in the place of the number', { from: 'US.134912086553' }, 'US.134912086553'],
  ['nothing', { from: undefined }, undefined],
]
for (const [title, sender, from] of senders) {
  test(`a person with ${title} is identified as ${from ?? 'nobody'}`, () => {
    const [inbound] = inboundsOf(webhookOf(change({ messages: [{ ...text('a'), ...sender }] })))
    assert.equal(inbound?.kind === 'content' ? inbound.from : undefined, from)
  })
}

test('the name of a person without a number is found by their id', () => {
  const contacts = [{ user_id: 'US.1349', profile: { name: 'Robin' } }]
  const [inbound] = inboundsOf(
    webhookOf(change({ contacts, messages: [{ ...text('a'), from: undefined, from_user_id: 'US.1349' }] })),
  )
  assert.deepEqual(inbound?.kind === 'content' && inbound.profile, { name: 'Robin' })
})

const contents: [title: string, message: object, content: InboundContentBody | undefined][] = [
  [
    'a button',
    { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'amf|m1|0', title: 'Small' } } },
    { type: 'tap', postback: 'amf|m1|0', label: 'Small' },
  ],
  [
    'a row of a list',
    {
      type: 'interactive',
      interactive: { type: 'list_reply', list_reply: { id: 'amf|m1|2', title: 'Monday', description: 'at nine' } },
    },
    { type: 'tap', postback: 'amf|m1|2', label: 'Monday', picked: true },
  ],
  [
    'a form',
    {
      type: 'interactive',
      interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"size":"M"}' } },
    },
    { type: 'text', text: '[form] Sent {"size":"M"}' },
  ],
  [
    'an interactive answer of a new kind',
    { type: 'interactive', interactive: { type: 'call_permission_reply' } },
    { type: 'text', text: '[call_permission_reply]' },
  ],
  [
    'the button of a template',
    { type: 'button', button: { payload: 'amf|m1|1', text: 'Yes' } },
    { type: 'tap', postback: 'amf|m1|1', label: 'Yes' },
  ],
  ['a button without data', { type: 'button', button: { text: 'Yes' } }, { type: 'text', text: 'Yes' }],
  [
    'an image',
    { type: 'image', image: { id: '777', mime_type: 'image/jpeg', sha256: 'x', caption: 'My car' } },
    { type: 'media', reference: '777', mediaType: 'image/jpeg', text: 'My car' },
  ],
  [
    'a recording',
    { type: 'audio', audio: { id: '778', mime_type: 'audio/ogg; codecs=opus', voice: true } },
    { type: 'media', reference: '778', mediaType: 'audio/ogg' },
  ],
  [
    'a document',
    { type: 'document', document: { id: '779', mime_type: 'application/pdf', filename: 'bill.pdf' } },
    { type: 'media', reference: '779', mediaType: 'application/pdf', name: 'bill.pdf' },
  ],
  ['a video', { type: 'video', video: { id: '780' } }, { type: 'media', reference: '780' }],
  ['a sticker', { type: 'sticker', sticker: { id: '781' } }, { type: 'media', reference: '781' }],
  ['an image without an id', { type: 'image', image: {} }, { type: 'text', text: '[image]' }],
  [
    'a place',
    { type: 'location', location: { latitude: 52.5, longitude: 13.4, name: 'Shop', address: 'Main street 1' } },
    { type: 'place', place: { latitude: 52.5, longitude: 13.4, name: 'Shop', address: 'Main street 1' } },
  ],
  [
    'a place that is nowhere',
    { type: 'location', location: { latitude: 520, longitude: 13.4 } },
    { type: 'text', text: '[location]' },
  ],
  [
    'contacts',
    {
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Robin' },
          phones: [{ phone: '+1 555 000 3003' }],
          emails: [{ email: 'r@example.com' }],
        },
        { name: { formatted_name: 'Kim' } },
      ],
    },
    { type: 'text', text: '[contacts] Robin, +1 555 000 3003, r@example.com; Kim' },
  ],
  ['an order', { type: 'order', order: {} }, { type: 'text', text: '[order]' }],
  ['what WhatsApp cannot show', { type: 'unsupported', errors: [] }, { type: 'text', text: '[unsupported]' }],
  ['a message without a type', {}, { type: 'text', text: '[unsupported]' }],
  ['a message whose type is a word of JavaScript', { type: 'constructor' }, { type: 'text', text: '[constructor]' }],
  ['a reaction', { type: 'reaction', reaction: { message_id: 'x', emoji: '👍' } }, undefined],
  ['a word of the system', { type: 'system', system: { body: 'changed number' } }, undefined],
]
for (const [title, more, content] of contents) {
  test(`${title} is ${content ? `reported as ${content.type}` : 'left out'}`, () => {
    assert.deepEqual(contentOf(more), content)
  })
}

test('text that the database cannot store is sanitized', () => {
  assert.deepEqual(contentOf({ type: 'text', text: { body: 'a\0b\ud800' } }), { type: 'text', text: 'ab\ufffd' })
})

test('timestamps may be in seconds or in milliseconds', () => {
  for (const timestamp of ['1763208000', 1763208000, '1763208000000', 1763208000000]) {
    const [inbound] = inboundsOf(webhookOf(change({ messages: [{ ...text('a'), timestamp }] })))
    assert.deepEqual(inbound?.kind === 'content' && inbound.at, new Date('2025-11-15T12:00:00Z'))
  }
  const [odd] = inboundsOf(webhookOf(change({ messages: [{ ...text('a'), timestamp: 'soon' }] })))
  assert.equal(odd?.kind === 'content' && odd.at, undefined)
})

const statuses: [status: string, receipt: object | undefined][] = [
  ['sent', { state: 'sent' }],
  ['delivered', { state: 'delivered' }],
  ['read', { state: 'read' }],
  ['played', { state: 'read' }],
  ['deleted', undefined],
  ['constructor', undefined],
]
for (const [status, receipt] of statuses) {
  test(`the status ${status} is ${receipt ? 'a receipt' : 'left out'}`, () => {
    const given = { id: 'wamid.9', status, timestamp: '1763208000', recipient_id: '15550002002' }
    const at = new Date('2025-11-15T12:00:00Z')
    const expected = receipt ? [{ kind: 'receipt', channelMessageId: 'wamid.9', at, ...receipt }] : []
    assert.deepEqual(inboundsOf(webhookOf(change({ statuses: [given] }))), expected)
  })
}

const failures: [code: number, reason: string][] = [
  [131047, 'windowClosed'],
  [131026, 'unreachable'],
  [131049, 'unreachable'],
  [131050, 'optedOut'],
  [131051, 'rejected'],
  [131053, 'rejected'],
  [130429, 'rateLimited'],
  [131031, 'credentials'],
  [131000, 'providerError'],
  [999999, 'rejected'],
]
for (const [code, reason] of failures) {
  test(`a message that failed with ${code} is ${reason}`, () => {
    const errors = [{ code, title: 'Why it is so', error_data: { details: 'Not to +1 555 000 2002.' } }]
    const [inbound] = inboundsOf(webhookOf(change({ statuses: [{ id: 'wamid.9', status: 'failed', errors }] })))
    assert.deepEqual(inbound, {
      kind: 'receipt',
      channelMessageId: 'wamid.9',
      state: 'failed',
      reason,
      detail: `Meta: error ${code}: Why it is so: Not to ….`,
    })
  })
}

test('a failure without details is a refusal', () => {
  const [inbound] = inboundsOf(webhookOf(change({ statuses: [{ id: 'wamid.9', status: 'failed' }] })))
  assert.ok(inbound?.kind === 'receipt')
  assert.equal(inbound.reason, 'rejected')
})

test('any value in the fields that are read causes no exception', () => {
  const types = ['text', 'image', 'interactive', 'button', 'location', 'contacts', 'reaction', 'unsupported']
  const odd = fc.record({
    id: fc.oneof(fc.string(), fc.jsonValue()),
    from: fc.jsonValue(),
    timestamp: fc.jsonValue(),
    type: fc.oneof(fc.constantFrom(...types), fc.jsonValue()),
    text: fc.jsonValue(),
    image: fc.jsonValue(),
    interactive: fc.oneof(
      fc.jsonValue(),
      fc.record({ type: fc.constantFrom('button_reply', 'list_reply', 'nfm_reply') }),
    ),
    location: fc.jsonValue(),
    contacts: fc.jsonValue(),
  })
  const status = fc.record({ id: fc.string(), status: fc.constantFrom('failed', 'read'), errors: fc.jsonValue() })
  fc.assert(
    fc.property(fc.array(odd), fc.array(status), fc.jsonValue(), (messages, statuses, contacts) => {
      const body = webhookOf(change({ messages, statuses, contacts }))
      assert.ok(Array.isArray(whatsappAdapter.parse(createMetaCall(body), binding).inbounds))
    }),
  )
})
