import { matchExactly } from './exact.ts'
import type { OpenIntent } from './intent.ts'
import { toNormalizedText } from './normalized-reply.ts'
import { parseOrdinal } from './ordinal.ts'
import type { Candidate, CandidatePool } from './pool.ts'

/** From what parts most clearly to what may stand inside a label, so that `Salt and pepper, Chips` is two. */
const splits: ((text: string) => string[])[] = [
  (text) => text.split(/[,;\n\r，；、،؛]/),
  (text) => text.split(/[/+&]/),
  (text) => text.split(/(?<=^|\s)(?:and|und|et|y|e|og|och|en)(?=\s|$)/i),
  (text) => {
    const words = text.split(/\s+/)
    return words.every((word) => word === '' || parseOrdinal(word) !== undefined) ? words : [text]
  },
]

/**
 * What each piece of the reply may name, when it has at least two and each names something of this intent exactly. The
 * reply as a whole is known to name nothing.
 */
export function matchSeveral(
  reply: string,
  pool: CandidatePool,
  intent: OpenIntent,
): (readonly Candidate[])[] | undefined {
  const named = matchPieces(reply, (piece) => matchExactly(toNormalizedText(piece), pool, intent), 0)
  return named && named.length > 1 ? named : undefined
}

type Naming = (piece: string) => readonly Candidate[]

function matchPieces(text: string, naming: Naming, depth: number): (readonly Candidate[])[] | undefined {
  const parts = splits[depth]?.(text).filter((part) => part.trim() !== '') ?? []
  if (parts[0] === text) return matchPieces(text, naming, depth + 1)
  const all: (readonly Candidate[])[] = []
  for (const part of parts) {
    const named = naming(part)
    const inside = named.length > 0 ? [named] : matchPieces(part, naming, depth + 1)
    if (!inside) return undefined
    for (const each of inside) all.push(each)
  }
  return all.length > 0 ? all : undefined
}
