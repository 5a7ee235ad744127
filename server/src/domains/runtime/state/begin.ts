import type { AgentDefinition } from '@parley/definition'
import type { ConversationState } from '../deps.ts'

/** A conversation as it was kept, and the session that it was kept for. */
export type Kept = { sessionId: string; state: ConversationState; lastEventId?: string; updatedAt: Date }

/** Where a turn begins. `starts` is a playbook whose flow begins with it. */
export type Beginning = { state: ConversationState; starts?: string }

/** Somebody who was asked something and answers next morning is still answering. */
const unfinishedFor = 24 * 3600_000

/** Document 4, section 8, Flows, and document 1, Playbook: which playbook a message finds, and whether its flow begins. */
export function beginTurn(
  kept: Kept | undefined,
  { sessionId, now, definition }: { sessionId: string; now: Date; definition: AgentDefinition },
): Beginning {
  const before = kept?.state ?? { reached: [], history: [] }
  const { opened, ...rest } = before
  const known = (id: string | undefined) => definition.playbooks.find((playbook) => playbook.id === id)
  if (opened) {
    const playbook = known(opened.playbookId) ?? defaultOf(definition)
    const { flow: _, ...fresh } = rest
    const state = { ...fresh, reached: [], playbookId: playbook.id, outreachId: opened.outreachId }
    return playbook.flow ? { state, starts: playbook.id } : { state }
  }
  const isSameSession = kept?.sessionId === sessionId
  const isGoingOn = isSameSession || isUnfinished(kept, now)
  const reached = isSameSession ? before.reached : []
  if (isGoingOn && known(before.playbookId)) return { state: withKnownFlow({ ...rest, reached }, definition) }
  const playbook = defaultOf(definition)
  const { flow: _, outreachId: __, ...fresh } = rest
  const state = { ...fresh, reached, playbookId: playbook.id }
  return playbook.flow && !isSameSession ? { state, starts: playbook.id } : { state }
}

function isUnfinished(kept: Kept | undefined, now: Date): boolean {
  return kept?.state.flow !== undefined && now.getTime() - kept.updatedAt.getTime() < unfinishedFor
}

/** A flow whose playbook was edited away is over. */
function withKnownFlow(state: ConversationState, { playbooks }: AgentDefinition): ConversationState {
  const { flow, ...rest } = state
  return flow && playbooks.some(({ id, flow: its }) => id === flow.playbookId && its) ? state : rest
}

function defaultOf({ playbooks }: AgentDefinition) {
  return (playbooks.find(({ isDefault }) => isDefault) ?? playbooks[0]) as AgentDefinition['playbooks'][number]
}

const mostLines = 60
const longestLine = 2_000

/** What is kept of what was said: enough to go on from. */
export function trimmed(state: ConversationState): ConversationState {
  const history = state.history.slice(-mostLines).map((line) => ({ ...line, text: cut(line.text) }))
  return { ...state, history }
}

function cut(text: string): string {
  return text.length <= longestLine ? text : `${text.slice(0, longestLine).toWellFormed()}…`
}
