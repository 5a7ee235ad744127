import type { Condition, ConditionValue } from './condition.ts'

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
