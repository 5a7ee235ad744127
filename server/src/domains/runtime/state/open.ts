import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { HistoryLine } from '../deps.ts'
import { type Kept, trimmed } from './begin.ts'
import { inTransaction, keepStates, lockStates } from './queries.ts'

/** What the agent began by itself: an opening of an Outreach, a reminder. */
export type Opening = {
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
export type Begun = Opening & { asid: string }

/** The next thing that each person writes belongs to what was begun. In the order of the asids: nobody waits in a circle. */
export async function openConversations(db: Db, agent: AgentKey, given: readonly Begun[], world: World): Promise<void> {
  if (given.length === 0) return
  const now = world.now()
  const begun = given.toSorted((one, other) => (one.asid < other.asid ? -1 : 1))
  await inTransaction(db, async (tx) => {
    const kept = await lockStates(
      tx,
      agent,
      begun.map(({ asid }) => asid),
    )
    const states = begun.map((opening) => ({ asid: opening.asid, ...openedFrom(kept.get(opening.asid), opening, now) }))
    await keepStates(tx, agent, states, now)
  })
}

function openedFrom(kept: Kept | undefined, opening: Opening, now: Date) {
  const { text, playbookId, outreachId, unlessInProgress = false } = opening
  const { state = { reached: [], history: [] } } = kept ?? {}
  const isGoingOn = unlessInProgress && kept && now.getTime() - kept.updatedAt.getTime() < inProgressMilliseconds
  const said = text === undefined ? [] : [{ role: 'agent' as const, text, at: now.toISOString() }]
  const history = [...state.history, ...said]
  const opened = isGoingOn ? {} : { opened: { playbookId, outreachId } }
  return { sessionId: kept?.sessionId ?? '', state: trimmed({ ...state, history, ...opened }) }
}

/** What was said before the first turn: of a persona, or of a test case. */
export async function seedHistory(
  tx: Db,
  agent: AgentKey,
  asid: string,
  { lines, now }: { lines: readonly Pick<HistoryLine, 'role' | 'text'>[]; now: Date },
): Promise<void> {
  const history = lines.map(({ role, text }) => ({ role, text, at: now.toISOString() }))
  await keepStates(tx, agent, [{ asid, sessionId: '', state: trimmed({ reached: [], history }) }], now)
}
