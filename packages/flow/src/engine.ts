import type { AgentFlow, AgentLocation, FlowSlot, Handoff } from '@parley/definition'

/** The engine's contract: (flow, state, input) → (state, effects). Pure, with JSON state. */

/** A conversation's position in a flow and in the flows that called it. */
export type FlowState = {
  /** Innermost last. */
  frames: FlowFrame[]
  /** Weighted cost of the steps since the person last wrote: stops a flow that loops. */
  spent?: number
  /**
   * Values the person just gave, by Person path: `world.person` may not include them until the person's next message.
   */
  learnt?: Record<string, SlotValue>
  /** The location chosen in this flow; it takes precedence over that of the world. */
  locationId?: string
}

export type FlowFrame = {
  playbookId: string
  /** Index of the current step. */
  step: number
  slots: Record<string, SlotValue>
  /** Display labels for values that differ from them: the name of a Thing instead of its id. */
  labels?: Record<string, string>
  /** Results of actions that are no single value, by slot; JSON. */
  results?: Record<string, unknown>
  skipped?: string[]
  /** Result of the last action, read by `last.ok`. */
  lastOk?: boolean
  /** The unanswered question, or the pending request to the outside. */
  awaits?: PendingRequest
  /** How often the open question was repeated. */
  asked?: number
  retried?: number
}

export type SlotValue = string | number | boolean

export type FlowChoice = { id: string; label: string; description?: string }

/** An unanswered question. `offered` are the choices shown. */
export type OpenQuestion =
  | {
      kind: 'slot'
      slot: string
      offered?: FlowChoice[]
      /** Choices that are still valid but hidden, because only those matching the person's last reply were shown. */
      others?: FlowChoice[]
    }
  /** The value was read back for confirmation. */
  | { kind: 'confirmSlot'; slot: string; value: SlotValue; label: string }
  | { kind: 'confirmAction' }

/** A pending question to the person, or a pending request to the outside. */
export type PendingRequest =
  | OpenQuestion
  | { kind: 'action' }
  | { kind: 'choices'; slot: string }
  /** The model is interpreting the reply to an open question. */
  | { kind: 'reading'; open: OpenQuestion; text: string }

export type FlowInput =
  /** Starts the flow of a playbook. */
  | { kind: 'start'; playbookId: string /** The message that started it. */; text?: string }
  | { kind: 'reply'; text: string /** Ids of the options or times that were tapped or picked. */; picked?: string[] }
  /** Results of requests to the outside: an action, choices, or a reading by the model. */
  | { kind: 'acted'; ok: boolean /** JSON for the step's slot. */; result?: unknown }
  | { kind: 'choices'; choices: FlowChoice[] }
  | { kind: 'read'; reading: ModelReading }
  /** A digression was answered: the open question is asked again. */
  | { kind: 'back' }

/** The model's reading of a reply that the readers did not understand. */
export type ModelReading = { kind: 'value'; value: SlotValue } | { kind: 'digression' } | { kind: 'unclear' }

/** Applied in order. Texts are filled: `{slot}` and `{person.firstName}` are replaced. */
export type FlowEffect =
  | { kind: 'say'; text: string; suggestions?: string[] }
  | { kind: 'template'; templateId: string }
  | { kind: 'ask'; question: FlowQuestion }
  /** A bound slot was filled. */
  | { kind: 'save'; path: string; value: SlotValue }
  | { kind: 'outcome'; outcome: string; playbookId: string }
  /** The conversation is about this location from now on. */
  | { kind: 'location'; locationId: string }

export type FlowQuestion = {
  /** Identifies the slot or action; unique within the flow, so that answers can be matched. */
  intentId: string
  text: string
  /** The question is repeated because the reply was not understood or not valid. */
  again: boolean
  form:
    | { kind: 'open' }
    | { kind: 'choice'; options: FlowChoice[] }
    /** The ids are UTC times in ISO 8601. */
    | { kind: 'times'; options: FlowChoice[] }
    | { kind: 'confirm' }
}

/** The one thing that the engine is waiting for. */
export type FlowRequest =
  | { kind: 'reply' }
  /** `tool` is `capability.tool`, `tool:<id>.call` or `integration:<id>.call`; texts in `with` are filled. */
  | { kind: 'action'; tool: string; with: Record<string, unknown> }
  | { kind: 'choices'; source: string; slot: FlowSlot }
  | { kind: 'reading'; slot: FlowSlot; question: string; text: string }
  /** The person asked something else, which this flow allows: answer it, then continue with `back`. */
  | { kind: 'digression'; text: string }
  | { kind: 'handoff'; to: Handoff }
  /** The flow ended. `return`: the playbook continues without it; `end`: the conversation is done. */
  | { kind: 'over'; how: 'return' | 'end' }

export type AdvanceResult = {
  /** Absent when the flow has ended. */
  state?: FlowState
  /** The collected values and the results of actions, once the flow has ended. */
  slots?: Record<string, unknown>
  effects: FlowEffect[]
  request: FlowRequest
  /** Readable log for the turn record: `collect email`, `branch → vip`. */
  trace: string[]
  /** The steps that ran, in order. */
  passed?: StepPosition[]
  /** Where the flow was stopped because it looped without input from the person. */
  stoppedAt?: StepPosition
}

export type StepPosition = { playbookId: string; step: number }

/** Reports what a run does beyond its effects; verification reads it. */
export type FlowObserver = {
  /** A text, an argument or a condition read a slot that has no value. */
  readMissingSlot?(at: StepPosition, slot: string): void
  readLastOk?(at: StepPosition): void
  /** The index of the case that a branch chose; undefined if none was true. */
  chooseCase?(at: StepPosition, chosen: number | undefined): void
  /** A flow ran out of steps without an end or a handoff. */
  runOut?(playbookId: string): void
}

/** Everything the engine can see of the outside, passed in. */
export type FlowWorld = {
  flowOf(playbookId: string): AgentFlow | undefined
  /** `person.email`, `person.customFields.plan`; undefined if not on file. */
  person(path: string): unknown
  /** `agent.websiteUrl`, for texts that reference it. */
  agent?(path: string): unknown
  /** The agent's locations; slots of the type `location` choose among the enabled ones. */
  locations?: readonly AgentLocation[]
  /** The id of the location that the conversation is about, if it is known. */
  locationId?: string
  /** `location.name` of the location with this id, for texts and conditions. */
  location?(path: string, locationId: string | undefined): unknown
  /** ISO 8601, UTC. */
  now: string
  timezone: string
  /** Two-letter code, for phone numbers without a country code. */
  country?: string
  observer?: FlowObserver
}
