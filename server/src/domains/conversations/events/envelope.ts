import { type Channel, describeCapabilities, getProfile, type WindowState } from '@parley/amf'
import type { EventEnvelope, GatewayEvent } from '../event.ts'

export type StoredEvent = {
  id: string
  asid: string
  sessionId: string
  channel: Channel
  provider: string
  event: GatewayEvent
  windowState: WindowState
  sandbox: boolean
  at: Date
}

export function buildEnvelope(
  stored: StoredEvent,
  about: { mode: EventEnvelope['mode']; instanceId?: string; desk?: EventEnvelope['event']['context']['desk'] },
): EventEnvelope {
  const { asid: userId, channel, provider, windowState } = stored
  return {
    spec: 'amf/1',
    ...(about.instanceId !== undefined && { instanceId: about.instanceId }),
    userId,
    event: {
      spec: 'amf/1',
      eventId: stored.id,
      timestamp: stored.at.toISOString(),
      conversation: { userId, sessionId: stored.sessionId },
      context: {
        channel,
        provider,
        capabilities: describeCapabilities(getProfile(channel), { userId, provider, windowState }),
        window: { state: windowState },
        ...(stored.sandbox && { sandbox: true }),
        ...(about.desk && { desk: about.desk }),
      },
      event: stored.event,
    },
    mode: about.mode,
  }
}
