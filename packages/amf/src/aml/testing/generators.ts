import fc from 'fast-check'
import type { Chip } from '../../model/chip.ts'
import type { ContentMessage } from '../../model/message.ts'
import type { PortablePart } from '../../model/parts.ts'

/** Random texts and messages for the compiler. Tests only. */

const tokens = [
  ...[
    '[[',
    ']]',
    '[',
    ']',
    '|',
    '~',
    ' ~ ',
    '=',
    ' = ',
    '->',
    ' -> ',
    '#',
    ':',
    '\\',
    '\\[[',
    '\\]',
    '\\n',
    ',',
    '`',
    '```',
  ],
  ...[
    '~~~',
    '\n```\n',
    '\n~~~\n',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    ' ',
    '\t',
    '  ',
    '- ',
    '1. ',
    '> ',
    '\u00a0',
    '\u2028',
    '\ufeff',
  ],
  ...['chips', 'CHIPS:', 'ask.choice', 'ask.time', 'confirm', 'showcase', 'ask.location', 'share.event', 'share.place'],
  ...['share.contact', 'media:', 'card:', 'carousel', 'template:', 'things:', 'collection:', 'nosuch', 'image:x'],
  ...[
    'word',
    'два',
    '👩‍👧',
    '\ud83d',
    '\ude00',
    'שלום',
    'https://example.com/a?b=c',
    'tel:+12025550143',
    'example.com',
  ],
  ...['2027-03-04T09:30:00-05:00', '2027-03-04 09:30Z', '[Europe/Berlin]', '-0', '12.5', 'a = A', 'start = ', 'a@b.c'],
  ...[
    '[[chips: A | B = b]]',
    '[[chips: A]]',
    '[[confirm #c | Sure?]]',
    '[[ask.location | Where?]]',
    '[[media: https://a.b/c]]',
  ],
  ...['[[card: One\ndescription = Two\n]]', '[[carousel\n[[card: One]]\n[[card: Two]]\n]]', '[[share.place | Mill]]'],
  ...['[[ask.choice #x | Which?\na = A ~ B\nb = B\n]]', '[[ask.time | When?\r\na = 2027-03-04T09:30Z ~ x\r\n]]'],
  ...[
    '[[template: t]]',
    '[[things: a, b]]',
    '[[collection: c]]',
    '[[confirm | Ok?\nDay = Friday\n]]',
    '\n[[chips: A]]\n',
  ],
]

const names = [
  'chips',
  'ask.choice',
  'Ask.Time',
  'confirm',
  'SHOWCASE',
  'ask.location',
  'share.event',
  'share.place',
  'share.contact',
]
const moreNames = ['media', 'card', 'carousel\n[[card: One', 'template', 'things', 'collection']
const rowStarts = [
  ...[
    'a',
    'b',
    'two words',
    '\\n',
    '\\=',
    'start',
    'End',
    'location',
    'description',
    'prompt',
    'address',
    'latitude',
    'longitude',
  ],
  ...['phone', 'phones', 'email', 'emails', 'url', 'organization', 'image', 'chips', '|'],
].map((key) => `\n${key} = `)
const insides = [
  ...[
    ' | ',
    '|',
    ' ~ ',
    '~',
    '=',
    '->',
    ' -> ',
    '\\',
    '\\|',
    '\\~',
    '\\]',
    '\\[',
    '\\[[',
    '\\n',
    '\\\\',
    ',',
    ']',
    '[',
    ' ',
    '\n',
    '\r\n',
  ],
  ...['word', 'a b', '👩‍👧', '#x', ':', '12.5', '-0', '1e-7', 'https://example.com/a', 'image:x', 'tel:+12025550143'],
  ...[
    'example.com',
    '+1 202 555 0143',
    'a@b',
    '2027-03-04T09:30:00-05:00',
    '2027-03-04 10:30Z[Europe/Berlin]',
    '\u00a0',
  ],
]

