import { type FlowSlot, type FlowStep, getStepKind, type StepKey } from '@parley/definition'
import { strings } from '#i18n/flow.ts'
import { firstCondition, renameOperand } from './condition-form.ts'
import {
  branchTargetsOf,
  createKeyGenerator,
  type EdgePort,
  type FlowEditorGraph,
  type FlowHead,
  type FlowNode,
  flowEdgesOf,
} from './flow-graph.ts'

/** Every edit returns a new graph; the previous one stays unchanged, for undo. */

export type InsertResult = { graph: FlowEditorGraph; key: string }

/** Inserts a step after another, or first. */
export function insertStep(graph: FlowEditorGraph, step: FlowStep, after: string | undefined): InsertResult {
  const key = createKeyGenerator(graph.nodes.map((node) => node.key))()
  const at = stepIndexOf(graph, after) + 1
  return { graph: { ...graph, nodes: graph.nodes.toSpliced(at, 0, { key, step }) }, key }
}

/** Removes a step; branches to it now lead to the step below. A flow keeps at least one step. */
export function removeStep(graph: FlowEditorGraph, key: string): FlowEditorGraph {
  const at = stepIndexOf(graph, key)
  if (at < 0 || graph.nodes.length < 2) return graph
  const heir = graph.nodes[at + 1]?.key
  const incoming = flowEdgesOf(graph).filter(({ to, from, port }) => to === key && from !== key && port !== 'next')
  const led =
    heir === undefined ? graph : incoming.reduce((now, edge) => connectSteps(now, edge.from, edge.port, heir), graph)
  return { ...led, nodes: led.nodes.toSpliced(at, 1) }
}

/** Replaces a step and updates branches that refer to its old id. */
export function replaceStep(graph: FlowEditorGraph, key: string, step: FlowStep): FlowEditorGraph {
  const before = graph.nodes[stepIndexOf(graph, key)]
  if (!before) return graph
  const nodes = graph.nodes.map((node) => (node.key === key ? { key, step } : node))
  const [was, is] = [before.step.id, step.id]
  const isRenamed = was !== undefined && is !== undefined && was !== is && !nodes.some((node) => node.step.id === was)
  return { ...graph, nodes: isRenamed ? nodes.map((node) => renameInText(node, was, is)) : nodes }
}

function renameInText({ key, step }: FlowNode, was: string, is: string): FlowNode {
  return {
    key,
    step: branchTargetsOf(step).reduce(
      (now, { port, goto }) => (goto === was ? retargetBranch(now, port, is) : now),
      step,
    ),
  }
}

/** From a branch, sets its target. From any other step, moves the target right below it. */
export function connectSteps(graph: FlowEditorGraph, from: string, port: EdgePort, to: string): FlowEditorGraph {
  if (port === 'next') return from === to ? graph : moveStep(graph, to, from)
  const named = setStepId(graph, to)
  const id = named.nodes[stepIndexOf(named, to)]?.step.id
  if (id === undefined) return graph
  return {
    ...named,
    nodes: named.nodes.map((node) =>
      node.key === from ? { ...node, step: retargetBranch(node.step, port, id) } : node,
    ),
  }
}

/** A branch keeps at least one case; its other ports can be disconnected. */
export function disconnectPort(graph: FlowEditorGraph, from: string, port: EdgePort): FlowEditorGraph {
  const step = graph.nodes[stepIndexOf(graph, from)]?.step
  if (!step || !('branch' in step)) return graph
  if (port === 'else') {
    const { else: _, ...rest } = step
    return replaceStep(graph, from, rest)
  }
  const at = caseIndexOf(port)
  return at === undefined || step.branch.length < 2
    ? graph
    : replaceStep(graph, from, { ...step, branch: step.branch.toSpliced(at, 1) })
}

