import {
  areUnique,
  checkFor,
  entries,
  exactlyOne,
  isFileUrl,
  isLink,
  isNumber,
  isOneOf,
  isPostback,
  isText,
  member,
  optional,
  report,
  type Spot,
} from './spot.ts'

/** Cloud API, interactive messages and media; carousels after Meta's page on interactive media carousels. */
export function whatsappLimits(payload: Spot): void {
  const kind = member(payload, 'type')
  checkFor(kind, kinds)(member(payload, String(kind.value)))
}

const kinds: Record<string, (content: Spot) => void> = {
  text: (text) => isText(member(text, 'body'), { max: 4096 }),
  image: captioned,
  video: captioned,
  document: (document) => {
    captioned(document)
    isText(member(document, 'filename'), { max: 240 })
  },
  audio: (audio) => {
    isFileUrl(member(audio, 'link'))
    optional(member(audio, 'caption'), (caption) => report(caption, 'cannot stand with a recording'))
  },
  location: (location) => {
    isNumber(member(location, 'latitude'), { min: -90, max: 90 })
    isNumber(member(location, 'longitude'), { min: -180, max: 180 })
  },
  interactive,
}

function captioned(media: Spot): void {
  isFileUrl(member(media, 'link'))
  optional(member(media, 'caption'), (caption) => isText(caption, { max: 1024 }))
}

const actions: Record<string, (action: Spot) => void> = {
  button: (action) => replyButtons(entries(member(action, 'buttons'), { max: 3 }), 'reply'),
  cta_url: ctaUrl,
  list,
  carousel,
  location_request_message: (action) => isOneOf(member(action, 'name'), ['send_location']),
}

function interactive(content: Spot): void {
  const kind = member(content, 'type')
  isText(member(member(content, 'body'), 'text'), { max: 1024 })
  optional(member(content, 'header'), (spot) => header(spot, String(kind.value)))
  checkFor(kind, actions)(member(content, 'action'))
}

function header(spot: Spot, kind: string): void {
  if (kind !== 'button' && kind !== 'cta_url') report(spot, `cannot stand on a ${kind}`)
  const media = String(member(spot, 'type').value)
  isOneOf(member(spot, 'type'), ['image', 'video', 'document'])
  isFileUrl(member(member(spot, media), 'link'))
}

function ctaUrl(action: Spot): void {
  isOneOf(member(action, 'name'), ['cta_url'])
  isText(member(member(action, 'parameters'), 'display_text'), { max: 20 })
  isLink(member(member(action, 'parameters'), 'url'))
}

function replyButtons(buttons: readonly Spot[], kind: 'reply' | 'quick_reply'): void {
  for (const button of buttons) {
    isOneOf(member(button, 'type'), [kind])
    isText(member(member(button, kind), 'title'), { max: 20 })
    isPostback(member(member(button, kind), 'id'))
  }
  const inside = (key: string) => buttons.map((button) => member(member(button, kind), key))
  areUnique(inside('title'), 'title')
  areUnique(inside('id'), 'id')
}

function list(action: Spot): void {
  isText(member(action, 'button'), { max: 20 })
  const sections = entries(member(action, 'sections'), { max: 10 })
  const rows = sections.flatMap((section) => entries(member(section, 'rows'), { max: 10 }))
  if (rows.length > 10) report(action, `has ${rows.length} rows in all, more than 10`)
  for (const row of rows) {
    isText(member(row, 'title'), { max: 24 })
    isPostback(member(row, 'id'))
    optional(member(row, 'description'), (description) => isText(description, { max: 72 }))
  }
  areUnique(
    rows.map((row) => member(row, 'id')),
    'id',
  )
}

function carousel(action: Spot): void {
  const cards = entries(member(action, 'cards'), { min: 2, max: 10 })
  const shapes = cards.map(carouselCard)
  if (new Set(shapes).size > 1) report(action, `has cards of several shapes: ${shapes.join(', ')}`)
  const ids = cards.flatMap((card) => buttonsOf(card).map((button) => member(member(button, 'quick_reply'), 'id')))
  areUnique(ids, 'id')
}

/** Checks a card and gives its shape, in which all cards must be alike. */
function carouselCard(card: Spot, at: number): string {
  isOneOf(member(card, 'card_index'), [at])
  isOneOf(member(card, 'type'), ['cta_url'])
  isOneOf(member(member(card, 'header'), 'type'), ['image'])
  isFileUrl(member(member(member(card, 'header'), 'image'), 'link'))
  optional(member(card, 'body'), (body) => cardText(member(body, 'text')))
  const action = member(card, 'action')
  const kind = exactlyOne(action, ['parameters', 'buttons'])
  if (kind === 'parameters') ctaUrl(action)
  if (kind !== 'buttons') return 'link'
  entries(member(action, 'buttons'), { max: 2 })
  replyButtons(buttonsOf(card), 'quick_reply')
  return `${buttonsOf(card).length} replies`
}

function cardText(text: Spot): void {
  isText(text, { max: 160 })
  if (String(text.value).split('\n').length > 3) report(text, 'has more than two line breaks')
}

function buttonsOf(card: Spot): Spot[] {
  const buttons = member(member(card, 'action'), 'buttons')
  return buttons.value === undefined ? [] : entries(buttons, { min: 0, max: Number.POSITIVE_INFINITY })
}
