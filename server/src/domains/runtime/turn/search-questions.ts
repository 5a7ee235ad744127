import { type AgentDefinition, type AgentFact, listEnabledLocations, memoize } from '@parley/definition'
import type { SearchHit } from '../../knowledge/index.ts'
import type { TurnContext } from './turn.ts'

/** The Facts that apply to certain locations only. */
const indexLocalFacts = memoize(
  (facts: readonly AgentFact[]): ReadonlyMap<string, readonly string[]> =>
    new Map(facts.flatMap(({ id, scope }) => (scope?.locationIds ? [[id, scope.locationIds] as const] : []))),
)

type SearchWithLimit = (limit: number) => Promise<SearchHit[]>

/**
 * Searches without the Facts of other locations, its own first. While the location is unknown, a Fact of certain
 * locations says where it applies, and is not certain enough to be sent alone.
 */
export async function searchForLocation(
  definition: AgentDefinition,
  { locationId, limit }: { locationId: string | undefined; limit: number },
  search: SearchWithLimit,
): Promise<SearchHit[]> {
  const local = indexLocalFacts(definition.facts)
  if (local.size === 0) return search(limit)
  const scopeOf = ({ kind, id }: SearchHit) => (kind === 'fact' ? local.get(id) : undefined)
  if (locationId === undefined) return (await search(limit)).map((hit) => sayWhere(hit, scopeOf(hit), definition))
  // Facts of other locations must not crowd out the rest.
  const hits = (await search(2 * limit)).filter((hit) => scopeOf(hit)?.includes(locationId) ?? true)
  const rank = (hit: SearchHit) => (scopeOf(hit) ? 0 : 1)
  return hits.toSorted((one, other) => rank(one) - rank(other)).slice(0, limit)
}

const maxUncertainScore = 0.99

function sayWhere(hit: SearchHit, ids: readonly string[] | undefined, { locations }: AgentDefinition): SearchHit {
  if (!ids) return hit
  const names = listEnabledLocations(locations).flatMap(({ id, name }) => (ids.includes(id) ? [name] : []))
  return { ...hit, text: `${names.join(', ')}: ${hit.text}`, score: Math.min(hit.score, maxUncertainScore) }
}

const maxHits = 10
const maxQuestions = 3

/** Searches knowledge for a message, and separately for each of several questions. */
export async function searchForQuestions({ input }: TurnContext, words: string): Promise<SearchHit[]> {
  const questions = splitIntoQuestions(words)
  const searches = questions.length > 1 ? [words, ...questions] : [words]
  const found = await Promise.all(searches.map((question) => input.search(question, { limit: maxHits })))
  return found.length === 1 ? (found[0] ?? []) : mergeHits(found.flat())
}

const maxQuestionLength = 500

/** `When are you open, and where are you?` becomes two. */
function splitIntoQuestions(words: string): string[] {
  const normalized = words.slice(0, maxQuestionLength).replace(/\s+/g, ' ')
  const parts = normalized.split(/[.?!;]|,? and (?=(?:when|where|what|who|how|why|do|does|is|are|can|could) )/i)
  return parts
    .map((part) => part.trim())
    .filter((part) => part.includes(' '))
    .slice(0, maxQuestions)
}

/** Each hit once with its best score, Facts first. */
function mergeHits(hits: readonly SearchHit[]): SearchHit[] {
  const best = new Map<string, SearchHit>()
  for (const hit of hits) {
    const key = `${hit.kind} ${hit.id}`
    if (hit.score > (best.get(key)?.score ?? -1)) best.set(key, hit)
  }
  const rank = ({ kind, score }: SearchHit) => (kind === 'fact' ? 1 : 0) + score / 2
  return [...best.values()].toSorted((one, other) => rank(other) - rank(one)).slice(0, maxHits)
}
