import { findIntegrationTool, type IntegrationTool, type ServiceIntegration } from '@parley/definition'
import { isUnavailable } from '../../platform/db/errors.ts'
import { serializeError } from '../../platform/errors.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { toStorableJson } from '../../platform/json.ts'
import { callMcpTool, type McpCallResult, McpError } from '../../platform/mcp-client/mcp-client.ts'
import { secretNames, toolSettings } from '../agents/index.ts'
import { ToolError, type ToolErrorKind } from './adapter.ts'
import type { ToolCaller } from './call-record.ts'
import type { ToolsDeps } from './deps.ts'
import { limitDepth, limitJson } from './limit-json.ts'
import { createMask, type Mask, maskJson } from './mask.ts'
import type { StoredSecrets } from './mask-arguments.ts'
import { toOperationRequest } from './operation-request.ts'
import type { ToolCallOutcome } from './perform-call.ts'
import { type CallProgress, createToolRequest } from './request.ts'

/** Calls the tools of integrations: at MCP servers, and the operations of OpenAPI documents. */

type IntegrationToolRef = { integrationId: string; tool: string }

export type IntegrationEventCall = IntegrationToolRef & {
  /** Valid against the tool's parameters. */
  given: Record<string, unknown>
  caller: ToolCaller & { userId: string; eventId: string }
  signal?: AbortSignal
}

type IntegrationTarget = { integration: ServiceIntegration; tool: IntegrationTool }

const integrationTimeoutMilliseconds = 10_000

/** The name under which calls of an integration's tool are recorded. */
export const toRecordedToolId = ({ integrationId, tool }: IntegrationToolRef): string =>
  `integration:${integrationId}.${tool}`

export async function findIntegrationTarget(
  agent: AgentKey,
  { integrationId, tool }: IntegrationToolRef,
  { definitions, db }: ToolsDeps,
): Promise<IntegrationTarget | undefined> {
  return findIntegrationTool(await definitions.read(db, agent), { id: integrationId, tool })
}

type IntegrationInvocation = Pick<IntegrationEventCall, 'given' | 'signal'> & {
  /** Secrets among the parameters. */
  secrets: readonly string[]
  /** The stored secrets of the agent. */
  stored: StoredSecrets
}

/** Never throws: every failure is an outcome, with a sentence that contains no secret. */
export async function performIntegrationCall(
  { integration, tool }: IntegrationTarget,
  { given, secrets, stored, signal }: IntegrationInvocation,
  { agent, deps }: { agent: AgentKey; deps: ToolsDeps },
): Promise<ToolCallOutcome> {
  const startedAt = performance.now()
  const progress: CallProgress = { isPending: false }
  const end = () => ({
    milliseconds: Math.round(performance.now() - startedAt),
    status: progress.exchange?.response?.status,
    exchange: progress.exchange,
  })
  const secret = stored.get(secretNames.integration(integration.id))
  const masked = secret === undefined ? secrets : [secret, ...secrets]
  const mask = createMask(masked)
  try {
    const call = { given, secret, masked, signal, progress, deps }
    const result =
      integration.kind === 'mcp'
        ? await callServer(integration, tool, call)
        : await callOperation(integration, tool, call)
    return { ok: true, result: limitResult(result, mask), ...end() }
  } catch (error) {
    if (isUnavailable(error)) throw error
    const { kind, message } = toFailure(error, { agent, id: integration.id, deps })
    return { ok: false, kind, error: mask(message), isUnknown: mayHaveActed(tool, progress), ...end() }
  }
}

type ServiceCall = {
  given: Record<string, unknown>
  secret: string | undefined
  /** Values that nothing may show. */
  masked: readonly string[]
  signal: AbortSignal | undefined
  progress: CallProgress
  deps: ToolsDeps
}

/** Without a response, or with a success that could not be read, the service may have done what it was asked. */
function mayHaveActed({ readOnly }: IntegrationTool, { isPending, exchange }: CallProgress): boolean {
  const status = exchange?.response?.status ?? 0
  return isPending || (!readOnly && status >= 200 && status < 300 && exchange?.request.method !== 'MCP')
}

