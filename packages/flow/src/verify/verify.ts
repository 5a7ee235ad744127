import type { FlowWorld } from '../engine.ts'
import { type Counterexample, listFindings, traceTo, type VerificationFinding } from './findings.ts'
import { FlowSearch, type SearchNode, searchBounds } from './search.ts'

export type FlowVerification = {
  /** False if a bound was reached; then what was found is true, and more may be wrong. */
  complete: boolean
  states: number
  milliseconds: number
  findings: VerificationFinding[]
}

/** Verifies a flow in slices, so that a server or a page can do other work in between. */
export class FlowVerifier {
  private readonly search: FlowSearch | undefined
  private milliseconds = 0

  constructor(playbookId: string, world: FlowWorld) {
    this.search = world.flowOf(playbookId) && new FlowSearch(playbookId, world)
  }

  /** Searches for at most this long; returns true when the verification is done. */
  run(sliceMilliseconds: number): boolean {
    const { search } = this
    if (!search) return true
    const startedAt = performance.now()
    const end = startedAt + Math.min(sliceMilliseconds, searchBounds.milliseconds - this.milliseconds)
    while (!search.isDone && !search.isFull && performance.now() < end) search.step()
    this.milliseconds += performance.now() - startedAt
    return search.isDone || search.isFull || this.milliseconds >= searchBounds.milliseconds
  }

  report(): FlowVerification {
    const { search } = this
    if (!search) return { complete: true, states: 0, milliseconds: 0, findings: [] }
    const complete = search.isDone && !search.isFull
    return {
      complete,
      states: search.nodes.length,
      milliseconds: Math.round(this.milliseconds),
      findings: listFindings(search, complete),
    }
  }
}

/** Returns conversations that together cover a flow; none if it has more states than a search visits. */
export function coverFlow(playbookId: string, world: FlowWorld, options: { maxTurns: number }): FlowWay[] {
  if (!world.flowOf(playbookId)) return []
  const search = new FlowSearch(playbookId, world)
  while (!search.isDone && !search.isFull) search.step()
  return listWays(search, options)
}

/** Verifies a flow at once. */
export function verifyFlow(playbookId: string, world: FlowWorld): FlowVerification {
  const verifier = new FlowVerifier(playbookId, world)
  while (!verifier.run(Number.POSITIVE_INFINITY));
  return verifier.report()
}

/** A whole conversation through a flow, and the outcomes that it reaches. */
export type FlowWay = Pick<Counterexample, 'turns' | 'stubs'> & { outcomes: string[] }

/**
 * Returns conversations that together pass every reachable step and every case of every branch, the shortest first.
 * Ways that need something on file, a changing tool or more turns than allowed are left out.
 */
function listWays({ nodes }: FlowSearch, { maxTurns }: { maxTurns: number }): FlowWay[] {
  const covered = new Set<string>()
  return nodes.filter(isEnd).flatMap((node): FlowWay[] => {
    const path = listNodes(node)
    const passed = path.flatMap((one) => one.passed)
    if (passed.every((key) => covered.has(key)) || path.some(({ move }) => move?.isUnclear)) return []
    const { turns, stubs, person, needsChangingResults } = traceTo(node)
    if (person || needsChangingResults || turns.length > maxTurns) return []
    for (const key of passed) covered.add(key)
    return [{ turns, ...(stubs && { stubs }), outcomes: path.flatMap(({ outcomes }) => outcomes) }]
  })
}

const isEnd = ({ isExpanded, next }: SearchNode): boolean => isExpanded && next.length === 0

function listNodes(end: SearchNode): SearchNode[] {
  const path: SearchNode[] = []
  for (let node: SearchNode | undefined = end; node; node = node.parent) path.unshift(node)
  return path
}
