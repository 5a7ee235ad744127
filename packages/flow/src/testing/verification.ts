import { type AgentFlow, parseFlow } from '@parley/definition'
import type { FlowWorld } from '../engine.ts'
import { readStranger } from '../verify/person.ts'

export type FlowSource = { slots?: unknown[]; steps: object[]; onComplete?: 'end' | 'return' }

export function readFlow(source: FlowSource): AgentFlow {
  const parsed = parseFlow(source, 'flow')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings))
  return parsed.flow
}

/** The world of a new person. */
export function createVerificationWorld(flows: ReadonlyMap<string, AgentFlow>): FlowWorld {
  return {
    flowOf: (id) => flows.get(id),
    person: readStranger,
    now: '2030-01-15T12:00:00.000Z',
    timezone: 'UTC',
  }
}