async function callServer(
  integration: Extract<ServiceIntegration, { kind: 'mcp' }>,
  { name }: IntegrationTool,
  { given, secret, masked, signal, progress, deps }: ServiceCall,
): Promise<unknown> {
  const server = { url: integration.url, headers: toolSettings.buildAuthHeaders(integration.auth, secret) }
  const mask = createMask(masked)
  const body = limitShown(mask(JSON.stringify({ name, arguments: given })))
  const request = { method: 'MCP', url: mask(integration.url), body }
  const onSend = () => {
    progress.isPending = true
    progress.exchange = { request }
  }
  const options = { fetch: deps.fetch, timeoutMilliseconds: integrationTimeoutMilliseconds, signal }
  const answer = await callMcpTool(server, { name, given, onSend }, options)
  progress.isPending = false
  progress.exchange = { request, response: { status: 200, body: limitShown(mask(JSON.stringify(answer))) } }
  const value = toResultValue(answer)
  if (!answer.isError) return value
  const reason = typeof value === 'string' ? value : JSON.stringify(value)
  throw new ToolError('failed', limitReason(reason) || 'The service reported an error.')
}

const maxShownLength = 8_000
const maxReasonLength = 500
const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`
const limitShown = (text: string): string => cut(text, maxShownLength)
const limitReason = (text: string): string => cut(text.trim(), maxReasonLength)

/** Structured content as it is; else the texts, and JSON in a single text as the value that it describes. */
function toResultValue({ content, structuredContent }: McpCallResult): unknown {
  if (structuredContent !== undefined) return structuredContent
  const texts = content.map(describeContent)
  const [only] = texts
  return texts.length === 1 && only !== undefined ? parseText(only) : texts.join('\n')
}

function describeContent(block: unknown): string {
  const { type, text, mimeType, uri, resource } = block as Record<string, unknown>
  if (type === 'text') return String(text)
  if (type === 'resource') {
    const { text: inside, uri: at } = (resource ?? {}) as Record<string, unknown>
    return typeof inside === 'string' ? inside : `[resource ${String(at)}]`
  }
  return type === 'resource_link' ? `[link ${String(uri)}]` : `[${String(type)} ${String(mimeType ?? '')}]`.trim()
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function callOperation(
  integration: Extract<ServiceIntegration, { kind: 'openapi' }>,
  { request: operation }: IntegrationTool,
  { given, secret, masked, signal, progress, deps }: ServiceCall,
): Promise<unknown> {
  const { baseUrl } = integration.listing ?? {}
  if (!operation || baseUrl === undefined)
    throw new ToolError('invalid', 'The operation is not known any more. Refresh the integration.')
  const request = createToolRequest(
    {
      call: deps.call,
      baseUrl,
      secrets: masked,
      timeoutMilliseconds: integrationTimeoutMilliseconds,
      signal,
      now: deps.world.now,
    },
    progress,
  )
  const prepared = toOperationRequest(operation, given)
  const headers = { ...prepared.headers, ...toolSettings.buildAuthHeaders(integration.auth, secret) }
  const { status, text } = await request({ ...prepared, headers })
  const value = text.trim() === '' ? { status } : parseText(text)
  if (status < 400) return value
  const reason = limitReason(typeof value === 'string' ? value : JSON.stringify(value))
  const kind = status === 401 || status === 403 ? 'unauthorized' : status === 429 ? 'rateLimited' : 'failed'
  throw new ToolError(kind, `The service answered with an error (${status}): ${reason}`, status)
}

const failureKinds: Record<McpError['kind'], ToolErrorKind> = {
  unauthorized: 'unauthorized',
  unreachable: 'unreachable',
  timeout: 'timeout',
  blocked: 'invalid',
  failed: 'failed',
}

function toFailure(
  error: unknown,
  { agent, id, deps }: { agent: AgentKey; id: string; deps: ToolsDeps },
): Pick<ToolError, 'kind' | 'message'> {
  if (error instanceof ToolError) return error
  if (error instanceof McpError) return { kind: failureKinds[error.kind], message: error.message }
  deps.log.warn(
    { integration: id, agent: agent.id, error: serializeError(error) },
    'an integration failed unexpectedly',
  )
  return { kind: 'failed', message: 'The call failed. Try again; if it keeps failing, check the integration.' }
}

/** Masks before it cuts: a cut through a secret would leave its beginning. */
function limitResult(result: unknown, mask: Mask): unknown {
  return limitJson(maskJson(toStorableJson(limitDepth(result ?? null)), mask))
}
