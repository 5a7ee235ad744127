import { type Affordance, parsePostback } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'

import type { LabDeps } from '../deps.ts'
import { createInvalidField, type HandsetAddress } from '../handset.ts'
import { listNewestOutgoing, type OutgoingBubble } from '../queries.ts'
import type { HandsetEventOf } from './handle-event.ts'

/** An item on a handset that can be tapped or picked. */
type HandsetOffer = {
  postback: string
  /** The label as the handset shows it, and the full label. */
  labels: readonly string[]
  /** The agent's id of the option. */
  optionId?: string
  /** From a native list or time picker. */
  picked: boolean
}

/**
 * Lists the items of a bubble: its chips, and the postbacks in its payload, whose labels only the affordances contain.
 */
function listOffers({ chips, native }: OutgoingBubble, affordances: readonly Affordance[] = []): HandsetOffer[] {
  const labelByPostback = new Map(
    chips.flatMap(({ label, value }) => (value === undefined ? [] : [[value, label] as const])),
  )
  const postbacks = new Set([...labelByPostback.keys(), ...postbacksIn(native)])
  return [...postbacks].map((postback) => {
    const label = labelByPostback.get(postback)
    const affordance = affordances[parsePostback(postback)?.tap ?? -1]
    const labels = [label, affordance?.label].filter((one) => one !== undefined)
    const { optionId } = affordance?.answer ?? {}
    return { postback, labels, picked: label === undefined, ...(optionId !== undefined && { optionId }) }
  })
}

function findOfferByLabel(offers: readonly HandsetOffer[], label: string): HandsetOffer | undefined {
  return (
    offers.find(({ labels }) => labels.includes(label)) ??
    offers.find(({ labels }) => labels.some((one) => normalizeLabel(one) === normalizeLabel(label)))
  )
}

const normalizeLabel = (label: string): string => label.trim().toLowerCase()

function postbacksIn(native: unknown): string[] {
  if (typeof native === 'string') return parsePostback(native) ? [native] : []
  if (typeof native !== 'object' || native === null) return []
  return Object.values(native).flatMap(postbacksIn)
}

export type HandsetContext = { agent: AgentKey; at: HandsetAddress }

/** If several items have the same label, the newest wins, because that is the one the person sees. */
export async function findTappedOffer(
  deps: LabDeps,
  { agent, at }: HandsetContext,
  { label, messageId }: HandsetEventOf<'tap'>,
): Promise<HandsetOffer> {
  const bubbles = await listNewestOutgoing(deps.db, agent, at, { messageId })
  if (messageId !== undefined && bubbles.length === 0)
    throw createInvalidField('messageId', 'is not a message on this handset')
  const sends = (offers: readonly HandsetOffer[]) => offers.find(({ postback }) => postback === label)
  const found = await findFirstOffer(deps, agent, bubbles, (offers) => sends(offers) ?? findOfferByLabel(offers, label))
  if (!found) throw createInvalidField('label', 'is not something that can be tapped on this handset')
  return found
}

/** The items in `also` must belong to the same message. */
export async function findPickedOffers(
  deps: LabDeps,
  { agent, at }: HandsetContext,
  { id, also = [] }: HandsetEventOf<'pick'>,
): Promise<[HandsetOffer, ...HandsetOffer[]]> {
  const bubbles = await listNewestOutgoing(deps.db, agent, at, {})
  const first = await findFirstOffer(deps, agent, bubbles, chooseById(id))
  if (!first) throw createInvalidField('id', 'is not something that can be picked on this handset')
  const messageId = parsePostback(first.postback)?.messageId
  const same = bubbles.filter((bubble) => bubble.messageId === messageId)
  const others = await Promise.all(also.map((one) => findFirstOffer(deps, agent, same, chooseById(one))))
  const found = others.filter((other) => other !== undefined)
  if (found.length < also.length) throw createInvalidField('also', 'is not in the same message')
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
