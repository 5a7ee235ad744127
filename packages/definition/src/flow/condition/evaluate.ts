import type { Comparison, Condition, ConditionValue } from './condition.ts'

/** Evaluates a condition; `heldBy` returns the current value of a slot, a Person field or `last.ok`. */
export function evaluateCondition(condition: Condition, heldBy: (operand: string) => unknown): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every((one) => evaluateCondition(one, heldBy))
    case 'or':
      return condition.conditions.some((one) => evaluateCondition(one, heldBy))
    case 'not':
      return !evaluateCondition(condition.condition, heldBy)
    case 'exists':
      return isThere(heldBy(condition.operand))
    case 'holds':
      return holds(heldBy(condition.operand))
    case 'in':
      return condition.values.some((value) => compare(heldBy(condition.operand), '==', value))
    case 'compare':
      return compare(heldBy(condition.operand), condition.comparison, condition.value)
  }
}

/** Blank text and empty lists count as missing. */
function isThere(held: unknown): boolean {
  if (typeof held === 'string') return held.trim() !== ''
  return Array.isArray(held) ? held.some(isThere) : held !== undefined && held !== null
}

function holds(held: unknown): boolean {
  return isThere(held) && !(isPlain(held) && folded(held) === 'false')
}

/** A missing operand equals nothing, so only `!=` is true for it. A list equals each of its entries. */
function compare(held: unknown, comparison: Comparison, value: ConditionValue): boolean {
  if (comparison === '!=') return !compare(held, '==', value)
  if (Array.isArray(held)) return comparison === '==' && held.some((one) => compare(one, '==', value))
  if (!isThere(held) || !isPlain(held)) return false
  if (typeof held === 'number' || typeof value === 'number') {
    const [left, right] = [numberOf(held), numberOf(value)]
    return left !== undefined && right !== undefined && inOrder[comparison](left, right)
  }
  return inOrder[comparison](folded(held), folded(value))
}

type Ordered = string | number
const inOrder: Record<Exclude<Comparison, '!='>, (left: Ordered, right: Ordered) => boolean> = {
  '==': (left, right) => left === right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
}

function isPlain(held: unknown): held is ConditionValue {
  return typeof held === 'string' || typeof held === 'number' || typeof held === 'boolean'
}

function numberOf(value: ConditionValue): number | undefined {
  if (typeof value === 'number') return value
  const written = String(value).trim()
  return /^[+-]?[0-9]+(?:\.[0-9]+)?$/.test(written) ? Number(written) : undefined
}

function folded(value: ConditionValue): string {
  return String(value).trim().toLowerCase()
}
