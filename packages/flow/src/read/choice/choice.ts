import { editDistance } from '@parley/findings'
import type { FlowChoice } from '../../engine.ts'
import { ordinalShape, parseNumberWords, parseOrdinalWord, wholeShape } from '../words/numbers.ts'
import { isDoubtful, normalizeForMatching, normalizeReply, splitOnSpaces } from '../words/reply-wording.ts'
import { readYesNo } from '../yes-no.ts'

/** Accepts a typo in a longer word, but not a different word: words of up to three letters must match exactly. */
function isTypoOf(word: string, meant: string): boolean {
  const most = meant.length < 4 ? 0 : meant.length < 8 ? 1 : 2
  return word.length > 2 && editDistance(word, meant, { most }) <= most
}

/**
 * A zero-based position in the list of offered choices. `certain` unless it may also be an hour, a day or part of a
 * label.
 */
type ChoicePosition = { at: number; certain: boolean }

const noun = '(?:one|option|choice|time|slot|item|answer)'
const shapes: [shape: RegExp, certain: boolean][] = [
  [new RegExp(`^(?:the )?(${ordinalShape}) ${noun}$`), true],
  [new RegExp(`^(?:${noun}|number|no|#) ?#?(${wholeShape})$`), true],
  [new RegExp(`^(?:the )?(${ordinalShape})$`), false],
  [new RegExp(`^(${wholeShape})$`), false],
]
const lead =
  /^(?:(?:ok|okay|yes|sure|um|hmm|i think|i'll take|i will take|i'll go with|i'd like|i would like|i'd prefer|i prefer|i want|i choose|i pick|let's do|let's go with|lets do|go with|give me|book|take|can i have|can we do|how about|make it) )+/
const trail =
  /(?: (?:then|please|pls|thanks|thank you|works|works for me|is good|is fine|sounds good|would be great))+$/

/** Parses `the second one`, `2`, `option 3`, `the last one`; the text must say nothing else. */
export function parseChoicePosition(wording: string, count: number): ChoicePosition | undefined {
  const bare = wording.replace(lead, '').replace(trail, '').trim()
  if (new RegExp(`^(?:the )?last(?: ${noun})?$`).test(bare)) return toChoicePosition(count, count, true)
  for (const [shape, certain] of shapes) {
    const [, word] = shape.exec(bare) ?? []
    if (word !== undefined) return toChoicePosition(parseOrdinalWord(word) ?? parseNumberWords(word), count, certain)
  }
  return undefined
}

function toChoicePosition(nth: number | undefined, count: number, certain: boolean): ChoicePosition | undefined {
  return nth !== undefined && nth >= 1 && nth <= count ? { at: nth - 1, certain } : undefined
}

export type ChoiceReply = { text: string; picked?: string[] }

/** Words allowed in addition to the label: `blue for my wife`, not a story in which something is blue. */
const maxOtherWords = 4
const maxInputLength = 30

export function readChoice(reply: ChoiceReply, choices: readonly FlowChoice[]): FlowChoice | undefined {
  const picked = findPickedChoice(reply.picked, choices)
  if (picked) return picked
  const wording = normalizeForMatching(reply.text)
  if (wording === '' || asksAbout(reply.text, choices)) return undefined
  const named = getOnlyOne(
    choices.filter(({ id, label }) => normalizeForMatching(label) === wording || normalizeForMatching(id) === wording),
  )
  if (named) return named
  const position = parseChoicePosition(wording, choices.length)
  const worded = matchWording(wording, choices)
  const placed = position && choices[position.at]
  if (placed && position.certain) return placed
  if (placed && worded) return placed === worded ? placed : undefined
  return placed ?? worded ?? chooseByYesNo(reply.text, choices)
}

/** `Basic?` is a question about that choice. */
const asksAbout = (text: string, choices: readonly FlowChoice[]): boolean =>
  normalizeReply(text).endsWith('?') && !choices.some(({ label }) => label.trim().endsWith('?'))

/** Returns the tapped choice, if exactly one offered choice was tapped. */
export function findPickedChoice(
  picked: readonly string[] = [],
  choices: readonly FlowChoice[],
): FlowChoice | undefined {
  return getOnlyOne(choices.filter(({ id }) => picked.includes(id)))
}

/** Matches a choice labeled yes or no; otherwise, a yes accepts the only choice. */
export function chooseByYesNo(text: string, choices: readonly FlowChoice[]): FlowChoice | undefined {
  const answer = readYesNo(text)
  const called = getOnlyOne(choices.filter(({ label }) => normalizeForMatching(label) === answer))
  return called ?? (answer === 'yes' ? getOnlyOne(choices) : undefined)
}

export const getOnlyOne = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined)

function matchWording(wording: string, choices: readonly FlowChoice[]): FlowChoice | undefined {
  const words = splitOnSpaces(wording)
  if (words.length > maxInputLength) return undefined
  const whole = findLongestLabel(
    choices.filter(({ label }) => ` ${wording} `.includes(` ${normalizeForMatching(label)} `)),
  )
  const others = whole ? splitOnSpaces(` ${wording} `.replace(` ${normalizeForMatching(whole.label)} `, ' ')) : []
  if (whole && isAside(others) && !others.some((word) => isOfLabel(word, whole, choices))) return whole
  const slip = getOnlyOne(choices.filter(({ label }) => isTypoOf(wording, normalizeForMatching(label))))
  if (slip) return slip
  return matchByWords(words, choices, (word, labeled) => word === labeled) ?? matchByWords(words, choices, isTypoOf)
}

/**
 * Among several labels in one text, returns the one that contains the others: `Premium Plus` also contains `Premium`.
 */
function findLongestLabel(found: readonly FlowChoice[]): FlowChoice | undefined {
  return getOnlyOne(
    found.filter(({ label }) =>
      found.every((other) => ` ${normalizeForMatching(label)} `.includes(` ${normalizeForMatching(other.label)} `)),
    ),
  )
}

const isAside = (others: string[]): boolean => {
  const content = others.filter((word) => !filler.has(word))
  return content.length <= maxOtherWords && !others.some(isDoubtful)
}

const isOfLabel = (word: string, except: FlowChoice, choices: readonly FlowChoice[]): boolean =>
  !filler.has(word) &&
  choices.some((choice) => choice !== except && splitOnSpaces(normalizeForMatching(choice.label)).includes(word))

type WordComparer = (word: string, labeled: string) => boolean

/** Returns the one choice that has every word of the text that occurs in any label. */
function matchByWords(words: string[], choices: readonly FlowChoice[], same: WordComparer): FlowChoice | undefined {
  const labels = choices.map(({ label }) =>
    splitOnSpaces(normalizeForMatching(label)).filter((word) => !filler.has(word)),
  )
  const has = (label: string[], word: string): boolean => label.some((labeled) => same(word, labeled))
  const telling = words.filter((word) => !filler.has(word) && labels.some((label) => has(label, word)))
  const others = words.filter((word) => !telling.includes(word))
  if (telling.length === 0 || !isAside(others)) return undefined
  return getOnlyOne(choices.filter((_, at) => telling.every((word) => has(labels[at] ?? [], word))))
}

const filler = new Set(
  `the a an one i i'd i'll i'm id ill im we we'd would like want need prefer choose pick take go with for to my me please pls thanks thank
  you let's lets it it's its is be that this of and in on at ok okay yes yeah sure think just option choice hi hello great good fine can could have get do`.split(
    /\s+/,
  ),
)
