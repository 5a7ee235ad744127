import type { Inbound } from '../../../adapter.ts'
import { type Fields, fieldsOf } from '../../read.ts'
import { listOf, textOf, timeOf } from '../json.ts'
import { parserOf } from '../webhook.ts'
import { contentsOf } from './content.ts'

type Sender = { from: string; at?: Date }

/** Webhooks of the Messenger Platform: `object` is whose they are, `accountField` holds the id of the binding's own. */
export function sendApiParser(object: string, accountField: string) {
  return parserOf(object, (entries, { auth }) => {
    const own = auth[accountField]?.trim()
    return entries
      .filter(({ id }) => own !== undefined && textOf(id) === own)
      .flatMap(({ messaging }) => listOf(messaging))
      .flatMap((event) => inboundsOf(event, own))
  })
}

function inboundsOf(event: Fields, own: string | undefined): Inbound[] {
  const from = textOf(fieldsOf(event.sender).id)
  // What the account itself has sent comes back as an echo.
  if (from === undefined || from === own || fieldsOf(event.message).is_echo === true) return []
  const at = timeOf(event.timestamp)
  const sender = { from, ...(at && { at }) }
  if (event.message) return messagesOf(fieldsOf(event.message), sender)
  if (event.postback) return postbackOf(fieldsOf(event.postback), sender)
  return [
    ...receiptsOf('delivered', fieldsOf(event.delivery), sender),
    ...receiptsOf('read', fieldsOf(event.read), sender),
  ]
}

/** Each piece of a message is a message of its own, and has an id of its own. */
function messagesOf(message: Fields, sender: Sender): Inbound[] {
  const mid = textOf(message.mid)
  if (mid === undefined) return []
  return contentsOf(message).map((content, piece) => ({
    kind: 'content',
    id: piece === 0 ? mid : `${mid}:${piece}`,
    ...sender,
    content,
  }))
}

function postbackOf({ mid, payload, title }: Fields, sender: Sender): Inbound[] {
  const [data, label] = [textOf(payload), textOf(title)]
  const id = textOf(mid) ?? (sender.at && `postback:${sender.from}:${sender.at.getTime()}`)
  if (id === undefined) return []
  if (data !== undefined) {
    return [{ kind: 'content', id, ...sender, content: { type: 'tap', postback: data, ...(label && { label }) } }]
  }
  return label === undefined ? [] : [{ kind: 'content', id, ...sender, content: { type: 'text', text: label } }]
}

/** Messenger names a time up to which all is delivered or read, and some of the messages; Instagram names one message. */
function receiptsOf(state: 'delivered' | 'read', { mid, mids, watermark }: Fields, { from, at }: Sender): Inbound[] {
  const until = timeOf(watermark)
  const ids = [mid, ...(Array.isArray(mids) ? mids : [])].map(textOf).filter((id) => id !== undefined)
  const named = ids.map(
    (channelMessageId): Inbound => ({ kind: 'receipt', channelMessageId, to: from, state, ...(at && { at }) }),
  )
  return until ? [...named, { kind: 'receiptsUntil', from, ...(at && { at }), state, until }] : named
}
