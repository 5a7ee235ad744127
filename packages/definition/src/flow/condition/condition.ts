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
