import { profileOf } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'
import { isCarrier, type Keyword, keywordOf } from '../compliance/keyword.ts'
import type { helpWords } from '../compliance/words.ts'
import type { Happening } from '../deps.ts'
import type { SystemEvent } from '../event.ts'
import type { Heard } from '../inbound/heard.ts'
import type { Partner, RehearserDeps } from './deps.ts'
import { findShown } from './queries.ts'
import { shownOf } from './shown.ts'

type Order = { keyword: Keyword; brand?: Parameters<typeof helpWords>[0] }

/** A happening with all that had to be looked up for it. */
export type Gathered =
  | { kind: 'content'; heard: Heard; order?: Order }
  /** A switch of the provider's, which it confirms itself; or the plain fact of having opted out or in. */
  | { kind: 'switch'; event: SystemEvent; order?: Order }
  | { kind: 'marks'; event: SystemEvent; optedOut: boolean }

type Whose = { agent: AgentKey; partner: Partner }

/** Nothing is open in the database meanwhile. */
export async function gatherHappening(whose: Whose, happening: Happening, deps: RehearserDeps): Promise<Gathered> {
  if (happening.kind === 'system') return switched(whose.partner, happening.system)
  const heard = await heardOf(whose, happening, deps)
  return { kind: 'content', heard, order: await orderOf(whose, heard, deps) }
}

type System = Extract<Happening, { kind: 'system' }>['system']

function switched({ channel }: Partner, system: System): Gathered {
  const event: SystemEvent = { type: 'system', kind: system }
  if (system === 'optOut' || system === 'optIn') return { kind: 'marks', event, optedOut: system === 'optOut' }
  const keyword = system === 'unsubscribed' ? 'stop' : 'start'
  return { kind: 'switch', event, ...(isCarrier(channel) && { order: { keyword } }) }
}

type Said = Exclude<Happening, { kind: 'system' }>

async function heardOf(whose: Whose, happening: Said, deps: RehearserDeps): Promise<Heard> {
  if (happening.kind === 'says') return { type: 'text', text: happening.text }
  if (happening.kind === 'taps') return tapOf(whose, happening, deps)
  const { url, mediaType, text } = happening
  return { type: 'message', message: { ...(text !== undefined && { text }), media: { url, mediaType } } }
}

/** What is not there to be tapped is as if its label had been typed. */
async function tapOf(
  { agent, partner }: Whose,
  { messageId, label, optionId }: Extract<Happening, { kind: 'taps' }>,
  { db }: RehearserDeps,
): Promise<Heard> {
  const { asid, channel } = partner
  const row = await findShown(db, agent, { asid, messageId })
  const offered = row ? shownOf(row).affordances : []
  const affordance = offered.find((one) => one.label === label && one.answer?.optionId === optionId)
  const isPicked = affordance?.answer?.intent === 'ask.time' && profileOf(channel).timePicker !== undefined
  return { type: 'tap', taps: affordance ? [{ messageId, asid, affordance }] : [], label, picked: isPicked }
}

/** As the binding of the channel says; where there is none, compliance is off. */
async function orderOf({ agent, partner }: Whose, heard: Heard, deps: RehearserDeps): Promise<Order | undefined> {
  const { channel } = partner
  const words = heard.type === 'tap' ? heard.label : heard.type === 'text' ? heard.text : heard.message.text
  // Most that is said is no keyword by any rule: the binding need not be read for it.
  if (words === undefined || !keywordOf(words, { channel, compliance: true })) return undefined
  const compliance = (await deps.channels.on(agent, channel))?.compliance?.enabled ?? false
  const keyword = keywordOf(words, { channel, compliance: compliance && heard.type !== 'tap' })
  if (!keyword) return undefined
  return { keyword, brand: compliance ? await deps.definitions.read(deps.db, agent) : undefined }
}
