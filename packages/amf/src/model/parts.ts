import { z } from 'zod'
import { channels } from './channels.ts'
import { Chip } from './chip.ts'
import { CalendarEvent, Contact, DateTime, identifierField, Money, nonBlankText, Place, webAddress } from './values.ts'

/** A result could not distinguish two entries with the same id. */
function uniqueIds(entries: readonly { id: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>()
  for (const [at, { id }] of entries.entries()) {
    if (seen.has(id))
      context.addIssue({ code: 'custom', path: [at, 'id'], message: `is already used by an earlier one: ${id}` })
    seen.add(id)
  }
}

const listed = <T extends z.ZodType<{ id: string }>>(entry: T) => z.array(entry).min(1).superRefine(uniqueIds)

const asking = { intentId: identifierField, prompt: nonBlankText }
const sharing = { intentId: identifierField.optional(), prompt: z.string().optional() }

// Intent parts: they state the goal, and the gateway chooses the rendering.

export const AskChoice = z.strictObject({
  type: z.literal('ask.choice'),
  ...asking,
  options: listed(
    z.strictObject({
      id: identifierField,
      label: nonBlankText,
      description: z.string().optional(),
      mediaUrl: webAddress.optional(),
    }),
  ),
  multiple: z.boolean().optional(),
})
export type AskChoice = z.infer<typeof AskChoice>

export const AskTime = z.strictObject({
  type: z.literal('ask.time'),
  ...asking,
  slots: listed(z.strictObject({ id: identifierField, start: DateTime, label: nonBlankText.optional() })),
  durationMinutes: z.int().min(1).max(44_640).optional(),
})
export type AskTime = z.infer<typeof AskTime>

export const Confirm = z.strictObject({
  type: z.literal('confirm'),
  ...asking,
  confirmLabel: nonBlankText.optional(),
  denyLabel: nonBlankText.optional(),
  summary: z.array(z.strictObject({ label: nonBlankText, value: z.string() })).optional(),
})
export type Confirm = z.infer<typeof Confirm>

export const Showcase = z.strictObject({
  type: z.literal('showcase'),
  ...asking,
  items: listed(
    z.strictObject({
      id: identifierField,
      title: nonBlankText,
      description: z.string().optional(),
      mediaUrl: webAddress.optional(),
      price: Money.optional(),
      chips: z.array(Chip).optional(),
    }),
  ),
})
export type Showcase = z.infer<typeof Showcase>

export const AskLocation = z.strictObject({ type: z.literal('ask.location'), ...asking })
export type AskLocation = z.infer<typeof AskLocation>

export const ShareEvent = z.strictObject({ type: z.literal('share.event'), ...sharing, event: CalendarEvent })
export type ShareEvent = z.infer<typeof ShareEvent>

export const SharePlace = z.strictObject({ type: z.literal('share.place'), ...sharing, place: Place })
export type SharePlace = z.infer<typeof SharePlace>

export const ShareContact = z.strictObject({ type: z.literal('share.contact'), ...sharing, contact: Contact })
export type ShareContact = z.infer<typeof ShareContact>

// Presentation parts: they specify what is shown.

export const TextPart = z.strictObject({
  type: z.literal('text'),
  text: nonBlankText.meta({ description: 'CommonMark subset: bold, italic, strikethrough, links, lists' }),
})
export type TextPart = z.infer<typeof TextPart>

export const MediaPart = z.strictObject({
  type: z.literal('media'),
  url: webAddress,
  mediaType: z
    .string()
    .regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a media type, for example image/png')
    .optional(),
  alt: z.string().optional(),
  caption: z.string().optional(),
})
export type MediaPart = z.infer<typeof MediaPart>

export const Card = z
  .strictObject({
    title: z.string().optional(),
    description: z.string().optional(),
    mediaUrl: webAddress.optional(),
    chips: z.array(Chip).optional(),
  })
  .superRefine((card, context) => {
    if (!card.title?.trim() && !card.description?.trim() && !card.mediaUrl)
      context.addIssue('needs a title, a description or a mediaUrl')
  })
export type Card = z.infer<typeof Card>

export const CardPart = z.strictObject({ type: z.literal('card'), card: Card })
export type CardPart = z.infer<typeof CardPart>

export const CarouselPart = z.strictObject({
  type: z.literal('carousel'),
  cards: z.array(Card).min(1),
})
export type CarouselPart = z.infer<typeof CarouselPart>

const portable = [
  AskChoice,
  AskTime,
  Confirm,
  Showcase,
  AskLocation,
  ShareEvent,
  SharePlace,
  ShareContact,
  TextPart,
  MediaPart,
  CardPart,
  CarouselPart,
] as const

/** Parts that every channel can render. */
export const PortablePart = z.discriminatedUnion('type', portable)
export type PortablePart = z.infer<typeof PortablePart>

export const NativePart = z.strictObject({
  type: z.literal('native'),
  channel: z.enum(channels),
  payload: z.record(z.string(), z.json()),
  /** Required, so that the message renders everywhere. */
  fallback: z.array(PortablePart).min(1),
})
export type NativePart = z.infer<typeof NativePart>

export const Part = z.discriminatedUnion('type', [...portable, NativePart])
export type Part = z.infer<typeof Part>
export type PartType = Part['type']
export const partTypes: readonly PartType[] = [...portable.map((part) => part.shape.type.value), 'native']
