import type { FlowStep, StepKey } from '@parley/definition'
import { words } from '#words/playbooks.ts'
import { connected, inserted } from './edits.ts'
import type { FlowGraph } from './graph.ts'

type Around = { playbookId: string; playbooks: readonly { id: string }[]; uses: readonly string[] }

/** A new step of a kind that can be saved as it is, as far as there is something for it to name. */
export function withNewStep(graph: FlowGraph, kind: StepKey, after: string | undefined, around: Around) {
  const prepared = kind === 'collect' && graph.head.slots.length === 0 ? withFirstSlot(graph) : graph
  const { graph: grown, key } = inserted(prepared, stepOf(kind, prepared, around), after)
  if (kind !== 'branch') return { graph: grown, key }
  const at = grown.nodes.findIndex((node) => node.key === key)
  const target = grown.nodes[at + 1] ?? grown.nodes[0]
  return { graph: target ? connected(grown, key, 'case:0', target.key) : grown, key }
}

function withFirstSlot(graph: FlowGraph): FlowGraph {
  return { ...graph, head: { ...graph.head, slots: [{ name: words.flow.firstSlot, type: 'string' }] } }
}

function stepOf(kind: StepKey, { head }: FlowGraph, { playbookId, playbooks, uses }: Around): FlowStep {
  const other = playbooks.find(({ id }) => id !== playbookId)?.id ?? playbookId
  switch (kind) {
    case 'collect':
      return { collect: head.slots.at(-1)?.name ?? words.flow.firstSlot }
    case 'say':
      return { say: words.flow.newWords }
    case 'action':
      return { action: uses.includes('people') ? 'people.save' : 'knowledge.search' }
    case 'branch':
      return { branch: [{ if: head.slots[0] ? `${head.slots[0].name} exists` : 'last.ok', goto: 'next' }] }
    case 'call':
      return { call: other }
    case 'handoff':
      return { handoff: 'human' }
    case 'end':
      return { end: { outcome: words.flow.firstOutcome } }
  }
}
