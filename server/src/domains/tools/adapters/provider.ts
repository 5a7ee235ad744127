import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type ToolCall, ToolError, type ToolErrorKind, type ToolRequest, type ToolResponse } from '../adapter.ts'

/** How a provider reports errors, and what an operator can do about them. */
export type ToolProvider = {
  name: string
  /** What to do when the provider refuses the credentials: a complete sentence. */
  fixCredentials: string
  /** What to do when the credentials lack a permission: a complete sentence. */
  fixPermission: string
  /** The provider's explanation in the body of an error; undefined if it gives none. */
  explain(body: unknown): string | undefined
  /** For errors that their status does not describe. If it returns undefined, the status decides. */
  classify?(status: number, body: unknown): ToolErrorKind | undefined
}

/** Sends one request. Throws a ToolError unless the provider reports success. */
export async function callToolProvider(
  provider: ToolProvider,
  call: ToolCall,
  request: ToolRequest,
): Promise<ToolResponse> {
  const response = await call.request(request)
  if (response.status >= 200 && response.status < 300) return response
  throw toProviderError(provider, call, response)
}

/** Parses the body of a successful response. */
export function parseResponse<T extends z.ZodType>(
  { name }: ToolProvider,
  schema: T,
  { status, text }: ToolResponse,
): z.output<T> {
  const { success, data } = schema.safeParse(parseJson(text))
  if (success) return data
  const advice = `The call may have taken effect: check in ${name} before you repeat it.`
  throw new ToolError('failed', `${name} returned a response that cannot be read (${status}). ${advice}`, status)
}

/** Maps an error response. The message contains neither secrets nor control characters. */
export function toProviderError(
  provider: ToolProvider,
  call: ToolCall,
  { status, text, headers }: ToolResponse,
): ToolError {
  const body = parseJson(text)
  const kind = provider.classify?.(status, body) ?? kindOf(status)
  const explanation = cleanExplanation(provider.explain(body), call)
  const advice = adviceFor(kind, provider, { status, retryAfter: headers.get('retry-after') })
  // Providers quote the refused credentials in their explanation of a 401.
  const reason = explanation === '' || status === 401 ? '.' : `: ${explanation}`
  // Some providers report an error with a successful status.
  const code = status >= 400 ? ` (${status})` : ''
  return new ToolError(kind, `${provider.name} ${outcomes[kind]}${code}${reason} ${advice}`, status)
}

const outcomes: Record<ToolErrorKind, string> = {
  invalid: 'refused the call',
  unauthorized: 'refused access',
  rateLimited: 'is limiting the rate of calls',
  failed: 'failed',
  timeout: 'did not respond in time',
  unreachable: 'could not be reached',
}

function kindOf(status: number): ToolErrorKind {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 429) return 'rateLimited'
  return status >= 400 && status < 500 && status !== 408 ? 'invalid' : 'failed'
}

function adviceFor(
  kind: ToolErrorKind,
  { name, fixCredentials, fixPermission }: ToolProvider,
  { status, retryAfter }: { status: number; retryAfter: string | null },
): string {
  if (kind === 'unauthorized') return status === 401 ? fixCredentials : fixPermission
  if (kind === 'invalid') return 'Correct the parameters of the call or the settings of the tool.'
  if (kind !== 'rateLimited') return `Try again later; if it persists, check the status page of ${name}.`
  return /^\d{1,6}$/.test(retryAfter ?? '') ? `Try again in ${retryAfter} seconds.` : 'Try again later.'
}

const maxExplanationLength = 300

/** One line that ends with a period, without the secrets of the call. */
function cleanExplanation(text: string | undefined, { secrets, accessToken = '' }: ToolCall): string {
  const hidden = [...Object.values(secrets), accessToken].filter((secret) => secret !== '')
  const withoutSecrets = hidden.reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), text ?? '')
  const line = withoutSecrets
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  if (line === '') return ''
  if (line.length > maxExplanationLength) return `${line.slice(0, maxExplanationLength).toWellFormed()}…`
  return /[.!?]$/.test(line) ? line : `${line}.`
}

/** Undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value of a header for HTTP Basic authentication. */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** Encodes one segment of a path. A segment of dots would address another resource. */
export function encodeSegment(segment: string): string {
  if (!/^\.{0,2}$/.test(segment) && segment.isWellFormed()) return encodeURIComponent(segment)
  const shown = JSON.stringify(segment.toWellFormed())
  throw new ToolError('invalid', `${shown} is not a valid id. Correct the parameters or the settings of the tool.`)
}

/** The fields that have a value: providers clear a field that arrives empty, which no caller means. */
export function omitEmpty<T extends object>(fields: T): Partial<T> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return Object.fromEntries(present) as Partial<T>
}

/** A short id that is the same for every repetition of the call, for providers that restrict what an id contains. */
export function createRepeatableId({ idempotencyKey }: ToolCall): string {
  return createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32)
}
