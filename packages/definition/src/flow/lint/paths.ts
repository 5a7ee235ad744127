import type { FlowFault } from '../fault.ts'
import type { AgentFlow } from '../flow.ts'
import { findReachable, getFlowGraph, reverseGraph } from './graph.ts'

/** Reports steps that no path reaches, and steps from which no path leaves the flow. */
export function lintPaths(flow: AgentFlow): FlowFault[] {
  const graph = getFlowGraph(flow)
  const reached = findReachable(0, graph)
  const finishing = findReachable(graph.length, reverseGraph(graph))
  const unreachable = flow.steps.flatMap((_, at) => (reached.has(at) ? [] : [unreachableStep(at)]))
  if (!finishing.has(0)) return [...unreachable, neverFinishes]
  const safe = [...reached].filter((at) => finishing.has(at))
  const traps = new Set(safe.flatMap((at) => graph[at] ?? []).filter((next) => !finishing.has(next)))
  return [...unreachable, ...[...traps].map(trap), ...lintOutcome(flow, reached)]
}

function unreachableStep(at: number): FlowFault {
  const message = 'is reached by no path through the flow'
  return { severity: 'warning', code: 'flow.step.unreachable', path: ['steps', at], message }
}

const neverFinishes: FlowFault = {
  severity: 'error',
  code: 'flow.no-end',
  path: ['steps'],
  message: 'can never finish: no path reaches an end, a handoff or the end of the list',
}

function trap(at: number): FlowFault {
  const message = 'leads nowhere: from here no path reaches an end, a handoff or the end of the list'
  return { severity: 'warning', code: 'flow.no-end', path: ['steps', at], message }
}

function lintOutcome({ steps }: AgentFlow, reached: ReadonlySet<number>): FlowFault[] {
  if (steps.some((step, at) => reached.has(at) && ('end' in step || 'handoff' in step))) return []
  const message = 'have no end, so that the flow finishes without an outcome'
  return [{ severity: 'advice', code: 'flow.no-end', path: ['steps'], message }]
}
