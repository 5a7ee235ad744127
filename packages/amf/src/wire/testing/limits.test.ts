import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Channel } from '../../model/channels.ts'
import type { Bubble } from '../../render/bubble.ts'
import { getWire } from '../index.ts'
import { createBubbleChip, createRenderedText, sampleBubbles, testWireContext } from './bubbles.ts'
import { findLimitViolations } from './limits.ts'

const left = Symbol('a member that is left out')
const a = (length: number) => 'a'.repeat(length)
const times = <T>(length: number, entry: (at: number) => T): T[] => Array.from({ length }, (_, at) => entry(at))

/** A valid bubble, the path and value to change in its payload, and the expected violation. */
type Break = [bubble: Bubble, path: string, value: unknown, violation: RegExp]

const replies = (count: number) => times(count, (at) => createBubbleChip('reply', `Label ${at}`, at))
const withChips: Bubble = { ...sampleBubbles.text, chips: replies(2) }
const card: Bubble = { ...sampleBubbles.card, card: { ...sampleBubbles.card.card, chips: replies(2) } }
const linked: Bubble = { ...sampleBubbles.text, chips: [createBubbleChip('url', 'Open', 1)] }
const acting: Bubble = {
  ...sampleBubbles.text,
  chips: (['url', 'dial', 'calendar', 'viewLocation'] as const).map((kind, at) => createBubbleChip(kind, kind, at)),
}
const pictured: Bubble = {
  ...sampleBubbles.list,
  rows: sampleBubbles.list.rows.map((row) => ({ ...row, mediaUrl: 'https://cdn.example.com/row.png' })),
}
const long: Bubble = { ...sampleBubbles.list, text: createRenderedText(a(3000)) }

const rbmReply = (at: number) => ({ reply: { text: 'Yes', postbackData: `p${at}` } })
const rbmCard = 'contentMessage.richCard.standaloneCard'
const rbmCarousel = 'contentMessage.richCard.carouselCard'
const action = (at: number) => `contentMessage.suggestions.${at}.action`

const rcs: Break[] = [
  [sampleBubbles.text, 'contentMessage', left, /must have exactly one of text/],
  [sampleBubbles.text, 'contentMessage.text', a(3073), /text has 3073 bytes/],
  [sampleBubbles.text, 'contentMessage.text', 'é'.repeat(1537), /text has 3074 bytes/],
  [sampleBubbles.text, 'contentMessage.text', '', /text has 0 bytes/],
  [sampleBubbles.text, 'contentMessage.text', undefined, /text has no value/],
  [
    sampleBubbles.text,
    'contentMessage.contentInfo',
    { fileUrl: 'https://x' },
    /exactly one of text, richCard, contentInfo/,
  ],
  [sampleBubbles.text, 'contentMessage.suggestions', [], /suggestions has 0 entries/],
  [sampleBubbles.text, 'contentMessage.suggestions', times(12, rbmReply), /suggestions has 12 entries/],
  [sampleBubbles.text, 'extra', a(250_000), /more than 250000/],
  [withChips, 'contentMessage.suggestions.0.reply.text', a(26), /text has 26 characters/],
  [withChips, 'contentMessage.suggestions.0.reply.postbackData', 'é'.repeat(101), /postbackData has 202 bytes/],
  [withChips, 'contentMessage.suggestions.0.reply.postbackData', 'amf|m1|1', /postback that stands twice/],
  [withChips, 'contentMessage.suggestions.0.reply', left, /exactly one of reply, action/],
  [acting, `${action(0)}.openUrlAction.url`, 'ftp://x', /url must be a url/],
  [acting, `${action(0)}.openUrlAction`, left, /exactly one of openUrlAction/],
  [acting, `${action(0)}.fallbackUrl`, `https://x/${a(2048)}`, /fallbackUrl has 2058/],
  [acting, `${action(1)}.dialAction.phoneNumber`, '555-1234', /digits alone/],
  [acting, `${action(2)}.createCalendarEventAction.startTime`, '2026-11-20T10:00:00-05:00', /must be a time in UTC/],
  [acting, `${action(2)}.createCalendarEventAction.endTime`, '2026-11-19T10:00:00Z', /is before the start/],
  [acting, `${action(2)}.createCalendarEventAction.title`, a(101), /title has 101/],
  [acting, `${action(2)}.createCalendarEventAction.description`, a(1001), /description has 1001/],
  [acting, `${action(3)}.viewLocationAction.latLong`, left, /exactly one of latLong, query/],
  [acting, `${action(3)}.viewLocationAction.latLong.latitude`, 91, /latitude must be a number/],
  [sampleBubbles.media, 'contentMessage.contentInfo.fileUrl', 'http://x.example/a.png', /must be an https url/],
  [card, `${rbmCard}.cardOrientation`, left, /cardOrientation must be one of/],
  [card, `${rbmCard}.cardContent`, {}, /needs one of media, title, description/],
  [card, `${rbmCard}.cardContent.title`, a(201), /title has 201/],
  [card, `${rbmCard}.cardContent.description`, a(2001), /description has 2001/],
  [card, `${rbmCard}.cardContent.suggestions`, times(5, rbmReply), /suggestions has 5 entries/],
  [card, `${rbmCard}.cardContent.media.height`, 'HUGE', /height must be one of/],
  [card, `${rbmCard}.cardContent.media.contentInfo.fileUrl`, 'https://x.example/a.pdf', /is a PDF/],
  [sampleBubbles.carousel, `${rbmCarousel}.cardWidth`, 'LARGE', /cardWidth must be one of/],
  [sampleBubbles.carousel, `${rbmCarousel}.cardContents`, [{ title: 'One' }], /cardContents has 1 entries/],
  [sampleBubbles.carousel, `${rbmCarousel}.cardContents`, times(11, () => ({ title: 'One' })), /has 11 entries/],
  [sampleBubbles.carousel, `${rbmCarousel}.cardContents.0.media.height`, 'TALL', /height must be one of/],
  [sampleBubbles.carousel, `${rbmCarousel}.cardContents.0.media.height`, 'SHORT', /media of several heights/],
]

