import type { ReadHints } from '../model.ts'
import { detailsIn } from './language/details.ts'
import { isNo, isYes } from './language/requests.ts'
import { shared, tellingStems } from './language/words.ts'

/** What a reply to a flow's question means. The engine has tried the plain readings before. */
export type Reading =
  | { kind: 'value'; value: string | number | boolean }
  | { kind: 'digression' | 'unclear'; value: null }

const longestSaid = 2_000

export function read({ said, slot }: ReadHints): Reading {
  const short = said.slice(0, longestSaid).toWellFormed()
  const asked = short.toLowerCase().replace(/[’‘`]/g, "'").trim()
  const value = slot.options?.length ? optionIn(short, slot.options) : valueIn(short, asked, slot.type)
  if (value !== undefined) return { kind: 'value', value }
  return { kind: asksBack(asked) ? 'digression' : 'unclear', value: null }
}

/** The only option that has words in common with the reply. */
function optionIn(said: string, options: readonly string[]): string | undefined {
  const stems = tellingStems(said)
  const [best, second] = options
    .map((option) => ({ option, count: shared(tellingStems(option), stems) }))
    .toSorted((one, other) => other.count - one.count)
  if (!best || best.count === 0 || best.count === second?.count) return undefined
  return best.option
}

function valueIn(said: string, asked: string, type: string): string | number | boolean | undefined {
  const details = detailsIn(said, true)
  if (type === 'email') return details.email
  if (type === 'phone') return details.phone
  if (type === 'number') return numberIn(said)
  if (type !== 'boolean') return undefined
  if (isYes(asked)) return true
  return isNo(asked) ? false : undefined
}

/** A single number; of two nobody can say which is meant. */
function numberIn(said: string): number | undefined {
  const [only, ...more] = said.match(/-?\d{1,15}(?:\.\d{1,6})?/g) ?? []
  return only === undefined || more.length > 0 ? undefined : Number(only)
}

const questionWord =
  /^(?:(?:but|and|wait|sorry|hm+|hi|hello|first|before that)[ ,]+)*(?:what|when|where|which|who|why|how|do|does|did|is|are|can|could|will|would|should|may)\b/

function asksBack(asked: string): boolean {
  return asked.includes('?') || questionWord.test(asked)
}
