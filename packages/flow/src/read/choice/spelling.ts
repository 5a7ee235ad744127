/** Counts wrong, missing, extra or swapped letters, up to `most`. */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const here = [row]
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1]
      const swapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      const change = (above[at - 1] ?? 0) + (same ? 0 : 1)
      const swap = swapped && row > 1 && at > 1 ? (before[at - 2] ?? 0) + 1 : change
      here.push(Math.min(change, swap, (above[at] ?? 0) + 1, (here[at - 1] ?? 0) + 1))
    }
    before = above
    above = here
  }
  return above[other.length] ?? most + 1
}

/** Accepts a typo in a longer word, but not a different word: words of up to three letters must match exactly. */
export function isTypoOf(said: string, meant: string): boolean {
  const most = meant.length < 4 ? 0 : meant.length < 8 ? 1 : 2
  return said.length > 2 && editDistance(said, meant, most) <= most
}