const sms: Break[] = [
  [sampleBubbles.text, 'Body', a(1601), /Body has 1601/],
  [sampleBubbles.text, 'Body', left, /Body must be a string/],
]

const buttons = 'interactive.action.buttons'
const waButton = (at: number) => ({ type: 'reply', reply: { id: `i${at}`, title: `T${at}` } })
const waRow = (at: number) => ({ id: `i${at}`, title: `T${at}` })
const rows = 'interactive.action.sections.0.rows'
const cards = 'interactive.action.cards'
const quickReplyAction = (count: number) => ({
  buttons: times(count, (at) => ({ type: 'quick_reply', quick_reply: { id: `x${at}`, title: `T${at}` } })),
})

const messengerA: Break[] = [
  [sampleBubbles.text, 'type', 'html', /type must be one of/],
  [sampleBubbles.text, 'text.body', a(4097), /body has 4097/],
  [withChips, 'interactive.type', 'flow', /type must be one of/],
  [withChips, 'interactive.body.text', a(1025), /text has 1025/],
  [withChips, 'interactive.body', left, /text must be a string/],
  [withChips, buttons, times(4, waButton), /buttons has 4 entries/],
  [withChips, buttons, [], /buttons has 0 entries/],
  [withChips, `${buttons}.0.reply.title`, a(21), /title has 21/],
  [withChips, `${buttons}.0.reply.title`, 'Label 1', /title that stands twice/],
  [withChips, `${buttons}.0.reply.id`, a(201), /id has 201 bytes/],
  [withChips, `${buttons}.0.reply.id`, 'amf|m1|1', /id that stands twice/],
  [withChips, `${buttons}.0.type`, 'url', /type must be one of reply/],
  [linked, 'interactive.action.parameters.display_text', a(21), /display_text has 21/],
  [linked, 'interactive.action.parameters.url', left, /url must be a string/],
  [card, 'interactive.header.type', 'audio', /type must be one of image/],
  [card, 'interactive.header.image.link', 'http://x', /must be an https url/],
  [sampleBubbles.list, 'interactive.header', { type: 'image' }, /cannot stand on a list/],
  [sampleBubbles.list, 'interactive.action.button', a(21), /button has 21/],
  [sampleBubbles.list, rows, times(11, waRow), /rows has 11 entries/],
  [
    sampleBubbles.list,
    'interactive.action.sections',
    times(2, (at) => ({ rows: times(6, (row) => waRow(at * 10 + row)) })),
    /has 12 rows in all/,
  ],
  [sampleBubbles.list, `${rows}.0.title`, a(25), /title has 25/],
  [sampleBubbles.list, `${rows}.0.description`, a(73), /description has 73/],
  [sampleBubbles.list, `${rows}.0.description`, '', /description has 0/],
  [sampleBubbles.list, `${rows}.0.id`, 'amf|m1|2', /id that stands twice/],
  [sampleBubbles.media, 'image.link', left, /link must be a string/],
  [sampleBubbles.media, 'image.caption', a(1025), /caption has 1025/],
  [{ ...sampleBubbles.media, mediaType: 'application/pdf' }, 'document.filename', left, /filename must be a string/],
  [{ ...sampleBubbles.media, mediaType: 'audio/aac' }, 'audio.caption', 'Hi', /cannot stand with a recording/],
  [sampleBubbles.place, 'location.longitude', 181, /longitude must be a number/],
  [sampleBubbles.locationRequest, 'interactive.action.name', 'location', /name must be one of send_location/],
  [sampleBubbles.carousel, 'interactive.body', left, /text must be a string/],
  [sampleBubbles.carousel, cards, [{}], /cards has 1 entries/],
  [sampleBubbles.carousel, `${cards}.0.card_index`, 1, /card_index must be one of 0/],
  [sampleBubbles.carousel, `${cards}.0.header`, left, /header.type must be one of image/],
  [sampleBubbles.carousel, `${cards}.0.body.text`, a(161), /text has 161/],
  [sampleBubbles.carousel, `${cards}.0.body.text`, 'a\nb\nc\nd', /more than two line breaks/],
  [sampleBubbles.carousel, `${cards}.0.action`, quickReplyAction(3), /buttons has 3 entries/],
  [sampleBubbles.carousel, `${cards}.0.action`, quickReplyAction(2), /cards of several shapes: 2 replies, 1 replies/],
  [sampleBubbles.carousel, `${cards}.0.action`, {}, /exactly one of parameters, buttons/],
  [sampleBubbles.carousel, `${cards}.0.action.buttons.0.quick_reply.id`, 'amf|m1|2', /id that stands twice/],
]

