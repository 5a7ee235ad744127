import type { AgentDefinition } from '@parley/definition'
import type { ConversationState } from '../deps.ts'

/** A conversation as it was kept, and the session that it was kept for. */
export type StoredConversation = { sessionId: string; state: ConversationState; lastEventId?: string; updatedAt: Date }

/** Where a turn begins. `starts` is a playbook whose flow begins with it. */
export type TurnStart = { state: ConversationState; startsFlow?: string }

/** Somebody who was asked something and answers next morning is still answering. */
const unfinishedFlowMilliseconds = 24 * 3600_000

/** Document 4, section 8, Flows, and document 1, Playbook: which playbook a message finds, and whether its flow begins. */
export function resolveTurnStart(
  stored: StoredConversation | undefined,
  { sessionId, now, definition }: { sessionId: string; now: Date; definition: AgentDefinition },
): TurnStart {
  const before = stored?.state ?? { reached: [], history: [] }
  const { opened, ...rest } = before
  const known = (id: string | undefined) => definition.playbooks.find((playbook) => playbook.id === id)
  if (opened) {
    const playbook = known(opened.playbookId) ?? findDefaultPlaybook(definition)
    const { flow: _, ...fresh } = rest
    const state = { ...fresh, reached: [], playbookId: playbook.id, outreachId: opened.outreachId }
    return playbook.flow ? { state, startsFlow: playbook.id } : { state }
  }
  const isSameSession = stored?.sessionId === sessionId
  const isGoingOn = isSameSession || isUnfinished(stored, now)
  const reached = isSameSession ? before.reached : []
  if (isGoingOn && known(before.playbookId)) return { state: dropUnknownFlow({ ...rest, reached }, definition) }
  const playbook = findDefaultPlaybook(definition)
  const { flow: _, outreachId: __, ...fresh } = rest
  const state = { ...fresh, reached, playbookId: playbook.id }
  return playbook.flow && !isSameSession ? { state, startsFlow: playbook.id } : { state }
}

function isUnfinished(stored: StoredConversation | undefined, now: Date): boolean {
  return stored?.state.flow !== undefined && now.getTime() - stored.updatedAt.getTime() < unfinishedFlowMilliseconds
}

/** A flow whose playbook was edited away is over. */
function dropUnknownFlow(state: ConversationState, { playbooks }: AgentDefinition): ConversationState {
  const { flow, ...rest } = state
  return flow && playbooks.some(({ id, flow: its }) => id === flow.playbookId && its) ? state : rest
}

function findDefaultPlaybook({ playbooks }: AgentDefinition) {
  return (playbooks.find(({ isDefault }) => isDefault) ?? playbooks[0]) as AgentDefinition['playbooks'][number]
}

const maxLines = 60
const maxLineLength = 2_000

/** What is kept of what was said: enough to go on from. */
export function trimHistory(state: ConversationState): ConversationState {
  const history = state.history.slice(-maxLines).map((line) => ({ ...line, text: truncateLine(line.text) }))
  return { ...state, history }
}

function truncateLine(text: string): string {
  return text.length <= maxLineLength ? text : `${text.slice(0, maxLineLength).toWellFormed()}…`
}
