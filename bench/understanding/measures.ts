/** Precision, recall and their harmonic mean, from counts. Without any found or wanted item, a share is 1. */
export type Accuracy = { precision: number; recall: number; f1: number }

export function toAccuracy({ right, found, wanted }: { right: number; found: number; wanted: number }): Accuracy {
  const precision = found === 0 ? 1 : right / found
  const recall = wanted === 0 ? 1 : right / wanted
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

/** Of all pairs of questions: those in one group here and there. Labels are compared only for equality. */
export function comparePairs(pairs: Iterable<readonly [isFound: boolean, isWanted: boolean]>): Accuracy {
  const counts = { right: 0, found: 0, wanted: 0 }
  for (const [isFound, isWanted] of pairs) {
    if (isFound) counts.found++
    if (isWanted) counts.wanted++
    if (isFound && isWanted) counts.right++
  }
  return toAccuracy(counts)
}

export function* pairsOf<T>(items: readonly T[]): Generator<readonly [T, T]> {
  for (let at = 0; at < items.length; at++)
    for (let other = at + 1; other < items.length; other++) yield [items[at] as T, items[other] as T]
}

/** The best F1 that any threshold reaches: compares embedders whose similarities have different scales. */
export function findBestThreshold(
  scored: readonly { score: number; isWanted: boolean }[],
): Accuracy & { threshold: number } {
  const sorted = scored.toSorted((one, other) => other.score - one.score)
  const wanted = scored.filter(({ isWanted }) => isWanted).length
  let best = { ...toAccuracy({ right: 0, found: 0, wanted }), f1: 0, threshold: 1 }
  let right = 0
  for (const [at, { score, isWanted }] of sorted.entries()) {
    if (isWanted) right++
    if (sorted[at + 1]?.score === score) continue
    const accuracy = toAccuracy({ right, found: at + 1, wanted })
    if (accuracy.f1 > best.f1) best = { ...accuracy, threshold: score }
  }
  return best
}

/** The same order on every run: grouping depends on which question comes first. */
export function shuffle<T>(items: readonly T[], seed: number): T[] {
  const shuffled = [...items]
  let state = seed
  for (let at = shuffled.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const other = state % (at + 1)
    ;[shuffled[at], shuffled[other]] = [shuffled[other] as T, shuffled[at] as T]
  }
  return shuffled
}
