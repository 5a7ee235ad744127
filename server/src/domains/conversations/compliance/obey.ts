import type { AgentDefinition } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { type ChannelAddress, stopList } from '../../people/index.ts'
import type { SystemEvent } from '../event.ts'
import type { Keyword } from './keyword.ts'
import { coveredWith, isStopped } from './stopped.ts'
import { helpWords, startWords, stopWords } from './words.ts'

/** What came of a keyword: what the agent hears, what the person is answered, and what the log says. */
export type Obeyed = { events: SystemEvent[]; says?: string; logged?: `compliance.${'opt_out' | 'opt_in' | 'help'}` }

/** `brand` is given where keywords are answered: a binding with compliance on. */
export type Order = { keyword: Keyword; at: ChannelAddress; brand?: Pick<AgentDefinition, 'agent' | 'identity'> }

/** Does what a keyword orders; undefined when it orders nothing here, and so is a message like any other. */
export async function obey(tx: Db, agent: AgentKey, order: Order, world: World): Promise<Obeyed | undefined> {
  const { keyword, at, brand } = order
  if (keyword === 'help') return brand && { events: [], says: helpWords(brand), logged: 'compliance.help' }
  if (keyword === 'stop') return (await stop(tx, agent, at, world)) ? stopped(brand) : { events: [] }
  return (await lift(tx, agent, at)) ? lifted(brand) : undefined
}

/** False when it was so already: the person is told once. */
export async function stop(tx: Db, agent: AgentKey, at: ChannelAddress, world: World): Promise<boolean> {
  if (await stopList.isOptedOut(tx, agent, at)) return false
  await stopList.optOut(tx, agent, at, world)
  return true
}

export async function lift(tx: Db, agent: AgentKey, at: ChannelAddress): Promise<boolean> {
  if (!(await isStopped(tx, agent, at))) return false
  for (const covered of coveredWith(at)) await stopList.optIn(tx, agent, covered)
  return true
}

const stopped = (brand: Order['brand']): Obeyed => ({
  events: [{ type: 'system', kind: 'optOut' }],
  says: brand && stopWords(brand),
  logged: 'compliance.opt_out',
})

const lifted = (brand: Order['brand']): Obeyed => ({
  events: [{ type: 'system', kind: 'optIn' }],
  says: brand && startWords(brand),
  logged: 'compliance.opt_in',
})
