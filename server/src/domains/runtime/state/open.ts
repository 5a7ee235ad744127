import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { HistoryLine } from '../deps.ts'
import { trimmed } from './begin.ts'
import { inTransaction, keepState, lockState } from './queries.ts'

/** What the agent began by itself: an opening of an Outreach, a reminder. */
export type Opening = {
  /** What was said. */
  text: string
  /** Where the person's reply is answered; the default playbook unless said. */
  playbookId?: string
  outreachId?: string
  /** A conversation that is going on goes on where it is. */
  unlessInProgress?: boolean
}

const inProgressMilliseconds = 30 * 60_000

/** The next thing that the person writes belongs to what was begun. */
export async function openConversation(
  db: Db,
  agent: AgentKey,
  asid: string,
  { opening, world }: { opening: Opening; world: World },
): Promise<void> {
  const now = world.now()
  const { text, playbookId, outreachId, unlessInProgress = false } = opening
  await inTransaction(db, async (tx) => {
    const kept = await lockState(tx, agent, asid)
    const { state = { reached: [], history: [] } } = kept ?? {}
    const isGoingOn = unlessInProgress && kept && now.getTime() - kept.updatedAt.getTime() < inProgressMilliseconds
    const history = [...state.history, { role: 'agent' as const, text, at: now.toISOString() }]
    const opened = isGoingOn ? {} : { opened: { playbookId, outreachId } }
    const sessionId = kept?.sessionId ?? ''
    await keepState(tx, agent, { asid, sessionId, now }, trimmed({ ...state, history, ...opened }))
  })
}

/** What was said before the first turn: of a persona, or of a test case. */
export async function seedHistory(
  tx: Db,
  agent: AgentKey,
  asid: string,
  { lines, now }: { lines: readonly Pick<HistoryLine, 'role' | 'text'>[]; now: Date },
): Promise<void> {
  const history = lines.map(({ role, text }) => ({ role, text, at: now.toISOString() }))
  await keepState(tx, agent, { asid, sessionId: '', now }, trimmed({ reached: [], history }))
}
