import { readPostback } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { LabDeps } from '../deps.ts'
import type { HandsetPlace } from '../handset.ts'
import { unfit } from '../place.ts'
import { newestOut, type OutBubble } from '../queries.ts'
import type { EventOf } from './event.ts'
import { labelled, type Offer, offersOf } from './offers.ts'

export type Screen = { agent: AgentKey; at: HandsetPlace }

/** Of two with the same label the newest is meant: it is the one that a person sees. */
export async function findTapped(
  deps: LabDeps,
  { agent, at }: Screen,
  { label, messageId }: EventOf<'tap'>,
): Promise<Offer> {
  const bubbles = await newestOut(deps.db, agent, at, { messageId })
  if (messageId !== undefined && bubbles.length === 0) throw unfit('messageId', 'names no message on this handset')
  const sends = (offers: readonly Offer[]) => offers.find(({ postback }) => postback === label)
  const found = await firstOffer(deps, agent, bubbles, (offers) => sends(offers) ?? labelled(offers, label))
  if (!found) throw unfit('label', 'stands on nothing that can be tapped on this handset')
  return found
}

/** What `also` names must stand in the same message. */
export async function findPicked(
  deps: LabDeps,
  { agent, at }: Screen,
  { id, also = [] }: EventOf<'pick'>,
): Promise<[Offer, ...Offer[]]> {
  const bubbles = await newestOut(deps.db, agent, at, {})
  const first = await firstOffer(deps, agent, bubbles, named(id))
  if (!first) throw unfit('id', 'names nothing that can be picked on this handset')
  const messageId = readPostback(first.postback)?.messageId
  const same = bubbles.filter((bubble) => bubble.messageId === messageId)
  const others = await Promise.all(also.map((one) => firstOffer(deps, agent, same, named(one))))
  const found = others.filter((other) => other !== undefined)
  if (found.length < also.length) throw unfit('also', 'names what is not in the same message')
  return [first, ...found]
}

type Choose = (offers: readonly Offer[]) => Offer | undefined

function named(id: string): Choose {
  return (offers) => offers.find(({ postback, optionId }) => postback === id || optionId === id)
}

async function firstOffer(
  deps: LabDeps,
  agent: AgentKey,
  bubbles: readonly OutBubble[],
  choose: Choose,
): Promise<Offer | undefined> {
  for (const bubble of bubbles) {
    if (offersOf(bubble).length === 0) continue
    const rendered = await deps.rendered(agent, bubble.messageId)
    const found = choose(offersOf(bubble, rendered?.affordances))
    if (found) return found
  }
  return undefined
}
