export const comparisons = ['==', '!=', '<', '<=', '>', '>='] as const
export type Comparison = (typeof comparisons)[number]

export type ConditionValue = string | number | boolean

export type Condition =
  | { kind: 'and'; conditions: Condition[] }
  | { kind: 'or'; conditions: Condition[] }
  | { kind: 'not'; condition: Condition }
  | { kind: 'compare'; operand: string; comparison: Comparison; value: ConditionValue }
  | { kind: 'in'; operand: string; values: ConditionValue[] }
  | { kind: 'exists'; operand: string }
  /** A lone operand: present and not false. */
  | { kind: 'holds'; operand: string }

/** Returns the distinct slots, Person fields and `last.ok` that a condition reads. */
export function listOperands(condition: Condition): string[] {
  return [...new Set(everyOperand(condition))]
}

function everyOperand(condition: Condition): string[] {
  if ('conditions' in condition) return condition.conditions.flatMap(everyOperand)
  return 'condition' in condition ? everyOperand(condition.condition) : [condition.operand]
}

/** How a condition uses an operand. */
export type OperandForm = 'exists' | 'holds' | 'in' | 'compare'

/** Returns the current value of a slot, a Person field or `last.ok`. */
export type ReadOperand = (operand: string, form: OperandForm) => unknown

export function evaluateCondition(condition: Condition, heldBy: ReadOperand): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every((one) => evaluateCondition(one, heldBy))
    case 'or':
      return condition.conditions.some((one) => evaluateCondition(one, heldBy))
    case 'not':
      return !evaluateCondition(condition.condition, heldBy)
    case 'exists':
      return isThere(heldBy(condition.operand, 'exists'))
    case 'holds':
      return holds(heldBy(condition.operand, 'holds'))
    case 'in':
      return condition.values.some((value) => compare(heldBy(condition.operand, 'in'), '==', value))
    case 'compare':
      return compare(heldBy(condition.operand, 'compare'), condition.comparison, condition.value)
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

/** Prints a condition so that parsing it returns the same condition. */
export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.map(inner).join(` ${condition.kind} `)
    case 'not':
      return `not ${inner(condition.condition)}`
    case 'compare':
      return `${condition.operand} ${condition.comparison} ${printValue(condition.value)}`
    case 'in':
      return `${condition.operand} in [${condition.values.map(printValue).join(', ')}]`
    case 'exists':
      return `${condition.operand} exists`
    case 'holds':
      return condition.operand
  }
}

function inner(condition: Condition): string {
  const printed = printCondition(condition)
  return 'conditions' in condition ? `(${printed})` : printed
}

function printValue(value: ConditionValue): string {
  return typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : String(value)
}
