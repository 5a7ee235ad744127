import { type FieldError, formatFieldPath, type PathSegment } from '@parley/findings'

const maxDepth = 64
const maxFaults = 100

type ValueLocation = { value: unknown; key: PathSegment; above?: ValueLocation; depth: number }

/**
 * What no store and no provider takes, wherever it stands: NUL, half a surrogate pair, endless nesting. Walked without
 * recursion, before any schema looks at it, so that a hostile value cannot exhaust the stack.
 */
export function findMalformedFields(value: unknown): FieldError[] {
  const faults: FieldError[] = []
  const left: ValueLocation[] = [{ value, key: '', depth: 0 }]
  for (let spot = left.pop(); spot && faults.length < maxFaults; spot = left.pop()) {
    if (spot.depth > maxDepth) return [{ field: pathOf(spot), message: `is nested deeper than ${maxDepth} levels` }]
    if (typeof spot.value === 'string') {
      if (!isWellFormedText(spot.value))
        faults.push({ field: pathOf(spot), message: 'holds NUL or half a surrogate pair' })
    } else if (typeof spot.value === 'object' && spot.value !== null) {
      for (const inner of membersOf(spot)) {
        if (typeof inner.key === 'number' || isWellFormedText(inner.key)) left.push(inner)
        else faults.push({ field: pathOf(spot), message: 'has a key with NUL or half a surrogate pair' })
      }
    }
  }
  return faults
}

function isWellFormedText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function membersOf(above: ValueLocation): ValueLocation[] {
  const depth = above.depth + 1
  const { value } = above
  if (Array.isArray(value)) return value.map((inner, key) => ({ value: inner, key, above, depth }))
  return Object.entries(value as object).map(([key, inner]) => ({ value: inner, key, above, depth }))
}

function pathOf(spot: ValueLocation): string {
  const path: PathSegment[] = []
  for (let at: ValueLocation | undefined = spot; at?.above; at = at.above) path.unshift(at.key)
  return formatFieldPath(path) || 'body'
}
