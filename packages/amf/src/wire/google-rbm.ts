import type { ChipKind } from '../model/chip.ts'
import type { CalendarEvent, Place } from '../model/values.ts'
import type { BubbleCard, BubbleChip } from '../render/bubble.ts'
import { truncate } from '../text/measure.ts'
import { createWire, omitUndefined, requireValue, toDialable, undefinedIfEmpty, type WireContext } from './builders.ts'

const calendarTitleMaxLength = 100
const calendarDescriptionMaxLength = 1000
const queryMaxLength = 500
const hourInMilliseconds = 3_600_000

export const googleRbmWire = createWire({
  channel: 'rcs',
  chipsUnder: ['text', 'media', 'card', 'carousel'],
  builders: {
    text: ({ text, chips }, context) => message({ text: text.marked }, chips, context),
    media: ({ url, chips }, context) => message({ contentInfo: contentInfo(url) }, chips, context),
    card: ({ card, chips }, context) => {
      // An iPhone draws cards in one height only, and crops content made for another.
      const cardContent = cardOf(card, 'TALL', context)
      return message({ richCard: { standaloneCard: { cardOrientation: 'VERTICAL', cardContent } } }, chips, context)
    },
    carousel: ({ cards, chips }, context) => {
      const cardContents = cards.map((card) => cardOf(card, 'MEDIUM', context))
      return message({ richCard: { carouselCard: { cardWidth: 'MEDIUM', cardContents } } }, chips, context)
    },
  },
})

function message(content: object, chips: readonly BubbleChip[], context: WireContext): object {
  return { contentMessage: omitUndefined({ ...content, suggestions: suggestions(chips, context) }) }
}

function cardOf(card: BubbleCard, height: 'MEDIUM' | 'TALL', context: WireContext): object {
  return omitUndefined({
    title: card.title,
    description: card.description,
    media: card.mediaUrl === undefined ? undefined : { height, contentInfo: contentInfo(card.mediaUrl) },
    suggestions: suggestions(card.chips, context),
  })
}

function contentInfo(fileUrl: string): object {
  return { fileUrl, forceRefresh: false }
}

function suggestions(chips: readonly BubbleChip[], context: WireContext): readonly object[] | undefined {
  return undefinedIfEmpty(chips.map((chip) => suggestion(chip, context.postback(chip.tap))))
}

function suggestion(chip: BubbleChip, postbackData: string): object {
  const shared = { text: chip.label, postbackData }
  return chip.kind === 'reply' ? { reply: shared } : { action: { ...shared, ...actions[chip.kind](chip) } }
}

const actions: Record<Exclude<ChipKind, 'reply'>, (chip: BubbleChip) => object> = {
  url: ({ url }) => ({ fallbackUrl: requireValue(url, 'url'), openUrlAction: { url } }),
  dial: ({ phone }) => ({ dialAction: { phoneNumber: toDialable(requireValue(phone, 'phone')) } }),
  calendar: ({ event }) => ({ createCalendarEventAction: calendarEvent(requireValue(event, 'event')) }),
  viewLocation: ({ place }) => ({ viewLocationAction: location(requireValue(place, 'place')) }),
  shareLocation: () => ({ shareLocationAction: {} }),
}

function calendarEvent({ title, start, end, location, description }: CalendarEvent): object {
  const startsAt = Date.parse(start.iso)
  // RBM has no field for the location of an event.
  const details = [location, description].filter(Boolean).join('\n')
  return omitUndefined({
    startTime: utc(startsAt),
    endTime: utc(end ? Date.parse(end.iso) : startsAt + hourInMilliseconds),
    title: truncate(title, calendarTitleMaxLength),
    description: truncate(details, calendarDescriptionMaxLength) || undefined,
  })
}

function utc(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
}

function location({ name, address, latitude, longitude }: Place): object {
  const words = truncate([name, address].filter(Boolean).join(', '), queryMaxLength)
  if (latitude === undefined || longitude === undefined) return { query: words }
  return omitUndefined({ latLong: { latitude, longitude }, label: words || undefined })
}
