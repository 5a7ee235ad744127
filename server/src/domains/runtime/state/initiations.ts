import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { HistoryLine } from '../deps.ts'
import { inTransaction, lockConversationStates, saveConversationStates } from './queries.ts'
import { type StoredConversation, trimHistory } from './turn-start.ts'

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

/** Routes the next message of each person to the initiation. Locks in asid order to avoid deadlocks. */
export async function recordInitiations(
  db: Db,
  agent: AgentKey,
  given: readonly ConversationInitiation[],
  world: World,
): Promise<void> {
  if (given.length === 0) return
  const now = world.now()
  const begun = given.toSorted((one, other) => (one.asid < other.asid ? -1 : 1))
  await inTransaction(db, async (tx) => {
    const kept = await lockConversationStates(
      tx,
      agent,
      begun.map(({ asid }) => asid),
    )
    const states = begun.map((opening) => ({
      asid: opening.asid,
      ...applyInitiation(kept.get(opening.asid), opening, now),
    }))
    await saveConversationStates(tx, agent, states, now)
  })
}

function applyInitiation(stored: StoredConversation | undefined, opening: InitiationState, now: Date) {
  const { text, playbookId, outreachId, unlessInProgress = false } = opening
  const { state = { reached: [], history: [] } } = stored ?? {}
  const isGoingOn = unlessInProgress && stored && now.getTime() - stored.updatedAt.getTime() < inProgressMilliseconds
  const said = text === undefined ? [] : [{ role: 'agent' as const, text, at: now.toISOString() }]
  const history = [...state.history, ...said]
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
