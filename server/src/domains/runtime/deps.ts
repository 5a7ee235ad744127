import type { Channel, Chip, Part } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import type { FlowState } from '@parley/flow'
import type { AgentKey } from '../../platform/http/route.ts'
import type { HumanRequest } from '../desk/index.ts'
import type { SearchHit } from '../knowledge/index.ts'
import type { Person, ProfileChange } from '../people/index.ts'
import type { CallableTool } from '../tools/index.ts'
import type { PinnedConfiguration } from './state/configuration.ts'

/** Types shared by the parts of this domain; composed in `runtime.ts`. */

/** The person in a conversation, live or in the sandbox, as flows, templates, conditions, and prompts see them. */
export type ConversationPartner = Omit<Person, 'key'> & {
  /** A persona's interest in a product, as free text. */
  productInterest?: string
}

export type FilledForm = Readonly<Record<string, string | number | boolean>>

/** The result, or a sentence that explains the failure, suitable for both the person and the model. */
export type ActionResult<T> = { ok: true; value: T } | { ok: false; reason: string }

export type OpenTime = { startUtc: string; endUtc: string; durationMinutes: number; representativeIds: string[] }
export type OpenTimesQuery = {
  /** Default: now. */
  from?: Date
  /** Default: two weeks later. */
  to?: Date
  representativeId?: string
  locationId?: string
  durationMinutes?: number
  most: number
}
export type OfferedTimes = { times: OpenTime[]; timezone: string }

export type AppointmentSummary = {
  id: string
  startUtc: string
  durationMinutes: number
  /** The zone of the location, else the person's. */
  timezone: string
  representativeName?: string
  locationId?: string
  locationName?: string
  notes?: string
}

export type SavedProfile = {
  partner: ConversationPartner
  /** Field names as in the API: `email`, `customFields.plan`. */
  saved: string[]
  /** Fields that an operator locked and that were therefore not changed. */
  locked: string[]
}

/**
 * Actions of the agent for the person of the conversation; there is no way to address anyone else. Live actions take
 * effect, sandbox actions record what they would have done. A request that cannot be fulfilled returns `ok: false`;
 * actions throw only on internal errors.
 */
export type AgentActions = {
  findOpenTimes(query: OpenTimesQuery): Promise<ActionResult<OfferedTimes>>
  book(wish: {
    startUtc: Date
    durationMinutes?: number
    representativeId?: string
    locationId?: string
    notes?: string
  }): Promise<ActionResult<AppointmentSummary>>
  reschedule(wish: { appointmentId?: string; startUtc: Date }): Promise<ActionResult<AppointmentSummary>>
  cancel(wish: { appointmentId?: string; reason?: string }): Promise<ActionResult<AppointmentSummary>>
  /** Future appointments, soonest first. */
  upcomingAppointments(): Promise<AppointmentSummary[]>
  saveProfile(change: ProfileChange): Promise<ActionResult<SavedProfile>>
  notifyTeam(text: string): Promise<ActionResult<void>>
  callIntegration(id: string, given: Record<string, unknown>): Promise<ActionResult<unknown>>
  /** Calls a tool of an MCP server or an OpenAPI service. Live, at most once per event unless it is read-only. */
  callIntegrationTool(call: IntegrationToolCall): Promise<ActionResult<unknown>>
  /** Calls a tool of the catalog. Live, at most once per event if it has side effects. */
  callCatalogTool(call: CatalogToolCall): Promise<ActionResult<unknown>>
  /**
   * Stops all messages until the person opts in again; their words are stored as evidence. Live, the confirmation is
   * sent as the one exception. In the sandbox it has already been shown.
   */
  optOut(words: string, confirmation: string): Promise<void>
  /** The person wants to talk to a human. Undefined if the agent has no desk. */
  requestHuman(): Promise<HumanRequest | undefined>
}

export type CatalogToolCall = ToolInvocationContext & { toolId: string }
export type IntegrationToolCall = ToolInvocationContext & { integrationId: string; tool: string }

type ToolInvocationContext = {
  given: Record<string, unknown>
  calledBy: 'flow' | 'model'
  playbookId: string
  signal: AbortSignal
}

