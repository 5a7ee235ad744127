import { DispatchFailed, type FailureReason } from '../../adapter.ts'

type Meaning = { reason: FailureReason; words: string; retryAfterSeconds?: number }

const list = (codes: readonly number[], meaning: Meaning): [number, Meaning][] => codes.map((code) => [code, meaning])

/** https://www.twilio.com/docs/api/errors, those that tell of one message. Twilio's sentences hold the number. */
const meanings = new Map<number, Meaning>([
  ...list([21610], { reason: 'optedOut', words: 'the person has unsubscribed' }),
  ...list([63014, 63033], { reason: 'optedOut', words: 'the person has blocked the sender' }),
  ...list([21211, 21217, 30005], { reason: 'invalidRecipient', words: 'there is no such number' }),
  ...list([21614], { reason: 'invalidRecipient', words: 'this is no mobile number' }),
  ...list([21612], { reason: 'unreachable', words: 'the sender does not reach this number' }),
  ...list([30003], { reason: 'unreachable', words: 'the phone is off or out of reach' }),
  ...list([30004], { reason: 'unreachable', words: 'the phone does not take messages' }),
  ...list([30006], { reason: 'unreachable', words: 'this is a landline, or its carrier is not reached' }),
  ...list([63035], { reason: 'unreachable', words: 'the RCS agent is not launched there' }),
  ...list([63036], { reason: 'unreachable', words: 'the number is not reached by RCS' }),
  ...list([21408], { reason: 'rejected', words: 'this region is not enabled for the account' }),
  ...list([21603, 21606, 21701, 21703, 21704], { reason: 'rejected', words: 'the sender cannot send this' }),
  ...list([21609], { reason: 'rejected', words: 'the callback address is not public' }),
  ...list([21617], { reason: 'rejected', words: 'the text is too long' }),
  ...list([11200, 11751, 21620, 63019, 63034, 63037], { reason: 'rejected', words: 'the file is not taken' }),
  ...list([30007], { reason: 'rejected', words: 'the carrier took it for spam' }),
  ...list([30032, 30034], { reason: 'rejected', words: 'the sender is not registered with the carriers' }),
  ...list([63016], { reason: 'windowClosed', words: 'outside the reply window' }),
  ...list([20003, 20005, 30002], { reason: 'credentials', words: 'the account is not accepted' }),
  ...list([30008], { reason: 'providerError', words: 'the carrier gave no reason' }),
  ...list([14107, 20429, 21611, 30001, 30017, 30022, 63017, 63018], {
    reason: 'rateLimited',
    words: 'too much at once',
  }),
  ...list([30023, 30027], { reason: 'rateLimited', words: 'the daily limit is reached', retryAfterSeconds: 3600 }),
])

/** What a call was refused for; undefined where the status says as much. */
export function failureOfCode(code: number): DispatchFailed | undefined {
  const meaning = meanings.get(code)
  if (!meaning) return undefined
  const { reason, words, retryAfterSeconds } = meaning
  const retry = reason === 'rateLimited' ? 'later' : 'never'
  return new DispatchFailed(reason, `Twilio: ${words} (${code})`, { retry, retryAfterSeconds })
}

/** What a message failed for after it was taken. */
export function receiptFailureOf(code: number): { reason: FailureReason; detail: string } {
  const meaning = meanings.get(code)
  if (meaning) return { reason: meaning.reason, detail: `Twilio: ${meaning.words} (${code})` }
  return { reason: 'rejected', detail: code > 0 ? `Twilio did not deliver it (${code})` : 'Twilio did not deliver it' }
}
