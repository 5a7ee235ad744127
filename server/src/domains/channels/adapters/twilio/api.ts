import {
  type AdapterBinding,
  type AdapterTools,
  DispatchFailedError,
  type SentMessageFinding,
  type SentMessageQuery,
} from '../../adapter.ts'
import { callProvider, type ProviderAnswer } from '../call.ts'
import { type Fields, readFields } from '../webhook-request.ts'
import { toCodeFailure } from './errors.ts'
import type { TwilioMessage } from './send.ts'
import { readReceiptState } from './webhook.ts'

export function twilioBaseUrl({ apis }: AdapterTools): string {
  return apis.twilio ?? 'https://api.twilio.com'
}

export function createBasicAuthHeader({ auth }: AdapterBinding): string {
  return `Basic ${Buffer.from(`${auth.accountSid}:${auth.authToken}`).toString('base64')}`
}

/** Calls a path below the account: POST with a form, GET without. */
export async function callTwilio(
  path: string,
  form: URLSearchParams | undefined,
  at: { binding: AdapterBinding; tools: AdapterTools },
) {
  const { binding, tools } = at
  const url = `${twilioBaseUrl(tools)}/2010-04-01/Accounts/${encodeURIComponent(binding.auth.accountSid ?? '')}${path}`
  const headers = { authorization: createBasicAuthHeader(binding), accept: 'application/json' }
  const call = { provider: 'Twilio', url, refine: toTwilioRefusal }
  if (!form) return callProvider({ ...call, headers }, tools)
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return callProvider({ ...call, headers: { ...headers, ...type }, body: `${form}` }, tools)
}

function toTwilioRefusal({ status, json }: ProviderAnswer): DispatchFailedError | undefined {
  // These paths exist for every existing account, so a 404 means a wrong account.
  if (status === 404) return new DispatchFailedError('credentials', 'Twilio does not recognize the account (404)')
  const { code } = readFields(json)
  return status < 500 && typeof code === 'number' ? toCodeFailure(code) : undefined
}

const pageSize = 100

/**
 * Checks whether Twilio has a dispatched message by number, time and text, because its list does not contain our ids.
 * Does not filter by send date, which would leave out queued messages.
 */
export async function findSent(
  message: TwilioMessage,
  wanted: SentMessageQuery,
  at: { binding: AdapterBinding; tools: AdapterTools },
): Promise<SentMessageFinding> {
  const query = new URLSearchParams({ To: message.to, PageSize: `${pageSize}` })
  const { json } = await callTwilio(`/Messages.json?${query}`, undefined, at)
  const { messages } = readFields(json)
  return Array.isArray(messages) ? matchSentMessage(messages.map(readFields), message, wanted) : { kind: 'unknown' }
}

/** Pure. A list that does not reach back to the dispatch proves nothing, and a message without text could match any. */
export function matchSentMessage(
  listed: readonly Fields[],
  { content }: TwilioMessage,
  wanted: SentMessageQuery,
): SentMessageFinding {
  const [from, until] = [wanted.from.getTime(), wanted.until.getTime()]
  const timed = listed.map((message) => ({ message, at: Date.parse(String(message.date_created)) }))
  const near = timed.filter(({ message, at }) => isOutbound(message) && !(at < from || at > until))
  const { Body: text } = content
  const same = near.filter(({ message }) => typeof text !== 'string' || hasSameText(message, text))
  if (typeof text === 'string' && same.length > wanted.similarCount)
    return { kind: 'taken', ...readSingleReceipt(same) }
  const isWhole = listed.length < pageSize || timed.some(({ at }) => at < from)
  return same.length === 0 && isWhole ? { kind: 'notTaken' } : { kind: 'unknown' }
}

const isOutbound = ({ direction }: Fields): boolean => !String(direction ?? '').startsWith('inbound')

/** A trial account puts a prefix in front of the text. */
const hasSameText = ({ body }: Fields, text: string): boolean =>
  typeof body !== 'string' || body.trim().endsWith(text.trim())

/** With several matches it is unclear which one is the message. */
function readSingleReceipt(
  same: readonly { message: Fields }[],
): Pick<Extract<SentMessageFinding, { kind: 'taken' }>, 'receipt'> {
  const [one] = same
  if (!one || same.length > 1) return {}
  const receipt = readReceiptState(String(one.message.status), Number(one.message.error_code))
  return receipt ? { receipt } : {}
}
