import {
  areUnique,
  checkFor,
  exactlyOne,
  expectNumber,
  expectText,
  getMember,
  isFileUrl,
  isLink,
  isOneOf,
  isPostback,
  listArrayEntries,
  optional,
  type PayloadNode,
  reportViolation,
} from './spot.ts'

/** Cloud API: interactive messages and media; carousels as in Meta's page on interactive media carousels. */
export function whatsappLimits(payload: PayloadNode): void {
  const kind = getMember(payload, 'type')
  checkFor(kind, kinds)(getMember(payload, String(kind.value)))
}

const kinds: Record<string, (content: PayloadNode) => void> = {
  text: (text) => expectText(getMember(text, 'body'), { max: 4096 }),
  image: captioned,
  video: captioned,
  document: (document) => {
    captioned(document)
    expectText(getMember(document, 'filename'), { max: 240 })
  },
  audio: (audio) => {
    isFileUrl(getMember(audio, 'link'))
    optional(getMember(audio, 'caption'), (caption) => reportViolation(caption, 'cannot stand with a recording'))
  },
  location: (location) => {
    expectNumber(getMember(location, 'latitude'), { min: -90, max: 90 })
    expectNumber(getMember(location, 'longitude'), { min: -180, max: 180 })
  },
  interactive,
}

function captioned(media: PayloadNode): void {
  isFileUrl(getMember(media, 'link'))
  optional(getMember(media, 'caption'), (caption) => expectText(caption, { max: 1024 }))
}

const actions: Record<string, (action: PayloadNode) => void> = {
  button: (action) => replyButtons(listArrayEntries(getMember(action, 'buttons'), { max: 3 }), 'reply'),
  cta_url: ctaUrl,
  list,
  carousel,
  location_request_message: (action) => isOneOf(getMember(action, 'name'), ['send_location']),
}

function interactive(content: PayloadNode): void {
  const kind = getMember(content, 'type')
  expectText(getMember(getMember(content, 'body'), 'text'), { max: 1024 })
  optional(getMember(content, 'header'), (spot) => header(spot, String(kind.value)))
  checkFor(kind, actions)(getMember(content, 'action'))
}

function header(spot: PayloadNode, kind: string): void {
  if (kind !== 'button' && kind !== 'cta_url') reportViolation(spot, `cannot stand on a ${kind}`)
  const media = String(getMember(spot, 'type').value)
  isOneOf(getMember(spot, 'type'), ['image', 'video', 'document'])
  isFileUrl(getMember(getMember(spot, media), 'link'))
}

function ctaUrl(action: PayloadNode): void {
  isOneOf(getMember(action, 'name'), ['cta_url'])
  expectText(getMember(getMember(action, 'parameters'), 'display_text'), { max: 20 })
  isLink(getMember(getMember(action, 'parameters'), 'url'))
}

function replyButtons(buttons: readonly PayloadNode[], kind: 'reply' | 'quick_reply'): void {
  for (const button of buttons) {
    isOneOf(getMember(button, 'type'), [kind])
    expectText(getMember(getMember(button, kind), 'title'), { max: 20 })
    isPostback(getMember(getMember(button, kind), 'id'))
  }
  const inside = (key: string) => buttons.map((button) => getMember(getMember(button, kind), key))
  areUnique(inside('title'), 'title')
  areUnique(inside('id'), 'id')
}

function list(action: PayloadNode): void {
  expectText(getMember(action, 'button'), { max: 20 })
  const sections = listArrayEntries(getMember(action, 'sections'), { max: 10 })
  const rows = sections.flatMap((section) => listArrayEntries(getMember(section, 'rows'), { max: 10 }))
  if (rows.length > 10) reportViolation(action, `has ${rows.length} rows in all, more than 10`)
  for (const row of rows) {
    expectText(getMember(row, 'title'), { max: 24 })
    isPostback(getMember(row, 'id'))
    optional(getMember(row, 'description'), (description) => expectText(description, { max: 72 }))
  }
  areUnique(
    rows.map((row) => getMember(row, 'id')),
    'id',
  )
}

function carousel(action: PayloadNode): void {
  const cards = listArrayEntries(getMember(action, 'cards'), { min: 2, max: 10 })
  const shapes = cards.map(carouselCard)
  if (new Set(shapes).size > 1) reportViolation(action, `has cards of several shapes: ${shapes.join(', ')}`)
  const ids = cards.flatMap((card) =>
    buttonsOf(card).map((button) => getMember(getMember(button, 'quick_reply'), 'id')),
  )
  areUnique(ids, 'id')
}

/** Checks a card and returns its shape, which must be the same for all cards. */
function carouselCard(card: PayloadNode, at: number): string {
  isOneOf(getMember(card, 'card_index'), [at])
  isOneOf(getMember(card, 'type'), ['cta_url'])
  isOneOf(getMember(getMember(card, 'header'), 'type'), ['image'])
  isFileUrl(getMember(getMember(getMember(card, 'header'), 'image'), 'link'))
  optional(getMember(card, 'body'), (body) => cardText(getMember(body, 'text')))
  const action = getMember(card, 'action')
  const kind = exactlyOne(action, ['parameters', 'buttons'])
  if (kind === 'parameters') ctaUrl(action)
  if (kind !== 'buttons') return 'link'
  listArrayEntries(getMember(action, 'buttons'), { max: 2 })
  replyButtons(buttonsOf(card), 'quick_reply')
  return `${buttonsOf(card).length} replies`
}

function cardText(text: PayloadNode): void {
  expectText(text, { max: 160 })
  if (String(text.value).split('\n').length > 3) reportViolation(text, 'has more than two line breaks')
}

function buttonsOf(card: PayloadNode): PayloadNode[] {
  const buttons = getMember(getMember(card, 'action'), 'buttons')
  return buttons.value === undefined ? [] : listArrayEntries(buttons, { min: 0, max: Number.POSITIVE_INFINITY })
}
