import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import type { InboundContentBody } from '../../../adapter.ts'
import { instagramAdapter, messengerAdapter } from '../index.ts'

import { createMetaBinding, createMetaCall } from '../testing/bindings.ts'

const channels = [
  { adapter: messengerAdapter, object: 'page', own: '3003' },
  { adapter: instagramAdapter, object: 'instagram', own: '4004' },
]
const at = new Date('2025-11-15T12:00:00Z')

for (const { adapter, object, own } of channels) {
  const { channel } = adapter
  const event = (more: object) => ({ sender: { id: '5005' }, recipient: { id: own }, timestamp: at.getTime(), ...more })
  const webhookOf = (...messaging: object[]) => ({ object, entry: [{ id: own, time: at.getTime(), messaging }] })
  const inboundsOf = (body: unknown) => adapter.parse(createMetaCall(body), createMetaBinding(adapter)).inbounds
  const contentsOf = (message: object) =>
    inboundsOf(webhookOf(event({ message: { mid: 'm', ...message } }))).map(
      (inbound) => inbound.kind === 'content' && inbound.content,
    )

  test(`a text on ${channel} is received with its id, sender and time`, () => {
    assert.deepEqual(inboundsOf(webhookOf(event({ message: { mid: 'm_1', text: 'Hello' } }))), [
      { kind: 'content', id: 'm_1', from: '5005', at, content: { type: 'text', text: 'Hello' } },
    ])
  })

  test(`one call of ${channel} may hold many entries and events, and duplicates count once`, () => {
    const events = ['a', 'b', 'a'].map((mid) => event({ message: { mid, text: mid } }))
    const entry = [
      { id: own, messaging: events },
      { id: own, messaging: [event({ message: { mid: 'c', text: 'c' } })] },
    ]
    const ids = inboundsOf({ object, entry }).map((inbound) => inbound.kind === 'content' && inbound.id)
    assert.deepEqual(ids, ['a', 'b', 'c'])
  })

  test(`events of another account, another object, or held by another app are ignored on ${channel}`, () => {
    const messaging = [event({ message: { mid: 'm', text: 'Hello' } })]
    assert.deepEqual(inboundsOf({ object, entry: [{ id: '9999', messaging }] }), [])
    assert.deepEqual(inboundsOf({ object: 'user', entry: [{ id: own, messaging }] }), [])
    assert.deepEqual(inboundsOf({ object, entry: [{ id: own, standby: messaging }] }), [])
  })

  test(`echoes of messages that ${channel} itself sent are ignored`, () => {
    const echo = { mid: 'm', text: 'Hello', is_echo: true }
    assert.deepEqual(
      inboundsOf(webhookOf(event({ sender: { id: own }, recipient: { id: '5005' }, message: echo }))),
      [],
    )
    assert.deepEqual(inboundsOf(webhookOf(event({ message: echo }))), [])
    assert.deepEqual(inboundsOf(webhookOf(event({ sender: { id: own }, read: { watermark: at.getTime() } }))), [])
  })

  const file = (type: string, url = `https://cdn.example.com/${type}`) => ({ type, payload: { url } })
  const contents: [title: string, message: object, contents: InboundContentBody[]][] = [
    [
      'a quick reply',
      { text: 'Small', quick_reply: { payload: 'amf|m1|0' } },
      [{ type: 'tap', postback: 'amf|m1|0', label: 'Small' }],
    ],
    ['an image', { attachments: [file('image')] }, [{ type: 'media', reference: 'https://cdn.example.com/image' }]],
    [
      'an image with words',
      { text: 'My car', attachments: [file('image'), file('video')] },
      [
        { type: 'media', reference: 'https://cdn.example.com/image', text: 'My car' },
        { type: 'media', reference: 'https://cdn.example.com/video' },
      ],
    ],
    [
      'a file with a name',
      { attachments: [{ type: 'file', payload: { url: 'https://cdn.example.com/1', name: 'bill.pdf' } }] },
      [{ type: 'media', reference: 'https://cdn.example.com/1', name: 'bill.pdf' }],
    ],
    [
      'a place',
      { attachments: [{ type: 'location', title: 'Shop', payload: { coordinates: { lat: 52.5, long: 13.4 } } }] },
      [{ type: 'place', place: { name: 'Shop', latitude: 52.5, longitude: 13.4 } }],
    ],
    [
      'a place with words',
      { text: 'I am here', attachments: [{ type: 'location', payload: { coordinates: { lat: 52.5, long: 13.4 } } }] },
      [
        { type: 'text', text: 'I am here' },
        { type: 'place', place: { latitude: 52.5, longitude: 13.4 } },
      ],
    ],
    [
      'a text with a link',
      {
        text: 'See https://example.com',
        attachments: [{ type: 'fallback', title: 'Example', url: 'https://example.com' }],
      },
      [{ type: 'text', text: 'See https://example.com' }],
    ],
    [
      'a link alone',
      { attachments: [{ type: 'fallback', title: 'Example', payload: { url: 'https://example.com' } }] },
      [{ type: 'text', text: '[link] Example https://example.com' }],
    ],
    [
      'a post that was shared',
      { attachments: [file('share')] },
      [{ type: 'text', text: '[share] https://cdn.example.com/share' }],
    ],
    [
      'a mention in a story',
      { attachments: [file('story_mention')] },
      [{ type: 'text', text: '[story_mention] https://cdn.example.com/story_mention' }],
    ],
    [
      'a reply to a story',
      { text: 'Nice!', reply_to: { story: { id: '1', url: 'https://cdn.example.com/s' } } },
      [{ type: 'text', text: 'Nice!' }],
    ],
    [
      'a reply to a story without words',
      { reply_to: { story: { id: '1' } } },
      [{ type: 'text', text: '[story reply]' }],
    ],
    ['an image without an address', { attachments: [{ type: 'image' }] }, [{ type: 'text', text: '[image]' }]],
    ['a heart', { attachments: [{ type: 'like_heart' }] }, [{ type: 'text', text: '[like_heart]' }]],
    ['what cannot be shown', { is_unsupported: true }, [{ type: 'text', text: '[unsupported]' }]],
    ['a message that was deleted', { is_deleted: true }, []],
  ]
  for (const [title, message, expected] of contents) {
    test(`${title} on ${channel} is received as ${expected.map(({ type }) => type).join(', ') || 'nothing'}`, () => {
      assert.deepEqual(contentsOf(message), expected)
    })
  }

  test(`each part of a message on ${channel} has its own id`, () => {
    const message = { mid: 'm_1', attachments: [file('image'), file('video'), file('audio')] }
    const ids = inboundsOf(webhookOf(event({ message }))).map((inbound) => inbound.kind === 'content' && inbound.id)
    assert.deepEqual(ids, ['m_1', 'm_1:1', 'm_1:2'])
  })

  test(`the button of a card on ${channel} is received as a tap`, () => {
    const postback = { mid: 'm_2', title: 'Select', payload: 'amf|m1|1' }
    const content = { type: 'tap', postback: 'amf|m1|1', label: 'Select' }
    assert.deepEqual(inboundsOf(webhookOf(event({ postback }))), [
      { kind: 'content', id: 'm_2', from: '5005', at, content },
    ])
  })

  test(`a button on ${channel} without an id is identified by sender and time`, () => {
    const [inbound] = inboundsOf(webhookOf(event({ postback: { title: 'Start' } })))
    assert.deepEqual(inbound, {
      kind: 'content',
      id: `postback:5005:${at.getTime()}`,
      from: '5005',
      at,
      content: { type: 'text', text: 'Start' },
    })
  })

  test(`a delivery receipt on ${channel} names messages and a watermark time`, () => {
    const delivery = { mids: ['mid.1', 'mid.2'], watermark: at.getTime() - 1 }
    assert.deepEqual(inboundsOf(webhookOf(event({ delivery }))), [
      { kind: 'receipt', channelMessageId: 'mid.1', to: '5005', state: 'delivered', at },
      { kind: 'receipt', channelMessageId: 'mid.2', to: '5005', state: 'delivered', at },
      { kind: 'receiptsUntil', from: '5005', at, state: 'delivered', until: new Date(at.getTime() - 1) },
    ])
  })

  test(`a read receipt on ${channel} covers all messages until a time, or one message`, () => {
    assert.deepEqual(inboundsOf(webhookOf(event({ read: { watermark: at.getTime() } }))), [
      { kind: 'receiptsUntil', from: '5005', at, state: 'read', until: at },
    ])
    assert.deepEqual(inboundsOf(webhookOf(event({ read: { mid: 'mid.1' } }))), [
      { kind: 'receipt', channelMessageId: 'mid.1', to: '5005', state: 'read', at },
    ])
  })

  test(`other events of ${channel} are ignored`, () => {
    const others = [{ reaction: { mid: 'm', action: 'react' } }, { referral: { ref: 'x' } }, { optin: {} }, {}]
    assert.deepEqual(inboundsOf(webhookOf(...others.map(event))), [])
  })

  test(`any value in the fields that ${channel} reads causes no exception`, () => {
    const attachment = fc.record({
      type: fc.constantFrom('image', 'location', 'fallback', 'share'),
      payload: fc.jsonValue(),
    })
    const odd = fc.record({
      sender: fc.oneof(fc.constant({ id: '5005' }), fc.jsonValue()),
      timestamp: fc.jsonValue(),
      message: fc.oneof(fc.jsonValue(), fc.record({ mid: fc.string(), attachments: fc.array(attachment) })),
      postback: fc.jsonValue(),
      delivery: fc.jsonValue(),
      read: fc.jsonValue(),
    })
    fc.assert(fc.property(fc.array(odd), (events) => Array.isArray(inboundsOf(webhookOf(...events)))))
  })
}
