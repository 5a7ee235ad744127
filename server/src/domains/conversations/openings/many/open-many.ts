import type { AgentKey } from '../../../../platform/http/route.ts'
import { takingTurns } from '../../../../platform/thread/turns.ts'
import { DispatchFailed } from '../../../channels/index.ts'
import { setMessage } from '../../dispatch/queries/hand-overs.ts'
import { keyOf } from '../../dispatch/queries/message-row.ts'
import { targetFinder } from '../../dispatch/queries/targets.ts'
import { capableSince } from '../capability.ts'
import { type CarryDeps, fail } from '../carry.ts'
import type { Open, Opened, OpenerDeps, Opening, OpenMany } from '../deps.ts'
import { messageIdOf } from '../message.ts'
import { handOverTogether, type Left } from './hand-over.ts'
import { readBegun, readFacts } from './queries/facts.ts'
import { readerOf } from './reading.ts'
import { type Plain, type Sorted, sort } from './sort.ts'
import { takeDownTogether } from './take-down.ts'
import { type Arrived, carryingOf, writeDownTogether } from './write-down.ts'

type Call = { agent: AgentKey; signal: AbortSignal }

/** So many of a batch that go their own way are on it at once. */
const mostAlone = 8

export function manyOpenerOf(given: OpenerDeps, open: Open): OpenMany {
  const deps = { ...given, findTarget: targetFinder(given.db) }
  return async (agent, openings, signal) => {
    const call = { agent, signal }
    const inTurn = takingTurns(mostAlone)
    const alone = (opening: Opening) => inTurn(() => open(agent, opening, signal))
    const sorted = await sortAll(agent, openings, deps)
    const together = openTogether(call, sorted.flatMap(plainIn), { ...deps, alone })
    return settled(
      openings.map(async (opening, index) => {
        const place = sorted[index] as Sorted | 'after'
        if (place === 'after') await Promise.allSettled([together])
        if (typeof place === 'string') return alone(opening)
        if ('answer' in place) return place.answer
        return (await together).get(opening) as Promise<Opened>
      }),
    )
  }
}

const plainIn = (sorted: Sorted | 'after'): Plain[] =>
  typeof sorted === 'object' && 'plain' in sorted ? [sorted.plain] : []

/** Whatever breaks for one, the others are seen to their end before that is told. */
async function settled<T>(promises: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

/** What was begun before is gone on with alone. Of several to one person all but the first come after the others. */
async function sortAll(agent: AgentKey, openings: readonly Opening[], deps: CarryDeps): Promise<(Sorted | 'after')[]> {
  const now = deps.world.now()
  const asids = openings.map(({ asid }) => asid)
  const messageIds = openings.map(({ id }) => messageIdOf(id))
  const [all, begun, bindings] = await Promise.all([
    readFacts(deps.db, agent, asids, capableSince(now)),
    readBegun(deps.db, agent, messageIds),
    deps.channels.of(agent),
  ])
  const read = readerOf(agent, deps)
  const firsts = new Set(new Map(openings.toReversed().map((opening) => [opening.asid, opening])).values())
  const { adapterFor } = deps.channels
  return Promise.all(
    openings.map(async (opening, index) => {
      const messageId = messageIds[index] as string
      if (!firsts.has(opening)) return 'after'
      if (begun.has(messageId)) return 'alone'
      const outgoing = await read(opening.message)
      if ('answer' in outgoing) return outgoing
      const facts = all[index] as (typeof all)[number]
      return sort({ opening, messageId, ...outgoing, facts, bindings, adapterFor, now })
    }),
  )
}

type TogetherDeps = CarryDeps & { alone(opening: Opening): Promise<Opened> }

async function openTogether(
  call: Call,
  plains: readonly Plain[],
  deps: TogetherDeps,
): Promise<Map<Opening, Promise<Opened>>> {
  const rows = await takeDownTogether(call.agent, plains, deps)
  const leaving = plains.flatMap((plain) => {
    const row = rows.get(plain.messageId)
    return row ? [{ ...plain, row }] : []
  })
  const left = await handOverTogether(call, leaving, deps)
  const arrived = left.filter(hasArrived)
  const written = await writeDownTogether(call, arrived, deps)
  const opened = new Map(arrived.map(({ opening }, index) => [opening, written[index] as Promise<Opened>]))
  for (const one of left) if (!hasArrived(one)) opened.set(one.opening, goOn(call, one, deps))
  for (const { opening } of plains) if (!opened.has(opening)) opened.set(opening, deps.alone(opening))
  return opened
}

const hasArrived = (left: Left): left is Arrived => left.outcome !== 'back' && !(left.outcome instanceof DispatchFailed)

/** What the channel has not taken; and what has not left is no longer on its way. */
async function goOn(call: Call, left: Left, deps: TogetherDeps): Promise<Opened> {
  const { opening, row, outcome, adapter } = left
  if (outcome instanceof DispatchFailed) return fail(carryingOf(call, left), outcome, { adapter, deps })
  if (row.handing) await setMessage(deps.db, call.agent, keyOf(row), { handing: false })
  return deps.alone(opening)
}
