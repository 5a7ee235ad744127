import { type Counterexample, traceTo } from './findings.ts'
import type { FlowSearch, SearchNode } from './search.ts'

/** A whole conversation through a flow, and the outcomes that it reaches. */
export type FlowWay = Pick<Counterexample, 'turns' | 'stubs' | 'person'> & { outcomes: string[] }

export type WayLimits = {
  maxTurns: number
  /** Whether a conversation can begin with these values on file. */
  canSetUp(person: Readonly<Record<string, unknown>>): boolean
}

/**
 * Returns conversations that together pass every reachable step and every case of every branch, the shortest first.
 * Ways beyond the limits are left out.
 */
export function listWays({ nodes }: FlowSearch, { maxTurns, canSetUp }: WayLimits): FlowWay[] {
  const covered = new Set<string>()
  return nodes.filter(isEnd).flatMap((node): FlowWay[] => {
    const path = listNodes(node)
    const passed = path.flatMap((one) => one.passed)
    if (passed.every((key) => covered.has(key)) || path.some(({ move }) => move?.isUnclear)) return []
    const { turns, stubs, person } = traceTo(node)
    if (turns.length > maxTurns || !canSetUp(person ?? {})) return []
    for (const key of passed) covered.add(key)
    return [
      { turns, ...(stubs && { stubs }), ...(person && { person }), outcomes: path.flatMap(({ outcomes }) => outcomes) },
    ]
  })
}

const isEnd = ({ isExpanded, next }: SearchNode): boolean => isExpanded && next.length === 0

function listNodes(end: SearchNode): SearchNode[] {
  const path: SearchNode[] = []
  for (let node: SearchNode | undefined = end; node; node = node.parent) path.unshift(node)
  return path
}
