import { BubbleView, type Channel, channels, chipKinds } from '@parley/amf'
import { z } from 'zod'
import { problem } from '../../platform/http/problem.ts'
import { timestamp } from '../../platform/http/schemas.ts'
import { addresses, type ChannelAddress } from '../people/index.ts'

/** The address of a handset, in the same form as those of identities. */
export type HandsetAddress = ChannelAddress

/** All channels; web chat also has its own page. */
export const labChannels: readonly Channel[] = channels

const receiptModes = ['auto', 'manual', 'none'] as const
export type ReceiptMode = (typeof receiptModes)[number]

const lastStates = ['sent', 'delivered', 'read', 'failed'] as const
export const MessageState = z.enum(lastStates)
export type MessageState = z.infer<typeof MessageState>

const maxLatencyMs = 20_000

const FailNext = z.strictObject({
  count: z.int().min(0).max(1_000_000),
  status: z.union([z.int().min(400).max(599), z.literal('timeout')], {
    error: 'must be a whole number from 400 to 599, or timeout',
  }),
  code: z.string().min(1).max(200).optional(),
})
export type SimulatedFailure = Omit<z.infer<typeof FailNext>, 'count'>

/** Absent fields stay unchanged. */
export const HandsetSettings = z
  .strictObject({
    reachable: z.boolean().optional().meta({ description: 'Whether the number can receive rcs; default: true.' }),
    receipts: z.enum(receiptModes).optional().meta({
      description: 'auto: sent, delivered and read, as far as the channel reports them. Default: auto.',
    }),
    failNext: FailNext.nullable()
      .optional()
      .meta({ description: 'How many of the next dispatches fail, and how; null or a count of 0 ends it.' }),
    latencyMs: z
      .int()
      .min(0)
      .max(maxLatencyMs)
      .optional()
      .meta({ description: 'How long the carrier takes to answer a dispatch.' }),
  })
  .meta({ id: 'HandsetSettings', examples: [{ receipts: 'manual', failNext: { count: 2, status: 503 } }] })
export type HandsetSettings = z.infer<typeof HandsetSettings>

const HandsetMessage = z.strictObject({
  messageId: z.string().meta({ description: 'For outbound messages: as returned by POST /messages.' }),
  at: timestamp,
  direction: z.enum(['in', 'out']),
  native: z.unknown().meta({ description: 'The payload as the provider receives it.' }),
  text: z.string(),
  chips: z.array(
    z.strictObject({
      label: z.string(),
      kind: z.enum(chipKinds),
      value: z.string().optional().meta({ description: 'The value a tap sends back.' }),
    }),
  ),
  view: BubbleView.optional().meta({ description: 'What the handset shows of an outbound message.' }),
  state: MessageState,
})
export type HandsetMessage = z.input<typeof HandsetMessage>

const place = {
  channel: z.enum(channels),
  address: z.string(),
  userId: z.string().optional().meta({ description: 'Once the agent knows a person with this address.' }),
}

export const ListedHandset = z
  .strictObject(place)
  .meta({ id: 'ListedHandset', examples: [{ channel: 'sms', address: '+12025550143', userId: 'usr_0m3k1' }] })

export const Handset = z
  .strictObject({
    ...place,
    reachable: z.boolean(),
    receipts: z.enum(receiptModes),
    failNext: FailNext.optional(),
    latencyMs: z.int(),
  })
  .meta({
    id: 'Handset',
    examples: [{ channel: 'rcs', address: '+12025550143', reachable: true, receipts: 'auto', latencyMs: 0 }],
  })

export const HandsetWithMessages = Handset.extend({
  typing: z.boolean().meta({ description: 'The agent is typing.' }),
  messages: z.array(HandsetMessage),
}).meta({ id: 'HandsetWithMessages' })

export type HandsetBehavior = Omit<z.infer<typeof Handset>, keyof typeof place>

/** For a number that was never configured. */
export const defaultBehavior: HandsetBehavior = { reachable: true, receipts: 'auto', latencyMs: 0 }

/** Parses the handset named by a path and normalizes its address. */
export function parseHandsetAddress({
  channel,
  address: written,
}: {
  channel: string
  address: string
}): HandsetAddress {
  if (!isLabChannel(channel)) {
    throw problem('resource.not_found', 404, { detail: `Handsets exist for ${labChannels.join(', ')}` })
  }
  const address = addresses.normalize(channel, written)
  if (address === undefined)
    throw createInvalidField(
      'address',
      'must be an address on the channel: on rcs and sms, a number such as +12025550143',
    )
  return { channel, address }
}

/** Reports an error in the body or path that only the handset lab can detect. */
export function createInvalidField(field: string, message: string) {
  return problem('request.invalid', 400, { detail: `${field} ${message}`, errors: [{ field, message }] })
}

function isLabChannel(channel: string): channel is Channel {
  return (labChannels as readonly string[]).includes(channel)
}
