import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slackWire } from './slack.ts'
import { createBubbleChip, createRenderedText, sampleBubbles, testWireContext } from './testing/bubbles.ts'
import { type PayloadCase, writePayload } from './testing/written.ts'

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
const plain = (text: string) => ({ type: 'plain_text', text })
const button = (label: string, tap: number) => ({
  type: 'button',
  text: plain(label),
  action_id: `tap-${tap}`,
  value: `amf|m1|${tap}`,
})
const picture = (image_url: string, alt_text: string) => ({ type: 'image', image_url, alt_text })

const cases: PayloadCase[] = [
  [
    'a text is a section, and plain and escaped in the notification',
    { ...sampleBubbles.text, text: { marked: '*Tom* &amp; <https://x.example|Eve>', plain: 'Tom & Eve <3' } },
    { text: 'Tom &amp; Eve &lt;3', blocks: [section('*Tom* &amp; <https://x.example|Eve>')] },
  ],
  [
    'chips are buttons below, of which a link opens its address',
    { ...sampleBubbles.text, chips: [createBubbleChip('reply', 'Yes', 1), createBubbleChip('url', 'Open', 2)] },
    {
      text: 'Hello',
      blocks: [
        section('Hello'),
        {
          type: 'actions',
          elements: [button('Yes', 1), { ...button('Open', 2), url: 'https://example.com/shop' }],
        },
      ],
    },
  ],
  [
    'a picture has its caption in a section below',
    { ...sampleBubbles.media, caption: createRenderedText('Our dog') },
    { text: 'Our dog', blocks: [picture('https://cdn.example.com/a.png', 'A dog'), section('Our dog')] },
  ],
  [
    'a picture of which nothing is said is called a picture',
    { ...sampleBubbles.media, alt: undefined },
    { text: 'picture', blocks: [picture('https://cdn.example.com/a.png', 'picture')] },
  ],
  [
    'a card is a card block whose words need no escape',
    {
      ...sampleBubbles.card,
      card: { ...sampleBubbles.card.card, description: 'Quiet & <dry>', chips: [createBubbleChip('reply', 'Book', 1)] },
      chips: [createBubbleChip('reply', 'Later', 2)],
    },
    {
      text: 'Room\nQuiet &amp; &lt;dry&gt;',
      blocks: [
        {
          type: 'card',
          hero_image: picture('https://cdn.example.com/room.png', 'Room'),
          title: plain('Room'),
          body: plain('Quiet & <dry>'),
          actions: [button('Book', 1)],
        },
        { type: 'actions', elements: [button('Later', 2)] },
      ],
    },
  ],
  [
    'a carousel is a carousel block of cards',
    sampleBubbles.carousel,
    {
      text: 'One\n\nTwo',
      blocks: [
        {
          type: 'carousel',
          elements: [
            {
              type: 'card',
              hero_image: picture('https://cdn.example.com/1.png', 'One'),
              title: plain('One'),
              actions: [button('Select', 1)],
            },
            {
              type: 'card',
              hero_image: picture('https://cdn.example.com/2.png', 'Two'),
              title: plain('Two'),
              actions: [button('Select', 2)],
            },
          ],
        },
      ],
    },
  ],
  [
    'a list is a menu below its question',
    sampleBubbles.list,
    {
      text: 'Which one?\nRed: Warm\nBlue',
      blocks: [
        section('Which one?'),
        {
          type: 'actions',
          elements: [
            {
              type: 'static_select',
              action_id: 'pick-1',
              placeholder: plain('Choose'),
              options: [
                { text: plain('Red'), value: 'amf|m1|1', description: plain('Warm') },
                { text: plain('Blue'), value: 'amf|m1|2' },
              ],
            },
          ],
        },
      ],
    },
  ],
]

for (const [title, bubble, payload] of cases) {
  test(`on workchatD ${title}`, () => {
    assert.deepStrictEqual(writePayload('workchatD', bubble), payload)
  })
}

test('the notification is truncated after escaping, so that it fits and no entity is cut', () => {
  const { text } = slackWire(
    { ...sampleBubbles.text, text: createRenderedText('&'.repeat(3000)) },
    testWireContext,
  ) as { text: string }
  assert.ok(text.length <= 4000)
  assert.match(text, /^(&amp;)+…$/)
})

test('a call chip throws on workchatD with an explanation', () => {
  assert.throws(
    () => slackWire({ ...sampleBubbles.text, chips: [createBubbleChip('dial', 'Call', 1)] }, testWireContext),
    /no button of kind dial/,
  )
})
