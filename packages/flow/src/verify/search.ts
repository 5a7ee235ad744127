import type { AgentFlow } from '@parley/definition'
import { advance } from '../advance.ts'
import type { AdvanceResult, FlowInput, FlowWorld, StepPosition } from '../engine.ts'
import { type Atom, listLiterals, listNumbersAround, selectDistinct } from './atoms.ts'
import { collectFlows, collectPersonAtoms } from './flows.ts'
import { listMoves, type Move } from './moves.ts'
import { listFixedValues } from './person.ts'
import { keyOf, type PersonValues, type SearchState } from './search-state.ts'

/** A state that was reached, and how. */
export type SearchNode = {
  parent?: SearchNode
  move?: Move
  /** Undefined once the node was expanded, to save memory. */
  state?: SearchState
  position?: StepPosition
  isExpanded: boolean
  /** The values on file that this way needs, where they differ from a new person's. */
  assumed: PersonValues
  /** What the last move passed: steps and chosen cases, by key, and outcomes. */
  passed: readonly string[]
  outcomes: readonly string[]
  /** Nodes that follow by an answer or a result, and not by an unclear reply. */
  next: { move: Move; node: SearchNode }[]
}

type KnownPerson = Pick<SearchState, 'person' | 'assumed'>

/** An event of a run that is a fault in itself. */
export type SearchFault =
  | { kind: 'runOut' | 'stopped' | 'looped' | 'toolFailed'; at: StepPosition; node: SearchNode }
  | { kind: 'missingSlot'; at: StepPosition; slot: string; node: SearchNode }

export const searchBounds = { states: 100_000, milliseconds: 5000 }
/** The runtime hands a conversation over at most this often in one turn. */
const maxHandovers = 5
const firstText = 'Hello'

/** Explores every way through a flow, breadth first, so that the first way to a fault is the shortest one. */
export class FlowSearch {
  readonly flows: ReadonlyMap<string, AgentFlow>
  readonly nodes: SearchNode[] = []
  readonly faults: SearchFault[] = []
  readonly passed = new Set<string>()
  readonly chosenCases = new Set<string>()
  readonly outcomes = new Set<string>()
  readonly root: SearchNode
  private readonly world: FlowWorld
  private readonly personAtoms: ReadonlyMap<string, readonly Atom[]>
  private readonly known = new Map<string, SearchNode>()
  private expanded = 0

  constructor(playbookId: string, world: FlowWorld) {
    this.world = world
    this.flows = collectFlows(playbookId, world.flowOf)
    this.personAtoms = collectPersonAtoms(this.flows)
    this.root = { isExpanded: true, next: [], assumed: {}, passed: [], outcomes: [] }
    const start: Move = { turn: firstText, input: { kind: 'start', playbookId, text: firstText } }
    const before: SearchState = { request: { kind: 'reply' }, person: {}, assumed: {}, handovers: 0, text: firstText }
    this.follow(this.root, before, start)
  }

  get isDone(): boolean {
    return this.expanded >= this.nodes.length
  }

  get isFull(): boolean {
    return this.nodes.length >= searchBounds.states
  }

  /** Expands one node. */
  step(): void {
    const node = this.nodes[this.expanded++]
    const { state } = node ?? {}
    if (!node || !state) return
    for (const move of listMoves(state, { world: this.world, personAtoms: this.personAtoms }))
      this.follow(node, state, move)
    node.isExpanded = true
    delete node.state
  }

  private follow(node: SearchNode, before: SearchState, move: Move): void {
    const isHandover = before.request.kind === 'handoff'
    if (isHandover && before.handovers >= maxHandovers) return
    const people: KnownPerson[] = [{ person: before.person, assumed: before.assumed }]
    for (let known = people.pop(); known; known = people.pop()) {
      const attempt = this.advance(before, move.input, known)
      people.push(...this.otherPeople(known, attempt.undecided))
      this.record(node, before, move, attempt)
    }
  }

  /** A run that reads an undecided Person field goes on with what is on file, and is repeated with each other value. */
  private otherPeople({ person, assumed }: KnownPerson, undecided: readonly string[]): KnownPerson[] {
    const [path] = undecided
    if (path === undefined) return []
    const onFile = this.world.person(path)
    const atoms = this.personAtoms.get(path) ?? []
    const others = [undefined, 'a value', ...listLiterals(atoms), ...listNumbersAround(atoms)]
    const values = [onFile, ...(listFixedValues(path) ?? others)]
    return selectDistinct(values, atoms, (value) => value)
      .slice(1)
      .map((value) => ({ person: { ...person, [path]: value }, assumed: { ...assumed, [path]: value } }))
  }

