import { type Channel, type ContentMessage, channels, type Part, render } from '@parley/amf'
import { gallery } from '@parley/amf/gallery'
import type { HandsetBubble, RenderedBubbles } from '../../src/components/handset/bubbles.ts'

export type GalleryExhibit = { name: string; channel: Channel; messages: RenderedBubbles }
export type GallerySheet = {
  name: string
  scheme: 'light' | 'dark'
  /** Fixed columns: a message that becomes higher moves only those below it. */
  columns: GalleryExhibit[][]
  /** Width of a column in pixels, which is that of a phone's screen. */
  width: number
  /** A whole phone with a conversation, drawn on top of the first column. */
  phone?: { channel: Channel; bubbles: HandsetBubble[] }
}

const schemes = ['light', 'dark'] as const

/** Every message of the gallery on every channel, and messages that are hard to lay out on narrow phones. */
export function listSheets(): GallerySheet[] {
  return schemes.flatMap((scheme) => [
    ...channels.map((channel) => ({
      name: `${channel}-${scheme}`,
      scheme,
      width: 328,
      phone: { channel, bubbles: createConversation(channel) },
      columns: layOut(Object.entries(gallery).map(([name, message]) => drawOn(channel, name, message))),
    })),
    {
      name: `narrow-${scheme}`,
      scheme,
      width: 240,
      columns: channels.map((channel) =>
        Object.entries(difficult).map(([name, message]) => drawOn(channel, name, message)),
      ),
    },
  ])
}

/** The first column also holds a phone. */
function layOut(exhibits: GalleryExhibit[]): GalleryExhibit[][] {
  return [2, 4, 4, 6, 6].map((size, column, sizes) => {
    const first = sizes.slice(0, column).reduce((sum, one) => sum + one, 0)
    return exhibits.slice(first, first + size)
  })
}

function drawOn(channel: Channel, name: string, message: { parts: Part[] }): GalleryExhibit {
  const { messages } = render({ spec: 'amf/1', ...message } as ContentMessage, { channel, messageId: name })
  return { name, channel, messages }
}

const words = 'Your parcel is on its way and will arrive tomorrow between nine and noon. '
/** Long texts, texts without spaces, right-to-left texts, and a picture that does not load. */
const difficult: Record<string, Pick<ContentMessage, 'parts' | 'chips'>> = {
  long: {
    parts: [{ type: 'text', text: `${words.repeat(3)}\n\n${'unbroken'.repeat(8)}` }],
    chips: [{ label: words }, { label: 'unbroken'.repeat(5) }],
  },
  'right-to-left': {
    parts: [
      { type: 'text', text: 'מתי נוח לך להגיע? אפשר גם בטלפון +12025550143.' },
      {
        type: 'card',
        card: { title: 'عرض الشتاء', description: 'نصف السعر حتى يوم الجمعة', chips: [{ label: 'ذكرني' }] },
      },
    ],
    chips: [{ label: 'מחר' }, { label: 'היום' }],
  },
  missing: {
    parts: [
      { type: 'media', url: 'https://shop.example/missing.png', mediaType: 'image/png', alt: 'The bay at dusk' },
      {
        type: 'carousel',
        cards: ['Red', 'Blue'].map((title) => ({
          title: `${title} scarf`,
          mediaUrl: 'https://shop.example/missing.png',
          chips: [{ label: 'Take it' }],
        })),
      },
    ],
  },
}

const at = '2030-01-31T09:00:00.000Z'
const textView = (text: string) => ({ kind: 'text' as const, text: [{ text }], chips: [] })

/** Both sides, receipts, a failure and a note. */
function createConversation(channel: Channel): HandsetBubble[] {
  const question = gallery['ask.choice'] as { parts: Part[] }
  const [asked] = drawOn(channel, 'question', question).messages
  const about = { at, plain: '' }
  return [
    { id: 'day', from: 'note', plain: 'Thursday, January 31, 2030', tone: 'day' },
    { ...about, id: '1', from: 'person', view: textView('Do you have scarves?') },
    { ...about, id: '2', from: 'agent', view: textView('Yes, in three colors.'), delivery: 'read' },
    {
      ...about,
      id: '3',
      from: 'agent',
      view: textView('Shall I send pictures?'),
      delivery: 'failed',
      error: 'unreachable',
    },
    { id: 'note', from: 'note', plain: 'Opted in again (START)' },
    { ...about, id: '4', from: 'agent', view: asked?.view, delivery: 'delivered' },
  ]
}
