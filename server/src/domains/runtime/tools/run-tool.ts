import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import { serializeError } from '../../../platform/errors.ts'
import { stableStringify } from '../../../platform/json.ts'
import type { World } from '../../../platform/world.ts'
import type { Tools } from '../../tools/index.ts'
import type { AgentTool, ToolOutcome, TurnInput } from '../deps.ts'
import type { ToolCallRecord } from '../turns/turn.ts'
import { validateArguments } from './arguments.ts'
import { failedOutcome } from './outcome.ts'
import { saveToolCallOutcome, startToolCall } from './queries.ts'

export type RunToolDeps = {
  db: Db
  world: World
  log: { warn(about: object, words: string): void }
  catalogTools: Pick<Tools, 'maskArguments'>
}

/** `warning` goes to the turn record. */
export type ToolRun = { outcome: ToolOutcome; record: ToolCallRecord; warning?: string }

const defaultTimeoutMilliseconds = 15_000

/**
 * Runs a tool with validated arguments and a timeout, and at most once per event if it has side effects. Never throws.
 */
export async function runTool(tool: AgentTool, given: unknown, input: TurnInput, deps: RunToolDeps): Promise<ToolRun> {
  const checked = validateArguments(tool.parameters, given)
  const { name } = tool
  // Not awaited yet: what the record shows must not delay the call.
  const shown = hideSecrets(tool, given, input, deps)
  if (!checked.ok) {
    const outcome = failedOutcome(checked.reason)
    const { result } = outcome
    return { outcome, record: { name, given: await shown, ok: false, called: false, result, milliseconds: 0 } }
  }
  const began = performance.now()
  // In the sandbox nothing is called, and the effect that it records shows the parameters.
  const used = input.sandbox ? await hideSecrets(tool, checked.given, input, deps) : checked.given
  const { outcome, warning } = await attemptTool(tool, isRecord(used) ? used : {}, input, deps)
  const milliseconds = Math.round(performance.now() - began)
  const { ok, result } = outcome
  const record = { name, given: await shown, ok, called: true, result, milliseconds }
  return { outcome, record, ...(warning && { warning }) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** If the secrets cannot be read, the record shows no parameters at all. */
async function hideSecrets(
  { name, parameters, hidesSecrets }: AgentTool,
  given: unknown,
  { agent }: TurnInput,
  { catalogTools, log }: RunToolDeps,
): Promise<unknown> {
  if (!hidesSecrets) return given
  try {
    return await catalogTools.maskArguments(agent, { given, parameters })
  } catch (error) {
    log.warn({ tool: name, agent: agent.id, error: serializeError(error) }, 'secrets could not be masked')
    return '***'
  }
}

type ToolAttempt = { outcome: ToolOutcome; warning?: string }

async function attemptTool(
  tool: AgentTool,
  given: Record<string, unknown>,
  input: TurnInput,
  deps: RunToolDeps,
): Promise<ToolAttempt> {
  const signal = AbortSignal.any([
    input.signal,
    AbortSignal.timeout(tool.timeoutMilliseconds ?? defaultTimeoutMilliseconds),
  ])
  try {
    signal.throwIfAborted()
    return { outcome: await raceAbort(runOnce(tool, given, { ...input, signal }, deps), signal) }
  } catch (error) {
    deps.log.warn({ tool: tool.name, agent: input.agent.id, error: serializeError(error) }, 'a tool failed')
    const warning = `${tool.name} failed`
    return { outcome: failedOutcome(`${warning}.`), warning }
  }
}

/**
 * A successful call is stored and not repeated for the same event. A failed or aborted call is retried; actions are
 * idempotent.
 */
async function runOnce(
  tool: AgentTool,
  given: Record<string, unknown>,
  input: TurnInput,
  deps: RunToolDeps,
): Promise<ToolOutcome> {
  if (!tool.hasSideEffects || tool.recordsCalls || input.sandbox) return tool.run(given, input)
  const { agent, asid, eventId } = input
  const call = { asid, eventId, call: getCallKey(tool, given) }
  const known = await startToolCall(deps.db, agent, call, deps.world.now())
  if (known) return known
  const { partner, ...outcome } = await tool.run(given, input)
  if (outcome.ok) await saveToolCallOutcome(deps.db, agent, call, outcome)
  return partner ? { ...outcome, partner } : outcome
}

/** Hashed, because arguments may be longer than an index allows. */
function getCallKey({ name }: AgentTool, given: Record<string, unknown>): string {
  return `${name} ${createHash('sha256').update(stableStringify(given)).digest('hex')}`
}

function raceAbort<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason)
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', give))
    if (signal.aborted) give()
    else signal.addEventListener('abort', give, { once: true })
  })
}
