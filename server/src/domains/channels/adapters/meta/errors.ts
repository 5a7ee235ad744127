import type { DispatchFailed, FailureReason } from '../../adapter.ts'
import { type Fields, fieldsOf } from '../read.ts'
import { numberOf, textOf } from './json.ts'

type Verdict = Pick<DispatchFailed, 'reason' | 'retry' | 'retryAfterSeconds'>

const later = (reason: FailureReason, retryAfterSeconds?: number): Verdict => ({
  reason,
  retry: 'later',
  retryAfterSeconds,
})
const never = (reason: FailureReason): Verdict => ({ reason, retry: 'never' })

const tooFast = later('rateLimited')
const broken = later('providerError')
const credentials = never('credentials')
const windowClosed = never('windowClosed')
const unreachable = never('unreachable')
const nobody = never('invalidRecipient')
const rejected = never('rejected')

/** Stand for themselves, whatever the code beside them. */
const bySubcode = new Map<number, Verdict>([
  [33, credentials], // there is no such number or page, or the token may not see it
  [2018278, windowClosed],
  [2534022, windowClosed],
  [2018001, nobody],
  [2534014, nobody],
  [2018108, unreachable],
  [1545041, unreachable],
])

/**
 * Of the Graph API, the WhatsApp Cloud API and the Messenger Platform; they share one list of numbers. An account that is
 * locked, unpaid or not set up counts as credentials: no message leaves until somebody has seen to it.
 */
const byCode = new Map<number, Verdict>([
  [0, credentials],
  [1, broken],
  [2, broken],
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
  [1200, broken],
  [80007, tooFast],
  [130429, tooFast],
  [130472, unreachable],
  [130497, unreachable],
  [131000, broken],
  [131005, credentials],
  [131008, rejected],
  [131009, rejected],
  [131016, broken],
  [131021, nobody],
  [131026, unreachable],
  [131030, nobody],
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
  // One person gets no more than a message in six seconds, once a burst is used up.
  [131056, later('rateLimited', 6)],
  [131057, broken],
  [133004, broken],
  [133010, credentials],
  [133016, tooFast],
])

/** What an error of Meta's says, or undefined for one that only its status tells of. */
export function verdictOf(error: Fields): Verdict | undefined {
  const code = numberOf(error.code)
  const special = bySubcode.get(numberOf(error.error_subcode) ?? -1)
  if (special) return special
  // Some refusals of this kind come without a subcode.
  if (code === 10 && /outside (of )?(the )?allowed window/i.test(textOf(error.message) ?? '')) return windowClosed
  const known = code === undefined ? undefined : (byCode.get(code) ?? ofPermissions(code))
  return error.is_transient === true && known?.retry !== 'later' ? broken : known
}

function ofPermissions(code: number): Verdict | undefined {
  return code >= 200 && code <= 299 ? credentials : undefined
}

/** In a line for operators: the number, and Meta's words without anything that may be an address or a token. */
export function wordsOf(error: Fields): string {
  const numbers = [numberOf(error.code), numberOf(error.error_subcode)].filter((number) => number !== undefined)
  const said = textOf(error.message) ?? textOf(error.title)
  const details = textOf(fieldsOf(error.error_data).details)
  const words = [said, details === said ? undefined : details].filter((each) => each !== undefined)
  return [`error ${numbers.join('/') || 'without a number'}`, ...words.map(scrubbed)].join(': ')
}

const callingNumber = /\+?\d[\d\s().-]{5,}\d/g
const numberedOrLong = /\S*(?:\d{5,}|@)\S*|\S{25,}/g

function scrubbed(words: string): string {
  const bare = words.slice(0, 500).replace(/^\(#\d+\)\s*/, '')
  return bare.replaceAll(numberedOrLong, '…').replaceAll(callingNumber, '…').slice(0, 200)
}
