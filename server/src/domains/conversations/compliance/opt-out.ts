import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Channels } from '../../channels/index.ts'
import { profiles } from '../../people/index.ts'
import type { HeedOptOut, LogEntry, OptOut, Say, Tell, WriteLog } from '../deps.ts'
import { lockConversation } from '../messages/queries.ts'
import { windowState } from '../windows/window.ts'
import { isCarrier } from './keyword.ts'
import type { LastHop } from './last-hop/last-hop.ts'
import { lift, stop } from './obey.ts'
import { afterCommit, inTransaction } from './queries.ts'
import { isStopped } from './stopped.ts'

export type OptOutDeps = {
  db: Db
  world: World
  channels: Pick<Channels, 'on'>
  tell: Tell
  say: Say
  writeLog: WriteLog
  lastHop: Pick<LastHop, 'noteStop'>
}

/** Opting out in words of one's own: what a STOP does, whatever the channel. */
export function optOuterOf(deps: OptOutDeps): OptOut {
  return async (agent, asid, { confirmation, also }) => {
    const logged = await inTransaction(deps.db, async (tx) => {
      const entry = await optOut(tx, agent, { asid, confirmation, data: { ownWords: true } }, deps)
      await also?.(tx)
      return entry
    })
    if (logged) deps.writeLog(agent, logged)
  }
}

/**
 * The provider refuses to write to somebody, since they have told it to stop: what a STOP does that we have not seen
 * ourselves. Nothing is said to them, and a START lets messages in again here as it does there.
 */
export function optOutHeederOf(deps: Omit<OptOutDeps, 'db'>): HeedOptOut {
  return async (tx, agent, { asid, channel }) => {
    const at = await profiles.identity(tx, agent, asid)
    // A channel says nothing of an identity on another.
    if (at?.channel !== channel || !isCarrier(channel) || (await isStopped(tx, agent, at))) return
    const logged = await optOut(tx, agent, { asid, data: { byProvider: true } }, deps)
    if (logged) afterCommit(tx, () => deps.writeLog(agent, logged))
  }
}

/** Without a confirmation nothing is said; `data` is for the log: how they have opted out. */
type Leaving = { asid: string; confirmation?: string; data: Record<string, boolean> }
type LeavingDeps = Omit<OptOutDeps, 'db'>

/** Undefined when it was so already: the person is told once, and so is the agent. */
async function optOut(tx: Db, agent: AgentKey, leaving: Leaving, deps: LeavingDeps): Promise<LogEntry | undefined> {
  const { asid, confirmation, data } = leaving
  // Held first, as by whoever takes in what the person writes.
  const conversation = await lockConversation(tx, agent, asid)
  const at = await profiles.identity(tx, agent, asid)
  if (!at || !(await stop(tx, agent, at, deps.world))) return undefined
  afterCommit(tx, () => deps.lastHop.noteStop(agent, at))
  if (!conversation) return undefined
  const { sessionId, sandbox, writtenAt } = conversation
  const { channel } = at
  const now = deps.world.now()
  const provider = (await deps.channels.on(agent, channel, tx))?.provider
  const event = { type: 'system', kind: 'optOut' } as const
  const state = windowState(channel, writtenAt, now)
  const told = { asid, sessionId, channel, event, windowState: state, ...(sandbox && { sandbox }), at: now }
  if (provider !== undefined) await deps.tell(tx, agent, [{ ...told, provider }])
  if (confirmation !== undefined) await deps.say(tx, agent, { asid, channel, sessionId }, confirmation)
  return { level: 'info', event: 'compliance.opt_out', asid, channel, sessionId, data }
}

/** What a START does, for those who have come back where none is known. */
export function optInnerOf({ db, writeLog }: Pick<OptOutDeps, 'db' | 'writeLog'>) {
  return async (agent: AgentKey, asid: string): Promise<void> => {
    const lifted = await inTransaction(db, async (tx) => {
      const at = await profiles.identity(tx, agent, asid)
      return at && (await lift(tx, agent, at)) ? at : undefined
    })
    if (lifted) writeLog(agent, { level: 'info', event: 'compliance.opt_in', asid, channel: lifted.channel, data: {} })
  }
}
