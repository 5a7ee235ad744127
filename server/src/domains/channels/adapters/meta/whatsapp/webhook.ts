import type { AdapterBinding, Inbound, InboundContent, InboundContentBody, ReceiptState } from '../../../adapter.ts'
import { type Fields, readFields } from '../../webhook-request.ts'
import { classifyMetaError, describeMetaError } from '../errors.ts'

import {
  createMetaParser,
  describeUnsupported,
  readFieldsList,
  readMetaPlace,
  readMetaText,
  readMetaTime,
} from '../webhook.ts'

/** These types carry no content from the person, and neither do the messages that they point to. */
const ignoredTypes = new Set(['reaction', 'system', 'request_welcome', 'revoke'])

const readers = new Map<string, (message: Fields) => InboundContentBody | undefined>([
  ['text', ({ text }) => textContent(readFields(text).body)],
  ['button', ({ button }) => template(readFields(button))],
  ['interactive', ({ interactive }) => answerOf(readFields(interactive))],
  ['location', ({ location }) => readMetaPlace(readFields(location))],
  [
    'contacts',
    ({ contacts }) => describeUnsupported('contacts', readFieldsList(contacts).map(contactWords).join('; ')),
  ],
  ...['image', 'video', 'audio', 'voice', 'document', 'sticker'].map(
    (type) => [type, (message: Fields) => media(readFields(message[type]))] as const,
  ),
])

/** Returns the content of a message; undefined if it has none. */
function readWhatsappContent(message: Fields): InboundContentBody | undefined {
  const type = readMetaText(message.type) ?? 'unsupported'
  if (ignoredTypes.has(type)) return undefined
  return readers.get(type)?.(message) ?? describeUnsupported(type)
}

function textContent(body: unknown): InboundContentBody | undefined {
  const text = readMetaText(body)
  return text === undefined ? undefined : { type: 'text', text }
}

/** A button of a template. */
function template({ payload, text }: Fields): InboundContentBody | undefined {
  return tap(payload, text) ?? textContent(text)
}

function answerOf({ type, button_reply, list_reply, nfm_reply }: Fields): InboundContentBody | undefined {
  if (type === 'button_reply') return toChoice(readFields(button_reply))
  if (type === 'list_reply') return toChoice(readFields(list_reply), true)
  if (type !== 'nfm_reply') return describeUnsupported(type)
  const { body, response_json } = readFields(nfm_reply)
  return describeUnsupported('form', readMetaText(body), readMetaText(response_json))
}

function toChoice({ id, title }: Fields, picked?: true): InboundContentBody | undefined {
  return tap(id, title, picked) ?? textContent(title)
}

function tap(postback: unknown, label: unknown, picked?: true): InboundContentBody | undefined {
  const [data, words] = [readMetaText(postback), readMetaText(label)]
  if (data === undefined) return undefined
  return { type: 'tap', postback: data, ...(words && { label: words }), ...(picked && { picked }) }
}

/** The reference is Meta's id of the file, for `openMedia`. */
function media({ id, mime_type, caption, filename }: Fields): InboundContentBody | undefined {
  const reference = readMetaText(id)
  if (reference === undefined) return undefined
  const mediaType = readMetaText(mime_type)?.split(';', 1)[0]?.trim()
  const [name, text] = [readMetaText(filename), readMetaText(caption)]
  return { type: 'media', reference, ...(mediaType && { mediaType }), ...(name && { name }), ...(text && { text }) }
}

function contactWords({ name, phones, emails }: Fields): string {
  const { formatted_name, first_name } = readFields(name)
  const ways = [
    ...readFieldsList(phones).map(({ phone }) => phone),
    ...readFieldsList(emails).map(({ email }) => email),
  ]
  return [readMetaText(formatted_name) ?? readMetaText(first_name), ...ways.map(readMetaText)]
    .filter(Boolean)
    .join(', ')
}

export const parse = createMetaParser('whatsapp_business_account', (entries, { auth }) =>
  entries
    .flatMap(({ changes }) => readFieldsList(changes))
    .filter(({ field }) => field === 'messages')
    .map(({ value }) => readFields(value))
    .filter((value) => isForNumber(value, auth))
    .flatMap((value) => [...messagesIn(value), ...receiptsIn(value)]),
)

/** One webhook may serve all numbers of an account. */
function isForNumber({ metadata }: Fields, { phoneNumberId }: AdapterBinding['auth']): boolean {
  return phoneNumberId !== undefined && readMetaText(readFields(metadata).phone_number_id) === phoneNumberId.trim()
}

function messagesIn({ messages, contacts }: Fields): Inbound[] {
  const known = readFieldsList(contacts)
  return readFieldsList(messages).flatMap((message) => messageOf(message, known) ?? [])
}

function messageOf(message: Fields, contacts: Fields[]): InboundContent | undefined {
  const [id, from, at] = [readMetaText(message.id), addressOf(message), readMetaTime(message.timestamp)]
  // Group messages are ignored: a group is not a conversation with one person.
  if (id === undefined || from === undefined || readMetaText(message.group_id) !== undefined) return undefined
  const content = readWhatsappContent(message)
  const name = nameOf(message, contacts)
  return content && { kind: 'content', id, from, ...(at && { at }), content, ...(name && { profile: { name } }) }
}

/** A phone number or, for people who hide it, their business-scoped id, for example `US.1349…`. */
function addressOf({ from, from_user_id }: Fields): string | undefined {
  const address = readMetaText(from) ?? readMetaText(from_user_id)
  return address && /^\d+$/.test(address) ? `+${address}` : address
}

function nameOf({ from, from_user_id }: Fields, contacts: Fields[]): string | undefined {
  const isSender = ({ wa_id, user_id }: Fields) =>
    (from !== undefined && wa_id === from) || (from_user_id !== undefined && user_id === from_user_id)
  return readMetaText(readFields(contacts.find(isSender)?.profile).name)
}

/** Other statuses, such as `deleted`, are not reported to the agent. A played voice message counts as read. */
const states = new Map<unknown, ReceiptState['state']>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
])

function receiptsIn({ statuses }: Fields): Inbound[] {
  return readFieldsList(statuses).flatMap((status) => {
    const [channelMessageId, state, at] = [
      readMetaText(status.id),
      states.get(status.status),
      readMetaTime(status.timestamp),
    ]
    if (channelMessageId === undefined || state === undefined) return []
    const why = state === 'failed' ? readFailure(status) : {}
    const ourId = readMetaText(status.biz_opaque_callback_data)
    return [{ kind: 'receipt', channelMessageId, ...(ourId && { ourId }), state, ...(at && { at }), ...why }]
  })
}

function readFailure({ errors }: Fields): Pick<ReceiptState, 'reason' | 'detail'> {
  const [error = {}] = readFieldsList(errors)
  return { reason: classifyMetaError(error)?.reason ?? 'rejected', detail: `Meta: ${describeMetaError(error)}` }
}
