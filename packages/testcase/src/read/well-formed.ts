import type { Finding } from '@parley/findings'
import { createErrorFinding, toJsonPointer } from '../json-node.ts'

const maxDepth = 64

/** A list or object on the way down, and how far the walk has come in it. */
type Level = { keys: readonly PropertyKey[]; values: readonly unknown[]; at: number }

/**
 * What is JSON and could not be kept: NUL, half a surrogate pair, numbers beyond a double, the key `__proto__`, nesting
 * that would exhaust a stack. Bodies of requests have been through this; what a model wrote has not. Walks without
 * recursion, and holds nothing but the way to where it is.
 */
export function findMalformedValues(root: unknown): Finding[] {
  const findings: Finding[] = []
  const way: Level[] = [{ keys: [''], values: [root], at: 0 }]
  for (let level = way.at(-1); level; level = way.at(-1)) {
    if (level.at === level.values.length) {
      way.pop()
      continue
    }
    const [key, value] = [level.keys[level.at] ?? level.at, level.values[level.at]]
    level.at += 1
    const found = describeMalformed(key, value, way.length)
    if (found) findings.push(createErrorFinding({ path: pathOf(way) }, `case.schema.${found.keyword}`, found.message))
    else if (typeof value === 'object' && value !== null) way.push(levelOf(value))
  }
  return findings
}

function levelOf(value: object): Level {
  if (Array.isArray(value)) return { keys: [], values: value, at: 0 }
  return { keys: Object.keys(value), values: Object.values(value), at: 0 }
}

/** The place that the walk has just looked at. */
function pathOf(way: readonly Level[]): string {
  return toJsonPointer(way.slice(1).map(({ keys, at }) => keys[at - 1] ?? at - 1))
}

function describeMalformed(
  key: PropertyKey,
  value: unknown,
  depth: number,
): { keyword: string; message: string } | undefined {
  if (key === '__proto__') return { keyword: 'additionalProperties', message: 'is not a known field' }
  const name = typeof key === 'string' ? describeMalformedText(key) : undefined
  if (name) return { keyword: 'propertyNames', message: `has a name that cannot be: it ${name}` }
  if (depth > maxDepth) return { keyword: 'depth', message: `is nested more than ${maxDepth} levels deep` }
  if (typeof value === 'number' && !Number.isFinite(value)) return { keyword: 'maximum', message: 'is too large' }
  const text = typeof value === 'string' ? describeMalformedText(value) : undefined
  return text ? { keyword: 'format', message: text } : undefined
}

function describeMalformedText(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain a NUL character'
  return text.isWellFormed() ? undefined : 'must not contain half of a surrogate pair'
}
