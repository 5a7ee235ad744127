import type { AgentDefinition } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { ConversationState, HistoryLine } from '../deps.ts'
import { type InitiationRow, maxHistoryLines, recordInitiationBatched } from './queries/initiations.ts'
import { lockConversationStates, saveConversationStates } from './queries.ts'

export type StoredConversation = { sessionId: string; state: ConversationState; lastEventId?: string; updatedAt: Date }

/** Start of a turn. `startsFlow` is the playbook whose flow starts with it. */
export type TurnStart = { state: ConversationState; startsFlow?: string }

/** A person who answers a flow's question the next morning is still in the flow. */
const unfinishedFlowMilliseconds = 24 * 3600_000

export function resolveTurnStart(
  stored: StoredConversation | undefined,
  { sessionId, now, definition }: { sessionId: string; now: Date; definition: AgentDefinition },
): TurnStart {
  const before = stored?.state ?? { reached: [], history: [] }
  const { opened, ...rest } = before
  const known = (id: string | undefined) => definition.playbooks.find((playbook) => playbook.id === id)
  if (opened) {
    const playbook = known(opened.playbookId) ?? findDefaultPlaybook(definition)
    const { flow: _, locationId: __, ...fresh } = rest
    const state = { ...fresh, reached: [], playbookId: playbook.id, outreachId: opened.outreachId }
    return playbook.flow ? { state, startsFlow: playbook.id } : { state }
  }
  const isSameSession = stored?.sessionId === sessionId
  const isGoingOn = isSameSession || isUnfinished(stored, now)
  const reached = isSameSession ? before.reached : []
  if (isGoingOn && known(before.playbookId)) return { state: dropUnknownFlow({ ...rest, reached }, definition) }
  const playbook = findDefaultPlaybook(definition)
  const { flow: _, outreachId: __, locationId, ...fresh } = rest
  const where = isSameSession && locationId !== undefined && { locationId }
  const state = { ...fresh, ...where, reached, playbookId: playbook.id }
  return playbook.flow && !isSameSession ? { state, startsFlow: playbook.id } : { state }
}

function isUnfinished(stored: StoredConversation | undefined, now: Date): boolean {
  return stored?.state.flow !== undefined && now.getTime() - stored.updatedAt.getTime() < unfinishedFlowMilliseconds
}

/** A flow ends when its playbook, or the playbook's flow, was deleted. */
function dropUnknownFlow(state: ConversationState, { playbooks }: AgentDefinition): ConversationState {
  const { flow, ...rest } = state
  return flow && playbooks.some(({ id, flow: its }) => id === flow.playbookId && its) ? state : rest
}

function findDefaultPlaybook({ playbooks }: AgentDefinition) {
  return (playbooks.find(({ isDefault }) => isDefault) ?? playbooks[0]) as AgentDefinition['playbooks'][number]
}

const maxLineLength = 2_000

/** Retains only as much history as a turn needs. */
export function trimHistory(state: ConversationState): ConversationState {
  const history = state.history.slice(-maxHistoryLines).map((line) => ({ ...line, text: truncateLine(line.text) }))
  return { ...state, history }
}

function truncateLine(text: string): string {
  return text.length <= maxLineLength ? text : `${text.slice(0, maxLineLength).toWellFormed()}…`
}

/** What the agent said, as lines of the history. */
function toHistoryLines(text: string | undefined, at: Date): HistoryLine[] {
  return text === undefined ? [] : [{ role: 'agent', text: truncateLine(text), at: at.toISOString() }]
}

/** A conversation start by the agent: the initiation of an Outreach, or a reminder. */
export type InitiationState = {
  text?: string
  /** The playbook that answers the person's reply; the default playbook if absent. */
  playbookId?: string
  outreachId?: string
  /** Does not redirect a conversation that is in progress. */
  unlessInProgress?: boolean
}

const inProgressMilliseconds = 30 * 60_000

export type ConversationInitiation = InitiationState & { asid: string }

export function toInitiationRow(agent: AgentKey, initiation: ConversationInitiation, at: Date): InitiationRow {
  const { asid, text, playbookId, outreachId } = initiation
  return { agent_key: agent.key, asid, at, history: toHistoryLines(text, at), opened: { playbookId, outreachId } }
}

/** Routes the next message of each person to the initiation. */
export async function recordInitiations(
  db: Db,
  agent: AgentKey,
  given: readonly ConversationInitiation[],
  world: World,
): Promise<void> {
  const now = world.now()
  const fates = given.map((initiation) =>
    initiation.unlessInProgress ? 'alone' : recordInitiationBatched(db, toInitiationRow(agent, initiation, now)),
  )
  const all = await Promise.all(fates)
  const left = given.filter((_, index) => all[index] === 'alone')
  await recordInTransaction(db, agent, left, now)
}

/** Locks in asid order to avoid deadlocks. */
async function recordInTransaction(
  db: Db,
  agent: AgentKey,
  given: readonly ConversationInitiation[],
  now: Date,
): Promise<void> {
  if (given.length === 0) return
  const ordered = given.toSorted((one, other) => (one.asid < other.asid ? -1 : 1))
  await inTransaction(db, async (tx) => {
    const stored = await lockConversationStates(
      tx,
      agent,
      ordered.map(({ asid }) => asid),
    )
    const states = ordered.map((opening) => ({
      asid: opening.asid,
      ...applyInitiation(stored.get(opening.asid), opening, now),
    }))
    await saveConversationStates(tx, agent, states, now)
  })
}

function applyInitiation(stored: StoredConversation | undefined, opening: InitiationState, now: Date) {
  const { text, playbookId, outreachId, unlessInProgress = false } = opening
  const { state = { reached: [], history: [] } } = stored ?? {}
  const isGoingOn = unlessInProgress && stored && now.getTime() - stored.updatedAt.getTime() < inProgressMilliseconds
  const history = [...state.history, ...toHistoryLines(text, now)]
  const opened = isGoingOn ? {} : { opened: { playbookId, outreachId } }
  return { sessionId: stored?.sessionId ?? '', state: trimHistory({ ...state, history, ...opened }) }
}

export async function seedHistory(
  tx: Db,
  agent: AgentKey,
  asid: string,
  { lines, now }: { lines: readonly Pick<HistoryLine, 'role' | 'text'>[]; now: Date },
): Promise<void> {
  const history = lines.map(({ role, text }) => ({ role, text, at: now.toISOString() }))
  await saveConversationStates(tx, agent, [{ asid, sessionId: '', state: trimHistory({ reached: [], history }) }], now)
}
