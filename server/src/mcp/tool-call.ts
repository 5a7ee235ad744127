import type { Caller } from '../platform/http/access.ts'
import type { Route } from '../platform/http/route.ts'

/** The caller of an MCP connection and the connection's restrictions. */
export type McpSession = {
  caller: Exclude<Caller, { kind: 'emulator' | 'agent' }>
  org: string
  /** The agent that the connection is restricted to, if any. */
  agent?: string
  readOnly: boolean
}

export type McpApiRequest = {
  method: Route['method']
  /** Relative to `/v1`. */
  path: string
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}
export type McpApiReply = { status: number; body: unknown }

/** Calls the API through its regular routes, as the connected caller. */
export type CallApi = (request: McpApiRequest) => Promise<McpApiReply>

export type ToolArguments = Readonly<Record<string, unknown>>

/** One tool call with its tenant resolved. */
export type McpToolCall = {
  api: CallApi
  session: McpSession
  args: ToolArguments
  /** `/orgs/…/agents/…`, or a shorter prefix, depending on the scope of the tool. */
  base: string
  request: McpApiRequest
}

export type McpToolOutcome = { result: unknown } | { problem: ToolProblem }

export type ToolProblem = {
  status?: number
  code?: string
  message: string
  errors?: unknown
  /** How to resolve the problem. */
  next?: string
  requestId?: string
} & Record<string, unknown>

export const createToolProblem = (message: string, next?: string): { problem: ToolProblem } => ({
  problem: { message, ...(next && { next }) },
})
