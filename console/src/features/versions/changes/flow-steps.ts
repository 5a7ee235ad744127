import { type AgentFlow, isSameValue } from '@parley/definition'
import { type FlowEditorGraph, toFlowGraph } from '../../playbooks/flow/model/flow-graph.ts'

export type StepChange = 'added' | 'removed' | 'changed'
export type FlowSide = { graph: FlowEditorGraph; changes: ReadonlyMap<string, StepChange> }

/** Both flows as graphs. Steps that are the same one have the same key in both. */
export function compareFlows(before: AgentFlow | undefined, after: AgentFlow | undefined) {
  const old = before && toFlowGraph(before)
  const next = after && toFlowGraph(after, old)
  return {
    before: old && { graph: old, changes: changesOf(old, next, 'removed') },
    after: next && { graph: next, changes: changesOf(next, old, 'added') },
  }
}

function changesOf(
  { nodes }: FlowEditorGraph,
  other: FlowEditorGraph | undefined,
  missing: 'added' | 'removed',
): ReadonlyMap<string, StepChange> {
  const known = new Map(other?.nodes.map(({ key, step }) => [key, step]))
  return new Map(
    nodes.flatMap(({ key, step }): [string, StepChange][] => {
      const same = known.get(key)
      if (!same) return [[key, missing]]
      return isSameValue(step, same) ? [] : [[key, 'changed']]
    }),
  )
}
