import type { TurnHints } from '../../model.ts'
import { shared, tellingStems, without } from '../language/words.ts'
import type { View } from '../view.ts'

export type Hit = TurnHints['found'][number]

/** A question about anything may have these; that two have them says nothing. */
const common = tellingStems('sell offer take make give carry use come find bring today')

/** By these the words count beyond the score: that of a question that means the same is often that of a stranger's. */
const forTitle = 0.2
const forText = 0.08

/** How far a hit can be trusted, on the scale of its score. */
export function trustOf({ title, text, score }: Hit, { said }: View): number {
  const asked = without(withPlaces(said), common)
  const named = without(withPlaces(title), common)
  const both = shared(asked, named)
  if (both > 0) return score + forTitle * Math.max(both / asked.size, both / named.size)
  return score + (shared(asked, tellingStems(text)) > 0 ? forText : 0)
}

const places = tellingStems('located location address directions')

/** "Where" asks for what is named in other words as well. */
function withPlaces(text: string): Set<string> {
  const stems = tellingStems(text)
  const rest = without(stems, places)
  return rest.size < stems.size || /\bwhere\b/i.test(text) ? rest.add('where') : stems
}

/** It may be meant. */
export const leastTrust = ({ thresholds: { likely } }: View): number => likely + 0.15

/** It is rather meant than not. */
export const goodTrust = ({ thresholds: { certain } }: View): number => certain - 0.1
