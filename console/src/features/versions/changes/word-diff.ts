export type DiffPiece = { kind: 'same' | 'added' | 'removed'; text: string }

/** Words, runs of white space, and single other characters. */
const tokenPattern = /\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu
/** Texts that differ in more tokens than this are shown as replaced: such a diff would be unreadable. */
const maxDistance = 600

/** Compares two texts by words. Joining what is not removed gives `after`; joining what is not added gives `before`. */
export function diffWords(before: string, after: string): DiffPiece[] {
  const [from, to] = [before.match(tokenPattern) ?? [], after.match(tokenPattern) ?? []]
  let start = 0
  while (start < from.length && start < to.length && from[start] === to[start]) start++
  let end = 0
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++
  const middle = diffTokens(from.slice(start, from.length - end), to.slice(start, to.length - end))
  const same = (tokens: readonly string[]): DiffPiece[] => tokens.map((text) => ({ kind: 'same', text }))
  return mergePieces([...same(from.slice(0, start)), ...middle, ...same(from.slice(from.length - end))])
}

/** The shortest edit by Myers' algorithm: `furthest[k]` is the furthest place reached on diagonal k. */
function diffTokens(from: readonly string[], to: readonly string[]): DiffPiece[] {
  const trace: Map<number, number>[] = []
  let furthest = new Map([[1, 0]])
  for (let distance = 0; distance <= Math.min(from.length + to.length, maxDistance); distance++) {
    const next = new Map(furthest)
    trace.push(furthest)
    for (let k = -distance; k <= distance; k += 2) {
      let x = isDown(furthest, k, distance) ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1
      while (x < from.length && x - k < to.length && from[x] === to[x - k]) x++
      next.set(k, x)
      if (x >= from.length && x - k >= to.length) return backtrack(from, to, trace)
    }
    furthest = next
  }
  return [
    { kind: 'removed', text: from.join('') },
    { kind: 'added', text: to.join('') },
  ]
}

const isDown = (furthest: ReadonlyMap<number, number>, k: number, distance: number): boolean =>
  k === -distance || (k !== distance && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1))

function backtrack(from: readonly string[], to: readonly string[], trace: readonly Map<number, number>[]): DiffPiece[] {
  const pieces: DiffPiece[] = []
  let [x, y] = [from.length, to.length]
  for (let distance = trace.length - 1; distance >= 0; distance--) {
    const furthest = trace[distance] as Map<number, number>
    const k = x - y
    const down = isDown(furthest, k, distance)
    const oldX = distance === 0 ? 0 : (furthest.get(down ? k + 1 : k - 1) ?? 0)
    const oldY = distance === 0 ? 0 : oldX - (down ? k + 1 : k - 1)
    for (; x > oldX && y > oldY; x--, y--) pieces.push({ kind: 'same', text: from[x - 1] as string })
    if (distance === 0) break
    pieces.push(down ? { kind: 'added', text: to[y - 1] as string } : { kind: 'removed', text: from[x - 1] as string })
    ;[x, y] = [oldX, oldY]
  }
  return pieces.reverse()
}

/** Joins neighbors of the same kind. */
function mergePieces(pieces: readonly DiffPiece[]): DiffPiece[] {
  const merged: DiffPiece[] = []
  for (const { kind, text } of pieces) {
    if (text === '') continue
    const last = merged.at(-1)
    if (last?.kind === kind) last.text += text
    else merged.push({ kind, text })
  }
  return merged
}
