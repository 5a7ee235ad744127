import { ordinalShape, parseNumberWords, parseOrdinalWord, wholeShape } from '../words/numerals.ts'

/**
 * A zero-based position in the list of offered choices. `certain` unless it may also be an hour, a day or part of a
 * label.
 */
export type ChoicePosition = { at: number; certain: boolean }

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
export function parseChoicePosition(said: string, count: number): ChoicePosition | undefined {
  const bare = said.replace(lead, '').replace(trail, '').trim()
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
