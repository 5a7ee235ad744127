import type { AgentKey } from '../../../../platform/http/route.ts'
import { takingTurns } from '../../../../platform/thread/turns.ts'
import { capableSince } from '../capability.ts'
import type { Open, Opened, OpenerDeps, Opening, OpenMany } from '../deps.ts'
import { messageIdOf } from '../message.ts'
import { readBegun, readFacts } from './queries/facts.ts'
import { readerOf } from './reading.ts'
import { type Plain, type Sorted, sort } from './sort.ts'
import { openTogether } from './together.ts'

/** So many of a batch that go their own way are on it at once. */
const mostAlone = 8

export function manyOpenerOf(deps: OpenerDeps, open: Open): OpenMany {
  return (agent, openings, signal) => {
    const inTurn = takingTurns(mostAlone)
    const alone = (opening: Opening) => inTurn(() => open(agent, opening, signal))
    const sorted = sortAll(agent, openings, deps)
    const together = sorted.then((all) => openTogether({ agent, signal }, all.flatMap(plainIn), { ...deps, alone }))
    const opened: Promise<Opened>[] = openings.map(async (opening, index) => {
      const place = (await sorted)[index] as Place
      if (place === 'alone') return alone(opening)
      if ('answer' in place) return place.answer
      if ('plain' in place) return (await together).get(opening) as Promise<Opened>
      await Promise.allSettled([opened[place.after]])
      return alone(opening)
    })
    for (const one of [together, ...opened]) one.catch(() => undefined)
    return opened
  }
}

/** `after`: the place of the first to the same person. */
type Place = Sorted | { after: number }

const plainIn = (place: Place): Plain[] => (typeof place === 'object' && 'plain' in place ? [place.plain] : [])

/** What was begun before is gone on with alone. Of several to one person all but the first come after it. */
async function sortAll(agent: AgentKey, openings: readonly Opening[], deps: OpenerDeps): Promise<Place[]> {
  const now = deps.world.now()
  const asids = openings.map(({ asid }) => asid)
  const messageIds = openings.map(({ id }) => messageIdOf(id))
  const [all, begun, bindings] = await Promise.all([
    readFacts(deps.db, agent, asids, capableSince(now)),
    readBegun(deps.db, agent, messageIds),
    deps.channels.of(agent),
  ])
  const read = readerOf(agent, deps)
  const firsts = new Map(asids.map((asid, index) => [asid, index] as const).toReversed())
  const { adapterFor } = deps.channels
  return Promise.all(
    openings.map(async (opening, index) => {
      const messageId = messageIds[index] as string
      const after = firsts.get(opening.asid) as number
      if (after !== index) return { after }
      if (begun.has(messageId)) return 'alone'
      const outgoing = await read(opening.message)
      if ('answer' in outgoing) return outgoing
      const facts = all[index] as (typeof all)[number]
      return sort({ opening, messageId, ...outgoing, facts, bindings, adapterFor, now })
    }),
  )
}
