import type { AgentFlow } from '../flow.ts'
import { getStepKind } from '../steps/index.ts'

/** For each step, the indexes of the steps that may follow; the index after the last step means leaving the flow. */
export type FlowGraph = readonly (readonly number[])[]

/** Cached because flows are immutable, and linting one playbook follows calls through the flows of all. */
const graphCache = new WeakMap<AgentFlow, FlowGraph>()

export function getFlowGraph(flow: AgentFlow): FlowGraph {
  const graph = graphCache.get(flow) ?? buildGraph(flow)
  graphCache.set(flow, graph)
  return graph
}

function buildGraph({ steps }: AgentFlow): FlowGraph {
  const placeOf = new Map<string, number>()
  for (const [at, { id }] of steps.entries()) if (id !== undefined && !placeOf.has(id)) placeOf.set(id, at)
  return steps.map((step, at) => {
    const { on, to, out } = getStepKind(step).exits(step)
    // A missing target has its own finding; treating it as an exit avoids follow-up findings.
    const targets = to.map((id) => placeOf.get(id) ?? steps.length)
    return [...new Set([...(on ? [at + 1] : []), ...targets, ...(out ? [steps.length] : [])])]
  })
}

export function reverseGraph(graph: FlowGraph): FlowGraph {
  const before: number[][] = Array.from({ length: graph.length + 1 }, () => [])
  for (const [from, followers] of graph.entries()) for (const to of followers) before[to]?.push(from)
  return before
}

export function findReachable(start: number, graph: FlowGraph): ReadonlySet<number> {
  const seen = new Set([start])
  for (const at of seen) for (const next of graph[at] ?? []) seen.add(next)
  return seen
}
