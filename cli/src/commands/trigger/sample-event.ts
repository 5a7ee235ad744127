import { type Channel, describeCapabilities, getProfile } from '@parley/amf'
import { systemKinds } from '@parley/amf/events'
import type { Envelope, TypedEvent } from '@parley/sdk'

/** Event kinds, as the user types them. */
export const triggerKinds = [
  'message',
  'result',
  'action',
  'status',
  ...systemKinds.map((kind) => `system.${kind}` as const),
] as const
export type TriggerKind = (typeof triggerKinds)[number]

export type SampleRequest = { kind: TriggerKind; text: string; channel: Channel; eventId: string; at: Date }

const userId = 'usr_sample'
const messageId = 'msg_sample'
/** Marks the event as coming from simulated phones. */
const provider = 'lab'
const window = { state: 'open' } as const

/**
 * Creates an event as an agent's webhook receives it, marked as a rehearsal so that no program mistakes it for a
 * customer's.
 */
export function createSampleEvent(request: SampleRequest): Envelope {
  const { channel, eventId, at } = request
  const capabilities = describeCapabilities(getProfile(channel), { userId, provider, windowState: window.state })
  return {
    spec: 'amf/1',
    userId,
    event: {
      spec: 'amf/1',
      eventId,
      timestamp: at.toISOString(),
      conversation: { userId, sessionId: 'ses_sample' },
      context: { channel, provider, capabilities, window, sandbox: true },
      event: createEventPayload(request),
    },
    mode: 'managed',
  }
}

function createEventPayload({ kind, text, channel }: SampleRequest): TypedEvent {
  switch (kind) {
    case 'message':
      return { type: kind, message: { text } }
    case 'result': {
      const seat = { intent: 'ask.choice', intentId: 'seat', optionIds: ['garden'], labels: ['In the garden'] }
      return { type: kind, result: { ...seat, via: 'tap', messageId } }
    }
    case 'action':
      return { type: kind, action: { kind: 'url', label: 'Menu', url: 'https://example.com/menu', messageId } }
    case 'status':
      return { type: kind, status: { messageId, state: 'delivered', attempt: { channel, provider } } }
    case 'system.windowChanged':
      return { type: 'system', kind: 'windowChanged', window }
    default:
      return { type: 'system', kind: systemKindOf(kind) }
  }
}

type SystemEvent = Extract<TriggerKind, `system.${string}`>
type EventPayload<K> = K extends `system.${infer Name}` ? Name : never
const systemKindOf = (kind: SystemEvent): EventPayload<SystemEvent> =>
  kind.slice('system.'.length) as EventPayload<SystemEvent>