const elements = 'message.attachment.payload.elements'
const meta: Break[] = [
  [sampleBubbles.text, 'message.attachment', { type: 'image' }, /exactly one of text, attachment/],
  [withChips, 'message.quick_replies', times(14, () => ({})), /quick_replies has 14 entries/],
  [withChips, 'message.quick_replies.0.title', a(21), /title has 21/],
  [withChips, 'message.quick_replies.0.payload', a(201), /payload has 201 bytes/],
  [withChips, 'message.quick_replies.0.content_type', 'location', /content_type must be one of text/],
  [sampleBubbles.media, 'message.attachment.type', 'pdf', /type must be one of image/],
  [sampleBubbles.media, 'message.attachment.payload.url', 'http://x', /must be an https url/],
  [card, 'message.attachment.payload.template_type', 'button', /template_type must be one of generic/],
  [card, elements, times(11, () => ({ title: 'T', subtitle: 'S' })), /elements has 11 entries/],
  [card, `${elements}.0.title`, a(81), /title has 81/],
  [card, `${elements}.0.title`, left, /title must be a string/],
  [card, `${elements}.0.subtitle`, a(81), /subtitle has 81/],
  [card, `${elements}.0`, { title: 'T' }, /needs one of subtitle, image_url, buttons/],
  [card, `${elements}.0.buttons`, times(4, () => ({})), /buttons has 4 entries/],
  [card, `${elements}.0.buttons.0.title`, a(21), /title has 21/],
  [card, `${elements}.0.buttons.0.payload`, left, /payload must be a string/],
]
const messengerB: Break[] = [...meta, [sampleBubbles.text, 'message.text', a(2001), /text has 2001 characters/]]
const socialC: Break[] = [
  ...meta,
  [sampleBubbles.text, 'message.text', 'é'.repeat(501), /text has 1002 bytes/],
  [
    card,
    `${elements}.0.buttons.0`,
    { type: 'phone_number', title: 'Call', payload: '+15551230001' },
    /type must be one of postback, web_url/,
  ],
]

