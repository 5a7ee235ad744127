import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { HistoryLine } from '../deps.ts'
import { inTransaction, lockConversationStates, saveConversationStates } from './queries.ts'
import { type StoredConversation, trimHistory } from './turn-start.ts'

/** What the agent began by itself: an opening of an Outreach, a reminder. */
export type InitiationState = {
  /** What was said, if anything was. */
  text?: string
  /** Where the person's reply is answered; the default playbook unless said. */
  playbookId?: string
  outreachId?: string
  /** A conversation that is going on goes on where it is. */
  unlessInProgress?: boolean
}

const inProgressMilliseconds = 30 * 60_000

/** An opening of one conversation. */
export type ConversationInitiation = InitiationState & { asid: string }

/** The next thing that each person writes belongs to what was begun. In the order of the asids: nobody waits in a circle. */
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

/** What was said before the first turn: of a persona, or of a test case. */
export async function seedHistory(
  tx: Db,
  agent: AgentKey,
  asid: string,
  { lines, now }: { lines: readonly Pick<HistoryLine, 'role' | 'text'>[]; now: Date },
): Promise<void> {
  const history = lines.map(({ role, text }) => ({ role, text, at: now.toISOString() }))
  await saveConversationStates(tx, agent, [{ asid, sessionId: '', state: trimHistory({ reached: [], history }) }], now)
}
