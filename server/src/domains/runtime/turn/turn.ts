import type { AgentContent, ContentMessage } from '@parley/amf'
import type { AgentPlaybook } from '@parley/definition'
import type { SendReply } from '../../conversations/index.ts'
import type { AgentTool, ConversationState, ToolOutcome, TrackedGoalEvent, TurnInput } from '../deps.ts'
import { findActiveGoal, findReachedGoal } from '../goals/goal.ts'
import type { Model } from '../models/model.ts'
import type { ToolRun } from '../tools/run-tool.ts'
import type { TurnContent } from '../turns/turn.ts'

/** A turn under way: what it looks at, where it has come to, and what is written down of it. */
export type TurnContext = {
  input: TurnInput
  state: ConversationState
  turnRecord: TurnContent
  /** A flow has just come to its end: what the person said was said to it. */
  afterFlow?: boolean
  io: TurnIO
}

/** What a turn is given to speak and act with. */
export type TurnIO = {
  reply: SendReply
  model: Model
  /** What the markers of a text name. */
  content(): Promise<AgentContent>
  /** Addresses of pictures that the agent may show. */
  isAllowedImage(url: string): boolean
  tools(playbook: AgentPlaybook): AgentTool[]
  runTool(tool: AgentTool, given: unknown): Promise<ToolRun>
  /** Milliseconds that are left of the turn's time. */
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

/** A turn that goes on for ever helps nobody: document on promises, A6. */
const maxModelCalls = 8
export const maxToolCalls = 20

export const canCallModel = ({ turnRecord }: TurnContext): boolean => turnRecord.modelCalls.length < maxModelCalls

/** Runs a tool for the model or a flow; what it did is written down, and the partner is as it left them. */
export async function callTool(turn: TurnContext, tool: AgentTool, given: unknown): Promise<ToolOutcome> {
  if (turn.turnRecord.toolCalls.length >= maxToolCalls) {
    return rejectToolCall(turn, { name: tool.name, given, why: 'Too many tools were called in this turn.' })
  }
  if (turn.io.remainingMilliseconds() === 0)
    return rejectToolCall(turn, { name: tool.name, given, why: 'There is no time left for it.' })
  const { outcome, record, warning } = await turn.io.runTool(tool, given)
  turn.turnRecord.toolCalls.push({ ...record, given: truncateJson(record.given), result: truncateJson(record.result) })
  if (warning) turn.turnRecord.warnings.push(warning)
  for (const event of outcome.events ?? []) recordGoalEvent(turn, event)
  if (outcome.partner) turn.input = { ...turn.input, partner: outcome.partner }
  return outcome
}

/** A call that is not even tried. */
export function rejectToolCall(turn: TurnContext, call: { name: string; given: unknown; why: string }): ToolOutcome {
  const { name, given, why } = call
  const result = { error: why }
  turn.turnRecord.toolCalls.push({
    name: name.slice(0, 200),
    given: truncateJson(given),
    ok: false,
    called: false,
    result,
    milliseconds: 0,
  })
  return { ok: false, result }
}

const maxJsonLength = 8_000

/** What is said at great length is not kept. */
export function truncateJson(given: unknown): unknown {
  const written = JSON.stringify(given) ?? 'null'
  return written.length <= maxJsonLength ? (given ?? null) : `${written.slice(0, maxJsonLength).toWellFormed()}…`
}

/** The Goal that is active just then is reached by it, once in a session. */
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

/** Playbooks that could be entered: an owned one only in its Outreach's conversations, and none in the middle of a flow. */
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
