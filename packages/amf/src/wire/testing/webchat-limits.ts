import {
  atLeastOne,
  checkFor,
  entries,
  isFileUrl,
  isLink,
  isNumber,
  isOneOf,
  isPostback,
  isText,
  matches,
  member,
  optional,
  type Spot,
} from './spot.ts'

/** Our own: chips and cards as on rcs. */
export function webchatLimits(payload: Spot): void {
  checkFor(member(payload, 'kind'), kinds)(payload)
  chips(member(payload, 'chips'), 11)
}

const kinds: Record<string, (payload: Spot) => void> = {
  text,
  media: (payload) => {
    isFileUrl(member(payload, 'url'))
    matches(member(payload, 'mediaType'), /^[\w.+-]+\/[\w.+-]+$/, 'a media type')
    optional(member(payload, 'caption'), (caption) => isText(caption, { max: 1000 }))
  },
  card: (payload) => card(member(payload, 'card')),
  carousel: (payload) => {
    for (const entry of entries(member(payload, 'cards'), { min: 2, max: 10 })) card(entry)
  },
  list: (payload) => {
    text(payload)
    isText(member(payload, 'button'), { max: 200 })
    for (const row of entries(member(payload, 'rows'), { max: 100 })) {
      isText(member(row, 'title'), { max: 200 })
      optional(member(row, 'description'), (description) => isText(description, { max: 1000 }))
      optional(member(row, 'mediaUrl'), (url) => isFileUrl(url))
      isPostback(member(row, 'postback'))
    }
  },
  times: (payload) => {
    text(payload)
    isNumber(member(payload, 'durationMinutes'), { min: 1, max: 44_640 })
    for (const slot of entries(member(payload, 'slots'), { max: Number.POSITIVE_INFINITY })) {
      isText(member(slot, 'label'), { max: 200 })
      isPostback(member(slot, 'postback'))
    }
  },
}

function text(payload: Spot): void {
  isText(member(payload, 'text'), { max: 10_000 })
}

function card(spot: Spot): void {
  atLeastOne(spot, ['title', 'description', 'mediaUrl'])
  optional(member(spot, 'title'), (title) => isText(title, { max: 200 }))
  optional(member(spot, 'description'), (description) => isText(description, { max: 2000 }))
  optional(member(spot, 'mediaUrl'), (url) => isFileUrl(url))
  chips(member(spot, 'chips'), 4)
}

const chipTargets: Record<string, string | undefined> = {
  reply: undefined,
  url: 'url',
  dial: 'phone',
  calendar: 'event',
  viewLocation: 'place',
  shareLocation: undefined,
}

function chips(list: Spot, max: number): void {
  for (const chip of entries(list, { min: 0, max })) {
    isText(member(chip, 'label'), { max: 25 })
    isPostback(member(chip, 'postback'))
    isOneOf(member(chip, 'kind'), Object.keys(chipTargets))
    const target = chipTargets[String(member(chip, 'kind').value)]
    if (target) atLeastOne(chip, [target])
    optional(member(chip, 'url'), (url) => isLink(url))
  }
}
