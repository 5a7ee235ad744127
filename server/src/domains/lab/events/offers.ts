import { type Affordance, parsePostback } from '@parley/amf'
import type { OutgoingBubble } from '../queries.ts'

/** Something on a handset that can be tapped or picked. */
export type HandsetOffer = {
  postback: string
  /** As the handset shows it, and in full. */
  labels: readonly string[]
  /** What the agent called the option. */
  optionId?: string
  /** From a native list or time picker. */
  picked: boolean
}

/** What a bubble offers: its chips, and what its payload holds besides, which only the affordances have words for. */
export function listOffers({ chips, native }: OutgoingBubble, affordances: readonly Affordance[] = []): HandsetOffer[] {
  const shown = new Map(chips.flatMap(({ label, value }) => (value === undefined ? [] : [[value, label] as const])))
  const postbacks = new Set([...shown.keys(), ...postbacksIn(native)])
  return [...postbacks].map((postback) => {
    const label = shown.get(postback)
    const affordance = affordances[parsePostback(postback)?.tap ?? -1]
    const labels = [label, affordance?.label].filter((one) => one !== undefined)
    const { optionId } = affordance?.answer ?? {}
    return { postback, labels, picked: label === undefined, ...(optionId !== undefined && { optionId }) }
  })
}

export function findOfferByLabel(offers: readonly HandsetOffer[], label: string): HandsetOffer | undefined {
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
