import {
  areUnique,
  atLeastOne,
  exactlyOne,
  expectNumber,
  expectText,
  getMember,
  hasMember,
  isFileUrl,
  isLink,
  isOneOf,
  isPostback,
  listArrayEntries,
  matches,
  optional,
  type PayloadNode,
  reportViolation,
} from './spot.ts'

const wholeMaxBytes = 250_000

/** RCS Business Messaging, AgentMessage. */
export function rbmLimits(payload: PayloadNode): void {
  const message = getMember(payload, 'contentMessage')
  const content = exactlyOne(message, ['text', 'richCard', 'contentInfo', 'uploadedRbmFile'])
  if (content === 'text') expectText(getMember(message, 'text'), { max: 3072, unit: 'bytes' })
  if (content === 'contentInfo') contentInfo(getMember(message, 'contentInfo'))
  if (content === 'richCard') richCard(getMember(message, 'richCard'))
  optional(getMember(message, 'suggestions'), (list) => suggestions(list, 11))
  const whole = new TextEncoder().encode(JSON.stringify(payload.value)).length
  if (whole > wholeMaxBytes) reportViolation(payload, `has ${whole} bytes, more than ${wholeMaxBytes}`)
}

function richCard(card: PayloadNode): void {
  const shape = exactlyOne(card, ['standaloneCard', 'carouselCard'])
  if (shape === 'standaloneCard') standalone(getMember(card, 'standaloneCard'))
  if (shape === 'carouselCard') carousel(getMember(card, 'carouselCard'))
}

function standalone(card: PayloadNode): void {
  isOneOf(getMember(card, 'cardOrientation'), ['VERTICAL', 'HORIZONTAL'])
  cardContent(getMember(card, 'cardContent'), ['SHORT', 'MEDIUM', 'TALL'])
}

function carousel(card: PayloadNode): void {
  isOneOf(getMember(card, 'cardWidth'), ['SMALL', 'MEDIUM'])
  const cards = listArrayEntries(getMember(card, 'cardContents'), { min: 2, max: 10 })
  // AWS forbids TALL in any carousel.
  for (const content of cards) cardContent(content, ['SHORT', 'MEDIUM'])
  const heights = cards.map((content) => getMember(getMember(content, 'media'), 'height').value).filter(Boolean)
  if (new Set(heights).size > 1) reportViolation(card, 'has media of several heights')
}

function cardContent(card: PayloadNode, heights: readonly string[]): void {
  atLeastOne(card, ['media', 'title', 'description'])
  optional(getMember(card, 'title'), (title) => expectText(title, { max: 200 }))
  optional(getMember(card, 'description'), (description) => expectText(description, { max: 2000 }))
  optional(getMember(card, 'suggestions'), (list) => suggestions(list, 4))
  optional(getMember(card, 'media'), (media) => {
    isOneOf(getMember(media, 'height'), heights)
    contentInfo(getMember(media, 'contentInfo'))
    const fileUrl = getMember(getMember(media, 'contentInfo'), 'fileUrl')
    if (/\.pdf(\?|$)/i.test(String(fileUrl.value))) reportViolation(fileUrl, 'is a PDF, which no card shows')
  })
}

function contentInfo(info: PayloadNode): void {
  isFileUrl(getMember(info, 'fileUrl'))
}

function suggestions(list: PayloadNode, max: number): void {
  const bodies = listArrayEntries(list, { max }).map((entry) => {
    const kind = exactlyOne(entry, ['reply', 'action'])
    const body = getMember(entry, kind ?? 'reply')
    if (kind === 'action') action(body)
    expectText(getMember(body, 'text'), { max: 25 })
    isPostback(getMember(body, 'postbackData'))
    return body
  })
  areUnique(
    bodies.map((body) => getMember(body, 'postbackData')),
    'postback',
  )
}

const actionChecks: Record<string, (action: PayloadNode) => void> = {
  openUrlAction: (action) => isLink(getMember(action, 'url'), 2048),
  dialAction: (action) =>
    matches(getMember(action, 'phoneNumber'), /^\+?\d{3,20}$/, 'a telephone number of digits alone'),
  createCalendarEventAction: calendarEvent,
  viewLocationAction: viewLocation,
  shareLocationAction: () => {},
}

function action(body: PayloadNode): void {
  const kind = exactlyOne(body, Object.keys(actionChecks))
  if (kind) actionChecks[kind]?.(getMember(body, kind))
  optional(getMember(body, 'fallbackUrl'), (url) => isLink(url, 2048))
}

const utc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

function calendarEvent(event: PayloadNode): void {
  const start = getMember(event, 'startTime')
  const end = getMember(event, 'endTime')
  for (const time of [start, end]) matches(time, utc, 'a time in UTC')
  if (String(end.value) < String(start.value)) reportViolation(end, 'is before the start')
  expectText(getMember(event, 'title'), { max: 100 })
  optional(getMember(event, 'description'), (description) => expectText(description, { max: 1000 }))
}

function viewLocation(location: PayloadNode): void {
  const kind = exactlyOne(location, ['latLong', 'query'])
  if (kind === 'query') expectText(getMember(location, 'query'), { max: 2000 })
  if (kind !== 'latLong') return
  expectNumber(getMember(getMember(location, 'latLong'), 'latitude'), { min: -90, max: 90 })
  expectNumber(getMember(getMember(location, 'latLong'), 'longitude'), { min: -180, max: 180 })
  if (hasMember(location, 'label')) expectText(getMember(location, 'label'), { max: 2000 })
}
