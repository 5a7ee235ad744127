/** A branch condition as data (document 4, section 8, Configuration). */
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
  /** An operand alone: it is there, and not false. */
  | { kind: 'holds'; operand: string }

/** The slots, Person fields and `last.ok` that a condition reads, each once. */
export function listOperands(condition: Condition): string[] {
  return [...new Set(everyOperand(condition))]
}

function everyOperand(condition: Condition): string[] {
  if ('conditions' in condition) return condition.conditions.flatMap(everyOperand)
  return 'condition' in condition ? everyOperand(condition.condition) : [condition.operand]
}
