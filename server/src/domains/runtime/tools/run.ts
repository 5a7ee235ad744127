import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import { loggedError } from '../../../platform/logged-error.ts'
import { stableJson } from '../../../platform/stable-json.ts'
import type { World } from '../../../platform/world.ts'
import type { Scene, Tool, ToolOutcome } from '../deps.ts'
import type { ToolCallRecord } from '../turns/turn.ts'
import { checkArguments } from './arguments.ts'
import { failed } from './outcome.ts'
import { beginCall, finishCall } from './queries.ts'

export type RunDeps = { db: Db; world: World; log: { warn(about: object, words: string): void } }

/** `warning` is for whoever explains the turn. */
export type Ran = { outcome: ToolOutcome; record: ToolCallRecord; warning?: string }

const patienceMilliseconds = 15_000

/** Runs a tool: with arguments that fit, within its time, and what acts once for an event. Never throws. */
export async function runTool(tool: Tool, given: unknown, scene: Scene, deps: RunDeps): Promise<Ran> {
  const checked = checkArguments(tool.parameters, given)
  const { name } = tool
  if (!checked.ok) {
    const outcome = failed(checked.why)
    return { outcome, record: { name, given, ok: false, called: false, result: outcome.result, milliseconds: 0 } }
  }
  const began = performance.now()
  const { outcome, warning } = await tried(tool, checked.given, scene, deps)
  const milliseconds = Math.round(performance.now() - began)
  const { ok, result } = outcome
  return { outcome, record: { name, given, ok, called: true, result, milliseconds }, ...(warning && { warning }) }
}

type Tried = { outcome: ToolOutcome; warning?: string }

async function tried(tool: Tool, given: Record<string, unknown>, scene: Scene, deps: RunDeps): Promise<Tried> {
  const signal = AbortSignal.any([scene.signal, AbortSignal.timeout(patienceMilliseconds)])
  try {
    signal.throwIfAborted()
    return { outcome: await unlessAborted(once(tool, given, { ...scene, signal }, deps), signal) }
  } catch (error) {
    deps.log.warn({ tool: tool.name, agent: scene.agent.id, error: loggedError(error) }, 'a tool did not work')
    const warning = `${tool.name} did not work just now`
    return { outcome: failed(`${warning}.`), warning }
  }
}

/**
 * What went well is remembered, and not done again for the same event. What did not, or was broken off, is tried again:
 * hands see to it that nothing is done twice by that.
 */
async function once(tool: Tool, given: Record<string, unknown>, scene: Scene, deps: RunDeps): Promise<ToolOutcome> {
  if (!tool.acts || scene.sandbox) return tool.run(given, scene)
  const { agent, asid, eventId } = scene
  const call = { asid, eventId, call: nameOf(tool, given) }
  const known = await beginCall(deps.db, agent, call, deps.world.now())
  if (known) return known
  const { partner, ...outcome } = await tool.run(given, scene)
  if (outcome.ok) await finishCall(deps.db, agent, call, outcome)
  return partner ? { ...outcome, partner } : outcome
}

/** Arguments may be longer than an index takes. */
function nameOf({ name }: Tool, given: Record<string, unknown>): string {
  return `${name} ${createHash('sha256').update(stableJson(given)).digest('hex')}`
}

function unlessAborted<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason)
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', give))
    if (signal.aborted) give()
    else signal.addEventListener('abort', give, { once: true })
  })
}
