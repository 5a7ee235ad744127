import { advance } from '../advance.ts'
import type { AdvanceResult, FlowInput, FlowWorld, StepPosition } from '../engine.ts'

/** What conversations with concrete answers met. */
export type BruteForce = {
  /** False if there were more states than allowed. */
  isComplete: boolean
  passed: Set<number>
  cases: Set<string>
  missing: Set<number>
  runOut: Set<number>
  outcomes: Set<string>
  isStopped: boolean
  /** From some state no conversation reaches an end. */
  isTrapped: boolean
}

type Node = { state: AdvanceResult['state']; request: AdvanceResult['request']; before: Node[]; isOver: boolean }

/**
 * Holds every conversation with these texts, and with tools that succeed and fail, until nothing new happens: a search
 * without any of the abstractions of verification.
 */
export function searchByBruteForce(
  world: FlowWorld,
  { texts, maxStates }: { texts: readonly string[]; maxStates: number },
): BruteForce {
  const met: BruteForce = {
    ...{ isComplete: true, isStopped: false, isTrapped: false, passed: new Set(), cases: new Set() },
    ...{ missing: new Set(), runOut: new Set(), outcomes: new Set() },
  }
  const known = new Map<string, Node>()
  const nodes: Node[] = []
  const visit = (before: Node | undefined, input: FlowInput) => {
    const result = play(world, before, input, met)
    const node = toNode(result)
    const key = JSON.stringify([node.state, node.request])
    const found = known.get(key) ?? node
    if (before) found.before.push(before)
    if (found !== node) return
    known.set(key, node)
    nodes.push(node)
  }
  visit(undefined, { kind: 'start', playbookId: 'main', text: 'Hello' })
  for (const node of nodes) {
    if (nodes.length > maxStates) return { ...met, isComplete: false }
    for (const input of node.isOver ? [] : listInputs(node, texts)) visit(node, input)
  }
  const free = new Set(nodes.filter(({ isOver }) => isOver))
  for (const node of free) for (const before of node.before) free.add(before)
  return { ...met, isTrapped: free.size < nodes.length }
}

const toNode = ({ state, request }: AdvanceResult): Node => ({
  // How often a question was asked changes its wording, and skips optional ones.
  ...{ state, request, before: [], isOver: request.kind === 'over' || request.kind === 'handoff' },
})

function listInputs({ request }: Node, texts: readonly string[]): FlowInput[] {
  if (request.kind === 'action') return [true, false].map((ok) => ({ kind: 'acted', ok }))
  if (request.kind === 'reading') return [{ kind: 'read', reading: { kind: 'unclear' } }]
  if (request.kind === 'digression') return [{ kind: 'back' }]
  return texts.map((text) => ({ kind: 'reply', text }))
}

function play(world: FlowWorld, before: Node | undefined, input: FlowInput, met: BruteForce): AdvanceResult {
  let ranOut = false
  const observer: FlowWorld['observer'] = {
    readMissingSlot: ({ step }) => met.missing.add(step),
    chooseCase: ({ step }, chosen) => met.cases.add(`${step} ${chosen}`),
    runOut: () => {
      ranOut = true
    },
  }
  const result = advance(before?.state, input, { ...world, observer })
  const passed: readonly StepPosition[] = result.passed ?? []
  for (const { step } of passed) met.passed.add(step)
  for (const effect of result.effects) if (effect.kind === 'outcome') met.outcomes.add(effect.outcome)
  if (ranOut) met.runOut.add(passed.at(-1)?.step ?? before?.state?.frames.at(-1)?.step ?? -1)
  if (result.stoppedAt) met.isStopped = true
  return result
}
