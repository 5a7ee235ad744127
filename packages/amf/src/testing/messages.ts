import fc from 'fast-check'
import { channels } from '../model/channels.ts'
import { type ContentMessage, fallbackTriggers, outsideWindowPolicies, spec } from '../model/message.ts'
import type { Card, NativePart, Part, PortablePart } from '../model/parts.ts'
import { numberPlaceholders } from './tokens.ts'
import { anyChips, calendarEvent, contact, dateTime, money, place } from './values.ts'
import { anyProse, anyWebAddress, identifier, label, markdown, maybeEmpty } from './words.ts'

const type = <T extends Part['type']>(name: T) => fc.constant(name)
const askFields = { intentId: identifier, prompt: anyProse }
const askingKeys = ['type', 'intentId', 'prompt'] as const

const askChoice = fc.record(
  {
    type: type('ask.choice'),
    ...askFields,
    options: fc.array(
      fc.record(
        { id: identifier, label, description: maybeEmpty(anyProse), mediaUrl: anyWebAddress },
        { requiredKeys: ['id', 'label'] },
      ),
      { minLength: 1, maxLength: 14, size: 'max' },
    ),
    multiple: fc.boolean(),
  },
  { requiredKeys: [...askingKeys, 'options'] },
)

const askTime = fc.record(
  {
    type: type('ask.time'),
    ...askFields,
    slots: fc.array(fc.record({ id: identifier, start: dateTime, label }, { requiredKeys: ['id', 'start'] }), {
      minLength: 1,
      maxLength: 12,
      size: 'max',
    }),
    durationMinutes: fc.integer({ min: 1, max: 44_640 }),
  },
  { requiredKeys: [...askingKeys, 'slots'] },
)

const confirm = fc.record(
  {
    type: type('confirm'),
    ...askFields,
    confirmLabel: label,
    denyLabel: label,
    summary: fc.array(fc.record({ label, value: maybeEmpty(anyProse) }), { maxLength: 5 }),
  },
  { requiredKeys: [...askingKeys] },
)

const showcase = fc.record({
  type: type('showcase'),
  ...askFields,
  items: fc.array(
    fc.record(
      {
        id: identifier,
        title: label,
        description: maybeEmpty(anyProse),
        mediaUrl: anyWebAddress,
        price: money,
        chips: anyChips(3),
      },
      { requiredKeys: ['id', 'title'] },
    ),
    { minLength: 1, maxLength: 12, size: 'max' },
  ),
})

const askLocation = fc.record({ type: type('ask.location'), ...askFields })

const shareFields = { intentId: identifier, prompt: maybeEmpty(anyProse) }
const shareParts = [
  fc.record({ type: type('share.event'), ...shareFields, event: calendarEvent }, { requiredKeys: ['type', 'event'] }),
  fc.record({ type: type('share.place'), ...shareFields, place }, { requiredKeys: ['type', 'place'] }),
  fc.record({ type: type('share.contact'), ...shareFields, contact }, { requiredKeys: ['type', 'contact'] }),
]

const text = fc.record({ type: type('text'), text: markdown })

const media = fc.record(
  {
    type: type('media'),
    url: anyWebAddress,
    mediaType: fc.constantFrom(
      'image/png',
      'image/jpeg',
      'video/mp4',
      'audio/mpeg',
      'application/pdf',
      'image/svg+xml',
    ),
    alt: maybeEmpty(label),
    caption: maybeEmpty(anyProse),
  },
  { requiredKeys: ['type', 'url'] },
)

const cardMembers = {
  title: maybeEmpty(label),
  description: maybeEmpty(anyProse),
  mediaUrl: anyWebAddress,
  chips: anyChips(5),
}
const card: fc.Arbitrary<Card> = fc.oneof(
  fc.record({ ...cardMembers, title: label }, { requiredKeys: ['title'] }),
  fc.record({ ...cardMembers, description: anyProse }, { requiredKeys: ['description'] }),
  fc.record(cardMembers, { requiredKeys: ['mediaUrl'] }),
)
const cards = [
  fc.record({ type: type('card'), card }),
  fc.record({ type: type('carousel'), cards: fc.array(card, { minLength: 1, maxLength: 12, size: 'max' }) }),
]

const portable: fc.Arbitrary<PortablePart> = fc.oneof(
  askChoice,
  askTime,
  confirm,
  showcase,
  askLocation,
  ...shareParts,
  text,
  media,
  ...cards,
)

const payloads: NativePart['payload'][] = [
  {},
  { template: 'welcome' },
  { deep: [{ list: [1, null, true] }], text: 'Grüße & {{x}}' },
]
const native: fc.Arbitrary<NativePart> = fc.record({
  type: type('native'),
  channel: fc.constantFrom(...channels),
  payload: fc.constantFrom(...payloads),
  fallback: fc.array(portable, { minLength: 1, maxLength: 2 }),
})

const part: fc.Arbitrary<Part> = fc.oneof({ weight: 12, arbitrary: portable }, { weight: 1, arbitrary: native })

const delivery = fc
  .record(
    {
      channels: fc.uniqueArray(fc.constantFrom(...channels)),
      fallbackOn: fc.uniqueArray(fc.constantFrom(...fallbackTriggers)),
      outsideWindow: fc.constantFrom(...outsideWindowPolicies),
    },
    { requiredKeys: [] },
  )
  .map((policy) => (policy.fallbackOn?.includes('undelivered') ? { ...policy, undeliveredAfterSeconds: 60 } : policy))

const messageFields = { spec: fc.constant(spec), id: identifier, delivery }
const messageWithParts = fc.record(
  { ...messageFields, parts: fc.array(part, { minLength: 1, maxLength: 4 }), chips: anyChips(13) },
  { requiredKeys: ['spec', 'parts'] },
)
const messageWithChipsOnly = fc.record(
  { ...messageFields, parts: fc.constant<Part[]>([]), chips: anyChips(13).filter((list) => list.length > 0) },
  { requiredKeys: ['spec', 'parts', 'chips'] },
)

/** Valid messages of every shape. Each visible piece begins with a token that is unique in the message. */
export function contentMessages(): fc.Arbitrary<ContentMessage> {
  const anyMessage = fc.oneof(
    { weight: 15, arbitrary: messageWithParts },
    { weight: 1, arbitrary: messageWithChipsOnly },
  )
  return anyMessage.map((message): ContentMessage => numberPlaceholders(message))
}
