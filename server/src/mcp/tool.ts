import type { McpToolCall, McpToolOutcome } from './tool-call.ts'

/** What an assistant is told about a tool beside its words; the protocol's own names. */
export type ToolHints = {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** `GET A/people`, `GET O/agents`, `GET /me`: A is the agent's path, O the org's. */
export type RouteName = `${'GET' | 'POST' | 'PUT' | 'PATCH'} ${'A' | 'O' | ''}${'/' | ''}${string}`

/** One tool for several routes that take the same: an argument says which. */
export type RouteChoice = { argument: string; description: string; routes: Readonly<Record<string, RouteName>> }

type ToolDescription = {
  name: string
  title: string
  /** Written for an assistant: what it does, when it helps, what to do next. */
  description: string
}

/** A tool is a route of the API; its arguments are those of the route, and cannot drift from it. */
export type RouteTool = ToolDescription & {
  route: RouteName | RouteChoice
  /** What an argument is, where the route's schema does not say: mostly ids, and where they come from. */
  descriptions?: Readonly<Record<string, string>>
  /** Arguments of the route that the tool does not take. */
  omittedArguments?: readonly string[]
  /** The argument that is the whole body, where it is no object with fields of its own. */
  bodyArgument?: string
  /** Query parameters that are always so. */
  fixedQuery?: Readonly<Record<string, string>>
  /** Changes nothing although it is no GET. */
  isReadOnly?: true
  hints?: Partial<ToolHints>
  /** Makes another result of the answer. */
  toResult?(body: unknown, args: Readonly<Record<string, unknown>>): unknown
  /** Arguments beside those of the route, by their JSON Schemas. */
  extraArguments?: Readonly<Record<string, object>>
  /** Is done only by a second call that repeats what the first one has shown. */
  guard?: Guard
}

/** What would happen, or why nothing can. `fingerprint` is what must be the same still when it is confirmed. */
export type GuardPreview = { preview: Record<string, unknown>; fingerprint: string } | { refusal: McpToolOutcome }

export type Guard = {
  preview(call: McpToolCall): Promise<GuardPreview>
  execute(call: McpToolCall): Promise<McpToolOutcome>
  /** Looking alone helps whoever may only read. */
  canPreviewReadOnly?: true
  /** The argument that must be false besides, where there is one. */
  dryRunArgument?: string
  /** What an assistant does with the confirmation. */
  next: string
}

/** A tool that needs nothing of the API. */
export type LocalTool = ToolDescription & {
  input: object
  hints: ToolHints
  run(args: Readonly<Record<string, unknown>>): McpToolOutcome
}

export type McpTool = RouteTool | LocalTool
