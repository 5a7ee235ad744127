import {
  isDoubtful,
  isNonAnswer,
  normalizeForMatching,
  normalizeReply,
  splitOnSpaces,
  wantsToSkip,
} from './words/reply-wording.ts'

import { readYesNo } from './yes-no.ts'

const maxStringLength = 2000
const maxNameLength = 80
const maxNames = 6

/** Returns the reply's text; for a name slot, only the name. */
export function readString(text: string, isName: boolean): string | undefined {
  if (text.length > maxStringLength) return undefined
  const normalized = normalizeReply(text, maxStringLength)
  if (!/[\p{L}\p{N}]/u.test(normalized) || normalized.endsWith('?') || refusesToSay(normalized)) return undefined
  if (isNonAnswer(normalizeForMatching(normalized))) return undefined
  return isName ? readName(normalized) : normalized
}

/** A plain `no` answers `any allergies?`; `rather not say` answers nothing. */
const refusesToSay = (wording: string): boolean =>
  wantsToSkip(wording) && !/^(?:no|nope|nah|none|nothing)$/.test(normalizeForMatching(wording))

const greeting = /^(?:(?:hi|hello|hey|hiya|yes|sure|ok|okay|good (?:morning|afternoon|evening))(?: there)?[ ,.!]+)+/i
const surely =
  /^(?:and )?(?:(?:my|the|our|his|her|their) (?:(?:full|first|last|given|family|company|business|pet|dog|cat|user) ?)?(?:name|surname|nickname)(?:'s| is| would be|:)|name(?:'s| is|:)|(?:you can |just |please )*call me|i am called|i'm called|i go by|they call me|me llamo|mi nombre es|je m'appelle|mon nom est|ich hei(?:ß|ss)e|mein name ist) */i
const perhaps = /^(?:it's|its|it is|i'm|im|i am|this is|that's|that would be|ich bin|je suis|soy) +/i

function readName(wording: string): string | undefined {
  const greeted = wording.replace(greeting, '')
  const named = greeted.replace(surely, '')
  const peeled = named.replace(perhaps, '')
  const name = (named === greeted ? peeled : named).replace(/(?<!\b[js]r)[.,;!]+$/i, '').trim()
  if (!/\p{L}/u.test(name) || name.length > maxNameLength || /[@<>{}[\]\\|=:;!?\p{Extended_Pictographic}]/u.test(name))
    return undefined
  const words = splitOnSpaces(normalizeForMatching(name))
  if (words.length > maxNames || words.some(isDoubtful) || readYesNo(name) !== undefined) return undefined
  return words.some((word) => isNoName(word, peeled !== named)) ? undefined : name
}

/** After `I'm`, a mood, a place or an activity is as likely as a name. */
const noName = new Set(
  'hi hello hey hiya bye goodbye cheers welcome morning afternoon evening night later there name names thanks please sorry my your me you i is am are was want need like have can could would do does'.split(
    ' ',
  ),
)
const noNameAfterAm = new Set(
  `a an the in on at from with for to so very just here there good fine well ok okay great busy tired sick ready done back home late
  driving working looking trying calling texting interested asking waiting going coming getting thinking happy sad new lost confused bored
  married single pregnant old young available free sure glad afraid about out away off still already hungry your you her his their mine me`.split(
    /\s+/,
  ),
)
const isNoName = (word: string, afterAm: boolean): boolean => noName.has(word) || (afterAm && noNameAfterAm.has(word))
