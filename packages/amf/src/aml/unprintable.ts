import { formatFieldPath, type PathSegment } from '@parley/findings'

type Path = readonly PathSegment[]

/** Where what was meant and what came back differ: the paths of the fields that got lost on the way. */
export function findUnprintable(meant: unknown, heard: unknown, path: Path): string[] {
  if (meant === heard || (isEmptyValue(meant, path) && isEmptyValue(heard, path))) return []
  if (Array.isArray(meant) && Array.isArray(heard)) return findUnprintableInList(meant, heard, path)
  if (isRecord(meant) && isRecord(heard)) {
    const keys = new Set([...Object.keys(meant), ...Object.keys(heard)])
    return [...keys].flatMap((key) => findUnprintable(meant[key], heard[key], [...path, key]))
  }
  return [formatFieldPath(path)]
}

/** While fewer came back than are left, an entry that is not the next one heard is an entry that was left out. */
function findUnprintableInList(meant: readonly unknown[], heard: readonly unknown[], path: Path): string[] {
  const unprintable: string[] = []
  let next = 0
  for (const [index, entry] of meant.entries()) {
    const lost =
      next < heard.length ? findUnprintable(entry, heard[next], [...path, index]) : [formatFieldPath([...path, index])]
    const leftOut = lost.length > 0 && meant.length - index > heard.length - next
    unprintable.push(...(leftOut ? [formatFieldPath([...path, index])] : lost))
    if (!leftOut) next++
  }
  return unprintable
}

/** An empty list says no more than none, and a chip without a kind is a reply. */
function isEmptyValue(value: unknown, path: Path): boolean {
  if (value === undefined || value === '' || value === false) return true
  if (value === 'reply') return path.at(-1) === 'kind'
  return Array.isArray(value) && value.length === 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
