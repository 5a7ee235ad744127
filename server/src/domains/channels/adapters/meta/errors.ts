import type { DispatchFailedError, DispatchFailureReason } from '../../adapter.ts'
import { type Fields, readFields } from '../webhook-request.ts'
import { readMetaNumber, readMetaText } from './webhook.ts'

type ErrorClass = Pick<DispatchFailedError, 'reason' | 'retry' | 'retryAfterSeconds'>

const later = (reason: DispatchFailureReason, retryAfterSeconds?: number): ErrorClass => ({
  reason,
  retry: 'later',
  retryAfterSeconds,
})
const never = (reason: DispatchFailureReason): ErrorClass => ({ reason, retry: 'never' })

const tooFast = later('rateLimited')
const providerError = later('providerError')
const credentials = never('credentials')
const windowClosed = never('windowClosed')
const unreachable = never('unreachable')
const invalidRecipient = never('invalidRecipient')
const rejected = never('rejected')

/** Subcodes that take precedence over the code. */
const bySubcode = new Map<number, ErrorClass>([
  [33, credentials], // no such number or page, or the token cannot see it
  [2018278, windowClosed],
  [2534022, windowClosed],
  [2018001, invalidRecipient],
  [2534014, invalidRecipient],
  [2018108, unreachable],
  [1545041, unreachable],
])

/**
 * Codes of the Graph API, the WhatsApp Cloud API and the Messenger Platform, which share one numbering. A locked,
 * unpaid or unconfigured account counts as credentials: no message can be sent until an operator fixes it.
 */
const byCode = new Map<number, ErrorClass>([
  [0, credentials],
  [1, providerError],
  [2, providerError],
  [4, tooFast],
  [10, credentials],
  [17, tooFast],
  [32, tooFast],
  [33, credentials],
  [100, rejected],
  [102, credentials],
  [190, credentials],
  [368, credentials],
  [551, unreachable],
  [613, tooFast],
  [1200, providerError],
  [80007, tooFast],
  [130429, tooFast],
  [130472, unreachable],
  [130497, unreachable],
  [131000, providerError],
  [131005, credentials],
  [131008, rejected],
  [131009, rejected],
  [131016, providerError],
  [131021, invalidRecipient],
  [131026, unreachable],
  [131030, invalidRecipient],
  [131031, credentials],
  [131037, credentials],
  [131042, credentials],
  [131045, credentials],
  [131047, windowClosed],
  [131048, tooFast],
  [131049, unreachable],
  [131050, never('optedOut')],
  [131051, rejected],
  [131052, rejected],
  [131053, later('rejected')],
  // One person can receive one message in six seconds, once a burst is used up.
  [131056, later('rateLimited', 6)],
  [131057, providerError],
  [133004, providerError],
  [133010, credentials],
  [133016, tooFast],
])

/** Classifies a Meta error; undefined if only the HTTP status is meaningful. */
export function classifyMetaError(error: Fields): ErrorClass | undefined {
  const code = readMetaNumber(error.code)
  const special = bySubcode.get(readMetaNumber(error.error_subcode) ?? -1)
  if (special) return special
  // Some of these refusals arrive without a subcode.
  if (code === 10 && /outside (of )?(the )?allowed window/i.test(readMetaText(error.message) ?? '')) return windowClosed
  const known = code === undefined ? undefined : (byCode.get(code) ?? classifyPermissionError(code))
  return error.is_transient === true && known?.retry !== 'later' ? providerError : known
}

function classifyPermissionError(code: number): ErrorClass | undefined {
  return code >= 200 && code <= 299 ? credentials : undefined
}

/** One line for operators: the code and Meta's message, without anything that may be an address or a token. */
export function describeMetaError(error: Fields): string {
  const numbers = [readMetaNumber(error.code), readMetaNumber(error.error_subcode)].filter(
    (number) => number !== undefined,
  )
  const message = readMetaText(error.message) ?? readMetaText(error.title)
  const details = readMetaText(readFields(error.error_data).details)
  const words = [message, details === message ? undefined : details].filter((each) => each !== undefined)
  return [`error ${numbers.join('/') || 'without a number'}`, ...words.map(scrubAddresses)].join(': ')
}

const callingNumber = /\+?\d[\d\s().-]{5,}\d/g
const numberedOrLong = /\S*(?:\d{5,}|@)\S*|\S{25,}/g

function scrubAddresses(words: string): string {
  const bare = words.slice(0, 500).replace(/^\(#\d+\)\s*/, '')
  return bare.replaceAll(numberedOrLong, '…').replaceAll(callingNumber, '…').slice(0, 200)
}
