import {
  type Comparison,
  type Condition,
  type ConditionValue,
  comparisons,
  type FlowSlot,
  listOperands,
  parseCondition,
  printCondition,
  readablePersonFields,
} from '@parley/definition'

/** How a simple condition tests its operand. */
export const conditionTests = ['exists', 'missing', 'holds', 'fails', 'in', ...comparisons] as const
export type ConditionTest = (typeof conditionTests)[number]

/** A condition that can be chosen: one operand, one test, and the values that the test needs. */
export type ChosenCondition = { operand: string; test: ConditionTest; values: string[] }

/** Returns undefined for a condition that only its text can express: one that is combined, or not valid. */
export function readChosenCondition(source: string): ChosenCondition | undefined {
  const parsed = parseCondition(source)
  return parsed.ok ? toChosen(parsed.condition) : undefined
}

function toChosen(condition: Condition): ChosenCondition | undefined {
  switch (condition.kind) {
    case 'exists':
      return { operand: condition.operand, test: 'exists', values: [] }
    case 'holds':
      return { operand: condition.operand, test: 'holds', values: [] }
    case 'in':
      return { operand: condition.operand, test: 'in', values: condition.values.map(String) }
    case 'compare':
      return { operand: condition.operand, test: condition.comparison, values: [String(condition.value)] }
    case 'not': {
      const inner = condition.condition
      if (inner.kind === 'exists') return { operand: inner.operand, test: 'missing', values: [] }
      return inner.kind === 'holds' ? { operand: inner.operand, test: 'fails', values: [] } : undefined
    }
    default:
      return undefined
  }
}

export function printChosenCondition({ operand, test, values }: ChosenCondition): string {
  return printCondition(toCondition(operand, test, values))
}

function toCondition(operand: string, test: ConditionTest, values: readonly string[]): Condition {
  switch (test) {
    case 'exists':
    case 'holds':
      return { kind: test, operand }
    case 'missing':
      return { kind: 'not', condition: { kind: 'exists', operand } }
    case 'fails':
      return { kind: 'not', condition: { kind: 'holds', operand } }
    case 'in':
      return { kind: 'in', operand, values: (values.length > 0 ? values : ['']).map(toValue) }
    default:
      return { kind: 'compare', operand, comparison: test as Comparison, value: toValue(values[0] ?? '') }
  }
}

/** Numbers and yes or no are compared as such; the same rule as in the text of a condition. */
function toValue(written: string): ConditionValue {
  if (/^(true|false)$/.test(written)) return written === 'true'
  return /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,6})?$/.test(written) ? Number(written) : written
}

/** The condition with another name for a slot, or as it is if it does not read the slot or is not valid. */
export function renameOperand(source: string, was: string, is: string): string {
  const parsed = parseCondition(source)
  if (!parsed.ok || !listOperands(parsed.condition).includes(was)) return source
  const rename = (condition: Condition): Condition => {
    if ('conditions' in condition) return { ...condition, conditions: condition.conditions.map(rename) }
    if ('condition' in condition) return { ...condition, condition: rename(condition.condition) }
    return condition.operand === was ? { ...condition, operand: is } : condition
  }
  return printCondition(rename(parsed.condition))
}

export const lastAction = 'last.ok'

/** What a condition may read: the slots of the flow, the last action, and the person. */
export function listConditionOperands(slots: readonly FlowSlot[], peopleFields: readonly { key: string }[]): string[] {
  return [
    ...slots.map(({ name }) => name),
    lastAction,
    ...readablePersonFields.map((field) => `person.${field}`),
    ...peopleFields.map(({ key }) => `person.customFields.${key}`),
  ]
}

const presence = ['exists', 'missing'] as const
const ordered = ['==', '!=', '<', '<=', '>', '>=', ...presence] as const
const texts = ['==', '!=', 'in', ...presence] as const

/** The tests that make sense for an operand. */
export function testsFor(operand: string, slots: readonly FlowSlot[]): readonly ConditionTest[] {
  if (operand === lastAction) return ['holds', 'fails']
  const type = slots.find(({ name }) => name === operand)?.type
  if (type === 'boolean') return ['holds', 'fails', ...presence]
  return type === 'number' || type === 'date' || type === 'timeslot' ? ordered : texts
}

/** The condition after another operand was chosen: its test stays if it still makes sense, and so do its values. */
export function withOperand(before: ChosenCondition, operand: string, slots: readonly FlowSlot[]): ChosenCondition {
  const test = testsFor(operand, slots).includes(before.test) ? before.test : firstTest(operand, slots, before.values)
  return { operand, test, values: needsValue(test) ? valuesFor(operand, slots, before.values) : [] }
}

/** The first test that is valid with the values at hand. */
function firstTest(operand: string, slots: readonly FlowSlot[], values: readonly string[]): ConditionTest {
  const isReady = (test: ConditionTest) => !needsValue(test) || valuesFor(operand, slots, values).length > 0
  return testsFor(operand, slots).find(isReady) ?? 'exists'
}

/** A condition that is true of some answers and not of others: about the newest slot, or the last action. */
export function firstCondition(slots: readonly FlowSlot[]): string {
  const operand = slots.at(-1)?.name ?? lastAction
  const test = firstTest(operand, slots, [])
  return printChosenCondition(withTest({ operand, test, values: [] }, test, slots))
}

export function withTest(before: ChosenCondition, test: ConditionTest, slots: readonly FlowSlot[]): ChosenCondition {
  return { ...before, test, values: needsValue(test) ? valuesFor(before.operand, slots, before.values) : [] }
}

export const needsValue = (test: ConditionTest): boolean => !['exists', 'missing', 'holds', 'fails'].includes(test)

/** A choice slot begins with its first option, a number with 1, so that the condition is valid at once. */
function valuesFor(operand: string, slots: readonly FlowSlot[], before: readonly string[]): string[] {
  const { type, options = [] } = slots.find(({ name }) => name === operand) ?? {}
  const fitting = before.filter((value) => options.length === 0 || options.includes(value))
  if (type === 'number') return [fitting.find((value) => typeof toValue(value) === 'number') ?? '1']
  return fitting.length > 0 ? fitting : options.slice(0, 1)
}
