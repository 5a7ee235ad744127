import type { AgentFlow, FlowSlot, Handoff } from '@parley/definition'

/** The contract of the engine: (flow, state, input) → (state, effects). Pure, and its state is JSON. */

/** Where a conversation stands in a flow, and in those that called it. */
export type FlowState = {
  /** The innermost last. */
  frames: FlowFrame[]
  /** What was done since the person last wrote, by its weight: a flow that runs in circles is stopped. */
  spent?: number
  /** What the person has just said, by its place on the Person: `person` of the world may not know it until they write again. */
  learnt?: Record<string, SlotValue>
}

export type FlowFrame = {
  playbookId: string
  /** The index of the step that is being worked on. */
  step: number
  slots: Record<string, SlotValue>
  /** How a value is shown where it is not its own name: of a Thing its name, not its id. */
  labels?: Record<string, string>
  /** Optional slots that the person left out. */
  skipped?: string[]
  /** Of the last action: what `last.ok` reads. */
  lastOk?: boolean
  /** What the person was asked and has not answered, or what the outside was asked for. */
  awaits?: PendingRequest
  /** How often the open question was asked again. */
  asked?: number
  /** How often the running action was tried again. */
  retried?: number
}

export type SlotValue = string | number | boolean

export type FlowChoice = { id: string; label: string; description?: string }

/** A question that the person has not answered. `offered` are the choices that were shown. */
export type OpenQuestion =
  | {
      kind: 'slot'
      slot: string
      offered?: FlowChoice[]
      /** Can be chosen as well, though only those were shown that fit what the person said last. */
      others?: FlowChoice[]
    }
  /** The value was read back. */
  | { kind: 'confirmSlot'; slot: string; value: SlotValue; label: string }
  | { kind: 'confirmAction' }

/** What stands open, with the person or with the outside. */
export type PendingRequest =
  | OpenQuestion
  | { kind: 'action' }
  | { kind: 'choices'; slot: string }
  /** The reply to an open question is with the model. */
  | { kind: 'reading'; open: OpenQuestion; text: string }

export type FlowInput =
  /** Begins the flow of a playbook. */
  | { kind: 'start'; playbookId: string /** What the person wrote that began it. */; text?: string }
  | { kind: 'reply'; text: string /** Ids of options, or of times, that were tapped or picked. */; picked?: string[] }
  /** What the outside was asked for. */
  | { kind: 'acted'; ok: boolean; result?: Record<string, unknown> }
  | { kind: 'choices'; choices: FlowChoice[] }
  | { kind: 'read'; reading: ModelReading }
  /** A question of the person's was answered in between: the open question is asked again. */
  | { kind: 'back' }

/** What a model made of a reply that the readers could not make sense of. */
export type ModelReading = { kind: 'value'; value: SlotValue } | { kind: 'digression' } | { kind: 'unclear' }

/** In this order. Texts are filled: `{slot}` and `{person.firstName}` are replaced. */
export type FlowEffect =
  | { kind: 'say'; text: string; suggestions?: string[] }
  | { kind: 'template'; templateId: string }
  | { kind: 'ask'; question: FlowQuestion }
  /** A bound slot was filled. */
  | { kind: 'save'; path: string; value: SlotValue }
  | { kind: 'outcome'; outcome: string; playbookId: string }

export type FlowQuestion = {
  /** Of the slot or action; unique within the flow, so that an answer finds it. */
  intentId: string
  text: string
  /** The question was not understood, or its answer not taken, and is asked again. */
  again: boolean
  form:
    | { kind: 'open' }
    | { kind: 'choice'; options: FlowChoice[] }
    /** Ids are UTC times in ISO-8601. */
    | { kind: 'times'; options: FlowChoice[] }
    | { kind: 'confirm' }
}

/** What the engine waits for now; exactly one. */
export type FlowRequest =
  | { kind: 'reply' }
  /** `tool` is `capability.tool` or `integration:<id>.call`; texts of `with` are filled. */
  | { kind: 'action'; tool: string; with: Record<string, unknown> }
  | { kind: 'choices'; source: string; slot: FlowSlot }
  | { kind: 'reading'; slot: FlowSlot; question: string; text: string }
  /** The person asked something else, where the flow allows that: answer it, then come back with `back`. */
  | { kind: 'digression'; text: string }
  /** The flow is over and hands the conversation on. */
  | { kind: 'handoff'; to: Handoff }
  /** Over. `return`: the playbook goes on without it; `end`: the conversation is done. */
  | { kind: 'over'; how: 'return' | 'end' }

export type AdvanceResult = {
  /** Absent when the flow is over. */
  state?: FlowState
  /** What was collected, once the flow is over. */
  slots?: Record<string, SlotValue>
  effects: FlowEffect[]
  request: FlowRequest
  /** What was done, in words, for the turn record: `collect email`, `branch → vip`. */
  trace: string[]
  /** The steps that were worked on, in their order. */
  passed?: { playbookId: string; step: number }[]
  /** The flow ran in circles without the person, and was stopped here. */
  stoppedAt?: { playbookId: string; step: number }
}

/** What the engine sees of the world, all of it given. */
export type FlowWorld = {
  flowOf(playbookId: string): AgentFlow | undefined
  /** `person.email`, `person.customFields.plan`; undefined where it is not on file. */
  person(path: string): unknown
  /** `agent.websiteUrl`, where texts may name it. */
  agent?(path: string): unknown
  /** ISO-8601, UTC. */
  now: string
  timezone: string
  /** Two letters: how a phone number without a country code is read. */
  country?: string
}
