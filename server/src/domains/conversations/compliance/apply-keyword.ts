import type { AgentDefinition } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { type ChannelAddress, stopList } from '../../people/index.ts'
import type { SystemEvent } from '../event.ts'
import { carrierChannels, isCarrierChannel, type Keyword } from './keyword.ts'
import { formatHelpReply, formatOptInReply, formatOptOutReply } from './keyword-replies.ts'

/** The result of a keyword: the event for the agent, the reply to the person, and the log line. */
export type KeywordResult = {
  events: SystemEvent[]
  reply?: string
  logEvent?: `compliance.${'opt_out' | 'opt_in' | 'help'}`
}

/** `brand` is set where keywords get a reply: on a binding with compliance on. */
export type KeywordCommand = {
  keyword: Keyword
  at: ChannelAddress
  brand?: Pick<AgentDefinition, 'agent' | 'identity'>
}

/** Applies a keyword; undefined if it has no effect here and is therefore an ordinary message. */
export async function applyKeyword(
  tx: Db,
  agent: AgentKey,
  order: KeywordCommand,
  world: World,
): Promise<KeywordResult | undefined> {
  const { keyword, at, brand } = order
  if (keyword === 'help') return brand && { events: [], reply: formatHelpReply(brand), logEvent: 'compliance.help' }
  if (keyword === 'stop') return (await addStop(tx, agent, at, world)) ? optOutResult(brand) : { events: [] }
  return (await removeStop(tx, agent, at)) ? optInResult(brand) : undefined
}

/** Returns false if the address was already stopped, so that the person is notified once. */
export async function addStop(tx: Db, agent: AgentKey, at: ChannelAddress, world: World): Promise<boolean> {
  if (await stopList.isOptedOut(tx, agent, at)) return false
  await stopList.optOut(tx, agent, at, world)
  return true
}

export async function removeStop(tx: Db, agent: AgentKey, at: ChannelAddress): Promise<boolean> {
  if (!(await isAddressStopped(tx, agent, at))) return false
  for (const covered of listCoveredAddresses(at)) await stopList.optIn(tx, agent, covered)
  return true
}

const optOutResult = (brand: KeywordCommand['brand']): KeywordResult => ({
  events: [{ type: 'system', kind: 'optOut' }],
  reply: brand && formatOptOutReply(brand),
  logEvent: 'compliance.opt_out',
})

const optInResult = (brand: KeywordCommand['brand']): KeywordResult => ({
  events: [{ type: 'system', kind: 'optIn' }],
  reply: brand && formatOptInReply(brand),
  logEvent: 'compliance.opt_in',
})

/** Returns every address that a STOP covers: on the gateway, a STOP on rcs or sms covers both for that number. */
function listCoveredAddresses(at: ChannelAddress): ChannelAddress[] {
  return isCarrierChannel(at.channel) ? carrierChannels.map((channel) => ({ ...at, channel })) : [at]
}

/** Whether nothing may be sent to this address until a START. */
export async function isAddressStopped(db: Db, agent: AgentKey, at: ChannelAddress): Promise<boolean> {
  for (const covered of listCoveredAddresses(at)) if (await stopList.isOptedOut(db, agent, covered)) return true
  return false
}