/** A carelessly written marker: often valid, sometimes not. */
const sloppyMarker = fc
  .tuple(
    fc.constantFrom(...names, ...moreNames),
    fc.constantFrom(' #i | Prompt', ' | Prompt', ': ', ' ', '#i|', ' # j: Prompt | ', ': https://example.com | '),
    fc.array(
      fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...rowStarts) },
        { weight: 3, arbitrary: fc.constantFrom(...insides) },
      ),
      { maxLength: 9, size: 'max' },
    ),
    fc.constantFrom(']]', '\n]]', '\n]]\n]]'),
  )
  .map(([name, head, inside, end]) => `[[${name}${head}${inside.join('')}${end}`)

/** Strings of characters and words that have a meaning in AML. */
const amlText = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...tokens) },
      { weight: 3, arbitrary: sloppyMarker },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
    ),
    {
      maxLength: 24,
      size: 'max',
    },
  )
  .map((parts) => parts.join(''))

export const anyText = fc.oneof(
  { weight: 4, arbitrary: amlText },
  { weight: 4, arbitrary: sloppyMarker },
  fc.string({ unit: 'binary' }),
  fc.string(),
)

/** A text, and the same text split into chunks. */
export const cutText = fc.tuple(anyText, fc.array(fc.nat({ max: 60 }), { maxLength: 12 })).map(([text, places]) => {
  const cuts = [...new Set([0, ...places.map((place) => Math.min(place, text.length)), text.length])].sort(
    (a, b) => a - b,
  )
  return { text, chunks: cuts.slice(1).map((to, index) => text.slice(cuts[index], to)) }
})

// Messages of AML's subset: words have no surrounding white space, and empty options are absent.

const wordy = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'word',
        ' ',
        '|',
        '~',
        ' ~ ',
        '=',
        '->',
        '[[',
        ']]',
        ']',
        '[',
        '\\',
        '\\n',
        '\n',
        '#',
        ':',
        ',',
        '`',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join('').replaceAll('\r', '').trim())
  .filter((text) => text !== '' && text.isWellFormed())
const words = wordy
const identifier = wordy.map((text) => text.slice(0, 200).toWellFormed().trim()).filter((text) => text !== '')
const intentId = wordy.map((text) => text.replace(/\s/g, '')).filter((text) => text !== '')
const address = fc.constantFrom(
  'https://example.com',
  'http://example.com/~ada/a|b?c=d&e=->#f',
  'https://example.com/ ~ /x',
  'https://example.com/[[x]]',
  'https://[::1]/]',
)
const time = fc.constantFrom(
  { iso: '2027-03-04T09:30:00-05:00', tz: 'America/New_York' },
  { iso: '2027-03-04T09:30-05:00', tz: 'Etc/GMT+5' },
  { iso: '2027-03-04T09:30:00.123456789Z', tz: 'UTC' },
  { iso: '2027-03-04T09:30:00+05:45', tz: 'Asia/Kathmandu' },
  { iso: '2027-03-04T09:30:00+05:30', tz: 'Europe/Berlin' },
)
const phone = fc.constantFrom('+12025550143', '(202) 555-0143', '+49 30 1234')

function listOf<T>(entry: fc.Arbitrary<T & { id: string }>) {
  return fc.uniqueArray(entry, { minLength: 1, maxLength: 3, selector: ({ id }) => id })
}

/** Optional fields are absent, never undefined, so that strict equality works. */
function record<T extends object>(required: { [K in keyof T]: fc.Arbitrary<T[K]> }, keys?: (keyof T)[]) {
  return fc.record(required, {
    requiredKeys: (keys ?? Object.keys(required)) as never,
    noNullPrototype: true,
  }) as fc.Arbitrary<T>
}

const chip: fc.Arbitrary<Chip> = fc.oneof(
  record<Chip>({ label: words, value: words } as never, ['label']),
  record<Chip>({ label: words, kind: fc.constant('url'), url: address } as never),
  record<Chip>({ label: words, kind: fc.constant('dial'), phone } as never),
)
const chips = fc.array(chip, { minLength: 1, maxLength: 3 })
const card = fc
  .record({ title: words, description: words, mediaUrl: address, chips }, { requiredKeys: [] })
  .filter((made) => made.title !== undefined || made.description !== undefined || made.mediaUrl !== undefined)
const entry = { description: words, mediaUrl: address }
const of = <T extends PortablePart['type']>(type: T) => fc.constant(type)

