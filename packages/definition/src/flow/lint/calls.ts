import { memoize } from '../../memoize.ts'
import type { FlowFault } from '../fault.ts'
import type { AgentFlow } from '../flow.ts'
import type { FlowLintScope } from '../lint-scope.ts'
import { getFlowGraph } from './graph.ts'

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
    const how = isEndless ? 'comes back to this playbook without end' : 'can come back to this playbook'
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
