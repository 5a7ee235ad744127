import type { Caller } from '../platform/http/access.ts'
import type { Route } from '../platform/http/route.ts'

/** Machine-readable hints about a tool, with the field names of the protocol. */
export type ToolHints = {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** `GET A/people`, `GET O/agents`, `GET /me`: A is the agent's path, O the org's. */
export type RouteName = `${'GET' | 'POST' | 'PUT' | 'PATCH'} ${'A' | 'O' | ''}${'/' | ''}${string}`

/** One tool for several routes with the same input; an argument selects the route. */
export type RouteChoice = { argument: string; description: string; routes: Readonly<Record<string, RouteName>> }

type ToolDescription = {
  name: string
  title: string
  /** Written for an assistant: what the tool does, when it helps, what to do next. */
  description: string
}

/** A tool that calls a route of the API. Its arguments derive from the route, so they cannot drift from it. */
export type RouteTool = ToolDescription & {
  route: RouteName | RouteChoice
  /** Descriptions for arguments that the route's schema does not describe: mostly ids, and where they come from. */
  descriptions?: Readonly<Record<string, string>>
  omittedArguments?: readonly string[]
  /** The argument that carries the whole body, if the body is not an object with fields of its own. */
  bodyArgument?: string
  fixedQuery?: Readonly<Record<string, string>>
  /** Changes nothing, although the method is not GET. */
  isReadOnly?: true
  hints?: Partial<ToolHints>
  /** The shape of the result, if it is not that of the route's response. */
  output?: object
  toResult?(body: unknown, args: Readonly<Record<string, unknown>>): unknown
  extraArguments?: Readonly<Record<string, object>>
  /** Requires a second call that confirms the preview returned by the first. */
  guard?: Guard
}

/** The preview, or the reason why the call cannot run. `fingerprint` must be unchanged at confirmation. */
export type GuardPreview = { preview: Record<string, unknown>; fingerprint: string } | { refusal: McpToolOutcome }

export type Guard = {
  preview(call: McpToolCall): Promise<GuardPreview>
  execute(call: McpToolCall): Promise<McpToolOutcome>
  /** The preview alone is useful on a read-only connection. */
  canPreviewReadOnly?: true
  /** An argument that must also be false for the call to execute. */
  dryRunArgument?: string
  /** Tells the assistant what to do with the confirmation token. */
  next: string
}

/** A tool that does not call the API. */
export type LocalTool = ToolDescription & {
  input: object
  output: object
  hints: ToolHints
  run(args: Readonly<Record<string, unknown>>): McpToolOutcome
}

export type McpTool = RouteTool | LocalTool

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