/** One of each kind that a marker can express. */
export const partGenerators = {
  'ask.choice': fc.record({
    type: of('ask.choice'),
    intentId,
    prompt: words,
    options: listOf(fc.record({ id: identifier, label: words, ...entry }, { requiredKeys: ['id', 'label'] })),
  }),
  'ask.time': fc.record({
    type: of('ask.time'),
    intentId,
    prompt: words,
    slots: listOf(fc.record({ id: identifier, start: time, label: words }, { requiredKeys: ['id', 'start'] })),
  }),
  confirm: fc.record(
    {
      type: of('confirm'),
      intentId,
      prompt: words,
      confirmLabel: words,
      denyLabel: words,
      summary: fc.array(fc.record({ label: words, value: fc.oneof(words, fc.constant('')) }), {
        minLength: 1,
        maxLength: 3,
      }),
    },
    { requiredKeys: ['type', 'intentId', 'prompt'] },
  ),
  showcase: fc.record({
    type: of('showcase'),
    intentId,
    prompt: words,
    items: listOf(fc.record({ id: identifier, title: words, ...entry }, { requiredKeys: ['id', 'title'] })),
  }),
  'ask.location': fc.record({ type: of('ask.location'), intentId, prompt: words }),
  'share.event': fc.record(
    {
      type: of('share.event'),
      intentId,
      prompt: words,
      event: fc.record(
        { title: words, start: time, location: words, description: words },
        { requiredKeys: ['title', 'start'] },
      ),
    },
    { requiredKeys: ['type', 'event'] },
  ),
  'share.place': fc.record(
    {
      type: of('share.place'),
      intentId,
      prompt: words,
      place: fc.oneof(
        fc.record({ name: words, address: words }, { requiredKeys: ['name'] }),
        fc.record({ address: words }),
        fc.record({ latitude: degrees(90), longitude: degrees(180) }),
      ),
    },
    { requiredKeys: ['type', 'place'] },
  ),
  'share.contact': fc.record(
    {
      type: of('share.contact'),
      intentId,
      prompt: words,
      contact: fc.record(
        {
          name: words,
          phones: fc.array(phone, { minLength: 1, maxLength: 2 }),
          emails: fc.array(fc.constantFrom('a@b', 'a,b@c', 'x|y=~@z.example'), { minLength: 1, maxLength: 2 }),
          url: address,
          organization: words,
        },
        { requiredKeys: ['name'] },
      ),
    },
    { requiredKeys: ['type', 'contact'] },
  ),
  media: fc.record({ type: of('media'), url: address, alt: words, caption: words }, { requiredKeys: ['type', 'url'] }),
  card: fc.record({ type: of('card'), card }),
  carousel: fc.record({ type: of('carousel'), cards: fc.array(card, { minLength: 1, maxLength: 3 }) }),
} satisfies Partial<Record<PortablePart['type'], fc.Arbitrary<unknown>>>

function degrees(most: number) {
  return fc.double({ min: -most, max: most, noNaN: true }).map((number) => number + 0)
}

/** Text without blank lines and fences, which a message may contain but AML would split. */
const text = wordy
  .map((made) =>
    made
      .replace(/\n\s*/g, '\n')
      .replace(/`{3,}|~{3,}/g, '')
      .trim(),
  )
  .filter((made) => made !== '')
  .map((made) => ({ type: 'text' as const, text: made }))

export const anyAmlMessage = fc
  .record(
    {
      spec: fc.constant('amf/1' as const),
      parts: fc.array(fc.oneof(text, ...(Object.values(partGenerators) as fc.Arbitrary<PortablePart>[])), {
        minLength: 1,
        maxLength: 5,
      }),
      chips,
    },
    { requiredKeys: ['spec', 'parts'] },
  )
  .map((message) => structuredClone({ ...message, parts: withUniqueIds(message.parts) }) as ContentMessage)

function withUniqueIds(parts: PortablePart[]): PortablePart[] {
  return parts.map((part, index) =>
    'intentId' in part && part.intentId ? { ...part, intentId: `${part.intentId}${index}` } : part,
  )
}
