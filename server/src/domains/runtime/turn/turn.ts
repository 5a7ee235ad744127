import type { AgentContent, ContentMessage } from '@parley/amf'
import type { AgentPlaybook } from '@parley/definition'
import type { SendReply } from '../../conversations/index.ts'
import type { AgentTool, ConversationState, ToolOutcome, TrackedGoalEvent, TurnInput } from '../deps.ts'
import { findActiveGoal, findReachedGoal } from '../goals/goal.ts'
import type { TurnModel } from '../models/agent-models.ts'
import type { ToolRun } from '../tools/run-tool.ts'
import type { ModelCallRecord, TurnContent } from '../turns/turn.ts'
import { setTurnLocation } from './location.ts'

export type TurnContext = {
  input: TurnInput
  state: ConversationState
  turnRecord: TurnContent
  /** A flow has just ended, and the message was addressed to it. */
  afterFlow?: boolean
  io: TurnIO
}

export type TurnIO = {
  reply: SendReply
  /** `position`: the model to ask next; the ones before it failed in this turn. */
  models: { list: readonly TurnModel[]; position: number }
  /** Adds a call to the costs of the agent. */
  countCall(call: ModelCallRecord & { playbookId: string }): Promise<void>
  /** Content that markers in a text reference. */
  content(): Promise<AgentContent>
  isAllowedImage(url: string): boolean
  tools(playbook: AgentPlaybook): AgentTool[]
  runTool(tool: AgentTool, given: unknown): Promise<ToolRun>
  remainingMilliseconds(): number
}

export function createTurnRecord(): TurnContent {
  return {
    sections: [],
    knowledge: [],
    modelCalls: [],
    toolCalls: [],
    ruleHits: [],
    outcomes: [],
    goalsReached: [],
    warnings: [],
    messages: [],
    effects: [],
    milliseconds: 0,
  }
}

/** Limits per turn, so that every turn ends. */
const maxModelCalls = 8
export const maxToolCalls = 20

export const canCallModel = ({ turnRecord }: TurnContext): boolean =>
  turnRecord.modelCalls.filter(({ ok }) => ok).length < maxModelCalls

/** Runs a tool for the model or a flow, records the call, and updates the partner. */
export async function callTool(turn: TurnContext, tool: AgentTool, given: unknown): Promise<ToolOutcome> {
  if (turn.turnRecord.toolCalls.length >= maxToolCalls) {
    return rejectToolCall(turn, { name: tool.name, given, reason: 'Too many tools were called in this turn.' })
  }
  if (turn.io.remainingMilliseconds() === 0)
    return rejectToolCall(turn, { name: tool.name, given, reason: 'There is no time left for it.' })
  const { outcome, record, warning } = await turn.io.runTool(tool, given)
  turn.turnRecord.toolCalls.push({
    ...record,
    given: truncateJson(record.given, maxArgumentsLength),
    result: truncateJson(record.result),
  })
  if (warning) turn.turnRecord.warnings.push(warning)
  for (const event of outcome.events ?? []) recordGoalEvent(turn, event)
  if (outcome.partner) turn.input = { ...turn.input, partner: outcome.partner }
  if (outcome.locationId !== undefined) setTurnLocation(turn, outcome.locationId)
  return outcome
}

export function rejectToolCall(turn: TurnContext, call: { name: string; given: unknown; reason: string }): ToolOutcome {
  const { name, given, reason } = call
  const result = { error: reason }
  turn.turnRecord.toolCalls.push({
    name: name.slice(0, 200),
    given: truncateJson(given, maxArgumentsLength),
    ok: false,
    called: false,
    result,
    milliseconds: 0,
  })
  return { ok: false, result }
}

/** A result of a tool, which has at most 16 KB, is recorded in full. */
const maxJsonLength = 17_000

const maxArgumentsLength = 8_000

export function truncateJson(given: unknown, maxLength = maxJsonLength): unknown {
  const written = JSON.stringify(given) ?? 'null'
  return written.length <= maxLength ? (given ?? null) : `${written.slice(0, maxLength).toWellFormed()}…`
}

/** Marks the active Goal as reached by the event, once per session. */
export function recordGoalEvent(turn: TurnContext, event: TrackedGoalEvent): void {
  const { definition, partner } = turn.input
  const reached = findReachedGoal(findActiveGoal(definition, turn.state, partner), event, turn.state.reached)
  if (!reached) return
  turn.turnRecord.goalsReached.push(reached.id)
  turn.state = { ...turn.state, reached: [...turn.state.reached, reached.id] }
}

export function getActivePlaybook({ input: { definition }, state }: TurnContext): AgentPlaybook {
  const { playbooks } = definition
  const active = playbooks.find(({ id }) => id === state.playbookId)
  // Every agent has a default playbook.
  return (active ?? playbooks.find(({ isDefault }) => isDefault) ?? playbooks[0]) as AgentPlaybook
}

/**
 * Playbooks that can be entered: one owned by an Outreach only in that Outreach's conversations, and none during a
 * flow.
 */
export function listEnterablePlaybooks(
  { input: { definition }, state }: TurnContext,
  active: AgentPlaybook,
): AgentPlaybook[] {
  if (state.flow) return []
  return definition.playbooks.filter(
    ({ id, outreachId }) => id !== active.id && (outreachId === undefined || outreachId === state.outreachId),
  )
}

export function enterPlaybook(turn: TurnContext, playbookId: string): void {
  turn.state = { ...turn.state, playbookId }
  turn.turnRecord.nextPlaybookId = playbookId
}

export function addNote(turn: TurnContext, text: string): void {
  turn.state = { ...turn.state, history: [...turn.state.history, createHistoryLine(turn, 'note', text)] }
}

export function createHistoryLine({ input }: TurnContext, role: 'person' | 'agent' | 'note', text: string) {
  return { role, text, at: input.now.toISOString() }
}

export const textMessage = (text: string): ContentMessage => ({ spec: 'amf/1', parts: [{ type: 'text', text }] })
