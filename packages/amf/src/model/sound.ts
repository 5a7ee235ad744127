import { type FieldError, fieldPath, type PathSegment } from '@parley/findings'

const deepest = 64
const mostFaults = 100

type Spot = { value: unknown; key: PathSegment; above?: Spot; depth: number }

/**
 * What no store and no provider takes, wherever it stands: NUL, half a surrogate pair, endless nesting. Walked without
 * recursion, before any schema looks at it, so that a hostile value cannot exhaust the stack.
 */
export function unsoundFields(value: unknown): FieldError[] {
  const faults: FieldError[] = []
  const left: Spot[] = [{ value, key: '', depth: 0 }]
  for (let spot = left.pop(); spot && faults.length < mostFaults; spot = left.pop()) {
    if (spot.depth > deepest) return [{ field: pathOf(spot), message: `is nested deeper than ${deepest} levels` }]
    if (typeof spot.value === 'string') {
      if (!isSound(spot.value)) faults.push({ field: pathOf(spot), message: 'holds NUL or half a surrogate pair' })
    } else if (typeof spot.value === 'object' && spot.value !== null) {
      for (const inner of membersOf(spot)) {
        if (typeof inner.key === 'number' || isSound(inner.key)) left.push(inner)
        else faults.push({ field: pathOf(spot), message: 'has a key with NUL or half a surrogate pair' })
      }
    }
  }
  return faults
}

function isSound(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function membersOf(above: Spot): Spot[] {
  const depth = above.depth + 1
  const { value } = above
  if (Array.isArray(value)) return value.map((inner, key) => ({ value: inner, key, above, depth }))
  return Object.entries(value as object).map(([key, inner]) => ({ value: inner, key, above, depth }))
}

function pathOf(spot: Spot): string {
  const path: PathSegment[] = []
  for (let at: Spot | undefined = spot; at?.above; at = at.above) path.unshift(at.key)
  return fieldPath(path) || 'body'
}
