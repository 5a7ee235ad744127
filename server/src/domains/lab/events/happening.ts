import type { Content, Inbound } from '../../channels/index.ts'
import type { LabDeps } from '../deps.ts'
import { unfit } from '../place.ts'
import { newestOut, noteStates } from '../queries.ts'
import type { EventOf, HandsetEvent } from './event.ts'
import { findPicked, findTapped, type Screen } from './find-offer.ts'

/** What a provider would tell of it, and what the person sees of it on their own screen. */
export type Happening = { inbounds: Inbound[]; shown?: string }

export async function happeningOf(deps: LabDeps, screen: Screen, event: HandsetEvent, id: string): Promise<Happening> {
  const who = { from: screen.at.address, at: deps.world.now() }
  if (event.type === 'typing') return { inbounds: [{ ...who, kind: 'typing' }] }
  if (event.type === 'subscribe') return { inbounds: [{ ...who, id, kind: 'subscribed' }] }
  if (event.type === 'unsubscribe') return { inbounds: [{ ...who, id, kind: 'unsubscribed' }] }
  if (event.type === 'receipt') return { inbounds: await receiptsOf(deps, screen, event) }
  const { content, shown } = await contentOf(deps, screen, event)
  return { inbounds: [{ ...who, id, kind: 'content', content }], shown }
}

type ContentEvent = EventOf<'text' | 'tap' | 'pick' | 'media' | 'location'>
type Said = { content: Content; shown: string }

async function contentOf(deps: LabDeps, screen: Screen, event: ContentEvent): Promise<Said> {
  if (event.type === 'text') return { content: event, shown: event.text }
  if (event.type === 'tap') {
    const { postback, picked, labels } = await findTapped(deps, screen, event)
    const label = event.label === postback ? (labels[0] ?? postback) : event.label
    return { content: { type: 'tap', postback, label, ...(picked && { picked }) }, shown: label }
  }
  if (event.type === 'pick') return pickedContent(deps, screen, event)
  if (event.type === 'media') {
    const { url, mediaType } = event
    return { content: { type: 'media', reference: url, ...(mediaType && { mediaType }) }, shown: '' }
  }
  const { latitude, longitude, label } = event
  const place = { latitude, longitude, ...(label && { name: label }) }
  return { content: { type: 'place', place }, shown: label ?? `${latitude}, ${longitude}` }
}

async function pickedContent(deps: LabDeps, screen: Screen, event: EventOf<'pick'>): Promise<Said> {
  const [first, ...others] = await findPicked(deps, screen, event)
  const also = others.map(({ postback }) => postback)
  const labels = [first, ...others].flatMap((offer) => offer.labels.slice(-1))
  const content: Content = {
    type: 'tap',
    postback: first.postback,
    ...(labels[0] !== undefined && { label: labels[0] }),
    ...(first.picked && { picked: true }),
    ...(also.length > 0 && { also }),
  }
  return { content, shown: labels.join(', ') || event.id }
}

/** A message of several bubbles is reported bubble by bubble, as a carrier does. */
async function receiptsOf(
  { db, world }: LabDeps,
  { agent, at }: Screen,
  { messageId, state }: EventOf<'receipt'>,
): Promise<Inbound[]> {
  const bubbles = await newestOut(db, agent, at, { messageId, most: 1000 })
  if (bubbles.length === 0) throw unfit('messageId', 'names no message on this handset')
  await noteStates(
    db,
    agent,
    bubbles.map(({ carrierId }) => ({ at, carrierId, state })),
  )
  const failure = state === 'failed' ? ({ reason: 'rejected', detail: 'The handset reported a failure' } as const) : {}
  return bubbles
    .reverse()
    .map(({ carrierId }) => ({ kind: 'receipt', channelMessageId: carrierId, state, at: world.now(), ...failure }))
}
