import { getProfile } from '@parley/amf'
import { batch } from '../../../platform/db/batch.ts'
import { isLockTimeout, isUnavailable } from '../../../platform/db/errors.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { personProfiles } from '../../people/index.ts'
import { nudgeEvents } from '../events/worker.ts'
import { writeConcurrency } from '../messages/queries.ts'
import { liveSince } from '../sessions/session.ts'
import type { InboundDeps } from './deps.ts'
import { interpretContent } from './interpret-content.ts'
import type { InboundItem, InboundResult } from './process.ts'
import { type BatchContent, type ReceivedContent, receiveBatch } from './queries.ts'

type BatchDeps = Pick<InboundDeps, 'db' | 'world' | 'log'>

/**
 * Fast path: messages of known people in open sessions, without keyword, open question or member of the desk, are
 * batched into one statement. Returns undefined for an item that needs the slow path.
 */
export function createReceiveBatched(
  deps: BatchDeps,
): (agent: AgentKey, item: InboundItem) => Promise<InboundResult | undefined> {
  const receive = batch((contents: BatchContent[]) => flushBatch(contents, deps), { concurrency: writeConcurrency })
  return async (agent, item) => {
    const content = toBatchContent(agent, item, deps)
    const received = content && (await receive(content))
    return content && received && toResult(content, received)
  }
}

function toBatchContent(agent: AgentKey, item: InboundItem, { world }: BatchDeps): BatchContent | undefined {
  const { binding, from, payload } = item
  if (payload.kind !== 'content' || payload.command || payload.startsConversation) return undefined
  if (payload.content.type === 'tap') return undefined
  const [event] = interpretContent(payload.content, []).events
  return (
    event && {
      agentKey: agent.key,
      ...from,
      provider: binding.provider,
      needsDisclaimer: binding.compliance?.enabled ?? false,
      threadId: item.conversationId,
      inboundId: item.id,
      eventId: world.newId('evt'),
      type: event.type,
      event: JSON.stringify(event),
      writtenAt: item.at,
      windowHours: getProfile(from.channel).windowHours,
    }
  )
}

/** The first of each address: the others follow it on the slow path, which sees what the first one changed. */
async function flushBatch(
  contents: readonly BatchContent[],
  { db, world, log }: BatchDeps,
): Promise<(ReceivedContent | undefined)[]> {
  const firsts = new Map(contents.toReversed().map((content) => [addressOf(content), content]))
  const now = world.now()
  const moment = { now, liveSince: liveSince(now), seenSince: personProfiles.seenJustNowSince(now) }
  const received = await receiveBatch(db, [...firsts.values()], moment).catch((error) => {
    if (isUnavailable(error)) throw error
    // One item must not fail the others: the slow path processes each by itself.
    if (!isLockTimeout(error)) log.warn({ err: error }, 'messages could not be received together')
    return new Map<string, ReceivedContent>()
  })
  if (received.size > 0) nudgeEvents(db)
  return contents.map(({ eventId }) => received.get(eventId))
}

const addressOf = ({ agentKey, channel, address }: BatchContent): string => `${agentKey} ${channel} ${address}`

function toResult({ type }: BatchContent, { eventId, asid, sessionId, channel }: ReceivedContent): InboundResult {
  const data = { type, eventId }
  return {
    received: { asid, eventId },
    logs: [{ asid, channel, sessionId, level: 'info', event: 'channel.inbound', data }],
  }
}
