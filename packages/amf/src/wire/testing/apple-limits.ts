import {
  areUnique,
  exactlyOne,
  expectNumber,
  expectText,
  getMember,
  isFileUrl,
  isOneOf,
  isPostback,
  listArrayEntries,
  matches,
  optional,
  type PayloadNode,
  reportViolation,
} from './spot.ts'

const unlimited = Number.POSITIVE_INFINITY
/** The limit of every string that Apple displays. */
const drawn = { max: 200 }

/** Apple Messages for Business: text and interactive messages. */
export function appleLimits(payload: PayloadNode): void {
  const kind = getMember(payload, 'type')
  isOneOf(kind, ['text', 'interactive'])
  if (kind.value === 'text') text(payload)
  if (kind.value === 'interactive') interactive(getMember(payload, 'interactiveData'))
}

function text(payload: PayloadNode): void {
  const body = getMember(payload, 'body')
  expectText(body, { max: 3000 })
  const marks = String(body.value).split('\uFFFC').length - 1
  const attachments = getMember(payload, 'attachments')
  const files = attachments.value === undefined ? [] : listArrayEntries(attachments, { max: unlimited })
  if (files.length !== marks) reportViolation(body, `has ${marks} marks for ${files.length} attachments`)
  for (const file of files) {
    expectText(getMember(file, 'name'), { max: 255 })
    matches(getMember(file, 'mimeType'), /^[\w.+-]+\/[\w.+-]+$/, 'a media type')
    isFileUrl(getMember(file, 'url'))
  }
}

function interactive(data: PayloadNode): void {
  expectText(getMember(data, 'bid'), { max: 200 })
  for (const key of ['receivedMessage', 'replyMessage']) bubble(getMember(data, key))
  const content = getMember(data, 'data')
  isOneOf(getMember(content, 'version'), ['1.0'])
  isPostback(getMember(content, 'requestIdentifier'))
  const kind = exactlyOne(content, ['quick-reply', 'listPicker', 'event'])
  if (kind === 'quick-reply') quickReply(getMember(content, kind))
  if (kind === 'listPicker') listPicker(getMember(content, kind), pictures(content))
  if (kind === 'event') event(getMember(content, kind))
}

function bubble(message: PayloadNode): void {
  expectText(getMember(message, 'title'), drawn)
  optional(getMember(message, 'subtitle'), (subtitle) => expectText(subtitle, drawn))
  isOneOf(getMember(message, 'style'), ['icon', 'small', 'large'])
}

function quickReply(content: PayloadNode): void {
  expectText(getMember(content, 'summaryText'), drawn)
  for (const item of choices(getMember(content, 'items'), { min: 2, max: 5 }))
    expectText(getMember(item, 'title'), drawn)
}

function listPicker(content: PayloadNode, images: readonly unknown[]): void {
  for (const section of listArrayEntries(getMember(content, 'sections'), { max: unlimited })) {
    expectText(getMember(section, 'title'), drawn)
    isOneOf(getMember(section, 'multipleSelection'), [true, false])
    for (const item of choices(getMember(section, 'items'), { max: unlimited })) {
      expectText(getMember(item, 'title'), drawn)
      optional(getMember(item, 'subtitle'), (subtitle) => expectText(subtitle, drawn))
      optional(getMember(item, 'imageIdentifier'), (name) => isOneOf(name, images))
    }
  }
}

function pictures(content: PayloadNode): readonly unknown[] {
  const images = getMember(content, 'images')
  if (images.value === undefined) return []
  return listArrayEntries(images, { max: unlimited }).map((image) => {
    isFileUrl(getMember(getMember(image, 'data'), '$png'))
    return getMember(image, 'identifier').value
  })
}

function event(content: PayloadNode): void {
  expectText(getMember(content, 'identifier'), { max: 200 })
  expectText(getMember(content, 'title'), drawn)
  expectNumber(getMember(content, 'timezoneOffset'), { min: -12 * 60, max: 14 * 60 })
  for (const slot of choices(getMember(content, 'timeslots'), { max: unlimited })) {
    matches(getMember(slot, 'startTime'), /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}\+0000$/, 'a time in UTC without seconds')
    expectNumber(getMember(slot, 'duration'), { min: 60, max: 44_640 * 60 })
  }
}

function choices(list: PayloadNode, bounds: { min?: number; max: number }): PayloadNode[] {
  const items = listArrayEntries(list, bounds)
  for (const item of items) isPostback(getMember(item, 'identifier'))
  areUnique(
    items.map((item) => getMember(item, 'identifier')),
    'identifier',
  )
  return items
}
