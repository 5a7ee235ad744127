import type { Caller } from '../platform/http/access.ts'
import type { Route } from '../platform/http/route.ts'

/** Whom a connection is for, and what it is held to. */
export type Session = {
  caller: Exclude<Caller, { kind: 'emulator' | 'agent' }>
  org: string
  /** The one agent that the connection is about, where one was named. */
  agent?: string
  readOnly: boolean
}

export type Ask = {
  method: Route['method']
  /** Behind `/v1`. */
  path: string
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}
export type Reply = { status: number; body: unknown }

/** The API as whoever has connected, through its own door. */
export type Api = (ask: Ask) => Promise<Reply>

export type Args = Readonly<Record<string, unknown>>

/** One call of a tool, its tenant found. */
export type Call = {
  api: Api
  session: Session
  args: Args
  /** `/orgs/…/agents/…`, or what the tool is about. */
  base: string
  /** What the tool's own route would be asked. */
  ask: Ask
}

/** What became of a call: an answer of the API, or words of our own. */
export type Outcome = { shown: unknown } | { problem: Refusal }

export type Refusal = {
  status?: number
  code?: string
  message: string
  errors?: unknown
  /** What to do about it. */
  next?: string
  requestId?: string
} & Record<string, unknown>

export const refusal = (message: string, next?: string): { problem: Refusal } => ({
  problem: { message, ...(next && { next }) },
})
