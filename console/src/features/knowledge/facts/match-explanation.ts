/** Rates a score with the same thresholds as the agent. */
export function confidenceLabel(score: number): 'certain' | 'likely' | 'unlikely' {
  if (score >= 0.7) return 'certain'
  return score >= 0.35 ? 'likely' : 'unlikely'
}

const tokenize = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the words of a question that also occur in a hit, or share a stem with one of its words. */
export function sharedWords(question: string, hit: { title: string; text: string }): string[] {
  const there = new Set(tokenize(`${hit.title} ${hit.text}`))
  return [...new Set(tokenize(question))].filter(
    (word) => word.length > 2 && (there.has(word) || [...there].some((one) => sharesStem(one, word))),
  )
}

/** Such as `boats` and `boat`. */
function sharesStem(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 4 && long.startsWith(short) && long.length - short.length <= 3
}