const data = 'interactiveData.data'
const section = `${data}.listPicker.sections.0`
const item = (at: number) => ({ identifier: `i${at}`, title: 'Yes' })
const vendorMessages: Break[] = [
  [sampleBubbles.text, 'type', 'html', /type must be one of/],
  [sampleBubbles.text, 'body', a(3001), /body has 3001/],
  [sampleBubbles.media, 'body', 'no mark', /has 0 marks for 1 attachments/],
  [sampleBubbles.media, 'attachments.0.mimeType', 'png', /must be a media type/],
  [sampleBubbles.media, 'attachments.0.url', 'http://x', /must be an https url/],
  [withChips, 'interactiveData.bid', left, /bid must be a string/],
  [withChips, 'interactiveData.receivedMessage.title', a(201), /title has 201/],
  [withChips, 'interactiveData.replyMessage', left, /title must be a string/],
  [withChips, `${data}.requestIdentifier`, left, /requestIdentifier must be a string/],
  [withChips, `${data}.listPicker`, {}, /exactly one of quick-reply, listPicker, event/],
  [withChips, `${data}.quick-reply.summaryText`, a(201), /summaryText has 201/],
  [withChips, `${data}.quick-reply.items`, [item(0)], /items has 1 entries/],
  [withChips, `${data}.quick-reply.items`, times(6, item), /items has 6 entries/],
  [withChips, `${data}.quick-reply.items.0.identifier`, 'amf|m1|1', /identifier that stands twice/],
  [pictured, `${section}.multipleSelection`, left, /multipleSelection must be one of/],
  [pictured, `${section}.items.0.title`, a(201), /title has 201/],
  [pictured, `${section}.items.0.subtitle`, a(201), /subtitle has 201/],
  [pictured, `${section}.items.0.imageIdentifier`, 'nothing', /imageIdentifier must be one of/],
  [pictured, `${data}.images.0.data`, left, /must be an https url/],
  [sampleBubbles.times, `${data}.event.title`, a(201), /title has 201/],
  [sampleBubbles.times, `${data}.event.timezoneOffset`, left, /timezoneOffset must be a number/],
  [sampleBubbles.times, `${data}.event.timeslots`, [], /timeslots has 0 entries/],
  [sampleBubbles.times, `${data}.event.timeslots.0.startTime`, '2026-11-20T15:00:00Z', /without seconds/],
  [sampleBubbles.times, `${data}.event.timeslots.0.duration`, 30, /duration must be a number/],
]

const select = 'blocks.1.elements.0'
const plain = (text: string) => ({ type: 'plain_text', text })
const slackButton = (at: number) => ({ type: 'button', text: plain('T'), action_id: `b${at}`, value: 'v' })
const option = (at: number) => ({ text: plain('T'), value: `v${at}` })
const workchatD: Break[] = [
  [sampleBubbles.text, 'text', a(4001), /text has 4001/],
  [sampleBubbles.text, 'text', '<!channel>', /is not escaped/],
  [sampleBubbles.text, 'text', 'a & b', /is not escaped/],
  [
    sampleBubbles.text,
    'blocks',
    times(51, () => ({ type: 'section', text: { type: 'mrkdwn', text: 'T' } })),
    /51 entries/,
  ],
  [sampleBubbles.text, 'blocks.0.type', 'header', /type must be one of section/],
  [sampleBubbles.text, 'blocks.0.text.text', a(3001), /text has 3001/],
  [withChips, 'blocks.1.elements', times(26, slackButton), /elements has 26 entries/],
  [withChips, 'blocks.1.elements.0.text.text', a(76), /text has 76/],
  [withChips, 'blocks.1.elements.0.text.type', 'mrkdwn', /type must be one of plain_text/],
  [withChips, 'blocks.1.elements.0.action_id', 'tap-1', /action_id that stands twice/],
  [withChips, 'blocks.1.elements.0.value', a(201), /value has 201 bytes/],
  [linked, 'blocks.1.elements.0.url', 'tel:1', /url must be a url/],
  [sampleBubbles.media, 'blocks.0.alt_text', left, /alt_text must be a string/],
  [sampleBubbles.media, 'blocks.0.image_url', 'http://x', /must be an https url/],
  [card, 'blocks.0', { type: 'card' }, /needs one of hero_image/],
  [card, 'blocks.0.title', plain(a(151)), /text has 151/],
  [card, 'blocks.0.body', plain(a(201)), /text has 201/],
  [card, 'blocks.0.actions', times(4, slackButton), /actions has 4 entries/],
  [sampleBubbles.carousel, 'blocks.0.elements', times(11, () => ({ type: 'card', title: plain('T') })), /11 entries/],
  [sampleBubbles.list, `${select}.options`, times(101, option), /options has 101 entries/],
  [sampleBubbles.list, `${select}.options.0.text`, plain(a(76)), /text has 76/],
  [sampleBubbles.list, `${select}.options.0.description`, plain(a(76)), /text has 76/],
  [sampleBubbles.list, `${select}.options.0.value`, a(151), /value has 151/],
  [sampleBubbles.list, `${select}.options.0.value`, 'amf|m1|2', /value that stands twice/],
  [sampleBubbles.list, `${select}.placeholder`, plain(a(151)), /text has 151/],
  [
    long,
    `${select}.options`,
    times(100, (at) => ({ ...option(at), text: plain(a(75)), description: plain(a(75)) })),
    /characters in its blocks, more than 12000/,
  ],
]

