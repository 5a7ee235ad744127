import type { Content } from '../../../adapter.ts'
import { type Fields, fieldsOf } from '../../read.ts'
import { named, placeOf } from '../content.ts'
import { listOf, textOf } from '../json.ts'

/** Nothing that a person has said: neither these nor what they point at is content. */
const silent = new Set(['reaction', 'system', 'request_welcome', 'revoke'])

const readers = new Map<string, (message: Fields) => Content | undefined>([
  ['text', ({ text }) => textContent(fieldsOf(text).body)],
  ['button', ({ button }) => template(fieldsOf(button))],
  ['interactive', ({ interactive }) => answerOf(fieldsOf(interactive))],
  ['location', ({ location }) => placeOf(fieldsOf(location))],
  ['contacts', ({ contacts }) => named('contacts', listOf(contacts).map(contactWords).join('; '))],
  ...['image', 'video', 'audio', 'voice', 'document', 'sticker'].map(
    (type) => [type, (message: Fields) => media(fieldsOf(message[type]))] as const,
  ),
])

/** What a message says; undefined for one that says nothing. */
export function contentOf(message: Fields): Content | undefined {
  const type = textOf(message.type) ?? 'unsupported'
  if (silent.has(type)) return undefined
  return readers.get(type)?.(message) ?? named(type)
}

function textContent(body: unknown): Content | undefined {
  const text = textOf(body)
  return text === undefined ? undefined : { type: 'text', text }
}

/** The button of a template. */
function template({ payload, text }: Fields): Content | undefined {
  return tap(payload, text) ?? textContent(text)
}

function answerOf({ type, button_reply, list_reply, nfm_reply }: Fields): Content | undefined {
  if (type === 'button_reply') return chosen(fieldsOf(button_reply))
  if (type === 'list_reply') return chosen(fieldsOf(list_reply), true)
  if (type !== 'nfm_reply') return named(type)
  const { body, response_json } = fieldsOf(nfm_reply)
  return named('form', textOf(body), textOf(response_json))
}

function chosen({ id, title }: Fields, picked?: true): Content | undefined {
  return tap(id, title, picked) ?? textContent(title)
}

function tap(postback: unknown, label: unknown, picked?: true): Content | undefined {
  const [data, words] = [textOf(postback), textOf(label)]
  if (data === undefined) return undefined
  return { type: 'tap', postback: data, ...(words && { label: words }), ...(picked && { picked }) }
}

/** The reference is Meta's id of the file, which `openMedia` takes. */
function media({ id, mime_type, caption, filename }: Fields): Content | undefined {
  const reference = textOf(id)
  if (reference === undefined) return undefined
  const mediaType = textOf(mime_type)?.split(';', 1)[0]?.trim()
  const [name, text] = [textOf(filename), textOf(caption)]
  return { type: 'media', reference, ...(mediaType && { mediaType }), ...(name && { name }), ...(text && { text }) }
}

function contactWords({ name, phones, emails }: Fields): string {
  const { formatted_name, first_name } = fieldsOf(name)
  const ways = [...listOf(phones).map(({ phone }) => phone), ...listOf(emails).map(({ email }) => email)]
  return [textOf(formatted_name) ?? textOf(first_name), ...ways.map(textOf)].filter(Boolean).join(', ')
}
