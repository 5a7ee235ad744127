import {
  areUnique,
  atLeastOne,
  entries,
  exactlyOne,
  has,
  isFileUrl,
  isLink,
  isNumber,
  isOneOf,
  isPostback,
  isText,
  matches,
  member,
  optional,
  report,
  type Spot,
} from './spot.ts'

const wholeMaxBytes = 250_000

/** RCS Business Messaging, AgentMessage. */
export function rbmLimits(payload: Spot): void {
  const message = member(payload, 'contentMessage')
  const content = exactlyOne(message, ['text', 'richCard', 'contentInfo', 'uploadedRbmFile'])
  if (content === 'text') isText(member(message, 'text'), { max: 3072, unit: 'bytes' })
  if (content === 'contentInfo') contentInfo(member(message, 'contentInfo'))
  if (content === 'richCard') richCard(member(message, 'richCard'))
  optional(member(message, 'suggestions'), (list) => suggestions(list, 11))
  const whole = new TextEncoder().encode(JSON.stringify(payload.value)).length
  if (whole > wholeMaxBytes) report(payload, `has ${whole} bytes, more than ${wholeMaxBytes}`)
}

function richCard(card: Spot): void {
  const shape = exactlyOne(card, ['standaloneCard', 'carouselCard'])
  if (shape === 'standaloneCard') standalone(member(card, 'standaloneCard'))
  if (shape === 'carouselCard') carousel(member(card, 'carouselCard'))
}

function standalone(card: Spot): void {
  isOneOf(member(card, 'cardOrientation'), ['VERTICAL', 'HORIZONTAL'])
  cardContent(member(card, 'cardContent'), ['SHORT', 'MEDIUM', 'TALL'])
}

function carousel(card: Spot): void {
  isOneOf(member(card, 'cardWidth'), ['SMALL', 'MEDIUM'])
  const cards = entries(member(card, 'cardContents'), { min: 2, max: 10 })
  // AWS forbids TALL in any carousel.
  for (const content of cards) cardContent(content, ['SHORT', 'MEDIUM'])
  const heights = cards.map((content) => member(member(content, 'media'), 'height').value).filter(Boolean)
  if (new Set(heights).size > 1) report(card, 'has media of several heights')
}

function cardContent(card: Spot, heights: readonly string[]): void {
  atLeastOne(card, ['media', 'title', 'description'])
  optional(member(card, 'title'), (title) => isText(title, { max: 200 }))
  optional(member(card, 'description'), (description) => isText(description, { max: 2000 }))
  optional(member(card, 'suggestions'), (list) => suggestions(list, 4))
  optional(member(card, 'media'), (media) => {
    isOneOf(member(media, 'height'), heights)
    contentInfo(member(media, 'contentInfo'))
    const fileUrl = member(member(media, 'contentInfo'), 'fileUrl')
    if (/\.pdf(\?|$)/i.test(String(fileUrl.value))) report(fileUrl, 'is a PDF, which no card shows')
  })
}

function contentInfo(info: Spot): void {
  isFileUrl(member(info, 'fileUrl'))
}

function suggestions(list: Spot, max: number): void {
  const bodies = entries(list, { max }).map((entry) => {
    const kind = exactlyOne(entry, ['reply', 'action'])
    const body = member(entry, kind ?? 'reply')
    if (kind === 'action') action(body)
    isText(member(body, 'text'), { max: 25 })
    isPostback(member(body, 'postbackData'))
    return body
  })
  areUnique(
    bodies.map((body) => member(body, 'postbackData')),
    'postback',
  )
}

const actionChecks: Record<string, (action: Spot) => void> = {
  openUrlAction: (action) => isLink(member(action, 'url'), 2048),
  dialAction: (action) => matches(member(action, 'phoneNumber'), /^\+?\d{3,20}$/, 'a telephone number of digits alone'),
  createCalendarEventAction: calendarEvent,
  viewLocationAction: viewLocation,
  shareLocationAction: () => {},
}

function action(body: Spot): void {
  const kind = exactlyOne(body, Object.keys(actionChecks))
  if (kind) actionChecks[kind]?.(member(body, kind))
  optional(member(body, 'fallbackUrl'), (url) => isLink(url, 2048))
}

const utc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

function calendarEvent(event: Spot): void {
  const start = member(event, 'startTime')
  const end = member(event, 'endTime')
  for (const time of [start, end]) matches(time, utc, 'a time in UTC')
  if (String(end.value) < String(start.value)) report(end, 'is before the start')
  isText(member(event, 'title'), { max: 100 })
  optional(member(event, 'description'), (description) => isText(description, { max: 1000 }))
}

function viewLocation(location: Spot): void {
  const kind = exactlyOne(location, ['latLong', 'query'])
  if (kind === 'query') isText(member(location, 'query'), { max: 2000 })
  if (kind !== 'latLong') return
  isNumber(member(member(location, 'latLong'), 'latitude'), { min: -90, max: 90 })
  isNumber(member(member(location, 'latLong'), 'longitude'), { min: -180, max: 180 })
  if (has(location, 'label')) isText(member(location, 'label'), { max: 2000 })
}
