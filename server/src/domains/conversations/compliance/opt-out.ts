import { isCarrierChannel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { afterCommit, inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Channels } from '../../channels/index.ts'
import { personProfiles } from '../../people/index.ts'
import type {
  AgentLogRecord,
  HandleProviderOptOut,
  OptOut,
  PublishEvents,
  SendSystemMessage,
  WriteLog,
} from '../deps.ts'
import { lockConversation } from '../messages/queries.ts'
import { windowState } from '../windows/window.ts'
import { addStop, isAddressStopped, removeStop } from './keyword.ts'
import type { OptOutFence } from './opt-out-fence/opt-out-fence.ts'

export type OptOutDeps = {
  db: Db
  world: World
  channels: Pick<Channels, 'findByChannel'>
  publishEvents: PublishEvents
  sendSystemMessage: SendSystemMessage
  writeLog: WriteLog
  optOutFence: Pick<OptOutFence, 'recordStop'>
}

/** Opt-out in a person's own words: has the effect of a STOP, on any channel. */
export function createOptOut(deps: OptOutDeps): OptOut {
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
 * Handles a provider's refusal to write to a person who told it to stop: the effect of a STOP that we did not receive
 * ourselves. Sends the person nothing; a START allows messages again here as it does there.
 */
export function createHandleProviderOptOut(deps: Omit<OptOutDeps, 'db'>): HandleProviderOptOut {
  return async (tx, agent, { asid, channel }) => {
    const at = await personProfiles.findIdentity(tx, agent, asid)
    // A channel's refusal does not apply to an identity on another channel.
    if (at?.channel !== channel || !isCarrierChannel(channel) || (await isAddressStopped(tx, agent, at))) return
    const logged = await optOut(tx, agent, { asid, data: { byProvider: true } }, deps)
    if (logged) afterCommit(tx, () => deps.writeLog(agent, logged))
  }
}

/** Without a confirmation the person receives nothing. `data` is for the log: how they opted out. */
type OptOutRequest = { asid: string; confirmation?: string; data: Record<string, boolean> }
type OptOutInTxDeps = Omit<OptOutDeps, 'db'>

/** Undefined if the person had already opted out: person and agent are notified once. */
async function optOut(
  tx: Db,
  agent: AgentKey,
  leaving: OptOutRequest,
  deps: OptOutInTxDeps,
): Promise<AgentLogRecord | undefined> {
  const { asid, confirmation, data } = leaving
  // Locked first, in the same order as inbound processing.
  const conversation = await lockConversation(tx, agent, asid)
  const at = await personProfiles.findIdentity(tx, agent, asid)
  if (!at || !(await addStop(tx, agent, at, deps.world))) return undefined
  afterCommit(tx, () => deps.optOutFence.recordStop(agent, at))
  if (!conversation) return undefined
  const { sessionId, sandbox, lastInboundAt } = conversation
  const { channel } = at
  const now = deps.world.now()
  const provider = (await deps.channels.findByChannel(agent, channel, tx))?.provider
  const event = { type: 'system', kind: 'optOut' } as const
  const state = windowState(channel, lastInboundAt, now)
  const newEvent = { asid, sessionId, channel, event, windowState: state, ...(sandbox && { sandbox }), at: now }
  if (provider !== undefined) await deps.publishEvents(tx, agent, [{ ...newEvent, provider }])
  if (confirmation !== undefined) await deps.sendSystemMessage(tx, agent, { asid, channel, sessionId }, confirmation)
  return { level: 'info', event: 'compliance.opt_out', asid, channel, sessionId, data }
}

/** Has the effect of a START, for people who return without having sent one. */
export function createOptIn({ db, writeLog }: Pick<OptOutDeps, 'db' | 'writeLog'>) {
  return async (agent: AgentKey, asid: string): Promise<void> => {
    const lifted = await inTransaction(db, async (tx) => {
      const at = await personProfiles.findIdentity(tx, agent, asid)
      return at && (await removeStop(tx, agent, at)) ? at : undefined
    })
    if (lifted) writeLog(agent, { level: 'info', event: 'compliance.opt_in', asid, channel: lifted.channel, data: {} })
  }
}
