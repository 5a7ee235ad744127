import type { AgentFlow } from '@parley/definition'
import type { StepPosition } from '../engine.ts'
import type { VerifierTurn } from './answers.ts'
import { findEndlessLoops } from './loops.ts'
import { type FlowSearch, positionKey, type SearchFault, type SearchNode } from './search.ts'

export const verificationCodes = [
  'dead_end',
  'unreachable_step',
  'endless_loop',
  'slot_read_before_set',
  'branch_never_taken',
  'choice_shadowed',
  'outcome_unreachable',
  'tool_failure_unhandled',
] as const
export type VerificationCode = (typeof verificationCodes)[number]

/** A conversation that shows the fault, in the form of a test case; empty if the fault is that something never happens. */
export type Counterexample = {
  turns: VerifierTurn[]
  stubs?: Record<string, unknown>
  /** What must be on file of the person, by path. */
  person?: Record<string, unknown>
}

export type VerificationFinding = {
  code: VerificationCode
  severity: 'error' | 'warning'
  playbookId: string
  /** Relative to the flow of the playbook: `steps[2]`. */
  path: string
  message: string
  counterexample: Counterexample
}

/** Returns the faults of a search, one for each code and place; the first way to a fault is the shortest. */
export function listFindings(search: FlowSearch, isComplete: boolean): VerificationFinding[] {
  const found = [
    ...search.faults.map(fromFault),
    ...findEndlessLoops(search).map(({ at, turns }) => fromLoop(at, turns)),
    ...[...search.flows].flatMap(([playbookId, flow]) => [
      ...findShadowedChoices(playbookId, flow),
      ...(isComplete ? findUnreached(playbookId, flow, search) : []),
    ]),
  ]
  const places = new Map(
    found.toReversed().map((finding) => [`${finding.code} ${finding.playbookId} ${finding.path}`, finding]),
  )
  return [...places.values()].reverse()
}

function fromFault(fault: SearchFault): VerificationFinding {
  const { at, node } = fault
  const counterexample = traceTo(node)
  if (fault.kind === 'missingSlot') {
    const message = `reads the slot “${fault.slot}”, which has no value on this way`
    return { ...place('slot_read_before_set', 'error', at), message, counterexample }
  }
  if (fault.kind === 'toolFailed') {
    const message = 'can fail, and the flow continues as if it had succeeded: set on_error, or branch on last.ok'
    return { ...place('tool_failure_unhandled', 'warning', at), message, counterexample }
  }
  if (fault.kind === 'looped') return { ...fromLoop(at, node), counterexample }
  const message =
    fault.kind === 'runOut'
      ? 'is the last step on this way, and the flow has no end or handoff after it'
      : 'is never reached from here: the flow sends too many messages without a question and is stopped'
  return { ...place('dead_end', 'error', at), message, counterexample }
}

function fromLoop(at: StepPosition, node: SearchNode): VerificationFinding {
  const message = 'is in a loop that nothing the person says can leave'
  return { ...place('endless_loop', 'error', at), message, counterexample: traceTo(node) }
}

function place(code: VerificationCode, severity: VerificationFinding['severity'], { playbookId, step }: StepPosition) {
  return { code, severity, playbookId, path: `steps[${step}]` }
}

/** The turns that lead to a node, with the responses of tools and what is on file. */
export function traceTo(node: SearchNode): Counterexample {
  const moves = []
  for (let at: SearchNode | undefined = node; at?.move; at = at.parent) moves.unshift(at.move)
  const stubs = toStubs(moves.flatMap(({ stub }) => stub ?? []))
  const person = Object.fromEntries(Object.entries(node.assumed).filter(([, value]) => value !== undefined))
  return {
    turns: moves.flatMap(({ turn }) => turn ?? []),
    ...(Object.keys(stubs).length > 0 && { stubs }),
    ...(Object.keys(person).length > 0 && { person }),
  }
}

/** One response for each tool, or one for each call in order where they differ. */
function toStubs(responses: readonly { name: string; value: unknown }[]): Record<string, unknown> {
  const valuesByName = Map.groupBy(responses, ({ name }) => name)
  return Object.fromEntries(
    [...valuesByName].flatMap(([name, calls]) => {
      if (calls.every(({ value }) => value === undefined)) return []
      const values = calls.map(({ value = successWithoutResult }) => value)
      const isSame = new Set(values.map((value) => JSON.stringify(value))).size === 1
      return [[name, isSame ? values[0] : { inOrder: values }]]
    }),
  )
}

const successWithoutResult = { ok: true }

const nothing: Counterexample = { turns: [] }

/** Steps, cases and outcomes that no conversation reaches. What lies inside an unreachable step is not repeated. */
function findUnreached(playbookId: string, { steps }: AgentFlow, search: FlowSearch): VerificationFinding[] {
  const reachedOutcomes = (outcome: string) => search.outcomes.has(`${playbookId} ${outcome}`)
  const lost = new Set<string>()
  return steps.flatMap((step, at): VerificationFinding[] => {
    const position = { playbookId, step: at }
    const findings: VerificationFinding[] = []
    const isReached = search.passed.has(positionKey(position))
    if (!isReached)
      findings.push({
        ...place('unreachable_step', 'warning', position),
        message: 'is never reached, whatever the person says',
        counterexample: nothing,
      })
    if (isReached && 'branch' in step)
      for (const [index, { if: condition }] of step.branch.entries())
        if (!search.chosenCases.has(`${positionKey(position)} ${index}`))
          findings.push({
            ...place('branch_never_taken', 'warning', position),
            path: `steps[${at}].branch[${index}]`,
            message: `is never taken: nothing makes “${condition}” true here`,
            counterexample: nothing,
          })
    if ('end' in step && !reachedOutcomes(step.end.outcome) && !lost.has(step.end.outcome)) {
      lost.add(step.end.outcome)
      findings.push({
        ...place('outcome_unreachable', 'warning', position),
        message: `ends with the outcome “${step.end.outcome}”, which no conversation reaches`,
        counterexample: nothing,
      })
    }
    return findings
  })
}

/** Typed answers are compared without regard to case, so the first of two equal options always wins. */
function findShadowedChoices(playbookId: string, { slots }: AgentFlow): VerificationFinding[] {
  return slots.flatMap(({ name, options = [] }, slot) => {
    const normalized = options.map((option) => option.trim().toLowerCase())
    return normalized.flatMap((option, at): VerificationFinding[] => {
      const first = normalized.indexOf(option)
      if (first === at) return []
      return [
        {
          code: 'choice_shadowed',
          severity: 'warning',
          playbookId,
          path: `slots[${slot}].options[${at}]`,
          message: `is never chosen: whoever types “${options[at]}” gets option ${first + 1} of “${name}”`,
          counterexample: nothing,
        },
      ]
    })
  })
}
