import type { Bound, Found, Tools, Wanted } from '../../adapter.ts'
import { type Fields, fieldsOf } from '../read.ts'
import { callTwilio } from './api.ts'
import type { TwilioContent } from './form.ts'
import { receiptOf } from './webhook.ts'

type Letter = { to: string; content: TwilioContent }

const pageSize = 100

/**
 * Whether Twilio has a message that it was handed: by the number, the time and the text, since its list shows nothing of our
 * own ids. It is not asked for dates of sending, by which it would leave out what is queued.
 */
export async function findSent(letter: Letter, wanted: Wanted, at: { binding: Bound; tools: Tools }): Promise<Found> {
  const query = new URLSearchParams({ To: letter.to, PageSize: `${pageSize}` })
  const { json } = await callTwilio(`/Messages.json?${query}`, undefined, at)
  const { messages } = fieldsOf(json)
  return Array.isArray(messages) ? foundAmong(messages.map(fieldsOf), letter, wanted) : { kind: 'unknown' }
}

/** Pure. A list that does not reach back to the hand-over proves nothing, and what has no text could be any. */
export function foundAmong(listed: readonly Fields[], { content }: Letter, wanted: Wanted): Found {
  const [from, until] = [wanted.from.getTime(), wanted.until.getTime()]
  const timed = listed.map((message) => ({ message, at: Date.parse(String(message.date_created)) }))
  const near = timed.filter(({ message, at }) => isOutbound(message) && !(at < from || at > until))
  const { Body: text } = content
  const same = near.filter(({ message }) => typeof text !== 'string' || saysTheSame(message, text))
  if (typeof text === 'string' && same.length > wanted.alike) return { kind: 'taken', ...receiptIn(same) }
  const isWhole = listed.length < pageSize || timed.some(({ at }) => at < from)
  return same.length === 0 && isWhole ? { kind: 'notTaken' } : { kind: 'unknown' }
}

const isOutbound = ({ direction }: Fields): boolean => !String(direction ?? '').startsWith('inbound')

/** A trial account puts words in front. */
const saysTheSame = ({ body }: Fields, text: string): boolean =>
  typeof body !== 'string' || body.trim().endsWith(text.trim())

/** Of several nobody can say which one it is. */
function receiptIn(same: readonly { message: Fields }[]): Pick<Extract<Found, { kind: 'taken' }>, 'receipt'> {
  const [one] = same
  if (!one || same.length > 1) return {}
  const receipt = receiptOf(String(one.message.status), Number(one.message.error_code))
  return receipt ? { receipt } : {}
}