/** Moves a step right after another, or to the start. */
export function moveStep(graph: FlowEditorGraph, key: string, after: string | undefined): FlowEditorGraph {
  const node = graph.nodes[stepIndexOf(graph, key)]
  if (!node || key === after) return graph
  const others = { ...graph, nodes: graph.nodes.filter((one) => one !== node) }
  return { ...graph, nodes: others.nodes.toSpliced(stepIndexOf(others, after) + 1, 0, node) }
}

export const setFlowHead = (graph: FlowEditorGraph, head: FlowHead): FlowEditorGraph => ({ ...graph, head })

/** Renames a slot, also in collect steps, texts, arguments and conditions. */
export function renameSlot(graph: FlowEditorGraph, was: string, is: string): FlowEditorGraph {
  const slots = graph.head.slots.map((slot) => (slot.name === was ? { ...slot, name: is } : slot))
  const nodes = graph.nodes.map(({ key, step }) => ({ key, step: renameSlotInStep(step, was, is) }))
  return { head: { ...graph.head, slots }, nodes }
}

function renameSlotInStep(step: FlowStep, was: string, is: string): FlowStep {
  const inText = (text: string) => text.replaceAll(`{${was}}`, `{${is}}`).replaceAll(`{${was}|`, `{${is}|`)
  if ('collect' in step) {
    const collect = Array.isArray(step.collect)
      ? step.collect.map((name) => (name === was ? is : name))
      : step.collect === was
        ? is
        : step.collect
    return { ...step, collect }
  }
  if ('say' in step)
    return {
      ...step,
      say: typeof step.say === 'string' ? inText(step.say) : { ...step.say, text: inText(step.say.text) },
    }
  if ('branch' in step)
    return { ...step, branch: step.branch.map((one) => ({ ...one, if: renameOperand(one.if, was, is) })) }
  if (!('action' in step)) return step
  const renamed = step.with && (JSON.parse(inText(JSON.stringify(step.with))) as Record<string, unknown>)
  return {
    ...step,
    ...(renamed && { with: renamed }),
    ...(step.confirm !== undefined && { confirm: inText(step.confirm) }),
    ...(step.slot === was && { slot: is }),
  }
}

/** Creates an id for a step, derived from its kind. */
export function createStepId({ nodes }: FlowEditorGraph, kind: StepKey): string {
  const usedIds = new Set(nodes.map(({ step }) => step.id))
  let count = 1
  while (usedIds.has(`${kind}-${count}`)) count++
  return `${kind}-${count}`
}

function setStepId(graph: FlowEditorGraph, key: string): FlowEditorGraph {
  const node = graph.nodes[stepIndexOf(graph, key)]
  if (!node || isSelfReference(graph, node)) return graph
  const id = createStepId(graph, (Object.keys(node.step).find((name) => name !== 'id') ?? 'step') as StepKey)
  const step = { id, ...clearStepId(node.step) } as FlowStep
  return { ...graph, nodes: graph.nodes.map((one) => (one === node ? { key, step } : one)) }
}

/** If several steps share an id, a branch leads to the first. */
function isSelfReference({ nodes }: FlowEditorGraph, node: FlowNode): boolean {
  return node.step.id !== undefined && nodes.find(({ step }) => step.id === node.step.id) === node
}

function clearStepId({ id: _, ...rest }: FlowStep): Omit<FlowStep, 'id'> {
  return rest
}

function retargetBranch(step: FlowStep, port: EdgePort, id: string): FlowStep {
  if (!('branch' in step)) return step
  if (port === 'else') return { ...step, else: id }
  const at = caseIndexOf(port)
  return { ...step, branch: step.branch.map((one, index) => (index === at ? { ...one, goto: id } : one)) }
}

const caseIndexOf = (port: EdgePort): number | undefined =>
  port.startsWith('case:') ? Number(port.slice(5)) : undefined

/** Returns -1 for undefined, so that the step after it is the first. */
const stepIndexOf = ({ nodes }: FlowEditorGraph, key: string | undefined): number =>
  nodes.findIndex((node) => node.key === key)

