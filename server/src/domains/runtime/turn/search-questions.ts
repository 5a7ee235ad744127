import type { SearchHit } from '../../knowledge/index.ts'
import type { TurnContext } from './turn.ts'

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
