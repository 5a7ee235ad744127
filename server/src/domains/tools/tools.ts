import { createHash } from 'node:crypto'
import type { AgentDefinition } from '@parley/definition'
import type { AgentKey } from '../../platform/http/route.ts'
import { stableStringify } from '../../platform/json.ts'
import { toolSettings } from '../agents/index.ts'
import type { CatalogTool } from '../catalogs/index.ts'
import { findToolAdapter } from './adapters/index.ts'
import type { ToolCaller } from './call-record.ts'
import type { ToolsDeps } from './deps.ts'
import {
  findIntegrationTarget,
  type IntegrationEventCall,
  performIntegrationCall,
  toRecordedToolId,
} from './integrations.ts'
import { maskArguments, openStoredSecrets } from './mask-arguments.ts'
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
  /** Calls a tool of an integration for an event: at most once unless it is read-only. */
  callIntegrationForEvent(agent: AgentKey, call: IntegrationEventCall): Promise<CatalogToolResult>
  /** Parameters of a call as records may show them: without secrets. */
  maskArguments(agent: AgentKey, call: { given: unknown; parameters: Record<string, unknown> }): Promise<unknown>
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
    callIntegrationForEvent: (agent, call) => callIntegrationForEvent(agent, call, deps),
    maskArguments: async (agent, { given, parameters }) =>
      maskArguments(given, parameters, (await openStoredSecrets(agent, deps)).values()).shown,
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
  const isRepeatable = !sideEffects || idempotent === true
  const stored = await openStoredSecrets(agent, deps)
  const { shown, secrets } = maskArguments(given, target.tool.parameters, stored.values())
  return runForEvent(agent, { toolId, given, shown, caller, isRepeatable }, deps, ({ id, failures }) => {
    const idempotencyKey = digest([agent.id, caller.userId, caller.eventId, toolId, given, failures])
    return performAndRecord({ agent, id, target }, { given, secrets, stored, idempotencyKey, signal }, deps)
  })
}

async function callIntegrationForEvent(
  agent: AgentKey,
  { integrationId, tool, given, caller, signal }: IntegrationEventCall,
  deps: ToolsDeps,
): Promise<CatalogToolResult> {
  const target = await findIntegrationTarget(agent, { integrationId, tool }, deps)
  if (!target) return { ok: false, error: 'The integration no longer has this tool.' }
  const toolId = toRecordedToolId({ integrationId, tool })
  const { readOnly: isRepeatable, parameters } = target.tool
  const stored = await openStoredSecrets(agent, deps)
  const { shown, secrets } = maskArguments(given, parameters, stored.values())
  return runForEvent(agent, { toolId, given, shown, caller, isRepeatable }, deps, async ({ id }) => {
    const outcome = await performIntegrationCall(target, { given, secrets, stored, signal }, { agent, deps })
    await recordOutcome({ agent, id }, outcome, deps)
    return outcome
  })
}

/** `shown`: the parameters without secrets, for the record. */
type RecordedCall = Pick<EventCall, 'toolId' | 'given' | 'caller'> & { shown: unknown; isRepeatable: boolean }

/** Makes a call of an event, unless the same one was made before. */
async function runForEvent(
  agent: AgentKey,
  { toolId, given, shown, caller, isRepeatable }: RecordedCall,
  { db, world }: ToolsDeps,
  perform: (started: StartedCall) => Promise<ToolCallOutcome>,
): Promise<CatalogToolResult> {
  const dedupeKey = digest([toolId, given])
  const call = { id: world.newId('tcl'), toolId, caller, given: shown, now: world.now(), dedupeKey, isRepeatable }
  const started = await startEventCall(db, agent, call)
  if (!started) return { ok: false, error: 'The conversation no longer exists.' }
  if (started.state !== 'running') return toEarlierResult(started)
  const outcome = await perform(started)
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
  const stored = await openStoredSecrets(agent, deps)
  const { shown, secrets } = maskArguments(given, target.tool.parameters, stored.values())
  await insertTrialCall(db, agent, { id, toolId, caller: { calledBy: 'trial' }, given: shown, now: world.now() })
  const idempotencyKey = digest([agent.id, id])
  return performAndRecord({ agent, id, target }, { given, secrets, stored, idempotencyKey }, deps)
}

async function performAndRecord(
  { agent, id, target }: { agent: AgentKey; id: string; target: ToolTarget },
  invocation: ToolInvocation,
  deps: ToolsDeps,
): Promise<ToolCallOutcome> {
  const outcome = await performCall(target, invocation, { agent, deps })
  await recordOutcome({ agent, id }, outcome, deps)
  return outcome
}

async function recordOutcome(
  { agent, id }: { agent: AgentKey; id: string },
  outcome: ToolCallOutcome,
  { db }: ToolsDeps,
): Promise<void> {
  const { milliseconds, exchange } = outcome
  const end = outcome.ok
    ? { state: 'succeeded' as const, result: outcome.result }
    : { state: outcome.isUnknown ? ('unknown' as const) : ('failed' as const), error: outcome.error }
  await finishCall(db, agent, id, { ...end, ...exchange, milliseconds })
}
