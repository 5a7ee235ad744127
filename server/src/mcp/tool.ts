import type { Call, Outcome } from './call.ts'

/** What an assistant is told about a tool beside its words; the protocol's own names. */
export type Hints = {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** `GET A/people`, `GET O/agents`, `GET /me`: A is the agent's path, O the org's. */
export type RouteName = `${'GET' | 'POST' | 'PUT' | 'PATCH'} ${'A' | 'O' | ''}${'/' | ''}${string}`

/** One tool for several routes that take the same: an argument says which. */
export type Choice = { by: string; says: string; routes: Readonly<Record<string, RouteName>> }

type Words = {
  name: string
  title: string
  /** Written for an assistant: what it does, when it helps, what to do next. */
  description: string
}

/** A tool is a route of the API; its arguments are those of the route, and cannot drift from it. */
export type RouteTool = Words & {
  route: RouteName | Choice
  /** What an argument is, where the route's schema does not say: mostly ids, and where they come from. */
  says?: Readonly<Record<string, string>>
  /** Arguments of the route that the tool does not take. */
  without?: readonly string[]
  /** The argument that is the whole body, where it is no object with fields of its own. */
  whole?: string
  /** Query parameters that are always so. */
  always?: Readonly<Record<string, string>>
  /** Changes nothing although it is no GET. */
  reads?: true
  hints?: Partial<Hints>
  /** Makes another result of the answer. */
  shows?(body: unknown, args: Readonly<Record<string, unknown>>): unknown
  /** Arguments beside those of the route, by their JSON Schemas. */
  extra?: Readonly<Record<string, object>>
  /** Is done only by a second call that repeats what the first one has shown. */
  guard?: Guard
}

/** What would happen, or why nothing can. `bound` is what must be the same still when it is confirmed. */
export type Look = { shown: Record<string, unknown>; bound: string } | { refused: Outcome }

export type Guard = {
  look(call: Call): Promise<Look>
  act(call: Call): Promise<Outcome>
  /** Looking alone helps whoever may only read. */
  looksAlone?: true
  /** The argument that must be false besides, where there is one. */
  dry?: string
  /** What an assistant does with the confirmation. */
  next: string
}

/** A tool that needs nothing of the API. */
export type OwnTool = Words & {
  input: object
  hints: Hints
  run(args: Readonly<Record<string, unknown>>): Outcome
}

export type Tool = RouteTool | OwnTool
