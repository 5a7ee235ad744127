import type { AgentContent, ContentMessage } from '@parley/amf'
import type { AgentPlaybook } from '@parley/definition'
import type { Reply } from '../../conversations/index.ts'
import type { ConversationState, GoalEvent, Scene, Tool, ToolOutcome } from '../deps.ts'
import { activeGoal, reachedBy } from '../goals/goal.ts'
import type { Model } from '../models/model.ts'
import type { Ran } from '../tools/run.ts'
import type { TurnContent } from '../turns/turn.ts'

/** A turn under way: what it looks at, where it has come to, and what is written down of it. */
export type Turn = {
  scene: Scene
  state: ConversationState
  ledger: TurnContent
  /** A flow has just come to its end: what the person said was said to it. */
  afterFlow?: boolean
  stage: Stage
}

/** What a turn is given to speak and act with. */
export type Stage = {
  reply: Reply
  model: Model
  /** What the markers of a text name. */
  content(): Promise<AgentContent>
  /** Addresses of pictures that the agent may show. */
  mayShow(url: string): boolean
  tools(playbook: AgentPlaybook): Tool[]
  run(tool: Tool, given: unknown): Promise<Ran>
  /** Milliseconds that are left of the turn's time. */
  left(): number
}

export function emptyLedger(): TurnContent {
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
const mostModelCalls = 8
export const mostToolCalls = 20

export const mayAskModel = ({ ledger }: Turn): boolean => ledger.modelCalls.length < mostModelCalls

/** Runs a tool for the model or a flow; what it did is written down, and the partner is as it left them. */
export async function useTool(turn: Turn, tool: Tool, given: unknown): Promise<ToolOutcome> {
  if (turn.ledger.toolCalls.length >= mostToolCalls) {
    return refuse(turn, { name: tool.name, given, why: 'Too many tools were called in this turn.' })
  }
  if (turn.stage.left() === 0) return refuse(turn, { name: tool.name, given, why: 'There is no time left for it.' })
  const { outcome, record, warning } = await turn.stage.run(tool, given)
  turn.ledger.toolCalls.push({ ...record, given: brief(record.given), result: brief(record.result) })
  if (warning) turn.ledger.warnings.push(warning)
  for (const event of outcome.events ?? []) happened(turn, event)
  if (outcome.partner) turn.scene = { ...turn.scene, partner: outcome.partner }
  return outcome
}

/** A call that is not even tried. */
export function refuse(turn: Turn, call: { name: string; given: unknown; why: string }): ToolOutcome {
  const { name, given, why } = call
  const result = { error: why }
  turn.ledger.toolCalls.push({
    name: name.slice(0, 200),
    given: brief(given),
    ok: false,
    called: false,
    result,
    milliseconds: 0,
  })
  return { ok: false, result }
}

const longestGiven = 8_000

/** What is said at great length is not kept. */
export function brief(given: unknown): unknown {
  const written = JSON.stringify(given) ?? 'null'
  return written.length <= longestGiven ? (given ?? null) : `${written.slice(0, longestGiven).toWellFormed()}…`
}

/** The Goal that is active just then is reached by it, once in a session. */
export function happened(turn: Turn, event: GoalEvent): void {
  const { definition, partner } = turn.scene
  const reached = reachedBy(activeGoal(definition, turn.state, partner), event, turn.state.reached)
  if (!reached) return
  turn.ledger.goalsReached.push(reached.id)
  turn.state = { ...turn.state, reached: [...turn.state.reached, reached.id] }
}

export function playbookOf({ scene: { definition }, state }: Turn): AgentPlaybook {
  const { playbooks } = definition
  const active = playbooks.find(({ id }) => id === state.playbookId)
  // Every agent has a default playbook.
  return (active ?? playbooks.find(({ isDefault }) => isDefault) ?? playbooks[0]) as AgentPlaybook
}

/** Playbooks that could be entered: an owned one only in its Outreach's conversations, and none in the middle of a flow. */
export function otherPlaybooks({ scene: { definition }, state }: Turn, active: AgentPlaybook): AgentPlaybook[] {
  if (state.flow) return []
  return definition.playbooks.filter(
    ({ id, outreachId }) => id !== active.id && (outreachId === undefined || outreachId === state.outreachId),
  )
}

export function enterPlaybook(turn: Turn, playbookId: string): void {
  turn.state = { ...turn.state, playbookId }
  turn.ledger.nextPlaybookId = playbookId
}

export function note(turn: Turn, text: string): void {
  turn.state = { ...turn.state, history: [...turn.state.history, lineOf(turn, 'note', text)] }
}

export function lineOf({ scene }: Turn, role: 'person' | 'agent' | 'note', text: string) {
  return { role, text, at: scene.now.toISOString() }
}

export const textMessage = (text: string): ContentMessage => ({ spec: 'amf/1', parts: [{ type: 'text', text }] })