const webChip = { label: 'Yes', kind: 'reply', postback: 'p' }
const webchat: Break[] = [
  [sampleBubbles.text, 'kind', 'place', /kind must be one of text/],
  [sampleBubbles.text, 'text', [{ text: a(10_001) }], /text has 10001/],
  [sampleBubbles.text, 'chips', times(12, () => webChip), /chips has 12 entries/],
  [sampleBubbles.text, 'chips', left, /chips must be an array/],
  [withChips, 'chips.0.label', a(26), /label has 26/],
  [withChips, 'chips.0.postback', a(201), /postback has 201 bytes/],
  [withChips, 'chips.0.kind', 'call', /kind must be one of reply/],
  [linked, 'chips.0.url', left, /needs one of url/],
  [sampleBubbles.media, 'media.url', 'http://x', /must be an https url/],
  [sampleBubbles.media, 'text', [{ text: a(1000) }, { text: 'b' }], /text has 1001/],
  [card, 'card', { chips: [] }, /needs one of title, description, mediaUrl/],
  [card, 'card.title', a(201), /title has 201/],
  [card, 'card.description', [{ text: a(2001) }], /description has 2001/],
  [card, 'card.chips', times(5, () => webChip), /chips has 5 entries/],
  [sampleBubbles.carousel, 'cards', [{ title: 'One', chips: [] }], /cards has 1 entries/],
  [sampleBubbles.list, 'rows', times(101, () => ({ title: 'T', postback: 'p' })), /rows has 101 entries/],
  [sampleBubbles.list, 'rows.0.title', a(201), /title has 201/],
  [sampleBubbles.times, 'slots.0.postback', left, /postback must be a string/],
  [sampleBubbles.times, 'durationMinutes', left, /durationMinutes must be a number/],
]

const aiChatE: Break[] = [[sampleBubbles.text, 'text', a(4097), /text has 4097/]]

const breaks: Record<Channel, Break[]> = {
  rcs,
  sms,
  webchat,
  messengerA,
  messengerB,
  socialC,
  vendorMessages,
  workchatD,
  aiChatE,
}

function broken(payload: unknown, path: string, value: unknown): unknown {
  const copy: unknown = structuredClone(payload)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let inner = copy as Record<string, unknown>
  for (const key of keys) inner = inner[key] as Record<string, unknown>
  if (value === left) delete inner[last]
  else inner[last] = value
  return copy
}

for (const [channel, cases] of Object.entries(breaks) as [Channel, Break[]][]) {
  for (const [bubble, path, value, violation] of cases) {
    test(`on ${channel} the checker finds that ${path} ${violation.source}`, () => {
      const payload = getWire(channel)(bubble, testWireContext)
      assert.deepEqual(findLimitViolations(channel, payload), [], 'the payload is good before it is broken')
      const found = findLimitViolations(channel, broken(payload, path, value))
      assert.ok(
        found.some((line) => violation.test(line)),
        found.join('\n') || 'nothing was found',
      )
    })
  }

  test(`on ${channel} the checker finds a value that is not a payload`, () => {
    for (const nothing of [undefined, null, 'text', []]) assert.notDeepEqual(findLimitViolations(channel, nothing), [])
  })
}
