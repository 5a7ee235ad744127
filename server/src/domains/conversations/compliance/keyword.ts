import { type Channel, carrierChannels, isCarrierChannel } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { type ChannelAddress, stopList } from '../../people/index.ts'
import type { SystemEvent } from '../event.ts'

/** Carriers require these keywords to be obeyed, whatever the agent is doing. */
export type Keyword = 'stop' | 'start' | 'help'

const defaultKeywords: Record<string, Keyword> = {
  stop: 'stop',
  unsubscribe: 'stop',
  stopall: 'stop',
  revoke: 'stop',
  optout: 'stop',
  'opt out': 'stop',
  start: 'start',
  unstop: 'start',
}
const complianceKeywords: Record<string, Keyword> = { cancel: 'stop', end: 'stop', quit: 'stop', help: 'help' }

const maxKeywordLength = 40
const invisible = /\p{Cf}|\p{Variation_Selector}/gu

/** The carrier channels: a STOP on one of them covers the same number on the others. */

/** Returns the keyword if a person's text is exactly one; case and punctuation do not matter. */
export function parseKeyword(text: string, { channel, compliance }: { channel: Channel; compliance: boolean }) {
  if (!isCarrierChannel(channel) || text.length > maxKeywordLength) return undefined
  const normalized = normalizeText(text)
  return (
    lookUpKeyword(defaultKeywords, normalized) ??
    (compliance ? lookUpKeyword(complianceKeywords, normalized) : undefined)
  )
}

function normalizeText(text: string): string {
  const plain = text.normalize('NFKC').replace(invisible, '').toLowerCase()
  return plain.replace(/\p{P}/gu, ' ').replace(/\s+/g, ' ').trim()
}

const lookUpKeyword = (words: Record<string, Keyword>, normalized: string): Keyword | undefined =>
  Object.hasOwn(words, normalized) ? words[normalized] : undefined

/** Replies to keywords, in the language of the keywords. */

type Brand = Pick<AgentDefinition, 'agent' | 'identity'>

export const formatOptOutReply = ({ agent }: Brand): string =>
  `${agent.name}: you are unsubscribed and will get no more messages. Reply START to get them again.`

export const formatOptInReply = ({ agent }: Brand): string =>
  `${agent.name}: you are subscribed again. Reply HELP for help, STOP to unsubscribe.`

/** Contact details, as far as the agent's identity contains them. */
export function formatHelpReply({ agent, identity }: Brand): string {
  const { contactPhone, contactEmail, websiteUrl, contactAvailability } = identity
  const ways = [
    contactPhone && `call ${contactPhone}`,
    contactEmail && `write to ${contactEmail}`,
    websiteUrl && `see ${websiteUrl}`,
  ]
  const known = ways.filter((way) => way)
  const help = known.length > 0 ? `for help ${known.join(' or ')}.` : 'reply here and we will help.'
  const availability = contactAvailability?.trim()
  return [`${agent.name}: ${help}`, availability, 'Reply STOP to unsubscribe.'].filter(Boolean).join(' ')
}

export const formatDefaultDisclaimer = ({ agent }: Brand): string =>
  `You are now talking with ${agent.name}. Messages may be written by an AI assistant. Message and data rates may apply. Reply HELP for help, STOP to unsubscribe.`

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
