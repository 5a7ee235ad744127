import type { InboundContentBody } from '../../../adapter.ts'
import { type Fields, readFields } from '../../payload-reader.ts'
import { describeUnsupported, readMetaPlace } from '../content.ts'
import { readFieldsList, readMetaText } from '../payload-reader.ts'

/** Nothing that a person has said: neither these nor what they point at is content. */
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

/** What a message says; undefined for one that says nothing. */
export function readWhatsappContent(message: Fields): InboundContentBody | undefined {
  const type = readMetaText(message.type) ?? 'unsupported'
  if (ignoredTypes.has(type)) return undefined
  return readers.get(type)?.(message) ?? describeUnsupported(type)
}

function textContent(body: unknown): InboundContentBody | undefined {
  const text = readMetaText(body)
  return text === undefined ? undefined : { type: 'text', text }
}

/** The button of a template. */
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

/** The reference is Meta's id of the file, which `openMedia` takes. */
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
