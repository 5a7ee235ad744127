import {
  atLeastOne,
  checkFor,
  expectNumber,
  expectText,
  getMember,
  isFileUrl,
  isLink,
  isOneOf,
  isPostback,
  listArrayEntries,
  matches,
  optional,
  type PayloadNode,
} from './spot.ts'

/** Parley's own protocol: chips and cards as on RCS. */
export function webchatLimits(payload: PayloadNode): void {
  checkFor(getMember(payload, 'kind'), kinds)(payload)
  chips(getMember(payload, 'chips'), 11)
}

const kinds: Record<string, (payload: PayloadNode) => void> = {
  text: (payload) => runs(getMember(payload, 'text'), 10_000),
  media: (payload) => {
    const media = getMember(payload, 'media')
    isFileUrl(getMember(media, 'url'))
    matches(getMember(media, 'mediaType'), /^[\w.+-]+\/[\w.+-]+$/, 'a media type')
    optional(getMember(payload, 'text'), (caption) => runs(caption, 1000))
  },
  card: (payload) => card(getMember(payload, 'card')),
  carousel: (payload) => {
    for (const entry of listArrayEntries(getMember(payload, 'cards'), { min: 2, max: 10 })) card(entry)
  },
  list: (payload) => {
    runs(getMember(payload, 'text'), 10_000)
    expectText(getMember(payload, 'button'), { max: 200 })
    for (const row of listArrayEntries(getMember(payload, 'rows'), { max: 100 })) {
      expectText(getMember(row, 'title'), { max: 200 })
      optional(getMember(row, 'description'), (description) => expectText(description, { max: 1000 }))
      optional(getMember(row, 'mediaUrl'), (url) => isFileUrl(url))
      isPostback(getMember(row, 'postback'))
    }
  },
  times: (payload) => {
    runs(getMember(payload, 'text'), 10_000)
    expectNumber(getMember(payload, 'durationMinutes'), { min: 1, max: 44_640 })
    for (const slot of listArrayEntries(getMember(payload, 'slots'), { max: Number.POSITIVE_INFINITY })) {
      expectText(getMember(slot, 'label'), { max: 200 })
      isPostback(getMember(slot, 'postback'))
    }
  },
}

/** The runs of a text together are not longer than the text that they were parsed from. */
function runs(list: PayloadNode, max: number): void {
  const entries = listArrayEntries(list, { max: Number.POSITIVE_INFINITY })
  const text = entries.map((run) => getMember(run, 'text').value).join('')
  expectText({ ...list, value: text }, { max })
}

function card(spot: PayloadNode): void {
  atLeastOne(spot, ['title', 'description', 'mediaUrl'])
  optional(getMember(spot, 'title'), (title) => expectText(title, { max: 200 }))
  optional(getMember(spot, 'description'), (description) => runs(description, 2000))
  optional(getMember(spot, 'mediaUrl'), (url) => isFileUrl(url))
  chips(getMember(spot, 'chips'), 4)
}

const chipTargets: Record<string, string | undefined> = {
  reply: undefined,
  url: 'url',
  dial: 'phone',
  calendar: 'event',
  viewLocation: 'place',
  shareLocation: undefined,
}

function chips(list: PayloadNode, max: number): void {
  for (const chip of listArrayEntries(list, { min: 0, max })) {
    expectText(getMember(chip, 'label'), { max: 25 })
    isPostback(getMember(chip, 'postback'))
    isOneOf(getMember(chip, 'kind'), Object.keys(chipTargets))
    const target = chipTargets[String(getMember(chip, 'kind').value)]
    if (target) atLeastOne(chip, [target])
    optional(getMember(chip, 'url'), (url) => isLink(url))
  }
}
