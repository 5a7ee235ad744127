import {
  type IntegrationTool,
  type McpIntegration,
  type OpenapiIntegration,
  type OpenapiReading,
  parseOpenapi,
  readOpenapi,
  type ServiceIntegration,
  shortenSchema,
  type ToolListing,
  toolNamePattern,
} from '@parley/definition'
import type { FieldError } from '@parley/findings'
import { Problem } from '../../../platform/http/problem.ts'
import { toStorableJson } from '../../../platform/json.ts'
import { listMcpTools, McpError, type McpListedTool } from '../../../platform/mcp-client/mcp-client.ts'
import {
  type Outbound,
  OutboundBlockedError,
  OutboundFailedError,
  ResponseTooLargeError,
  readLimited,
} from '../../../platform/outbound/index.ts'
import { isLarge, runDocumentInThread } from '../portable/document-thread-client.ts'
import { buildAuthHeaders } from './credential.ts'

/** Reads the tools of an integration from its service. Never called inside a transaction. */

export type ToolReader = { fetch: Outbound['fetch']; now(): Date; timeoutMilliseconds?: number }

export type ToolReading = { ok: true; listing: ToolListing } | { ok: false; errors: FieldError[] }

type ReadOptions = {
  secret: string | undefined
  /** The operator is not waiting for a document to be accepted: an unknown operation or an outage is no error. */
  isRefresh: boolean
}

const defaultTimeoutMilliseconds = 10_000
const maxDocumentBytes = 12 * 1024 * 1024

export async function readTools(
  integration: ServiceIntegration,
  options: ReadOptions,
  reader: ToolReader,
): Promise<ToolReading> {
  if (integration.kind === 'mcp') return { ok: true, listing: await readMcpServer(integration, options.secret, reader) }
  return readOpenapiService(integration, options, reader)
}

async function readMcpServer(
  integration: McpIntegration,
  secret: string | undefined,
  { fetch, now, timeoutMilliseconds = defaultTimeoutMilliseconds }: ToolReader,
): Promise<ToolListing> {
  const server = { url: integration.url, headers: buildAuthHeaders(integration.auth, secret) }
  try {
    const listed = await listMcpTools(server, { fetch, timeoutMilliseconds })
    return { status: 'ok', refreshedAt: now().toISOString(), tools: toIntegrationTools(listed, integration.allow) }
  } catch (error) {
    if (!(error instanceof McpError)) throw error
    const status = error.kind === 'unauthorized' ? 'unauthorized' : 'unreachable'
    return { status, statusDetail: error.message, tools: [] }
  }
}

const maxDescriptionLength = 1000

/** Leaves out tools that the operator did not choose, and names that no flow could contain. */
function toIntegrationTools(listed: readonly McpListedTool[], allow: readonly string[] | undefined): IntegrationTool[] {
  const tools = new Map<string, IntegrationTool>()
  for (const { name, title, description, inputSchema, isReadOnly } of listed) {
    if (tools.has(name) || !toolNamePattern.test(name) || (allow && !allow.includes(name))) continue
    const text = toStorableJson(description?.trim() || title?.trim() || name).slice(0, maxDescriptionLength)
    const parameters = toStorableJson(shortenSchema(inputSchema))
    tools.set(name, { name, description: text.toWellFormed(), parameters, readOnly: isReadOnly })
  }
  return [...tools.values()]
}

async function readOpenapiService(
  integration: OpenapiIntegration,
  { isRefresh }: ReadOptions,
  reader: ToolReader,
): Promise<ToolReading> {
  const { document, documentUrl, serverUrl, operations } = integration
  const options = { serverUrl, operations, documentUrl, ignoresUnknown: isRefresh }
  if (documentUrl === undefined) return toReading(await readGivenDocument(document, options), reader)
  const fetched = await fetchDocument(documentUrl, reader)
  if (!fetched.ok) {
    const { status, reason } = fetched
    if (isRefresh) return { ok: true, listing: { status, statusDetail: reason, tools: [] } }
    return { ok: false, errors: [{ field: 'documentUrl', message: `cannot be read: ${reason}` }] }
  }
  return toReading(await readDocument(fetched.bytes, 'documentUrl', options), reader)
}

function toReading(read: OpenapiReading, { now }: ToolReader): ToolReading {
  if (!read.ok) return read
  const { tools, baseUrl } = read
  return {
    ok: true,
    listing: { status: 'ok', refreshedAt: now().toISOString(), tools: toStorableJson(tools), baseUrl },
  }
}

type OpenapiOptions = Parameters<typeof readOpenapi>[1]

/** Hundreds of operations take longer than other requests should wait, so a large document is read in a thread. */
async function readGivenDocument(document: unknown, options: OpenapiOptions): Promise<OpenapiReading> {
  const bytes = Buffer.from(JSON.stringify(document) ?? '')
  return isLarge(bytes.length) ? readDocument(bytes, 'document', options) : readOpenapi(document, options)
}

async function readDocument(bytes: Buffer, field: string, options: OpenapiOptions): Promise<OpenapiReading> {
  if (!isLarge(bytes.length)) return parseOpenapi(bytes.toString(), options)
  try {
    return await runDocumentInThread<OpenapiReading>({ kind: 'openapi', bytes, options: options ?? {} })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'request.malformed') throw error
    return { ok: false, errors: [{ field, message: 'is too large or too complex to read' }] }
  }
}

type FetchedDocument =
  | { ok: true; bytes: Buffer }
  | { ok: false; status: 'unreachable' | 'unauthorized'; reason: string }

/** The secret is for the service's operations, and is not sent to where the document is. */
async function fetchDocument(
  url: string,
  { fetch, timeoutMilliseconds = defaultTimeoutMilliseconds }: ToolReader,
): Promise<FetchedDocument> {
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  const headers = { accept: 'application/json, application/yaml;q=0.9, */*;q=0.5', 'user-agent': 'Parley' }
  try {
    const response = await fetch(url, { headers, signal })
    if (response.ok) return { ok: true, bytes: await readLimited(response, maxDocumentBytes) }
    await response.body?.cancel().catch(() => {})
    const status = response.status === 401 || response.status === 403 ? 'unauthorized' : 'unreachable'
    return { ok: false, status, reason: `the server answered with the status ${response.status}` }
  } catch (error) {
    return { ok: false, status: 'unreachable', reason: describeFetchError(error, signal) }
  }
}

function describeFetchError(error: unknown, signal: AbortSignal): string {
  if (error instanceof OutboundBlockedError) return 'the address is not allowed; use a public https address'
  if (error instanceof ResponseTooLargeError) return `it is larger than ${maxDocumentBytes / 1024 / 1024} MB`
  if (signal.aborted) return 'the server did not respond in time'
  return error instanceof OutboundFailedError ? error.message : 'the server could not be reached'
}
