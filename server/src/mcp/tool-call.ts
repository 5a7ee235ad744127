import type { Caller } from '../platform/http/access.ts'
import type { Route } from '../platform/http/route.ts'

/** Whom a connection is for, and what it is held to. */
export type McpSession = {
  caller: Exclude<Caller, { kind: 'emulator' | 'agent' }>
  org: string
  /** The one agent that the connection is about, where one was named. */
  agent?: string
  readOnly: boolean
}

export type McpApiRequest = {
  method: Route['method']
  /** Behind `/v1`. */
  path: string
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}
export type McpApiReply = { status: number; body: unknown }

/** The API as whoever has connected, through its own door. */
export type CallApi = (request: McpApiRequest) => Promise<McpApiReply>

export type ToolArguments = Readonly<Record<string, unknown>>

/** One call of a tool, its tenant found. */
export type McpToolCall = {
  api: CallApi
  session: McpSession
  args: ToolArguments
  /** `/orgs/…/agents/…`, or what the tool is about. */
  base: string
  /** What the tool's own route would be asked. */
  request: McpApiRequest
}

/** What became of a call: an answer of the API, or words of our own. */
export type McpToolOutcome = { result: unknown } | { problem: ToolProblem }

export type ToolProblem = {
  status?: number
  code?: string
  message: string
  errors?: unknown
  /** What to do about it. */
  next?: string
  requestId?: string
} & Record<string, unknown>

export const createToolProblem = (message: string, next?: string): { problem: ToolProblem } => ({
  problem: { message, ...(next && { next }) },
})
