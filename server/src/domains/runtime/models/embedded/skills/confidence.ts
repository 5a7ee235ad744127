import type { TurnHints } from '../../model.ts'
import { countShared, extractStems, subtractStems } from '../language/words.ts'
import type { SkillContext } from '../skill-context.ts'

export type KnowledgeHint = TurnHints['found'][number]

/** A question about anything may have these; that two have them says nothing. */
const common = extractStems('sell offer take make give carry use come find bring today')

/** By these the words count beyond the score: that of a question that means the same is often that of a stranger's. */
const forTitle = 0.2
const forText = 0.08

/** How far a hit can be trusted, on the scale of its score. */
export function computeConfidence({ title, text, score }: KnowledgeHint, { said }: SkillContext): number {
  const asked = subtractStems(withPlaceStems(said), common)
  const named = subtractStems(withPlaceStems(title), common)
  const both = countShared(asked, named)
  if (both > 0) return score + forTitle * Math.max(both / asked.size, both / named.size)
  return score + (countShared(asked, extractStems(text)) > 0 ? forText : 0)
}

const places = extractStems('located location address directions')

/** "Where" asks for what is named in other words as well. */
function withPlaceStems(text: string): Set<string> {
  const stems = extractStems(text)
  const rest = subtractStems(stems, places)
  return rest.size < stems.size || /\bwhere\b/i.test(text) ? rest.add('where') : stems
}

/** It may be meant. */
export const getMinConfidence = ({ thresholds: { likely } }: SkillContext): number => likely + 0.15

/** It is rather meant than not. */
export const getGoodConfidence = ({ thresholds: { certain } }: SkillContext): number => certain - 0.1
