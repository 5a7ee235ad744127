import { DispatchFailedError, type DispatchFailureReason } from '../../adapter.ts'

type Meaning = { reason: DispatchFailureReason; words: string; retryAfterSeconds?: number }

const mapCodes = (codes: readonly number[], meaning: Meaning): [number, Meaning][] =>
  codes.map((code) => [code, meaning])

/**
 * The error codes that concern one message, from https://www.twilio.com/docs/api/errors. Twilio's own error texts are
 * not used because they contain the phone number.
 */
const meanings = new Map<number, Meaning>([
  ...mapCodes([21610], { reason: 'optedOut', words: 'the person unsubscribed' }),
  ...mapCodes([63014, 63033], { reason: 'optedOut', words: 'the person blocked the sender' }),
  ...mapCodes([21211, 21217, 30005], { reason: 'invalidRecipient', words: 'the number does not exist' }),
  ...mapCodes([21614], { reason: 'invalidRecipient', words: 'this is not a mobile number' }),
  ...mapCodes([21612], { reason: 'unreachable', words: 'the sender cannot reach this number' }),
  ...mapCodes([30003], { reason: 'unreachable', words: 'the phone is off or out of range' }),
  ...mapCodes([30004], { reason: 'unreachable', words: 'the phone does not accept messages' }),
  ...mapCodes([30006], { reason: 'unreachable', words: 'this is a landline, or its carrier cannot be reached' }),
  ...mapCodes([63035], { reason: 'unreachable', words: 'the RCS agent is not launched there' }),
  ...mapCodes([63036], { reason: 'unreachable', words: 'the number cannot be reached by RCS' }),
  ...mapCodes([21408], { reason: 'rejected', words: 'this region is not enabled for the account' }),
  ...mapCodes([21603, 21606, 21701, 21703, 21704], { reason: 'rejected', words: 'the sender cannot send this' }),
  ...mapCodes([21609], { reason: 'rejected', words: 'the callback address is not public' }),
  ...mapCodes([21617], { reason: 'rejected', words: 'the text is too long' }),
  ...mapCodes([11200, 11751, 21620, 63019, 63034, 63037], { reason: 'rejected', words: 'the file was rejected' }),
  ...mapCodes([30007], { reason: 'rejected', words: 'the carrier classified it as spam' }),
  ...mapCodes([30032, 30034], { reason: 'rejected', words: 'the sender is not registered with the carriers' }),
  ...mapCodes([63016], { reason: 'windowClosed', words: 'outside the reply window' }),
  ...mapCodes([20003, 20005, 30002], { reason: 'credentials', words: 'the account was rejected' }),
  ...mapCodes([30008], { reason: 'providerError', words: 'the carrier gave no reason' }),
  ...mapCodes([14107, 20429, 21611, 30001, 30017, 30022, 63017, 63018], {
    reason: 'rateLimited',
    words: 'too many requests at once',
  }),
  ...mapCodes([30023, 30027], { reason: 'rateLimited', words: 'the daily limit is reached', retryAfterSeconds: 3600 }),
])

/** Maps the error code of a rejected call; undefined if the HTTP status is just as clear. */
export function toCodeFailure(code: number): DispatchFailedError | undefined {
  const meaning = meanings.get(code)
  if (!meaning) return undefined
  const { reason, words, retryAfterSeconds } = meaning
  const retry = reason === 'rateLimited' ? 'later' : 'never'
  return new DispatchFailedError(reason, `Twilio: ${words} (${code})`, { retry, retryAfterSeconds })
}

/** Maps the error code of a message that failed after Twilio accepted it. */
export function toReceiptFailure(code: number): { reason: DispatchFailureReason; detail: string } {
  const meaning = meanings.get(code)
  if (meaning) return { reason: meaning.reason, detail: `Twilio: ${meaning.words} (${code})` }
  return { reason: 'rejected', detail: code > 0 ? `Twilio did not deliver it (${code})` : 'Twilio did not deliver it' }
}
