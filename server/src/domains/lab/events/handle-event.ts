import { httpUrl } from '@parley/findings'
import { z } from 'zod'
import { problem } from '../../../platform/http/problem.ts'
import type { Inbound, InboundContentBody, LiveBinding } from '../../channels/index.ts'
import type { LabDeps } from '../deps.ts'
import { createInvalidField, MessageState } from '../handset.ts'
import { findUserId, insertIncomingMessage, listNewestOutgoing, recordStates } from '../queries.ts'
import { findPickedOffers, findTappedOffer, type HandsetContext } from './find-offer.ts'

/**
 * Reports the person's action to the gateway, as a provider would. The handset shows it before any answer can arrive.
 */
export async function handleHandsetEvent(
  deps: LabDeps,
  screen: HandsetContext,
  event: HandsetEvent,
): Promise<z.input<typeof HandsetEventResult>> {
  const { db, world, receive } = deps
  const { agent, at } = screen
  const binding = await labBinding(deps, screen)
  const id = world.newId('lab')
  const { inbounds, screenText } = await toHandsetAction(deps, screen, event, id)
  if (screenText !== undefined)
    await insertIncomingMessage(db, agent, at, { id, native: event, text: screenText, now: world.now() })
  try {
    const [received] = await receive(agent, binding, inbounds)
    const userId = received?.asid ?? (await findUserId(db, agent, at))
    return { ...(userId !== undefined && { userId }), eventId: received?.eventId ?? id }
  } catch (error) {
    if (screenText !== undefined) await recordStates(db, agent, [{ at, carrierId: id, state: 'failed' }])
    throw error
  }
}

/** A handset can only write on a channel that the agent is bound to through the lab. */
async function labBinding({ channels }: LabDeps, { agent, at }: HandsetContext): Promise<LiveBinding> {
  const binding = await channels.findByChannel(agent, at.channel)
  if (!binding) throw conflict(`The agent has no ${at.channel} binding: bind it as a managed channel first`)
  if (!isLabBinding(binding)) {
    throw conflict(`The ${at.channel} binding belongs to the provider ${binding.provider}, not to the lab`)
  }
  if (binding.status !== 'Active') throw conflict(`The ${at.channel} binding is ${binding.status}, not Active`)
  return binding
}

/** Web chat has no external carrier, so handsets can join alongside browsers. */
const isLabBinding = ({ provider, channel }: LiveBinding) =>
  provider === 'lab' || (channel === 'webchat' && provider === channel)

const conflict = (detail: string) => problem('resource.conflict', 409, { detail })

/** The provider's report about the action, and its display on the person's own screen. */
type HandsetAction = { inbounds: Inbound[]; screenText?: string }

async function toHandsetAction(
  deps: LabDeps,
  screen: HandsetContext,
  event: HandsetEvent,
  id: string,
): Promise<HandsetAction> {
  const who = { from: screen.at.address, at: deps.world.now() }
  if (event.type === 'typing') return { inbounds: [{ ...who, kind: 'typing' }] }
  if (event.type === 'subscribe') return { inbounds: [{ ...who, id, kind: 'subscribed' }] }
  if (event.type === 'unsubscribe') return { inbounds: [{ ...who, id, kind: 'unsubscribed' }] }
  if (event.type === 'receipt') return { inbounds: await toReceiptInbounds(deps, screen, event) }
  const { content, screenText } = await toHandsetContent(deps, screen, event)
  return { inbounds: [{ ...who, id, kind: 'content', content }], screenText }
}

type ContentEvent = HandsetEventOf<'text' | 'tap' | 'pick' | 'media' | 'location'>
type HandsetContent = { content: InboundContentBody; screenText: string }

