export type EditDistanceOptions = {
  /** Whether two adjacent letters in the wrong order count as one edit. Default: yes. */
  swaps?: boolean
  /** Texts whose lengths differ by more than this are not compared; the result is then greater than this. */
  most?: number
}

/** Returns the name that was probably meant, or undefined if none is close. Case, hyphens and underscores do not count. */
export function findNearestName(typed: string, names: readonly string[]): string | undefined {
  const meant = normalizeName(typed)
  const known = names.map((name) => ({ name, plain: normalizeName(name) }))
  const beginning = known.filter(({ plain }) => meant.length > 1 && plain.startsWith(meant))
  if (beginning.length === 1) return beginning[0]?.name
  const most = Math.max(1, Math.floor(meant.length / 3))
  const [best] = known
    .map(({ name, plain }) => ({ name, away: editDistance(meant, plain, { most }) }))
    .filter(({ away }) => away <= most)
    .toSorted((one, other) => one.away - other.away)
  return best?.name
}

const normalizeName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

/** Counts the wrong, missing, extra and swapped letters between two words. */
export function editDistance(one: string, other: string, options: EditDistanceOptions = {}): number {
  const { swaps = true, most = Number.POSITIVE_INFINITY } = options
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const here = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSwap =
        swaps && row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const changed = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      const swapped = isSwap ? (before[column - 2] ?? 0) + 1 : changed
      here.push(Math.min(changed, swapped, (above[column] ?? 0) + 1, (here[column - 1] ?? 0) + 1))
    }
    before = above
    above = here
  }
  return above[other.length] ?? 0
}
