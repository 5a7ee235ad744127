import type { ChipKind } from '../../model/chip.ts'
import { getProfile } from '../../profiles/index.ts'
import type { Bubble, BubbleChip, RenderedText } from '../../render/bubble.ts'
import { toBubbleView } from '../../view/to-view.ts'
import type { BubbleKind, BubbleOf, WireContext } from '../builders.ts'

export const testWireContext: WireContext = {
  postback: (tap) => `amf|m1|${tap}`,
  toView: (bubble) => toBubbleView(bubble, { profile: getProfile('webchat'), affordances: [] }),
}

/** A text whose rendered form is identical. */
export function createRenderedText(text: string): RenderedText {
  return { marked: text, plain: text }
}

const targets: Record<ChipKind, Partial<BubbleChip>> = {
  reply: {},
  url: { url: 'https://example.com/shop' },
  dial: { phone: '+1 (555) 123-0001' },
  calendar: {
    event: {
      title: 'Visit',
      start: { iso: '2026-11-20T10:00:00-05:00', tz: 'America/New_York' },
      end: { iso: '2026-11-20T10:30:00-05:00', tz: 'America/New_York' },
      description: 'Bring a picture',
    },
  },
  viewLocation: { place: { name: 'Shop', address: '1 Main St', latitude: 1, longitude: 2 } },
  shareLocation: {},
}

export function createBubbleChip(kind: ChipKind, label: string, tap: number): BubbleChip {
  return { label, kind, tap, ...targets[kind] }
}

const slot = (iso: string, label: string, tap: number) => ({ start: { iso, tz: 'America/New_York' }, label, tap })

/** One minimal bubble of each kind that every channel with that kind can show. */
export const sampleBubbles: { [K in BubbleKind]: BubbleOf<K> } = {
  text: { kind: 'text', text: createRenderedText('Hello'), chips: [] },
  media: { kind: 'media', url: 'https://cdn.example.com/a.png', mediaType: 'image/png', alt: 'A dog', chips: [] },
  card: {
    kind: 'card',
    card: { title: 'Room', description: 'Quiet', mediaUrl: 'https://cdn.example.com/room.png', chips: [] },
    chips: [],
  },
  carousel: {
    kind: 'carousel',
    cards: [
      { title: 'One', mediaUrl: 'https://cdn.example.com/1.png', chips: [createBubbleChip('reply', 'Select', 1)] },
      { title: 'Two', mediaUrl: 'https://cdn.example.com/2.png', chips: [createBubbleChip('reply', 'Select', 2)] },
    ],
    chips: [],
  },
  list: {
    kind: 'list',
    text: createRenderedText('Which one?'),
    button: 'Choose',
    multiple: false,
    rows: [
      { title: 'Red', description: 'Warm', tap: 1 },
      { title: 'Blue', tap: 2 },
    ],
    chips: [],
  },
  times: {
    kind: 'times',
    text: createRenderedText('When?'),
    durationMinutes: 30,
    slots: [slot('2026-11-20T10:00:00-05:00', 'Fri 10:00', 1), slot('2026-11-20T11:30:00-05:00', 'Fri 11:30', 2)],
    chips: [],
  },
  locationRequest: { kind: 'locationRequest', text: createRenderedText('Where are you?'), tap: 1, chips: [] },
  place: { kind: 'place', name: 'Shop', address: '1 Main St', latitude: 1, longitude: 2, chips: [] },
  native: { kind: 'native', payload: { anything: { text: 'as it is' } }, chips: [] },
}

export const bubbleKinds = Object.keys(sampleBubbles) as BubbleKind[]

export function getSampleBubble(kind: BubbleKind): Bubble {
  return sampleBubbles[kind]
}