  private advance({ flow }: SearchState, input: FlowInput, known: KnownPerson): Attempt {
    const undecided: string[] = []
    const { person } = known
    const attempt: Omit<Attempt, 'result'> = {
      ...known,
      undecided,
      missing: [],
      ranOut: [],
      cases: [],
      readsLastOk: false,
    }
    const result = advance(input.kind === 'start' ? undefined : flow, input, {
      ...this.world,
      person: (path) => {
        if (Object.hasOwn(person, path)) return person[path]
        if (this.personAtoms.has(path) && !undecided.includes(path)) undecided.push(path)
        return this.world.person(path)
      },
      observer: {
        readMissingSlot: (at, slot) => attempt.missing.push({ at, slot }),
        readLastOk: () => {
          attempt.readsLastOk = true
        },
        chooseCase: (at, chosen) => attempt.cases.push(`${positionKey(at)} ${chosen}`),
        runOut: (playbookId) => attempt.ranOut.push(playbookId),
      },
    })
    return { ...attempt, result }
  }

  private record(node: SearchNode, before: SearchState, move: Move, attempt: Attempt): void {
    const { result, cases } = attempt
    const steps = (result.passed ?? []).map(positionKey)
    const outcomes = result.effects.flatMap((effect) => (effect.kind === 'outcome' ? effect : []))
    for (const step of steps) this.passed.add(step)
    for (const chosen of cases) this.chosenCases.add(chosen)
    for (const { playbookId, outcome } of outcomes) this.outcomes.add(`${playbookId} ${outcome}`)
    const state = this.nextState(before, move, attempt)
    const position = state.flow?.frames.at(-1)
    const child: SearchNode = {
      parent: node,
      move,
      state,
      isExpanded: false,
      next: [],
      assumed: state.assumed,
      passed: [...steps, ...cases],
      outcomes: outcomes.map(({ outcome }) => outcome),
      ...(position && { position }),
    }
    this.reportFaults(child, before, move, attempt)
    const key = keyOf(state, this.world.flowOf)
    const known = this.known.get(key)
    if (!known && this.isFull) return
    if (!known) {
      this.known.set(key, child)
      this.nodes.push(child)
    }
    if (!move.isUnclear) node.next.push({ move, node: known ?? child })
  }

  private nextState(before: SearchState, move: Move, attempt: Attempt): SearchState {
    const { result, undecided } = attempt
    const decided = Object.fromEntries(undecided.map((path) => [path, this.world.person(path)]))
    const saved = result.effects.flatMap((effect) =>
      effect.kind === 'save' && this.personAtoms.has(effect.path) ? [[effect.path, effect.value] as const] : [],
    )
    const failed = failedAction(before, move, attempt)
    return {
      ...(result.state && { flow: result.state }),
      request: result.request,
      person: { ...attempt.person, ...decided, ...Object.fromEntries(saved) },
      assumed: attempt.assumed,
      handovers: move.input.kind === 'reply' ? 0 : before.handovers + (before.request.kind === 'handoff' ? 1 : 0),
      text: move.input.kind === 'reply' ? move.input.text : before.text,
      ...(failed && !endsFailure(result) && { failed }),
      ...(!result.state && result.passed && { endedAt: result.passed.at(-1) as StepPosition }),
    }
  }

  private reportFaults(node: SearchNode, before: SearchState, move: Move, attempt: Attempt): void {
    const { result, missing, ranOut } = attempt
    for (const { at, slot } of missing) this.faults.push({ kind: 'missingSlot', at, slot, node })
    for (const playbookId of ranOut) {
      const last = result.passed?.findLast((at) => at.playbookId === playbookId) ?? lastPosition(before, playbookId)
      if (last) this.faults.push({ kind: 'runOut', at: last, node })
    }
    const failed = failedAction(before, move, attempt)
    if (failed && endsFailure(result)) this.faults.push({ kind: 'toolFailed', at: failed, node })
    if (!result.stoppedAt) return
    const keys = (result.passed ?? []).map(positionKey)
    const isLoop = new Set(keys).size < keys.length
    this.faults.push({ kind: isLoop ? 'looped' : 'stopped', at: result.stoppedAt, node })
  }
}

/** One run of the engine, and what its observer saw. */
type Attempt = {
  result: AdvanceResult
  person: PersonValues
  assumed: PersonValues
  /** The Person fields that were read and are not decided. */
  undecided: string[]
  missing: { at: StepPosition; slot: string }[]
  ranOut: string[]
  cases: string[]
  readsLastOk: boolean
}

export const positionKey = ({ playbookId, step }: StepPosition): string => `${playbookId} ${step}`

function lastPosition({ flow }: SearchState, playbookId: string): StepPosition | undefined {
  return flow?.frames.findLast((frame) => frame.playbookId === playbookId)
}

/** Returns the action whose failure nothing has handled so far. */
function failedAction(before: SearchState, move: Move, { result, readsLastOk }: Attempt): StepPosition | undefined {
  if (readsLastOk) return undefined
  const frame = before.flow?.frames.at(-1)
  if (!move.failsAction || !frame) return before.failed
  const after = result.state?.frames.at(-1)
  const isRetried =
    result.request.kind === 'action' && after?.step === frame.step && (after.retried ?? 0) > (frame.retried ?? 0)
  if (isRetried || move.isHandledByStep) return before.failed
  return { playbookId: frame.playbookId, step: frame.step }
}

/** The next action, or the end, hides that the last one failed. */
const endsFailure = ({ request, state }: AdvanceResult): boolean =>
  request.kind === 'over' || request.kind === 'handoff' || (request.kind === 'action' && !state?.frames.at(-1)?.retried)
