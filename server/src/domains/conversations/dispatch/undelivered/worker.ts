import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { continueAt, defineWork, finish, retry, type WorkOutcome } from '../../../../platform/work/index.ts'
import { channelMessageIdOf, DispatchFailedError } from '../../../channels/index.ts'
import { findMessage, lockMessage } from '../../initiations/queries.ts'
import type { DispatchDeps } from '../deps.ts'
import { createAdapterTools } from '../dispatch-bubble.ts'
import { findNextRoute, moveToNextChannel } from '../failure.ts'
import type { MessageRow } from '../queries/message-row.ts'
import type { DispatchTarget } from '../queries/targets.ts'
import { isUndeliveredOn } from './policy.ts'
import { type DeadlineRow, deleteDeadline } from './queries.ts'

const work = {
  kind: 'conversations.undelivered',
  table: 'delivery_deadlines',
  key: ['agent_key', 'message_id', 'channel'],
} as const

/** A message that can no longer be revoked still moves on, because its person may not have it. */
const revokeDelaysSeconds = [2, 8]
/** A provider may report a delivery that happened right before the message was revoked. */
const graceMilliseconds = 5_000

type DeadlineColumns = { revoked_at?: Date }

/** Moves messages to the next channel of their policy that no receipt has reported as delivered in time. */
export function undeliveredWork(deps: DispatchDeps) {
  return defineWork({
    ...work,
    concurrency: 8,
    timeoutSeconds: 60,
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 2, maxSeconds: 300 },
    maxCrashes: 100_000,
    async perform(deadline, { signal, attempt }): Promise<WorkOutcome<DeadlineColumns>> {
      const agent = (await deps.findAgent(deadline.agent_key))?.agent
      if (!agent) return finish()
      const message = await findMessage(deps.db, agent, deadline.message_id)
      const route = message && (await findUndeliveredRoute(deps.db, agent, { message, deadline }, deps))
      if (!route) return finish({ write: (tx) => deleteDeadline(tx, agent, deadline) })
      const revoked = deadline.revoked_at ? undefined : await revoke(agent, { message, signal, attempt }, deps)
      if (revoked) return revoked
      return finish({ write: (tx) => fallBackIfUndelivered(tx, agent, deadline, deps) })
    },
  })
}

type DeadlineCheck = { message: MessageRow; deadline: DeadlineRow }

/** Undefined if the message has arrived or ended, the person has opted out, or no other channel reaches them. */
async function findUndeliveredRoute(db: Db, agent: AgentKey, { message, deadline }: DeadlineCheck, deps: DispatchDeps) {
  if (!isUndeliveredOn(message, deadline.channel)) return undefined
  const target = await findTargetOf(agent, message, deps)
  // A member who holds the conversation decides how to go on.
  if (target?.stopped || (target?.held && message.author === null)) return undefined
  return findNextRoute(db, agent, { row: message, because: 'undelivered' }, deps)
}

const findTargetOf = ({ key }: AgentKey, { asid, channel }: MessageRow, { findTarget }: DispatchDeps) =>
  findTarget({ agentKey: key, asid, channel: channel as DispatchTarget['channel'] })

/** Decides again under the message's lock, so that a receipt or another process cannot come in between. */
async function fallBackIfUndelivered(
  tx: Db,
  agent: AgentKey,
  deadline: DeadlineRow,
  deps: DispatchDeps,
): Promise<void> {
  await deleteDeadline(tx, agent, deadline)
  const message = await lockMessage(tx, agent, deadline.message_id)
  if (!message || !isUndeliveredOn(message, deadline.channel)) return
  const route = await findNextRoute(tx, agent, { row: message, because: 'undelivered' }, deps)
  if (!route) return
  const { asid, session_id: sessionId } = message
  const data = { messageId: message.id, from: message.channel, to: route.destination.channel }
  const channel = message.channel as DispatchTarget['channel']
  deps.writeLog(agent, { level: 'info', event: 'message.undelivered', asid, sessionId, channel, data })
  await moveToNextChannel(tx, agent, { row: message, route }, deps)
}

type Revocation = { message: MessageRow; signal: AbortSignal; attempt: number }

/** Returns undefined where the provider cannot revoke, or did not respond repeatedly. */
async function revoke(
  agent: AgentKey,
  { message, signal, attempt }: Revocation,
  deps: DispatchDeps,
): Promise<WorkOutcome<DeadlineColumns> | undefined> {
  const binding = await deps.channels.findByChannel(agent, message.channel as DispatchTarget['channel'])
  const adapter = binding && deps.channels.findAdapter(binding)
  const target = adapter?.revoke && (await findTargetOf(agent, message, deps))
  if (!adapter?.revoke || !target || binding?.provider !== message.provider) return undefined
  try {
    for (let bubble = 0; bubble < (message.bubbles ?? 1); bubble++) {
      const sent = { channelMessageId: channelMessageIdOf(message.id, bubble), to: target.address }
      await adapter.revoke(sent, binding, createAdapterTools({ signal }, deps))
    }
  } catch (error) {
    if (!(error instanceof DispatchFailedError)) throw error
    const seconds = error.retry === 'never' ? undefined : revokeDelaysSeconds[attempt - 1]
    if (seconds === undefined) return undefined
    return retry(error, { at: new Date(deps.world.now().getTime() + seconds * 1000) })
  }
  const now = deps.world.now()
  return continueAt(new Date(now.getTime() + graceMilliseconds), { set: { revoked_at: now } })
}
