import {
  areUnique,
  entries,
  exactlyOne,
  isFileUrl,
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

const unlimited = Number.POSITIVE_INFINITY
/** Every string that Apple draws. */
const drawn = { max: 200 }

/** Messages for Business, text and interactive messages. */
export function appleLimits(payload: Spot): void {
  const kind = member(payload, 'type')
  isOneOf(kind, ['text', 'interactive'])
  if (kind.value === 'text') text(payload)
  if (kind.value === 'interactive') interactive(member(payload, 'interactiveData'))
}

function text(payload: Spot): void {
  const body = member(payload, 'body')
  isText(body, { max: 3000 })
  const marks = String(body.value).split('\uFFFC').length - 1
  const attachments = member(payload, 'attachments')
  const files = attachments.value === undefined ? [] : entries(attachments, { max: unlimited })
  if (files.length !== marks) report(body, `has ${marks} marks for ${files.length} attachments`)
  for (const file of files) {
    isText(member(file, 'name'), { max: 255 })
    matches(member(file, 'mimeType'), /^[\w.+-]+\/[\w.+-]+$/, 'a media type')
    isFileUrl(member(file, 'url'))
  }
}

function interactive(data: Spot): void {
  isText(member(data, 'bid'), { max: 200 })
  for (const key of ['receivedMessage', 'replyMessage']) bubble(member(data, key))
  const content = member(data, 'data')
  isOneOf(member(content, 'version'), ['1.0'])
  isPostback(member(content, 'requestIdentifier'))
  const kind = exactlyOne(content, ['quick-reply', 'listPicker', 'event'])
  if (kind === 'quick-reply') quickReply(member(content, kind))
  if (kind === 'listPicker') listPicker(member(content, kind), pictures(content))
  if (kind === 'event') event(member(content, kind))
}

function bubble(message: Spot): void {
  isText(member(message, 'title'), drawn)
  optional(member(message, 'subtitle'), (subtitle) => isText(subtitle, drawn))
  isOneOf(member(message, 'style'), ['icon', 'small', 'large'])
}

function quickReply(content: Spot): void {
  isText(member(content, 'summaryText'), drawn)
  for (const item of choices(member(content, 'items'), { min: 2, max: 5 })) isText(member(item, 'title'), drawn)
}

function listPicker(content: Spot, images: readonly unknown[]): void {
  for (const section of entries(member(content, 'sections'), { max: unlimited })) {
    isText(member(section, 'title'), drawn)
    isOneOf(member(section, 'multipleSelection'), [true, false])
    for (const item of choices(member(section, 'items'), { max: unlimited })) {
      isText(member(item, 'title'), drawn)
      optional(member(item, 'subtitle'), (subtitle) => isText(subtitle, drawn))
      optional(member(item, 'imageIdentifier'), (name) => isOneOf(name, images))
    }
  }
}

function pictures(content: Spot): readonly unknown[] {
  const images = member(content, 'images')
  if (images.value === undefined) return []
  return entries(images, { max: unlimited }).map((image) => {
    isFileUrl(member(member(image, 'data'), '$png'))
    return member(image, 'identifier').value
  })
}

function event(content: Spot): void {
  isText(member(content, 'identifier'), { max: 200 })
  isText(member(content, 'title'), drawn)
  isNumber(member(content, 'timezoneOffset'), { min: -12 * 60, max: 14 * 60 })
  for (const slot of choices(member(content, 'timeslots'), { max: unlimited })) {
    matches(member(slot, 'startTime'), /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}\+0000$/, 'a time in UTC without seconds')
    isNumber(member(slot, 'duration'), { min: 60, max: 44_640 * 60 })
  }
}

function choices(list: Spot, bounds: { min?: number; max: number }): Spot[] {
  const items = entries(list, bounds)
  for (const item of items) isPostback(member(item, 'identifier'))
  areUnique(
    items.map((item) => member(item, 'identifier')),
    'identifier',
  )
  return items
}
