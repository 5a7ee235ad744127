import { channels, emulatedChannels, RenderedBubble } from '@parley/amf'
import { logLevels } from '@parley/definition/vocabulary'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'

export const trafficOrigins = ['user', 'agent'] as const
export const trafficTypes = ['content', 'status', 'action'] as const
const [rcs, sms, messengerA, vendorMessages] = emulatedChannels

const testFields = {
  test: z.literal(true).optional().meta({ description: 'Part of a rehearsal: no real person received it.' }),
  emulatedChannel: z
    // The order is part of the published schema.
    .enum([rcs, sms, vendorMessages, messengerA])
    .optional()
    .meta({ description: 'The channel that the emulator rendered; display this one.' }),
}
const at = '2030-01-31T09:00:00.000Z'
const place = { userId: 'asid_01', sessionId: 'ses_01', channel: 'rcs' }

export const AgentMessageEntry = z
  .strictObject({
    timestamp,
    agentId: z.string(),
    userId: z.string(),
    sessionId: z.string(),
    origin: z.enum(trafficOrigins),
    type: z.enum(trafficTypes),
    subtype: z.string().optional().meta({
      description:
        'For content, the kind of its first part or `result`; for an action, what was tapped; for a status, the state or the system event.',
    }),
    channel: z.enum(channels),
    text: z.string().optional().meta({ description: 'The text a person reads.' }),
    messageId: z
      .string()
      .meta({ description: 'For something a person did, the id of the event; for a status, the id of its message.' }),
    channelMessageId: z.string().optional(),
    channelConversationId: z.string().optional(),
    error: z.string().optional().meta({ description: 'Why a message from the agent did not arrive.' }),
    raw: z.unknown(),
    bubbles: z.array(RenderedBubble).optional().meta({
      description: 'For content from the agent: what the channel shows, bubble by bubble.',
    }),
    author: z.strictObject({ userId: z.string(), name: z.string() }).optional().meta({
      description: 'For content from the agent: the member of the desk who wrote it; absent if the agent did.',
    }),
    ...testFields,
  })
  .meta({
    id: 'AgentMessageEntry',
    examples: [
      {
        timestamp: at,
        agentId: 'harbour',
        ...place,
        origin: 'agent',
        type: 'content',
        subtype: 'text',
        text: 'From eight to eight.',
        messageId: 'msg_01',
        raw: { spec: 'amf/1', parts: [{ type: 'text', text: 'From eight to eight.' }] },
        bubbles: [
          {
            text: 'From eight to eight.',
            view: { kind: 'text', text: [{ text: 'From eight to eight.' }], chips: [] },
          },
        ],
      },
      {
        timestamp: at,
        agentId: 'harbour',
        ...place,
        origin: 'user',
        type: 'content',
        subtype: 'text',
        text: 'When are you open?',
        messageId: 'evt_01',
        raw: { type: 'message', message: { text: 'When are you open?' } },
      },
    ],
  })
export type AgentMessageEntry = z.infer<typeof AgentMessageEntry>

export const AgentConversationSummary = z
  .strictObject({
    sessionId: z.string(),
    userId: z.string(),
    channel: z.enum(channels),
    startedAt: timestamp,
    endedAt: timestamp.meta({
      description: 'When the last message or tap occurred; for an open conversation, the latest so far.',
    }),
    messageCount: z.int(),
    version: z.int().optional().meta({ description: 'The version of the configuration that it began with.' }),
    draftId: z.string().optional().meta({ description: 'The draft that it began with, instead of a version.' }),
    firstMessagePreview: z.string().optional(),
    lastMessagePreview: z.string().optional(),
    ...testFields,
  })
  .meta({
    id: 'AgentConversationSummary',
    examples: [
      {
        ...place,
        startedAt: at,
        endedAt: at,
        messageCount: 2,
        firstMessagePreview: 'When are you open?',
        lastMessagePreview: 'From nine to five.',
      },
    ],
  })
export type AgentConversationSummary = z.infer<typeof AgentConversationSummary>

export const AgentUserSummary = z
  .strictObject({
    userId: z.string(),
    channel: z.enum(channels),
    lastSeenAt: timestamp,
    messageCount: z.int(),
    ...testFields,
  })
  .meta({
    id: 'AgentUserSummary',
    examples: [{ userId: 'asid_01', channel: 'rcs', lastSeenAt: at, messageCount: 2 }],
  })
export type AgentUserSummary = z.infer<typeof AgentUserSummary>

export const AgentLogEntry = z
  .strictObject({
    timestamp,
    agentId: z.string(),
    level: z.enum(logLevels),
    event: z.string().meta({ description: 'A catalog log-event.' }),
    framework: z.enum(['webhook', 'runtime']).optional().meta({ description: 'What replies for the agent.' }),
    userId: z.string().optional(),
    sessionId: z.string().optional(),
    channel: z.enum(channels).optional(),
    data: z.record(z.string(), z.unknown()).optional(),
    error: z.strictObject({ message: z.string(), stack: z.string().optional() }).optional(),
    raw: z.unknown(),
  })
  .meta({
    id: 'AgentLogEntry',
    examples: [
      {
        timestamp: at,
        agentId: 'harbour',
        level: 'info',
        event: 'framework.dispatched',
        framework: 'runtime',
        ...place,
        data: { to: 'runtime', eventId: 'evt_01', type: 'message' },
        raw: {
          level: 'info',
          event: 'framework.dispatched',
          data: { to: 'runtime', eventId: 'evt_01', type: 'message' },
        },
      },
    ],
  })
export type AgentLogEntry = z.infer<typeof AgentLogEntry>

type TrafficChannel = { sandbox: boolean; channel: string }
type SerializedChannel = { channel: AgentUserSummary['channel'] } & Pick<AgentUserSummary, 'test' | 'emulatedChannel'>

/** A sandbox conversation has no carrier but our own page; the channel that it simulates is a separate field. */
export function serializeChannel({ sandbox, channel }: TrafficChannel): SerializedChannel {
  if (!sandbox) return { channel: channel as SerializedChannel['channel'] }
  const emulatedChannel = emulatedChannels.find((one) => one === channel)
  return { channel: 'webchat', test: true, ...(emulatedChannel && { emulatedChannel }) }
}
