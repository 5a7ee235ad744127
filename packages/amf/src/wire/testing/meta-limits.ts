import {
  atLeastOne,
  checkFor,
  entries,
  exactlyOne,
  isFileUrl,
  isLink,
  isOneOf,
  isPostback,
  isText,
  matches,
  member,
  optional,
  type Spot,
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

function sendApiLimits({ text, buttons }: MetaLimits): (payload: Spot) => void {
  return (payload) => {
    const message = member(payload, 'message')
    const content = exactlyOne(message, ['text', 'attachment'])
    if (content === 'text') isText(member(message, 'text'), text)
    if (content === 'attachment') attachment(member(message, 'attachment'), buttons)
    optional(member(message, 'quick_replies'), (list) => {
      for (const reply of entries(list, { max: 13 })) quickReply(reply)
    })
  }
}

function quickReply(reply: Spot): void {
  isOneOf(member(reply, 'content_type'), ['text'])
  isText(member(reply, 'title'), { max: 20 })
  isPostback(member(reply, 'payload'))
}

function attachment(spot: Spot, buttons: readonly string[]): void {
  isOneOf(member(spot, 'type'), ['image', 'video', 'audio', 'file', 'template'])
  const payload = member(spot, 'payload')
  if (member(spot, 'type').value !== 'template') {
    isFileUrl(member(payload, 'url'))
    return
  }
  isOneOf(member(payload, 'template_type'), ['generic'])
  for (const element of entries(member(payload, 'elements'), { max: 10 })) card(element, buttons)
}

function card(element: Spot, buttons: readonly string[]): void {
  isText(member(element, 'title'), { max: 80 })
  atLeastOne(element, ['subtitle', 'image_url', 'buttons', 'default_action'])
  optional(member(element, 'subtitle'), (subtitle) => isText(subtitle, { max: 80 }))
  optional(member(element, 'image_url'), (url) => isFileUrl(url))
  optional(member(element, 'buttons'), (list) => {
    for (const entry of entries(list, { max: 3 })) button(entry, buttons)
  })
}

const buttonChecks: Record<string, (button: Spot) => void> = {
  postback: (button) => isPostback(member(button, 'payload')),
  web_url: (button) => isLink(member(button, 'url')),
  phone_number: (button) => matches(member(button, 'payload'), /^\+?\d{3,20}$/, 'a telephone number of digits alone'),
}

function button(entry: Spot, allowed: readonly string[]): void {
  isText(member(entry, 'title'), { max: 20 })
  isOneOf(member(entry, 'type'), allowed)
  checkFor(member(entry, 'type'), buttonChecks)(entry)
}
