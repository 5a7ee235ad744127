import { parsePostback } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'
import { createInvalidField } from '../address.ts'
import type { LabDeps } from '../deps.ts'
import type { HandsetAddress } from '../handset.ts'
import { listNewestOutgoing, type OutgoingBubble } from '../queries.ts'
import type { HandsetEventOf } from './event.ts'
import { findOfferByLabel, type HandsetOffer, listOffers } from './offers.ts'

export type HandsetContext = { agent: AgentKey; at: HandsetAddress }

/** Of two with the same label the newest is meant: it is the one that a person sees. */
export async function findTappedOffer(
  deps: LabDeps,
  { agent, at }: HandsetContext,
  { label, messageId }: HandsetEventOf<'tap'>,
): Promise<HandsetOffer> {
  const bubbles = await listNewestOutgoing(deps.db, agent, at, { messageId })
  if (messageId !== undefined && bubbles.length === 0)
    throw createInvalidField('messageId', 'names no message on this handset')
  const sends = (offers: readonly HandsetOffer[]) => offers.find(({ postback }) => postback === label)
  const found = await findFirstOffer(deps, agent, bubbles, (offers) => sends(offers) ?? findOfferByLabel(offers, label))
  if (!found) throw createInvalidField('label', 'stands on nothing that can be tapped on this handset')
  return found
}

/** What `also` names must stand in the same message. */
export async function findPickedOffers(
  deps: LabDeps,
  { agent, at }: HandsetContext,
  { id, also = [] }: HandsetEventOf<'pick'>,
): Promise<[HandsetOffer, ...HandsetOffer[]]> {
  const bubbles = await listNewestOutgoing(deps.db, agent, at, {})
  const first = await findFirstOffer(deps, agent, bubbles, chooseById(id))
  if (!first) throw createInvalidField('id', 'names nothing that can be picked on this handset')
  const messageId = parsePostback(first.postback)?.messageId
  const same = bubbles.filter((bubble) => bubble.messageId === messageId)
  const others = await Promise.all(also.map((one) => findFirstOffer(deps, agent, same, chooseById(one))))
  const found = others.filter((other) => other !== undefined)
  if (found.length < also.length) throw createInvalidField('also', 'names what is not in the same message')
  return [first, ...found]
}

type ChooseOffer = (offers: readonly HandsetOffer[]) => HandsetOffer | undefined

function chooseById(id: string): ChooseOffer {
  return (offers) => offers.find(({ postback, optionId }) => postback === id || optionId === id)
}

async function findFirstOffer(
  deps: LabDeps,
  agent: AgentKey,
  bubbles: readonly OutgoingBubble[],
  choose: ChooseOffer,
): Promise<HandsetOffer | undefined> {
  for (const bubble of bubbles) {
    if (listOffers(bubble).length === 0) continue
    const rendered = await deps.readAffordances(agent, bubble.messageId)
    const found = choose(listOffers(bubble, rendered?.affordances))
    if (found) return found
  }
  return undefined
}
