import { readYesNo } from '@parley/flow'
import type { ReplyHints } from '../model.ts'
import { extractContactDetails } from './language/details.ts'
import { asksForCallback, detectSchedulingRequest } from './language/requests.ts'
import { countShared, extractStems } from './language/words.ts'

/** Interpretation of a reply to a flow's question. The engine has already tried the literal readings. */
export type ReplyReading =
  | { kind: 'value'; value: string | number | boolean }
  | { kind: 'digression' | 'unclear'; value: null }

const maxInputLength = 2_000

export function readReply({ said, slot }: ReplyHints): ReplyReading {
  const short = said.slice(0, maxInputLength).toWellFormed()
  const asked = short.toLowerCase().replace(/[’‘`]/g, "'").trim()
  const isDoubtful = slot.type !== 'boolean' && doubtful.test(asked)
  const value = isDoubtful ? undefined : interpretReply(short, slot)
  if (value !== undefined) return { kind: 'value', value }
  return { kind: asksBack(asked) || asksForSomethingElse(asked) ? 'digression' : 'unclear', value: null }
}

/** Words that make a match uncertain: `not the red one` does not select it. */
const doubtful =
  /\b(?:not|no|never|nor|neither|none|except|but|without|instead|rather|or|if|unless|maybe|wrong|dont|cant|wont|\w+n't)\b/

/** The engine has already parsed times as far as possible: `8 of us` would falsely match the eighth. */
function interpretReply(
  said: string,
  { type, options = [] }: ReplyHints['slot'],
): string | number | boolean | undefined {
  if (type === 'boolean' || options.length === 0) return extractValue(said, type)
  return type === 'timeslot' ? undefined : matchOption(said, options)
}

/** Returns the option that shares the most words with the reply, unless it is a tie. */
function matchOption(said: string, options: readonly string[]): string | undefined {
  const stems = extractStems(said)
  const [best, second] = options
    .map((option) => ({ option, count: countShared(extractStems(option), stems) }))
    .toSorted((one, other) => other.count - one.count)
  if (!best || best.count === 0 || best.count === second?.count) return undefined
  return best.option
}

function extractValue(said: string, type: string): string | number | boolean | undefined {
  const details = extractContactDetails(said, true)
  if (type === 'email') return details.email
  if (type === 'phone') return details.phone
  if (type === 'number') return extractNumber(said)
  const agrees = type === 'boolean' ? readYesNo(said) : undefined
  return agrees && agrees === 'yes'
}

/** Only a single number; two are ambiguous. */
function extractNumber(said: string): number | undefined {
  const [only, ...more] = said.match(/-?\d{1,15}(?:\.\d{1,6})?/g) ?? []
  return only === undefined || more.length > 0 ? undefined : Number(only)
}

const questionWord =
  /^(?:(?:but|and|wait|sorry|hm+|hi|hello|first|before that)[ ,]+)*(?:what|when|where|which|who|why|how|do|does|did|is|are|can|could|will|would|should|may)\b/

function asksBack(asked: string): boolean {
  return asked.includes('?') || questionWord.test(asked)
}

/** Asks for something unrelated to the question. Booking does not count, because many flows are about booking. */
function asksForSomethingElse(asked: string): boolean {
  const request = detectSchedulingRequest(asked, false)
  return asksForCallback(asked) || (request !== undefined && request !== 'book')
}
