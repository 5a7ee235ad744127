import { isSignal, type OutboundMessage } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Accept, Accepted, Send } from '../deps.ts'
import { type CarefulDeps, takeCarefully } from './careful.ts'
import { type ReadDeps, type Refused, readOutgoing } from './outgoing.ts'
import { gather, isLocked, type Plain, writesAtOnce } from './queries.ts'
import { dayMilliseconds, type Ready } from './ready.ts'
import { lineName, nudgeDispatch, takeAtAGlance } from './worker.ts'

export type AcceptDeps = ReadDeps & CarefulDeps

type Given = Ready | { send: Send; id: string; refused: Refused }

/**
 * Accepts messages. What needs no second thought is gathered with others that arrive at the same time; the rest is
 * looked at with care, each in a transaction of its own. Messages to one person keep their order.
 */
export function accepterOf(deps: AcceptDeps): Accept {
  const glance = gather((calls: Plain[]) => takeTogether(calls, deps), { atOnce: writesAtOnce })

  async function acceptForOne(agent: AgentKey, given: readonly Given[]): Promise<Accepted[]> {
    const ready = given.filter((one) => 'message' in one)
    // Of several with ids of their own one may be a repeat, and the others must not overtake it.
    const isSure = ready.length === 1 || ready.every(({ callerId }) => callerId === undefined)
    const taken =
      isSure && ready.every(isPlain) ? await Promise.all(ready.map((one) => glance(plainOf(agent, one)))) : []
    const atOnce = new Set(ready.filter((_, index) => taken[index]))
    const results: Accepted[] = []
    for (const one of given) {
      if ('refused' in one) results.push({ messageId: one.id, accepted: false, ...one.refused })
      else if (atOnce.has(one)) results.push({ messageId: one.id, accepted: true })
      else results.push(await takeProven(agent, one, deps))
    }
    return results
  }

  return async (agent, sends) => {
    const given = await Promise.all(sends.map((send) => readSend(agent, send, deps)))
    const groups = [...Map.groupBy(given, ({ send }) => send.asid).values()]
    if (groups.length === 1) return acceptForOne(agent, given)
    const answered = await Promise.all(groups.map((group) => acceptForOne(agent, group)))
    const results = new Map(groups.flatMap((group, at) => group.map((one, index) => [one, answered[at]?.[index]])))
    return given.map((one) => results.get(one) as Accepted)
  }
}

async function takeProven(agent: AgentKey, ready: Ready, deps: AcceptDeps): Promise<Accepted> {
  await agent.proof?.prove()
  return takeCarefully(agent, ready, deps)
}

async function readSend(agent: AgentKey, send: Send, deps: AcceptDeps): Promise<Given> {
  const id = deps.world.newId('msg')
  const read = await readOutgoing(agent, send.message, deps)
  if ('refused' in read) return { send, id, refused: read.refused }
  const { id: own, ...message } = read.message
  const answering = send.answers && `${send.answers.eventId}.${send.answers.index}`
  return { send, id, callerId: own ?? answering, message: message as OutboundMessage }
}

function isPlain({ message, send }: Ready): boolean {
  return !isSignal(message) && message.delivery === undefined && !send.rehearsed
}

function plainOf(agent: AgentKey, { send, id, callerId, message }: Ready): Plain {
  const { asid, line = 'now' } = send
  const lane = lineName(agent.key, { asid, line })
  const eventId = send.answers?.eventId
  const tokenHash = agent.proof?.hash
  return { agentKey: agent.key, tokenHash, asid, lane, id, callerId, message: JSON.stringify(message), line, eventId }
}

const minute = 60_000

async function takeTogether(calls: Plain[], { db, world }: { db: Db; world: AcceptDeps['world'] }): Promise<boolean[]> {
  const now = world.now()
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const moment = {
    now,
    // A little less than a session lasts: whoever is near its end is looked at with care.
    liveSince: before(28 * minute),
    touchBefore: before(minute),
    windowOpenSince: before(dayMilliseconds),
  }
  const taken = await takeAtAGlance(db, calls, moment).catch((error) => {
    if (!isLocked(error)) throw error
    return calls.map(() => false)
  })
  if (taken.includes(true)) nudgeDispatch(db)
  return taken
}