async function toHandsetContent(deps: LabDeps, screen: HandsetContext, event: ContentEvent): Promise<HandsetContent> {
  if (event.type === 'text') return { content: event, screenText: event.text }
  if (event.type === 'tap') {
    const { postback, picked, labels } = await findTappedOffer(deps, screen, event)
    const label = event.label === postback ? (labels[0] ?? postback) : event.label
    return { content: { type: 'tap', postback, label, ...(picked && { picked }) }, screenText: label }
  }
  if (event.type === 'pick') return pickedContent(deps, screen, event)
  if (event.type === 'media') {
    const { url, mediaType } = event
    return { content: { type: 'media', reference: url, ...(mediaType && { mediaType }) }, screenText: '' }
  }
  const { latitude, longitude, label } = event
  const place = { latitude, longitude, ...(label && { name: label }) }
  return { content: { type: 'place', place }, screenText: label ?? `${latitude}, ${longitude}` }
}

async function pickedContent(
  deps: LabDeps,
  screen: HandsetContext,
  event: HandsetEventOf<'pick'>,
): Promise<HandsetContent> {
  const [first, ...others] = await findPickedOffers(deps, screen, event)
  const also = others.map(({ postback }) => postback)
  const labels = [first, ...others].flatMap((offer) => offer.labels.slice(-1))
  const content: InboundContentBody = {
    type: 'tap',
    postback: first.postback,
    ...(labels[0] !== undefined && { label: labels[0] }),
    ...(first.picked && { picked: true }),
    ...(also.length > 0 && { also }),
  }
  return { content, screenText: labels.join(', ') || event.id }
}

/** Reports a message of several bubbles one bubble at a time, as a carrier does. */
async function toReceiptInbounds(
  { db, world }: LabDeps,
  { agent, at }: HandsetContext,
  { messageId, state }: HandsetEventOf<'receipt'>,
): Promise<Inbound[]> {
  const bubbles = await listNewestOutgoing(db, agent, at, { messageId, most: 1000 })
  if (bubbles.length === 0) throw createInvalidField('messageId', 'is not a message on this handset')
  await recordStates(
    db,
    agent,
    bubbles.map(({ carrierId }) => ({ at, carrierId, state })),
  )
  const failure = state === 'failed' ? ({ reason: 'rejected', detail: 'The handset reported a failure' } as const) : {}
  return bubbles
    .reverse()
    .map(({ carrierId }) => ({ kind: 'receipt', channelMessageId: carrierId, state, at: world.now(), ...failure }))
}

const eventText = z.string().min(1, 'must not be empty').max(10_000, 'must have at most 10000 characters')
const reference = z.string().min(1, 'must not be empty').max(500, 'must have at most 500 characters')

export const HandsetEvent = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), text: eventText }),
    z.strictObject({
      type: z.literal('tap'),
      label: eventText.meta({
        description: 'The label of the chip, or its `value` if several chips have the same label.',
      }),
      messageId: reference.optional().meta({ description: 'Default: the newest message that has the chip.' }),
    }),
    z.strictObject({
      type: z.literal('pick'),
      id: reference.meta({
        description: 'The id of an option or a time: as the agent named it, or as in the payload.',
      }),
      also: z
        .array(reference)
        .max(100)
        .optional()
        .meta({ description: 'More entries of the same list, if it allows several.' }),
    }),
    z.strictObject({ type: z.literal('media'), url: httpUrl, mediaType: reference.optional() }),
    z.strictObject({
      type: z.literal('location'),
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      label: eventText.optional(),
    }),
    z.strictObject({ type: z.literal('typing') }),
    z.strictObject({ type: z.literal('receipt'), messageId: reference, state: MessageState }),
    z.strictObject({ type: z.literal('subscribe') }),
    z.strictObject({ type: z.literal('unsubscribe') }),
  ])
  .meta({ id: 'HandsetEvent', examples: [{ type: 'text', text: 'Hello' }] })
export type HandsetEvent = z.infer<typeof HandsetEvent>
export type HandsetEventOf<Type extends HandsetEvent['type']> = Extract<HandsetEvent, { type: Type }>

export const HandsetEventResult = z
  .strictObject({
    userId: z.string().optional(),
    eventId: z.string().meta({
      description: "The id of the event sent to the agent; the lab's own id if there is no event.",
    }),
  })
  .meta({ id: 'TakenEvent', examples: [{ userId: 'usr_0m3k1', eventId: 'evt_0m3k2' }] })
