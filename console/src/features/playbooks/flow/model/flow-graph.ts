import {
  type AgentFlow,
  type FlowStep,
  getSayTemplateId,
  getStepKind,
  isSameValue,
  parseHandoff,
  type StepKey,
} from '@parley/definition'
import { strings } from '#i18n/flow.ts'

/** A node of the flow's graph; its key stays the same while the flow is edited around it. */
export type FlowNode = { key: string; step: FlowStep }
export type FlowHead = Omit<AgentFlow, 'steps'>
export type FlowEditorGraph = { head: FlowHead; nodes: readonly FlowNode[] }

/** The port at which an edge leaves a step: to the next step, or to a branch target. */
export type EdgePort = 'next' | 'else' | `case:${number}`
export type FlowEdge = { from: string; port: EdgePort; to: string }

/** Start and end nodes of a flow. */
export const startNode = 'start'
export const doneNode = 'done'

export function toFlowGraph({ steps, ...head }: AgentFlow, before?: FlowEditorGraph): FlowEditorGraph {
  const keys = keysFor(steps, before?.nodes ?? [])
  return { head, nodes: steps.map((step, at) => ({ key: keys[at] as string, step })) }
}

export const toAgentFlow = ({ head, nodes }: FlowEditorGraph): AgentFlow => ({
  ...head,
  steps: nodes.map(({ step }) => step),
})

/** Returns the edges between steps. A branch target that does not exist has no edge. */
export function flowEdgesOf({ nodes }: FlowEditorGraph): FlowEdge[] {
  const below = (at: number) => nodes[at]?.key ?? doneNode
  return [
    { from: startNode, port: 'next', to: below(0) },
    ...nodes.flatMap(({ key, step }, at): FlowEdge[] => [
      ...branchTargetsOf(step).flatMap(({ port, goto }) => {
        const target = nodes.find((node) => node.step.id === goto)
        return target ? [{ from: key, port, to: target.key }] : []
      }),
      ...(getStepKind(step).exits(step).on ? [{ from: key, port: 'next' as const, to: below(at + 1) }] : []),
    ]),
  ]
}

export function branchTargetsOf(step: FlowStep): { port: EdgePort; goto: string }[] {
  if (!('branch' in step)) return []
  const cases = step.branch.map(({ goto }, at) => ({ port: `case:${at}` as const, goto }))
  return step.else === undefined ? cases : [...cases, { port: 'else', goto: step.else }]
}

/**
 * Matches steps to previous keys: first unchanged steps, then steps with the same id, then steps with the same position
 * and kind.
 */
function keysFor(steps: readonly FlowStep[], before: readonly FlowNode[]): string[] {
  const keys: (string | undefined)[] = steps.map(() => undefined)
  const left = new Set(before)
  const match = (isSame: (step: FlowStep, node: FlowNode, at: number) => boolean) => {
    for (const [at, step] of steps.entries()) {
      if (keys[at] !== undefined) continue
      const found = [...left].find((node) => isSame(step, node, at))
      if (!found) continue
      keys[at] = found.key
      left.delete(found)
    }
  }
  match((step, node) => step === node.step || isSameValue(step, node.step))
  match((step, node) => step.id !== undefined && step.id === node.step.id)
  match((step, node, at) => before[at] === node && getStepKind(step).key === getStepKind(node.step).key)
  const fresh = createKeyGenerator(before.map(({ key }) => key))
  return keys.map((key) => key ?? fresh())
}

export function createKeyGenerator(usedKeys: readonly string[]): () => string {
  let last = Math.max(0, ...usedKeys.map((key) => Number(/^step-(\d+)$/.exec(key)?.[1] ?? 0)))
  return () => `step-${++last}`
}

const { summaries } = strings.flow

export const stepKeyOf = (step: FlowStep): StepKey => getStepKind(step).key

export function summarizeStep(step: FlowStep, nameOf: (playbookId: string) => string = (id) => id): string {
  if ('collect' in step) return [step.collect].flat().join(', ')
  if ('say' in step) {
    const template = getSayTemplateId(step)
    if (template !== undefined) return summaries.template(template)
    return typeof step.say === 'string' ? step.say : step.say.text
  }
  if ('action' in step) return step.action
  if ('branch' in step) return step.branch.map((one) => one.if).join(' · ')
  if ('call' in step) return nameOf(step.call)
  if ('handoff' in step) return handoffTargetOf(step.handoff, nameOf)
  const { outcome, handoff } = step.end
  return handoff === undefined ? outcome : `${outcome} · ${handoffTargetOf(handoff, nameOf)}`
}

function handoffTargetOf(target: string, nameOf: (playbookId: string) => string): string {
  const read = parseHandoff(target)
  return read.to === 'human' ? summaries.human : summaries.playbook(nameOf(read.id))
}
