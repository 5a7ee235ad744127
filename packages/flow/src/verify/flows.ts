import type { AgentFlow, FlowSlot } from '@parley/definition'
import { parseHandoff } from '@parley/definition'
import type { FlowWorld } from '../engine.ts'
import { type Atom, atomsByOperand } from './atoms.ts'

export const findSlotByName = ({ slots }: AgentFlow, name: string): FlowSlot | undefined =>
  slots.find((slot) => slot.name === name)

/** Returns a flow and every flow that it calls or hands over to, directly or indirectly, by playbook. */
export function collectFlows(playbookId: string, flowOf: FlowWorld['flowOf']): ReadonlyMap<string, AgentFlow> {
  const flows = new Map<string, AgentFlow>()
  const left = [playbookId]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const flow = flows.has(id) ? undefined : flowOf(id)
    if (!flow) continue
    flows.set(id, flow)
    left.push(...flow.steps.flatMap(listTargets))
  }
  return flows
}

function listTargets(step: AgentFlow['steps'][number]): string[] {
  if ('call' in step) return [step.call]
  const handoff = 'handoff' in step ? step.handoff : 'end' in step ? step.end.handoff : undefined
  const target = handoff === undefined ? undefined : parseHandoff(handoff)
  return target?.to === 'playbook' ? [target.id] : []
}

/** Returns the comparisons with Person fields in all flows, by path; a bound slot is compared like its field. */
export function collectPersonAtoms(flows: ReadonlyMap<string, AgentFlow>): ReadonlyMap<string, readonly Atom[]> {
  const atoms = new Map<string, Atom[]>()
  for (const flow of flows.values()) {
    for (const [operand, found] of atomsByOperand(flow)) {
      const path = operand.startsWith('person.') ? operand : findSlotByName(flow, operand)?.bind
      if (path !== undefined) atoms.set(path, [...(atoms.get(path) ?? []), ...found])
    }
  }
  return atoms
}
