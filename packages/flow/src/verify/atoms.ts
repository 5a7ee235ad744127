import {
  type AgentFlow,
  type Condition,
  type ConditionValue,
  evaluateCondition,
  memoize,
  parseCondition,
} from '@parley/definition'

/** A comparison without `and`, `or` and `not`. */
export type Atom = Exclude<Condition, { kind: 'and' | 'or' | 'not' }>

/** Returns the comparisons of all conditions of a flow, by operand. */
export const atomsByOperand = memoize(({ steps }: AgentFlow): ReadonlyMap<string, Atom[]> => {
  const atoms = new Map<string, Atom[]>()
  for (const step of steps) {
    for (const { if: source } of 'branch' in step ? step.branch : []) {
      const parsed = parseCondition(source)
      for (const atom of parsed.ok ? listAtoms(parsed.condition) : [])
        atoms.set(atom.operand, [...(atoms.get(atom.operand) ?? []), atom])
    }
  }
  return atoms
})

function listAtoms(condition: Condition): Atom[] {
  if ('conditions' in condition) return condition.conditions.flatMap(listAtoms)
  return 'condition' in condition ? listAtoms(condition.condition) : [condition]
}

/** Returns the values that atoms compare with. */
export function listLiterals(atoms: readonly Atom[]): ConditionValue[] {
  const literals = atoms.flatMap((atom) =>
    atom.kind === 'compare' ? [atom.value] : atom.kind === 'in' ? atom.values : [],
  )
  return [...new Set(literals)]
}

/** Numbers on every side of the numbers that are compared with: below, between, above and equal. */
export function listNumbersAround(atoms: readonly Atom[]): number[] {
  const bounds = listLiterals(atoms)
    .map(Number)
    .filter((bound) => Number.isFinite(bound))
    .sort((one, other) => one - other)
  const between = bounds.slice(1).map((bound, at) => (bound + (bounds[at] as number)) / 2)
  return [
    ...bounds.flatMap((bound) => [bound, bound + 1, bound - 1]),
    ...between.flatMap((mid) => [Math.floor(mid), mid]),
  ]
}

/** Keeps one value of each class: values that make the same atoms true are equal to every condition. */
export function selectDistinct<T>(
  candidates: readonly T[],
  atoms: readonly Atom[],
  readValue: (one: T) => unknown,
): T[] {
  const classes = new Map<string, T>()
  for (const candidate of candidates) {
    const value = readValue(candidate)
    const truths = atoms.map((atom) => (evaluateCondition(atom, () => value) ? '1' : '0')).join('')
    if (!classes.has(truths)) classes.set(truths, candidate)
  }
  return [...classes.values()]
}
