import { createHash } from 'node:crypto'
import type { AgentDefinition } from '@parley/definition'
import type { AgentKey } from '../../platform/http/route.ts'
import { stableStringify } from '../../platform/stable-stringify.ts'
import { toolSettings } from '../agents/index.ts'
import type { CatalogTool } from '../catalogs/index.ts'
import { findToolAdapter } from './adapters/index.ts'
import type { ToolCaller } from './call-record.ts'
import type { ToolsDeps } from './deps.ts'
import {
  getTimeoutMilliseconds,
  performCall,
  type ToolCallOutcome,
  type ToolInvocation,
  type ToolTarget,
} from './perform-call.ts'
import { finishCall, insertTrialCall, type StartedCall, startEventCall } from './queries.ts'

/** Catalog tools that the agent can call now, and the calls themselves. */

export type CallableTool = {
  id: string
  name: string
  description: string
  parameters: Record<string, unknown>
  hasSideEffects: boolean
  /** The longest that a call takes: two attempts, and the wait between them. */
  maxMilliseconds: number
}

export type EventCall = {
  toolId: string
  /** Valid against the tool's parameters. */
  given: Record<string, unknown>
  caller: ToolCaller & { userId: string; eventId: string }
  signal?: AbortSignal
}

export type CatalogToolResult = { ok: true; result: unknown } | { ok: false; error: string }

export type Tools = {
  listCallable(agent: AgentKey, definition: AgentDefinition): Promise<CallableTool[]>
  /** Returns why a tool cannot be called, as the end of a sentence. */
  explainUnavailable(agent: AgentKey, toolId: string): Promise<string | undefined>
  /** Calls a tool for an event: at most once if it has side effects, however often the event is delivered. */
  callForEvent(agent: AgentKey, call: EventCall): Promise<CatalogToolResult>
  /** Calls a tool once for an operator. The tool must be callable. */
  tryOut(agent: AgentKey, toolId: string, given: Record<string, unknown>): Promise<ToolCallOutcome>
}

const waitBeforeRetryMilliseconds = 5_000

export function createTools(deps: ToolsDeps): Tools {
  return {
    listCallable: (agent, definition) => listCallable(agent, definition, deps),
    explainUnavailable: async (agent, toolId) => {
      const found = await findTarget(agent, toolId, deps)
      return typeof found === 'string' ? found : undefined
    },
    callForEvent: (agent, call) => callForEvent(agent, call, deps),
    tryOut: (agent, toolId, given) => tryOut(agent, { toolId, given }, deps),
  }
}

async function readFacts(agent: AgentKey, tools: readonly CatalogTool[], { db, secrets, readToolGrants }: ToolsDeps) {
  const states = await secrets.states(db, agent)
  const needsGrant = tools.some(({ oauth }) => oauth)
  const grants = needsGrant ? await readToolGrants(db, agent) : { toolIds: [], connections: {}, providers: [] }
  return { isSecretSet: (name: string) => states.of(name).set, grants }
}

async function listCallable(
  agent: AgentKey,
  { toolBindings }: AgentDefinition,
  deps: ToolsDeps,
): Promise<CallableTool[]> {
  const enabled = toolBindings.filter((binding) => binding.enabled)
  if (enabled.length === 0) return []
  const known = enabled.flatMap((binding) => {
    const [tool, adapter] = [deps.catalog.find('tools', binding.toolId), findToolAdapter(binding.toolId)]
    return tool && adapter ? [{ tool, binding, adapter }] : []
  })
  const facts = await readFacts(
    agent,
    known.map(({ tool }) => tool),
    deps,
  )
  return known.flatMap(({ tool, binding, adapter }): CallableTool[] => {
    if (toolSettings.explainUnavailable(tool, binding, facts) !== undefined) return []
    const { id, name, description, parameters } = tool
    const maxMilliseconds = 2 * getTimeoutMilliseconds(binding) + waitBeforeRetryMilliseconds
    return [{ id, name, description, parameters, hasSideEffects: adapter.sideEffects, maxMilliseconds }]
  })
}

/** Returns the tool with its binding and adapter, or why it cannot be called. */
async function findTarget(agent: AgentKey, toolId: string, deps: ToolsDeps): Promise<ToolTarget | string> {
  const { toolBindings } = await deps.definitions.read(deps.db, agent)
  const tool = deps.catalog.find('tools', toolId)
  const binding = toolBindings.find((one) => one.toolId === toolId)
  const facts = await readFacts(agent, tool ? [tool] : [], deps)
  const reason = toolSettings.explainUnavailable(tool, binding, facts)
  const adapter = findToolAdapter(toolId)
  if (reason !== undefined || !tool || !binding) return reason ?? 'the catalog has no such tool'
  return adapter ? { tool, binding, adapter } : `this version of Parley cannot call ${tool.name}`
}

async function callForEvent(
  agent: AgentKey,
  { toolId, given, caller, signal }: EventCall,
  deps: ToolsDeps,
): Promise<CatalogToolResult> {
  const target = await findTarget(agent, toolId, deps)
  if (typeof target === 'string') return { ok: false, error: `The tool cannot be called: ${target}.` }
  const { sideEffects, idempotent } = target.adapter
  const { db, world } = deps
  const dedupeKey = digest([toolId, given])
  const isRepeatable = !sideEffects || idempotent === true
  const call = { id: world.newId('tcl'), toolId, caller, given, now: world.now(), dedupeKey, isRepeatable }
  const started = await startEventCall(db, agent, call)
  if (!started) return { ok: false, error: 'The conversation no longer exists.' }
  if (started.state !== 'running') return toEarlierResult(started)
  const idempotencyKey = digest([agent.id, caller.userId, caller.eventId, toolId, given, started.failures])
  const outcome = await performAndRecord({ agent, id: started.id, target }, { given, idempotencyKey, signal }, deps)
  return outcome.ok ? { ok: true, result: outcome.result } : { ok: false, error: outcome.error }
}

const digest = (value: unknown): string => createHash('sha256').update(stableStringify(value)).digest('hex')

function toEarlierResult({ state, result, error }: StartedCall): CatalogToolResult {
  if (state === 'succeeded') return { ok: true, result }
  const before = error === null ? '' : `${error} `
  return { ok: false, error: `${before}Whether the earlier call took effect is unknown, so it is not repeated.` }
}

async function tryOut(
  agent: AgentKey,
  { toolId, given }: { toolId: string; given: Record<string, unknown> },
  deps: ToolsDeps,
): Promise<ToolCallOutcome> {
  const target = await findTarget(agent, toolId, deps)
  if (typeof target === 'string')
    return { ok: false, error: `${target}.`, kind: 'invalid', isUnknown: false, milliseconds: 0 }
  const { db, world } = deps
  const id = world.newId('tcl')
  await insertTrialCall(db, agent, { id, toolId, caller: { calledBy: 'trial' }, given, now: world.now() })
  return performAndRecord({ agent, id, target }, { given, idempotencyKey: digest([agent.id, id]) }, deps)
}

async function performAndRecord(
  { agent, id, target }: { agent: AgentKey; id: string; target: ToolTarget },
  invocation: ToolInvocation,
  deps: ToolsDeps,
): Promise<ToolCallOutcome> {
  const outcome = await performCall(target, invocation, { agent, deps })
  const { milliseconds, exchange } = outcome
  const end = outcome.ok
    ? { state: 'succeeded' as const, result: outcome.result }
    : { state: outcome.isUnknown ? ('unknown' as const) : ('failed' as const), error: outcome.error }
  await finishCall(deps.db, agent, id, { ...end, ...exchange, milliseconds })
  return outcome
}
