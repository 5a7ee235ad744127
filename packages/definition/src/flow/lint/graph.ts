import { memoize } from '../../memoize.ts'
import type { FlowFault } from '../fault.ts'
import type { AgentFlow } from '../flow.ts'
import type { FlowLintScope } from '../lint.ts'
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

/**
 * Reports recursive calls. It is an error if they can never end: every path through the flow waits for a call that
 * itself waits for this flow. It is a warning if some path ends.
 */
export function lintCalls(flow: AgentFlow, scope: FlowLintScope): FlowFault[] {
  const circle = findCallCycle(flow, scope)
  if (!listCalledPlaybooks(flow).some((id) => circle.has(id))) return []
  const { finished, reached } = computeProgress(circle)
  return flow.steps.flatMap((step, at): FlowFault[] => {
    if (!('call' in step) || !circle.has(step.call)) return []
    const isEndless = !finished.has(step.call) && reached.get(scope.playbookId)?.has(at)
    const how = isEndless ? 'returns to this playbook in an endless loop' : 'can return to this playbook'
    const message = `calls “${step.call}”, which ${how}`
    return [
      { severity: isEndless ? 'error' : 'warning', code: 'flow.call.cycle', path: ['steps', at, 'call'], message },
    ]
  })
}

/** Flows by playbook id. */
type CallGraph = ReadonlyMap<string, AgentFlow>

/** Returns this flow and every flow it calls, directly or indirectly, that can call back to it. */
function findCallCycle(flow: AgentFlow, scope: FlowLintScope): CallGraph {
  const web = buildCallGraph(flow, scope)
  const comingBack = findCallers(scope.playbookId, web)
  return new Map([...web].filter(([id]) => comingBack.has(id)))
}

function buildCallGraph(flow: AgentFlow, scope: FlowLintScope): CallGraph {
  const web = new Map([[scope.playbookId, flow]])
  for (const [, member] of web) {
    for (const id of listCalledPlaybooks(member)) {
      const called = web.has(id) ? undefined : scope.flowOf(id)
      if (called) web.set(id, called)
    }
  }
  return web
}

/** Memoized because every flow that can reach another asks for its calls. */
const listCalledPlaybooks = memoize(({ steps }: AgentFlow): string[] => [
  ...new Set(steps.flatMap((step) => ('call' in step ? step.call : []))),
])

/** Returns the playbooks whose calls lead to this one, including the playbook itself. */
function findCallers(playbookId: string, web: CallGraph): ReadonlySet<string> {
  const callers = new Map<string, string[]>()
  for (const [caller, flow] of web) for (const id of listCalledPlaybooks(flow)) append(callers, id, caller)
  const found = new Set([playbookId])
  for (const id of found) for (const caller of callers.get(id) ?? []) found.add(caller)
  return found
}

type CallPosition = { playbookId: string; at: number }
type CallProgress = { finished: Set<string>; reached: Map<string, Set<number>> }

let lastProgress: { web: CallGraph; progress: CallProgress } | undefined

/** Caches the last result: all flows of a cycle share it and are linted one after the other. */
function computeProgress(web: CallGraph): CallProgress {
  const isSame =
    lastProgress?.web.size === web.size && [...web].every(([id, flow]) => lastProgress?.web.get(id) === flow)
  if (!lastProgress || !isSame) lastProgress = { web, progress: walkCallGraph(web) }
  return lastProgress.progress
}

/** Walks all flows at once; passes a call as soon as the called flow is known to finish. */
function walkCallGraph(web: CallGraph): CallProgress {
  const progress: CallProgress = { finished: new Set(), reached: new Map([...web.keys()].map((id) => [id, new Set()])) }
  const waiting = new Map<string, CallPosition[]>()
  const left: CallPosition[] = [...web.keys()].map((playbookId) => ({ playbookId, at: 0 }))
  for (let position = left.pop(); position; position = left.pop()) {
    const { playbookId, at } = position
    const reached = progress.reached.get(playbookId)
    const flow = web.get(playbookId)
    if (!flow || !reached || reached.has(at)) continue
    reached.add(at)
    const step = flow.steps[at]
    if (!step) {
      progress.finished.add(playbookId)
      left.push(...(waiting.get(playbookId) ?? []).flatMap((caller) => listNextPositions(caller, web)))
    } else if ('call' in step && web.has(step.call) && !progress.finished.has(step.call)) {
      append(waiting, step.call, position)
    } else {
      left.push(...listNextPositions(position, web))
    }
  }
  return progress
}

function listNextPositions({ playbookId, at }: CallPosition, web: CallGraph): CallPosition[] {
  const flow = web.get(playbookId)
  return flow ? (getFlowGraph(flow)[at] ?? []).map((next) => ({ playbookId, at: next })) : []
}

function append<T>(lists: Map<string, T[]>, key: string, entry: T): void {
  const list = lists.get(key)
  if (list) list.push(entry)
  else lists.set(key, [entry])
}

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
  const message = 'is not on any path through the flow'
  return { severity: 'warning', code: 'flow.step.unreachable', path: ['steps', at], message }
}

const neverFinishes: FlowFault = {
  severity: 'error',
  code: 'flow.no-end',
  path: ['steps'],
  message: 'can never finish: no path reaches an end, a handoff or the end of the list',
}

function trap(at: number): FlowFault {
  const message = 'is a dead end: from here no path reaches an end, a handoff or the end of the list'
  return { severity: 'warning', code: 'flow.no-end', path: ['steps', at], message }
}

function lintOutcome({ steps }: AgentFlow, reached: ReadonlySet<number>): FlowFault[] {
  if (steps.some((step, at) => reached.has(at) && ('end' in step || 'handoff' in step))) return []
  const message = 'have no end step, so the flow finishes without an outcome'
  return [{ severity: 'advice', code: 'flow.no-end', path: ['steps'], message }]
}
