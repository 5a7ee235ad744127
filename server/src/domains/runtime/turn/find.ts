import type { SearchHit } from '../../knowledge/index.ts'
import type { Turn } from './turn.ts'

const mostHits = 10
const mostQuestions = 3

/** What is known about what somebody said; of several questions at once, about each. */
export async function findFor({ scene }: Turn, words: string): Promise<SearchHit[]> {
  const questions = questionsIn(words)
  const asked = questions.length > 1 ? [words, ...questions] : [words]
  const found = await Promise.all(asked.map((question) => scene.search(question, { limit: mostHits })))
  return found.length === 1 ? (found[0] ?? []) : joined(found.flat())
}

const longestAsked = 500

/** `When are you open, and where are you?` are two. */
function questionsIn(words: string): string[] {
  const asked = words.slice(0, longestAsked).replace(/\s+/g, ' ')
  const parts = asked.split(/[.?!;]|,? and (?=(?:when|where|what|who|how|why|do|does|is|are|can|could) )/i)
  return parts
    .map((part) => part.trim())
    .filter((part) => part.includes(' '))
    .slice(0, mostQuestions)
}

/** Each once, as well as it was found; Facts first. */
function joined(hits: readonly SearchHit[]): SearchHit[] {
  const best = new Map<string, SearchHit>()
  for (const hit of hits) {
    const key = `${hit.kind} ${hit.id}`
    if (hit.score > (best.get(key)?.score ?? -1)) best.set(key, hit)
  }
  const rank = ({ kind, score }: SearchHit) => (kind === 'fact' ? 1 : 0) + score / 2
  return [...best.values()].toSorted((one, other) => rank(other) - rank(one)).slice(0, mostHits)
}
