import {
  atLeastOne,
  checkFor,
  exactlyOne,
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
  type TextBounds,
} from './spot.ts'

type MetaLimits = { text: TextBounds; buttons: readonly string[] }

/** Messenger Send API. */
export const messengerLimits = sendApiLimits({
  text: { max: 2000 },
  buttons: ['postback', 'web_url', 'phone_number'],
})

/** Instagram messaging. */
export const instagramLimits = sendApiLimits({
  text: { max: 1000, unit: 'bytes' },
  buttons: ['postback', 'web_url'],
})

function sendApiLimits({ text, buttons }: MetaLimits): (payload: PayloadNode) => void {
  return (payload) => {
    const message = getMember(payload, 'message')
    const content = exactlyOne(message, ['text', 'attachment'])
    if (content === 'text') expectText(getMember(message, 'text'), text)
    if (content === 'attachment') attachment(getMember(message, 'attachment'), buttons)
    optional(getMember(message, 'quick_replies'), (list) => {
      for (const reply of listArrayEntries(list, { max: 13 })) quickReply(reply)
    })
  }
}

function quickReply(reply: PayloadNode): void {
  isOneOf(getMember(reply, 'content_type'), ['text'])
  expectText(getMember(reply, 'title'), { max: 20 })
  isPostback(getMember(reply, 'payload'))
}

function attachment(spot: PayloadNode, buttons: readonly string[]): void {
  isOneOf(getMember(spot, 'type'), ['image', 'video', 'audio', 'file', 'template'])
  const payload = getMember(spot, 'payload')
  if (getMember(spot, 'type').value !== 'template') {
    isFileUrl(getMember(payload, 'url'))
    return
  }
  isOneOf(getMember(payload, 'template_type'), ['generic'])
  for (const element of listArrayEntries(getMember(payload, 'elements'), { max: 10 })) card(element, buttons)
}

function card(element: PayloadNode, buttons: readonly string[]): void {
  expectText(getMember(element, 'title'), { max: 80 })
  atLeastOne(element, ['subtitle', 'image_url', 'buttons', 'default_action'])
  optional(getMember(element, 'subtitle'), (subtitle) => expectText(subtitle, { max: 80 }))
  optional(getMember(element, 'image_url'), (url) => isFileUrl(url))
  optional(getMember(element, 'buttons'), (list) => {
    for (const entry of listArrayEntries(list, { max: 3 })) button(entry, buttons)
  })
}

const buttonChecks: Record<string, (button: PayloadNode) => void> = {
  postback: (button) => isPostback(getMember(button, 'payload')),
  web_url: (button) => isLink(getMember(button, 'url')),
  phone_number: (button) =>
    matches(getMember(button, 'payload'), /^\+?\d{3,20}$/, 'a telephone number of digits alone'),
}

function button(entry: PayloadNode, allowed: readonly string[]): void {
  expectText(getMember(entry, 'title'), { max: 20 })
  isOneOf(getMember(entry, 'type'), allowed)
  checkFor(getMember(entry, 'type'), buttonChecks)(entry)
}
