/** A call of a catalog tool's provider. Each tool has one adapter, in `adapters/<name>/`. */

export type ToolRequest = {
  method: string
  /** An absolute path, which is appended to the base URL, or a complete URL below the base URL. */
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** At most one of `json`, `form` and `text`. */
  json?: unknown
  form?: Record<string, string> | URLSearchParams
  text?: string
  /** The type of `text`. */
  contentType?: string
}

export type ToolResponse = {
  status: number
  headers: { get(name: string): string | null }
  text: string
  /** Parses the body. Throws a ToolError if it is not JSON. */
  json(): unknown
}

export type ToolCall = {
  /** The binding's configuration with its secrets removed. */
  config: Record<string, unknown>
  /** The `writeOnly` fields of the configuration. */
  secrets: Record<string, string>
  /** The access token of the tool's OAuth grant; absent if the tool has none. `request` sends it as a bearer token. */
  accessToken?: string
  /** The call's parameters, valid against the catalog's schema. */
  with: Record<string, unknown>
  /** The same for every repetition of one call. */
  idempotencyKey: string
  now: Date
  /** Without a trailing slash; `TOOL_APIS` may replace the adapter's own. */
  baseUrl: string
  /**
   * Sends one request: guards the address, limits time and size, retries 429 and 503 once with Retry-After, refuses
   * redirects to another host or port, and refreshes an OAuth grant once after a 401. Any status below 400 returns; a
   * status of 400 or more returns too, so that the adapter can word the provider's error. Throws a ToolError if no
   * response arrives.
   */
  request(request: ToolRequest): Promise<ToolResponse>
}

export type ToolErrorKind = 'invalid' | 'unauthorized' | 'rateLimited' | 'failed' | 'timeout' | 'unreachable'

/** A call that did not succeed. The message says what to do, and never contains a secret. */
export class ToolError extends Error {
  readonly kind: ToolErrorKind
  readonly status?: number

  constructor(kind: ToolErrorKind, message: string, status?: number) {
    super(message)
    this.kind = kind
    this.status = status
  }
}

export type ToolAdapter = {
  toolId: string
  /** The provider's API for this configuration. Throws a ToolError if the configuration names no usable address. */
  baseUrl(config: Record<string, unknown>, secrets: Record<string, string>): string
  /** Whether the configured URL is the base URL, so that `TOOL_APIS` does not apply. */
  usesConfiguredUrl?: true
  /** Whether a call changes anything. A call with side effects runs once per event. */
  sideEffects: boolean
  /** Whether the provider recognizes a repeated idempotency key, so that an interrupted call may be repeated. */
  idempotent?: true
  /** Returns the result for the flow and the model: small, JSON, without secrets. */
  call(call: ToolCall): Promise<unknown>
}
