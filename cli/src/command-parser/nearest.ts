/** Returns the name that the user probably meant, or undefined if none is close. */
export function findNearestName(typed: string, names: readonly string[]): string | undefined {
  const meant = typed.toLowerCase()
  const beginning = names.filter((name) => meant.length > 1 && name.startsWith(meant))
  if (beginning.length === 1) return beginning[0]
  const most = Math.max(1, Math.floor(meant.length / 3))
  const [best] = names
    .map((name) => ({ name, away: nameEditDistance(meant, name) }))
    .filter(({ away }) => away <= most)
    .toSorted((one, other) => one.away - other.away)
  return best?.name
}

/** Counts the insertions, deletions, substitutions and swaps of adjacent letters that turn one name into the other. */
export function nameEditDistance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1
      const swaps = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const ways = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + change]
      next.push(Math.min(...ways, ...(swaps ? [(before[j - 2] ?? 0) + 1] : [])))
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}
