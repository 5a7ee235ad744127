import type { Choice } from '../../engine.ts'
import { isDoubtful } from '../words/doubt.ts'
import { folded, plain, wordsOf } from '../words/plain.ts'
import { readYesNo } from '../yes-no.ts'
import { placeIn } from './ordinal.ts'
import { isSlipOf } from './spelling.ts'

export type Answer = { text: string; picked?: string[] }

/** Words beside those of a label that may stand: `blue for my wife`, not a story in which something is blue. */
const mostOtherWords = 4
const longestSaid = 30

/** The one choice that a reply means. */
export function readChoice(reply: Answer, choices: readonly Choice[]): Choice | undefined {
  const picked = pickedOf(reply.picked, choices)
  if (picked) return picked
  const said = folded(reply.text)
  if (said === '' || asksAbout(reply.text, choices)) return undefined
  const named = only(choices.filter(({ id, label }) => folded(label) === said || folded(id) === said))
  if (named) return named
  const place = placeIn(said, choices.length)
  const worded = wordedOf(said, choices)
  const placed = place && choices[place.at]
  if (placed && place.certain) return placed
  if (placed && worded) return placed === worded ? placed : undefined
  return placed ?? worded ?? theOnlyOne(reply.text, choices)
}

/** `Basic?` asks what that is. */
const asksAbout = (text: string, choices: readonly Choice[]): boolean =>
  plain(text).endsWith('?') && !choices.some(({ label }) => label.trim().endsWith('?'))

/** What was tapped, if it is one thing and was offered. */
export function pickedOf(picked: readonly string[] = [], choices: readonly Choice[]): Choice | undefined {
  return only(choices.filter(({ id }) => picked.includes(id)))
}

/** A yes takes the only choice there is; else yes and no are those that are called so. */
export function theOnlyOne(text: string, choices: readonly Choice[]): Choice | undefined {
  const said = readYesNo(text)
  const called = only(choices.filter(({ label }) => folded(label) === said))
  return called ?? (said === 'yes' ? only(choices) : undefined)
}

export const only = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined)

function wordedOf(said: string, choices: readonly Choice[]): Choice | undefined {
  const words = wordsOf(said)
  if (words.length > longestSaid) return undefined
  const whole = longestOf(choices.filter(({ label }) => ` ${said} `.includes(` ${folded(label)} `)))
  const others = whole ? wordsOf(` ${said} `.replace(` ${folded(whole.label)} `, ' ')) : []
  if (whole && isAside(others) && !others.some((word) => isOfLabel(word, whole, choices))) return whole
  const slip = only(choices.filter(({ label }) => isSlipOf(said, folded(label))))
  if (slip) return slip
  return byWords(words, choices, (word, labelled) => word === labelled) ?? byWords(words, choices, isSlipOf)
}

/** Of several labels in one text the one that holds the others: `Premium` is said with `Premium Plus`. */
function longestOf(found: readonly Choice[]): Choice | undefined {
  return only(
    found.filter(({ label }) => found.every((other) => ` ${folded(label)} `.includes(` ${folded(other.label)} `))),
  )
}

const isAside = (others: string[]): boolean => {
  const content = others.filter((word) => !filler.has(word))
  return content.length <= mostOtherWords && !others.some(isDoubtful)
}

const isOfLabel = (word: string, except: Choice, choices: readonly Choice[]): boolean =>
  !filler.has(word) && choices.some((choice) => choice !== except && wordsOf(folded(choice.label)).includes(word))

type Same = (said: string, labelled: string) => boolean

/** The one choice that has all those words of the text that any label has. */
function byWords(words: string[], choices: readonly Choice[], same: Same): Choice | undefined {
  const labels = choices.map(({ label }) => wordsOf(folded(label)).filter((word) => !filler.has(word)))
  const has = (label: string[], word: string): boolean => label.some((labelled) => same(word, labelled))
  const telling = words.filter((word) => !filler.has(word) && labels.some((label) => has(label, word)))
  const others = words.filter((word) => !telling.includes(word))
  if (telling.length === 0 || !isAside(others)) return undefined
  return only(choices.filter((_, at) => telling.every((word) => has(labels[at] ?? [], word))))
}

const filler = new Set(
  `the a an one i i'd i'll i'm id ill im we we'd would like want need prefer choose pick take go with for to my me please pls thanks thank
  you let's lets it it's its is be that this of and in on at ok okay yes yeah sure think just option choice hi hello great good fine can could have get do`.split(
    /\s+/,
  ),
)
