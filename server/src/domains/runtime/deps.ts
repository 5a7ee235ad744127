import type { Channel, Chip, Part } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import type { FlowState } from '@parley/flow'
import type { AgentKey } from '../../platform/http/route.ts'
import type { SearchHit } from '../knowledge/index.ts'
import type { Person, ProfileChange } from '../people/index.ts'

/** The doors between the parts of this domain; composed in `runtime.ts`. */

/** Whom a conversation is with, as flows, templates, conditions and prompts read them: live, or of a rehearsal. */
export type ConversationPartner = Omit<Person, 'key'> & {
  /** What a persona is interested in, in its own words. */
  productInterest?: string
}

/** What somebody filled in on a form, field by field. */
export type FilledForm = Readonly<Record<string, string | number | boolean>>

/** What went well, or the sentence that says why not; fit for the person and for the model. */
export type ActionResult<T> = { ok: true; value: T } | { ok: false; why: string }

export type OpenTime = { startUtc: string; endUtc: string; durationMinutes: number; representativeIds: string[] }
export type OpenTimesQuery = {
  /** Now when left out. */
  from?: Date
  /** Two weeks later when left out. */
  to?: Date
  representativeId?: string
  durationMinutes?: number
  most: number
}
export type OfferedTimes = { times: OpenTime[]; timezone: string }

export type AppointmentSummary = {
  id: string
  startUtc: string
  durationMinutes: number
  /** Where the person is. */
  timezone: string
  representativeName?: string
  notes?: string
}

export type SavedProfile = {
  partner: ConversationPartner
  /** As the API names them: `email`, `customFields.plan`. */
  saved: string[]
  /** Locked by the operator, and left as they were. */
  locked: string[]
}

/**
 * What the agent can do for the one person of the conversation, and for nobody else: there is no way to name another.
 * Live actions act; those of a rehearsal note what they would have done. A wish that cannot be met is `ok: false`; they throw
 * only when we are in trouble ourselves.
 */
export type AgentActions = {
  findOpenTimes(query: OpenTimesQuery): Promise<ActionResult<OfferedTimes>>
  book(wish: {
    startUtc: Date
    durationMinutes?: number
    representativeId?: string
    notes?: string
  }): Promise<ActionResult<AppointmentSummary>>
  reschedule(wish: { appointmentId?: string; startUtc: Date }): Promise<ActionResult<AppointmentSummary>>
  cancel(wish: { appointmentId?: string; reason?: string }): Promise<ActionResult<AppointmentSummary>>
  /** Those to come, the soonest first. */
  upcomingAppointments(): Promise<AppointmentSummary[]>
  saveProfile(change: ProfileChange): Promise<ActionResult<SavedProfile>>
  notifyTeam(text: string): Promise<ActionResult<void>>
  callIntegration(id: string, given: Record<string, unknown>): Promise<ActionResult<unknown>>
  /**
   * Nothing more is sent to them until they say so; their words are the evidence. Live, the confirmation goes out with
   * it, as the one thing that passes; a rehearsal has shown it before.
   */
  optOut(words: string, confirmation: string): Promise<void>
}

/** What was noted instead of done: a test result's `effects`. */
export type SandboxEffect = { kind: string; summary: string; payload?: unknown; at: string }

/** `person` is who writes, `agent` what was sent, `note` what happened between the lines: a booking, a hand-over. */
export type HistoryLine = { role: 'person' | 'agent' | 'note'; text: string; at: string }

/** Where a conversation stands; JSON. */
export type ConversationState = {
  playbookId?: string
  /** The Outreach that it came from. */
  outreachId?: string
  flow?: {
    playbookId: string
    state: FlowState
    /** The question that it asked last. */
    asked?: string
  }
  /** What an Outreach or a reminder began: the next thing that the person writes belongs to it, however much later. */
  opened?: { playbookId?: string; outreachId?: string }
  /** Goals reached in this session. */
  reached: string[]
  /** What was said, the oldest line first; of a long conversation the last lines. */
  history: HistoryLine[]
}

/** What set a turn going, read of the event. */
export type PersonInput =
  | { kind: 'words'; text: string }
  | { kind: 'file'; url: string; mediaType?: string; text?: string }
  /** A file that could not be opened, and what was written beside it. */
  | { kind: 'unopened'; name?: string; text?: string }
  | { kind: 'place'; label: string }
  | { kind: 'picked'; intent: string; intentId: string; optionIds: string[]; labels: string[]; text?: string }

export type TrackedGoalEvent = 'appointment.booked' | 'contact.captured' | 'person.replied'

/** All that a turn looks at; nothing in it changes while the turn runs, but the partner by what is saved. */
export type TurnInput = {
  agent: AgentKey
  definition: AgentDefinition
  asid: string
  sessionId: string
  eventId: string
  channel: Channel
  sandbox: boolean
  now: Date
  /** The person's zone where it is known, else the agent's. */
  timezone: string
  personInput: PersonInput
  partner: ConversationPartner
  form?: FilledForm
  actions: AgentActions
  /** A page that leads to the agent's e-mail address, for channels whose links are web pages alone. */
  mailPage?: string
  search(q: string, options?: { limit?: number }): Promise<SearchHit[]>
  signal: AbortSignal
}

/** What a tool did. `result` is what the model, or a branch after `last.ok`, is told; JSON, and never a secret. */
export type ToolOutcome = {
  ok: boolean
  result: Record<string, unknown>
  /** What the person is shown besides the words of the reply: a picker, cards. */
  show?: Part[]
  /** What they can tap at the end of the message. */
  chips?: Chip[]
  /** What came of it, for goals. */
  events?: TrackedGoalEvent[]
  /** The partner as the tool left them. */
  partner?: ConversationPartner
}

/** One tool, by the name that flows and tests know it by: `scheduling.book`, or the id of an integration. */
export type AgentTool = {
  name: string
  description: string
  /** JSON Schema of an object. */
  parameters: Record<string, unknown>
  /** Changes something: it is done once for an event, however often the event is told. */
  hasSideEffects: boolean
  /** `given` fits the schema. */
  run(given: Record<string, unknown>, input: TurnInput): Promise<ToolOutcome>
}
