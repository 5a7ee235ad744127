import { isSignal, type OutboundMessage } from '@parley/amf'
import { limitConcurrency } from '../../../platform/concurrency/concurrency.ts'
import { batch } from '../../../platform/db/batch.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isLockTimeout } from '../../../platform/db/errors.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { dayMilliseconds } from '../../../platform/world.ts'
import type { AcceptMessages, AcceptResult, SendRequest } from '../deps.ts'
import { acceptOne, type SlowPathDeps } from './accept-slow-path.ts'
import { type MessageRefusal, type ParseMessageDeps, type PreparedMessage, parseMessage } from './parse-message.ts'
import { type BatchMessage, writeConcurrency } from './queries.ts'
import { acceptBatch, messageLaneName, nudgeDispatch } from './worker.ts'

export type AcceptMessageDeps = ParseMessageDeps & SlowPathDeps

type RunLimited = <T>(act: () => Promise<T>) => Promise<T>

/** A request to many people has at most this many transactions at once, and leaves connections to other requests. */
const slowPathConcurrency = 8

type ParsedSend = PreparedMessage | { send: SendRequest; id: string; refused: MessageRefusal }

/**
 * Accepts messages. Fast path: plain messages are batched into one statement with others that arrive at the same time.
 * Everything else takes the slow path, one transaction each. Messages to one person keep their order.
 */
export function createAcceptMessages(deps: AcceptMessageDeps): AcceptMessages {
  const acceptBatched = batch((calls: BatchMessage[]) => flushBatch(calls, deps), { concurrency: writeConcurrency })

  async function acceptForOne(
    agent: AgentKey,
    parsed: readonly ParsedSend[],
    onSlowPath: RunLimited = (act) => act(),
  ): Promise<AcceptResult[]> {
    const ready = parsed.filter((one) => 'message' in one)
    // Among several messages with caller ids one may be a repeat, and the others must not overtake it.
    const isSure = ready.length === 1 || ready.every(({ callerId }) => callerId === undefined)
    const written =
      isSure && ready.every(isBatchable)
        ? await Promise.all(ready.map((one) => acceptBatched(toBatchMessage(agent, one))))
        : []
    const atOnce = new Set(ready.filter((_, index) => written[index]))
    const results: AcceptResult[] = []
    for (const one of parsed) {
      if ('refused' in one) results.push({ messageId: one.id, accepted: false, ...one.refused })
      else if (atOnce.has(one)) results.push({ messageId: one.id, accepted: true })
      else results.push(await onSlowPath(() => acceptWithProof(agent, one, deps)))
    }
    return results
  }

  return async (agent, sends) => {
    const parsed = await Promise.all(sends.map((send) => parseSend(agent, send, deps)))
    const groups = [...Map.groupBy(parsed, ({ send }) => send.asid).values()]
    if (groups.length === 1) return acceptForOne(agent, parsed)
    const onSlowPath = limitConcurrency(slowPathConcurrency)
    const answered = await Promise.all(groups.map((group) => acceptForOne(agent, group, onSlowPath)))
    const results = new Map(groups.flatMap((group, at) => group.map((one, index) => [one, answered[at]?.[index]])))
    return parsed.map((one) => results.get(one) as AcceptResult)
  }
}

async function acceptWithProof(
  agent: AgentKey,
  ready: PreparedMessage,
  deps: AcceptMessageDeps,
): Promise<AcceptResult> {
  await agent.proof?.verify()
  return acceptOne(agent, ready, deps)
}

async function parseSend(agent: AgentKey, send: SendRequest, deps: AcceptMessageDeps): Promise<ParsedSend> {
  const id = deps.world.newId('msg')
  const read = await parseMessage(agent, send.message, deps)
  if ('refused' in read) return { send, id, refused: read.refused }
  const { id: own, ...message } = read.message
  return { send, id, callerId: callerIdOf(send, own), message: message as OutboundMessage }
}

/** Ids of members are apart from those of the agent. */
function callerIdOf({ author, inReplyTo }: SendRequest, own: string | undefined): string | undefined {
  if (author) return author.id === undefined ? undefined : `desk ${author.userId} ${author.id}`
  return own ?? (inReplyTo && `${inReplyTo.eventId}.${inReplyTo.index}`)
}

function isBatchable({ message, send }: PreparedMessage): boolean {
  return !isSignal(message) && message.delivery === undefined && !send.sandbox && !send.author
}

function toBatchMessage(agent: AgentKey, { send, id, callerId, message }: PreparedMessage): BatchMessage {
  const { asid, priority = 'now' } = send
  const lane = messageLaneName(agent.key, { asid, priority })
  const eventId = send.inReplyTo?.eventId
  const tokenHash = agent.proof?.hash
  return {
    agentKey: agent.key,
    tokenHash,
    asid,
    lane,
    id,
    callerId,
    message: JSON.stringify(message),
    priority,
    eventId,
  }
}

const minute = 60_000

async function flushBatch(
  calls: BatchMessage[],
  { db, world }: { db: Db; world: AcceptMessageDeps['world'] },
): Promise<boolean[]> {
  const now = world.now()
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const moment = {
    now,
    // A little less than the length of a session: sessions near their end take the slow path.
    liveSince: before(28 * minute),
    touchBefore: before(minute),
    windowOpenSince: before(dayMilliseconds),
  }
  const written = await acceptBatch(db, calls, moment).catch((error) => {
    if (!isLockTimeout(error)) throw error
    return calls.map(() => false)
  })
  if (written.includes(true)) nudgeDispatch(db)
  return written
}
