import type { ToolBinding } from '@parley/definition'
import { isUnavailable } from '../../platform/db/errors.ts'
import { serializeError } from '../../platform/errors.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { secretNames, toolSettings } from '../agents/index.ts'
import type { CatalogTool } from '../catalogs/index.ts'
import { GrantUnusable, openGrant, type UsableGrant } from '../connections/index.ts'
import { type ToolAdapter, ToolError, type ToolErrorKind } from './adapter.ts'
import type { ToolsDeps } from './deps.ts'
import { limitDepth, limitJson } from './limit-json.ts'
import { createMask, type Mask, maskJson } from './mask.ts'
import type { StoredSecrets } from './mask-arguments.ts'
import { type CallProgress, createToolRequest, type ToolExchange } from './request.ts'

/** Calls a provider once, with the binding's configuration, its secrets and its grant. */

export type ToolTarget = { tool: CatalogTool; binding: ToolBinding; adapter: ToolAdapter }

export type ToolInvocation = {
  /** Valid against the tool's parameters. */
  given: Record<string, unknown>
  /** Secrets among the parameters. */
  secrets: readonly string[]
  /** The stored secrets of the agent. */
  stored: StoredSecrets
  idempotencyKey: string
  signal?: AbortSignal
}

export type ToolCallOutcome = { milliseconds: number; status?: number; exchange?: ToolExchange } & (
  | { ok: true; result: unknown }
  /** `isUnknown`: the request was sent and no response arrived, so the provider may have acted. */
  | { ok: false; error: string; kind: ToolErrorKind; isUnknown: boolean }
)

const defaultTimeoutSeconds = 10

export function getTimeoutMilliseconds({ config }: Pick<ToolBinding, 'config'>): number {
  const { timeoutSeconds } = config
  return (typeof timeoutSeconds === 'number' ? timeoutSeconds : defaultTimeoutSeconds) * 1000
}

/** Never throws: every failure is an outcome, with a sentence that says what to do and contains no secret. */
export async function performCall(
  target: ToolTarget,
  invocation: ToolInvocation,
  { agent, deps }: { agent: AgentKey; deps: ToolsDeps },
): Promise<ToolCallOutcome> {
  const startedAt = performance.now()
  const progress: CallProgress = { isPending: false }
  const end = () => ({
    milliseconds: Math.round(performance.now() - startedAt),
    status: progress.exchange?.response?.status,
    exchange: progress.exchange,
  })
  const secrets = [...invocation.secrets]
  try {
    const result = await callAdapter(target, invocation, { agent, deps, progress, secrets })
    return { ok: true, result: limitResult(result, createMask(secrets)), ...end() }
  } catch (error) {
    // The outcome cannot be stored either; the caller tries again or reports the outage.
    if (isUnavailable(error)) throw error
    const { kind, message } = toFailure(error, { agent, toolId: target.tool.id, deps })
    return { ok: false, kind, error: createMask(secrets)(message), isUnknown: mayHaveActed(progress), ...end() }
  }
}

/** Masks before it cuts: a cut through a secret would leave its beginning. */
function limitResult(result: unknown, mask: Mask): unknown {
  const json: unknown = JSON.parse(JSON.stringify(limitDepth(result ?? null)))
  return limitJson(maskJson(json, mask))
}

/** Without a response, or with a success that could not be read, the provider may have done what it was asked. */
function mayHaveActed({ isPending, exchange }: CallProgress): boolean {
  const status = exchange?.response?.status ?? 0
  return isPending || (exchange?.request.method !== 'GET' && status >= 200 && status < 300)
}

type CallSite = { agent: AgentKey; deps: ToolsDeps; progress: CallProgress; secrets: string[] }

async function callAdapter(
  { tool, binding, adapter }: ToolTarget,
  { given, stored, idempotencyKey, signal }: ToolInvocation,
  { agent, deps, progress, secrets: masked }: CallSite,
): Promise<unknown> {
  const secrets = pickSecrets(tool, stored)
  masked.push(...Object.values(secrets))
  const grant = findGrant(tool, binding, agent, deps)
  const accessToken = await grant?.getAccessToken()
  if (accessToken !== undefined) masked.push(accessToken)
  const baseUrl = resolveBaseUrl(adapter, binding.config, { secrets, apis: deps.apis })
  const request = createToolRequest(
    {
      call: deps.call,
      baseUrl,
      secrets: masked,
      timeoutMilliseconds: getTimeoutMilliseconds(binding),
      signal,
      withGrant: grant?.call,
      now: deps.world.now,
    },
    progress,
  )
  const { config } = binding
  return adapter.call({
    config,
    secrets,
    accessToken,
    with: given,
    idempotencyKey,
    now: deps.world.now(),
    baseUrl,
    request,
  })
}

function pickSecrets(tool: CatalogTool, stored: StoredSecrets): Record<string, string> {
  return Object.fromEntries(
    toolSettings.secretFields(tool).flatMap((field): [string, string][] => {
      const value = stored.get(secretNames.tool(tool.id, field))
      return value === undefined ? [] : [[field, value]]
    }),
  )
}

function findGrant(
  { id, oauth }: CatalogTool,
  { config }: ToolBinding,
  agent: AgentKey,
  deps: ToolsDeps,
): UsableGrant | undefined {
  if (!oauth) return undefined
  const { connectionId } = config
  const key = typeof connectionId === 'string' && connectionId !== '' ? { connectionId } : { agent, toolId: id }
  return openGrant(deps.grants, { id: agent.orgId }, key)
}

type AddressSources = { secrets: Record<string, string>; apis: ToolsDeps['apis'] }

function resolveBaseUrl(
  adapter: ToolAdapter,
  config: ToolBinding['config'],
  { secrets, apis }: AddressSources,
): string {
  const own = adapter.usesConfiguredUrl ? undefined : apis[adapter.toolId]
  const url = own ?? adapter.baseUrl(config, secrets)
  if (!URL.canParse(url))
    throw new ToolError('invalid', 'The address of the tool is not a valid URL. Correct it in its configuration.')
  return adapter.usesConfiguredUrl ? url : url.replace(/\/+$/, '')
}

function toFailure(
  error: unknown,
  { agent, toolId, deps }: { agent: AgentKey; toolId: string; deps: ToolsDeps },
): Pick<ToolError, 'kind' | 'message'> {
  if (error instanceof ToolError) return error
  if (error instanceof GrantUnusable)
    return { kind: 'unauthorized', message: 'The provider no longer accepts the connected account. Connect it again.' }
  deps.log.warn({ tool: toolId, agent: agent.id, error: serializeError(error) }, 'a tool call failed unexpectedly')
  return {
    kind: 'failed',
    message: 'The call failed. Try again; if it keeps failing, check the configuration of the tool.',
  }
}
