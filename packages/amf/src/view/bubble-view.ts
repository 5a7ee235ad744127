import { z } from 'zod'
import { chipKinds } from '../model/chip.ts'
import { CalendarEvent, DateTime, Place } from '../model/values.ts'

/** A stretch of text in one style; line breaks are `\n`. */
const TextRunView = z.strictObject({
  text: z.string(),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  strike: z.literal(true).optional(),
  code: z.literal(true).optional(),
  href: z.string().optional(),
})
const textRuns = z.array(TextRunView)

const tap = z.int().meta({ description: 'Index of the affordance: what a tap on it answers.' })

/** Something to tap, under a bubble or on a card. */
export const ChipView = z
  .strictObject({
    label: z.string(),
    kind: z.enum(chipKinds),
    tap,
    replyText: z.string().optional().meta({
      description: "The person's reply after a tap, where it is not the label: the title of a selected card.",
    }),
    url: z.string().optional(),
    phone: z.string().optional(),
    event: CalendarEvent.optional(),
    place: Place.optional(),
  })
  .meta({ id: 'ChipView', examples: [{ label: 'Large', kind: 'reply', tap: 1 }] })
export type ChipView = z.infer<typeof ChipView>

export const mediaKinds = ['image', 'video', 'audio', 'file'] as const
export const MediaView = z.strictObject({
  url: z.string(),
  mediaType: z.string(),
  kind: z.enum(mediaKinds),
  name: z.string().meta({ description: 'The file name.' }),
  alt: z.string().optional(),
})
export type MediaView = z.infer<typeof MediaView>

export const CardView = z
  .strictObject({
    title: z.string().optional(),
    description: textRuns.optional(),
    mediaUrl: z.string().optional(),
    chips: z.array(ChipView),
  })
  .meta({ id: 'CardView', examples: [{ title: 'Margherita', description: [{ text: 'Tomato and basil' }], chips: [] }] })
export type CardView = z.infer<typeof CardView>

export const ListRowView = z.strictObject({
  title: z.string(),
  description: z.string().optional(),
  mediaUrl: z.string().optional(),
  tap,
})
export type ListRowView = z.infer<typeof ListRowView>

export const TimeSlotView = z.strictObject({ start: DateTime, label: z.string(), tap })
export type TimeSlotView = z.infer<typeof TimeSlotView>

const PlaceView = z.strictObject({
  name: z.string().optional(),
  address: z.string().optional(),
  latitude: z.number(),
  longitude: z.number(),
})
export type PlaceView = z.infer<typeof PlaceView>

const chips = z.array(ChipView)

/** One bubble as a person sees it, in the same form on every channel. */
export const BubbleView = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('text'), text: textRuns, chips }),
    z.strictObject({ kind: z.literal('media'), media: MediaView, text: textRuns.optional(), chips }),
    z.strictObject({ kind: z.literal('card'), card: CardView, chips }),
    z.strictObject({ kind: z.literal('carousel'), text: textRuns.optional(), cards: z.array(CardView), chips }),
    z.strictObject({
      kind: z.literal('list'),
      text: textRuns,
      button: z.string().meta({ description: 'Label of the button that opens the list.' }),
      multiple: z.boolean(),
      rows: z.array(ListRowView),
      chips,
    }),
    z.strictObject({
      kind: z.literal('times'),
      text: textRuns,
      durationMinutes: z.number(),
      slots: z.array(TimeSlotView),
      chips,
    }),
    z.strictObject({ kind: z.literal('locationRequest'), text: textRuns, chips }),
    z.strictObject({ kind: z.literal('place'), place: PlaceView, chips }),
    z.strictObject({
      kind: z.literal('native'),
      text: textRuns.meta({ description: "Texts that were found in the caller's own payload." }),
      chips,
    }),
  ])
  .meta({ id: 'BubbleView', examples: [{ kind: 'text', text: [{ text: 'Which size?' }], chips: [] }] })
export type BubbleView = z.infer<typeof BubbleView>

/** One rendered message as the API returns it. */
export const RenderedMessage = z
  .strictObject({
    native: z.unknown().meta({ description: "The payload for the channel's provider, without the recipient." }),
    text: z.string().meta({ description: 'The text as a person reads it.' }),
    chips: z.array(z.strictObject({ label: z.string(), kind: z.enum(chipKinds), tap })),
    view: BubbleView,
    sms: z
      .strictObject({ encoding: z.enum(['GSM-7', 'UCS-2']), segments: z.int(), units: z.int() })
      .optional()
      .meta({ description: 'On sms: how the text is charged.' }),
  })
  .meta({
    id: 'RenderedMessage',
    examples: [
      {
        native: { contentMessage: { text: 'Which size?' } },
        text: 'Which size?',
        chips: [],
        view: { kind: 'text', text: [{ text: 'Which size?' }], chips: [] },
      },
    ],
  })

/** One rendered message without the provider's payload: enough to draw it. */
export const RenderedBubble = RenderedMessage.omit({ native: true, chips: true }).meta({
  id: 'RenderedBubble',
  examples: [{ text: 'Which size?', view: { kind: 'text', text: [{ text: 'Which size?' }], chips: [] } }],
})
export type RenderedBubble = z.infer<typeof RenderedBubble>

/** Every tap index of a view, in the order in which a person sees them. */
export function listTaps(view: BubbleView): number[] {
  const cards = view.kind === 'card' ? [view.card] : view.kind === 'carousel' ? view.cards : []
  const picked = view.kind === 'list' ? view.rows : view.kind === 'times' ? view.slots : []
  return [...cards.flatMap((card) => card.chips), ...picked, ...view.chips].map((each) => each.tap)
}
