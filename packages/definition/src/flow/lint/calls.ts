import { remembered } from '../../remembered.ts'
import type { Fault } from '../fault.ts'
import type { AgentFlow } from '../flow.ts'
import type { FlowSurroundings } from '../surroundings.ts'
import { graphOf } from './graph.ts'

/**
 * Calls that come back to the playbook they are in. It is an error where they can never end: where every path through
 * the flow waits for a call that itself waits for this flow. Where some path ends, it is a warning.
 */
export function lintCalls(flow: AgentFlow, around: FlowSurroundings): Fault[] {
  const circle = circleOf(flow, around)
  if (!calledBy(flow).some((id) => circle.has(id))) return []
  const { finished, reached } = finishing(circle)
  return flow.steps.flatMap((step, at): Fault[] => {
    if (!('call' in step) || !circle.has(step.call)) return []
    const isEndless = !finished.has(step.call) && reached.get(around.playbookId)?.has(at)
    const how = isEndless ? 'comes back to this playbook without end' : 'can come back to this playbook'
    const message = `calls “${step.call}”, which ${how}`
    return [
      { severity: isEndless ? 'error' : 'warning', code: 'flow.call.cycle', path: ['steps', at, 'call'], message },
    ]
  })
}

/** Flows by their playbook. */
type CallWeb = ReadonlyMap<string, AgentFlow>

/** This flow, and all it calls, directly or through others, that can come back to it. */
function circleOf(flow: AgentFlow, around: FlowSurroundings): CallWeb {
  const web = callWeb(flow, around)
  const comingBack = callersOf(around.playbookId, web)
  return new Map([...web].filter(([id]) => comingBack.has(id)))
}

function callWeb(flow: AgentFlow, around: FlowSurroundings): CallWeb {
  const web = new Map([[around.playbookId, flow]])
  for (const [, member] of web) {
    for (const id of calledBy(member)) {
      const called = web.has(id) ? undefined : around.flowOf(id)
      if (called) web.set(id, called)
    }
  }
  return web
}

/** Asked of every flow by every other that can reach it. */
const calledBy = remembered(({ steps }: AgentFlow): string[] => [
  ...new Set(steps.flatMap((step) => ('call' in step ? step.call : []))),
])

/** The playbooks whose calls lead to this one, and the playbook itself. */
function callersOf(playbookId: string, web: CallWeb): ReadonlySet<string> {
  const callers = new Map<string, string[]>()
  for (const [caller, flow] of web) for (const id of calledBy(flow)) append(callers, id, caller)
  const found = new Set([playbookId])
  for (const id of found) for (const caller of callers.get(id) ?? []) found.add(caller)
  return found
}

type Place = { playbookId: string; at: number }
type Progress = { finished: Set<string>; reached: Map<string, Set<number>> }

let last: { web: CallWeb; progress: Progress } | undefined

/** All flows of a circle have the same one, and are linted one after the other. */
function finishing(web: CallWeb): Progress {
  const isSame = last?.web.size === web.size && [...web].every(([id, flow]) => last?.web.get(id) === flow)
  if (!last || !isSame) last = { web, progress: walked(web) }
  return last.progress
}

/** Walks all flows at once; a call is passed as soon as the called flow is known to finish. */
function walked(web: CallWeb): Progress {
  const progress: Progress = { finished: new Set(), reached: new Map([...web.keys()].map((id) => [id, new Set()])) }
  const waiting = new Map<string, Place[]>()
  const left: Place[] = [...web.keys()].map((playbookId) => ({ playbookId, at: 0 }))
  for (let place = left.pop(); place; place = left.pop()) {
    const { playbookId, at } = place
    const reached = progress.reached.get(playbookId)
    const flow = web.get(playbookId)
    if (!flow || !reached || reached.has(at)) continue
    reached.add(at)
    const step = flow.steps[at]
    if (!step) {
      progress.finished.add(playbookId)
      left.push(...(waiting.get(playbookId) ?? []).flatMap((caller) => following(caller, web)))
    } else if ('call' in step && web.has(step.call) && !progress.finished.has(step.call)) {
      append(waiting, step.call, place)
    } else {
      left.push(...following(place, web))
    }
  }
  return progress
}

function following({ playbookId, at }: Place, web: CallWeb): Place[] {
  const flow = web.get(playbookId)
  return flow ? (graphOf(flow)[at] ?? []).map((next) => ({ playbookId, at: next })) : []
}

function append<T>(lists: Map<string, T[]>, key: string, entry: T): void {
  const list = lists.get(key)
  if (list) list.push(entry)
  else lists.set(key, [entry])
}
