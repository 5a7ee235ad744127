import type { DateTime } from '../model/values.ts'
import type { ListBubble, TimesBubble } from '../render/bubble.ts'
import { createWire, getFileName, omitUndefined, requireValue, type WireContext } from './builders.ts'

const bid =
  'com.apple.messages.MSMessageExtensionBalloonPlugin:0000000000:com.apple.icloud.apps.messages.business.extension'

/** Marks the position of an attachment in a text. */
const attachmentMark = '\uFFFC'

/** Omits `v`, ids and addresses, which the adapter adds to every message. */
export const appleWire = createWire({
  channel: 'vendorMessages',
  chipsUnder: ['text'],
  captions: true,
  builders: {
    text: ({ text, chips }, context) => {
      if (chips.length === 0) return { type: 'text', body: text.marked }
      const items = chips.map(({ label, tap }) => ({ identifier: context.postback(tap), title: label }))
      return interactive(text.plain, items, { 'quick-reply': { summaryText: text.plain, items } })
    },
    // The adapter fetches the file, uploads it encrypted, and adds size, owner, key and signature.
    media: ({ url, mediaType, caption }) => ({
      type: 'text',
      body: attachmentMark + (caption?.marked ?? ''),
      attachments: [{ name: getFileName(url), mimeType: mediaType, url }],
    }),
    list,
    times,
  },
})

function list({ text, multiple, rows }: ListBubble, context: WireContext): object {
  const items = rows.map(({ title, description, mediaUrl, tap }, order) =>
    omitUndefined({
      identifier: context.postback(tap),
      title,
      subtitle: description || undefined,
      order,
      style: 'default',
      imageIdentifier: mediaUrl === undefined ? undefined : pictureName(order),
    }),
  )
  const listPicker = { sections: [{ title: text.plain, order: 0, multipleSelection: multiple, items }] }
  return interactive(text.plain, items, omitUndefined({ images: pictures(rows), listPicker }))
}

/** Apple accepts a base64 PNG of at most 200 KB: the adapter fetches the URL and inserts the image. */
function pictures(rows: ListBubble['rows']): object[] | undefined {
  const images = rows.flatMap(({ mediaUrl }, order) =>
    mediaUrl === undefined ? [] : [{ identifier: pictureName(order), data: { $png: mediaUrl } }],
  )
  return images.length > 0 ? images : undefined
}

function pictureName(order: number): string {
  return `picture-${order}`
}

function times({ text, durationMinutes, slots }: TimesBubble, context: WireContext): object {
  const timeslots = slots.map(({ start, tap }) => ({
    identifier: context.postback(tap),
    startTime: minuteInUtc(start),
    duration: durationMinutes * 60,
  }))
  const event = {
    identifier: requireValue(timeslots[0], 'slot').identifier,
    title: text.plain,
    timezoneOffset: offsetMinutes(requireValue(slots[0], 'slot').start),
    timeslots,
  }
  return interactive(text.plain, timeslots, { event })
}

function interactive(title: string, choices: readonly { identifier: string }[], data: object): object {
  // Repeats the question above the answer: a word such as "Selected" would be in one language only.
  const style = { title, style: 'icon' }
  return {
    type: 'interactive',
    interactiveData: {
      bid,
      useLiveLayout: true,
      receivedMessage: style,
      replyMessage: style,
      data: { version: '1.0', requestIdentifier: requireValue(choices[0], 'choice').identifier, ...data },
    },
  }
}

/** Apple's format has no seconds. */
function minuteInUtc({ iso }: DateTime): string {
  return `${new Date(iso).toISOString().slice(0, 16)}+0000`
}

/** UTC offset in minutes at that time in that zone. */
function offsetMinutes({ iso, tz }: DateTime): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: tz, timeZoneName: 'longOffset' })
  const name = format.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -size : size
}
