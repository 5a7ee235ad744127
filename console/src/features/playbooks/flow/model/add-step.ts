import type { FlowStep, StepKey } from '@parley/definition'
import { strings } from '#i18n/playbooks.ts'
import type { FlowEditorGraph } from './flow-graph.ts'
import { connectSteps, insertStep } from './graph-edits.ts'

type NewStepContext = { playbookId: string; playbooks: readonly { id: string }[]; uses: readonly string[] }

/** Adds a step of a kind with valid defaults, as far as there is something for it to refer to. */
export function addStep(graph: FlowEditorGraph, kind: StepKey, after: string | undefined, context: NewStepContext) {
  const prepared = kind === 'collect' && graph.head.slots.length === 0 ? withFirstSlot(graph) : graph
  const { graph: grown, key } = insertStep(prepared, createStep(kind, prepared, context), after)
  if (kind !== 'branch') return { graph: grown, key }
  const at = grown.nodes.findIndex((node) => node.key === key)
  const target = grown.nodes[at + 1] ?? grown.nodes[0]
  return { graph: target ? connectSteps(grown, key, 'case:0', target.key) : grown, key }
}

function withFirstSlot(graph: FlowEditorGraph): FlowEditorGraph {
  return { ...graph, head: { ...graph.head, slots: [{ name: strings.flow.firstSlot, type: 'string' }] } }
}

function createStep(
  kind: StepKey,
  { head }: FlowEditorGraph,
  { playbookId, playbooks, uses }: NewStepContext,
): FlowStep {
  const other = playbooks.find(({ id }) => id !== playbookId)?.id ?? playbookId
  switch (kind) {
    case 'collect':
      return { collect: head.slots.at(-1)?.name ?? strings.flow.firstSlot }
    case 'say':
      return { say: strings.flow.newWords }
    case 'action':
      return { action: uses.includes('people') ? 'people.save' : 'knowledge.search' }
    case 'branch':
      return { branch: [{ if: head.slots[0] ? `${head.slots[0].name} exists` : 'last.ok', goto: 'next' }] }
    case 'call':
      return { call: other }
    case 'handoff':
      return { handoff: 'human' }
    case 'end':
      return { end: { outcome: strings.flow.firstOutcome } }
  }
}