/** An effect that the sandbox recorded instead of performing; part of the `effects` of a test result. */
export type SandboxEffect = {
  kind: string
  summary: string
  payload?: unknown
  /** The tool of the catalog that would have been called, and with what. */
  toolId?: string
  /** The integration and its tool that would have been called. */
  integrationId?: string
  tool?: string
  given?: unknown
  at: string
}

/** `person`: written by the person; `agent`: sent by the agent; `note`: an event such as a booking or a handover. */
export type HistoryLine = { role: 'person' | 'agent' | 'note'; text: string; at: string }

/** Persistent state of a conversation; must be JSON. */
export type ConversationState = {
  playbookId?: string
  outreachId?: string
  flow?: {
    playbookId: string
    state: FlowState
    /** The last question that the flow asked. */
    asked?: string
  }
  /** Set by an Outreach or a reminder: the person's next message belongs to it, however late it comes. */
  opened?: { playbookId?: string; outreachId?: string }
  /** The configuration that the session began with; absent for sessions that follow live. */
  configuration?: PinnedConfiguration
  /** The location that the session is about. */
  locationId?: string
  /** Ids of the Goals reached in this session. */
  reached: string[]
  /** Oldest line first; limited to the last lines of a long conversation. */
  history: HistoryLine[]
}

export type PersonInput =
  | { kind: 'words'; text: string }
  | { kind: 'file'; url: string; mediaType?: string; text?: string }
  /** A file that could not be opened, with the text that came with it. */
  | { kind: 'unopened'; name?: string; text?: string }
  | { kind: 'place'; label: string }
  | { kind: 'picked'; intent: string; intentId: string; optionIds: string[]; labels: string[]; text?: string }

export type TrackedGoalEvent = 'appointment.booked' | 'contact.captured' | 'person.replied'

/** Everything that a turn reads. Immutable during the turn, except that saving a profile updates the partner. */
export type TurnInput = {
  agent: AgentKey
  definition: AgentDefinition
  asid: string
  sessionId: string
  eventId: string
  channel: Channel
  sandbox: boolean
  now: Date
  /** The zone of the location if one is known, else the person's if known, else the agent's. */
  timezone: string
  /** The enabled location that the conversation is about, if it is known. */
  locationId?: string
  /** A flow calls the tool: it asks for a location by its slots, and without one goes on as if there were none. */
  inFlow?: true
  personInput: PersonInput
  partner: ConversationPartner
  form?: FilledForm
  actions: AgentActions
  /** Tools of the catalog that are bound, enabled and complete. */
  catalogTools: readonly CallableTool[]
  /** A page that redirects to the agent's email address, for channels whose links must be web pages. */
  mailPage?: string
  search(q: string, options?: { limit?: number }): Promise<SearchHit[]>
  signal: AbortSignal
}

/** Outcome of a tool call. The model, or a branch on `last.ok`, sees `result`: JSON, and never a secret. */
export type ToolOutcome = {
  ok: boolean
  result: Record<string, unknown>
  /** The value for the slot of a flow's action. Default: `result`. */
  value?: unknown
  /** Parts shown in addition to the reply text, such as a picker or cards. */
  show?: Part[]
  chips?: Chip[]
  events?: TrackedGoalEvent[]
  partner?: ConversationPartner
  /** The conversation is about this location from now on. */
  locationId?: string
  /** What the tool shows is the reply: the model says no more in this turn. */
  endsTurn?: true
}

/**
 * A tool under the name used in turn records and tests: `scheduling.book`, the id of a catalog tool or an HTTP
 * integration, or `<integrationId>.<tool>`.
 */
export type AgentTool = {
  name: string
  description: string
  /** JSON Schema of an object. */
  parameters: Record<string, unknown>
  /** Runs once per event, however often the event is delivered. */
  hasSideEffects: boolean
  /** The tool itself records its calls and recognizes a repeated event. */
  recordsCalls?: true
  /** Parameters may contain secrets; records show them without. */
  hidesSecrets?: true
  /** The result comes from outside: the model sees it as data, never as instructions. */
  returnsForeignData?: true
  timeoutMilliseconds?: number
  /** `given` has been validated against the schema. */
  run(given: Record<string, unknown>, input: TurnInput): Promise<ToolOutcome>
}