/**
 * Returns the step after which a new one is meant: the chosen one, or the last, but before an end. What comes after an
 * end is reached by branches only.
 */
export function findPlaceForStep(graph: FlowEditorGraph, chosen: string | undefined): string | undefined {
  const { nodes } = graph
  const at = chosen === undefined ? nodes.length - 1 : stepIndexOf(graph, chosen)
  const node = nodes[at]
  return node && getStepKind(node.step).exits(node.step).on ? node.key : nodes[at - 1]?.key
}

/** Appends an end, or a text and an end, for a branch to lead to; the steps before it do not run into it. */
export function addBranchTarget(
  graph: FlowEditorGraph,
  from: string,
  port: EdgePort,
  kind: 'say' | 'end',
): InsertResult {
  const last = graph.nodes.at(-1)
  const isClosed = !last || !getStepKind(last.step).exits(last.step).on
  const close = (open: FlowEditorGraph) =>
    insertStep(open, { end: { outcome: strings.flow.firstOutcome } }, open.nodes.at(-1)?.key)
  const closed = isClosed ? graph : close(graph).graph
  if (kind === 'end') {
    const { graph: grown, key } = close(closed)
    return { graph: connectSteps(grown, from, port, key), key }
  }
  const { graph: grown, key } = insertStep(closed, { say: strings.flow.newWords }, closed.nodes.at(-1)?.key)
  return { graph: connectSteps(close(grown).graph, from, port, key), key }
}

type NewStepContext = { playbookId: string; playbooks: readonly { id: string }[]; uses: readonly string[] }

/** Adds a step of a kind with valid defaults, as far as there is something for it to refer to. */
export function addStep(graph: FlowEditorGraph, kind: StepKey, after: string | undefined, context: NewStepContext) {
  const prepared = kind === 'collect' ? withUncollectedSlot(graph) : graph
  const { graph: grown, key } = insertStep(prepared, createStep(kind, prepared, context), after)
  if (kind !== 'branch') return { graph: grown, key }
  const at = grown.nodes.findIndex((node) => node.key === key)
  const target = grown.nodes[at + 1] ?? grown.nodes[0]
  return { graph: target ? connectSteps(grown, key, 'case:0', target.key) : grown, key }
}

/** A new slot, unless there is one that no step asks for yet: a step that asks again would ask nothing. */
function withUncollectedSlot(graph: FlowEditorGraph): FlowEditorGraph {
  const { slots } = graph.head
  if (findUncollectedSlot(graph) !== undefined) return graph
  const name = slots.length === 0 ? strings.flow.firstSlot : createSlotName(slots)
  return { ...graph, head: { ...graph.head, slots: [...slots, { name, type: 'string' }] } }
}

function findUncollectedSlot({ head, nodes }: FlowEditorGraph): string | undefined {
  const collected = new Set(nodes.flatMap(({ step }) => ('collect' in step ? [step.collect].flat() : [])))
  return head.slots.find(({ name }) => !collected.has(name))?.name
}

export function createSlotName(slots: readonly FlowSlot[]): string {
  let number = slots.length + 1
  while (slots.some(({ name }) => name === strings.slots.fresh(number))) number++
  return strings.slots.fresh(number)
}

function createStep(kind: StepKey, graph: FlowEditorGraph, { playbookId, playbooks, uses }: NewStepContext): FlowStep {
  const other = playbooks.find(({ id }) => id !== playbookId)?.id ?? playbookId
  switch (kind) {
    case 'collect':
      return { collect: findUncollectedSlot(graph) ?? strings.flow.firstSlot }
    case 'say':
      return { say: strings.flow.newWords }
    case 'action':
      return { action: uses.includes('people') ? 'people.save' : 'knowledge.search' }
    case 'branch':
      return { branch: [{ if: firstCondition(graph.head.slots), goto: 'next' }] }
    case 'call':
      return { call: other }
    case 'handoff':
      return { handoff: 'human' }
    case 'end':
      return { end: { outcome: strings.flow.firstOutcome } }
  }
}
