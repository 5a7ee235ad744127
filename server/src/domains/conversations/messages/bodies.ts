import { channels, RenderedMessage } from '@parley/amf'
import { z } from 'zod'
import { refusalReasons } from '../deps.ts'

const maxMessages = 100
const maxMessagesToMany = 500
const text = { spec: 'amf/1', parts: [{ type: 'text', text: 'Your boat is ready.' }] }
const userId = z.string().min(1).max(200)
const priority = z.literal('batch').optional().meta({ description: "For bulk sends: paced by the provider's rate." })

const SendToOne = z.strictObject({
  userId,
  messages: z
    .array(z.unknown())
    .min(1)
    .max(maxMessages)
    .meta({ description: 'AMF messages, or `{ aml }`, in the order the person receives them.' }),
  priority,
})

const SendToMany = z.strictObject({
  messages: z
    .array(z.strictObject({ userId, message: z.unknown().meta({ description: 'An AMF message, or `{ aml }`.' }) }))
    .min(1)
    .max(maxMessagesToMany)
    .meta({ description: 'Messages to several people. Each person receives theirs in this order.' }),
  priority,
})

export const SendBody = z.union([SendToOne, SendToMany]).meta({
  id: 'SendBody',
  examples: [
    { userId: 'usr_0m3k1', messages: [text] },
    { messages: [{ userId: 'usr_0m3k1', message: text }], priority: 'batch' },
  ],
})
export type SendBody = z.infer<typeof SendBody>

const SendResult = z
  .strictObject({
    messageId: z.string(),
    accepted: z.boolean(),
    reason: z.enum(refusalReasons).optional(),
    detail: z.string().optional(),
  })
  .meta({ id: 'SendResult', examples: [{ messageId: 'msg_0m3k1', accepted: true }] })

export const SendResults = z
  .strictObject({ results: z.array(SendResult) })
  .meta({ id: 'SendResults', examples: [{ results: [{ messageId: 'msg_0m3k1', accepted: true }] }] })

export const CompileBody = z
  .strictObject({ aml: z.string(), validateOnly: z.boolean().optional() })
  .meta({ id: 'CompileBody', examples: [{ aml: 'Shall we?\n\n[[chips: Yes | No]]' }] })

const Note = z.strictObject({ line: z.int(), column: z.int(), code: z.string(), message: z.string() }).meta({
  id: 'AmlNote',
  examples: [{ line: 1, column: 1, code: 'marker.unclosed', message: 'The marker is not closed' }],
})

export const CompileResult = z
  .strictObject({
    message: z.record(z.string(), z.unknown()).optional(),
    warnings: z.array(Note),
    problems: z.array(Note),
  })
  .meta({ id: 'CompileResult', examples: [{ message: text, warnings: [], problems: [] }] })

export const CapabilitiesQuery = z.strictObject({ userId })

export const CapabilityDocument = z
  .looseObject({ userId: z.string(), channel: z.enum(channels), provider: z.string() })
  .meta({ id: 'CapabilityDocument', examples: [{ userId: 'usr_0m3k1', channel: 'sms', provider: 'twilio' }] })

export const RenderBody = z
  .strictObject({
    message: z.unknown().optional().meta({ description: 'An AMF message; this or `aml`.' }),
    aml: z.string().optional(),
    channels: z.array(z.enum(channels)).min(1).optional().meta({ description: 'Default: all of them.' }),
    locale: z.string().max(40).optional(),
  })
  .refine(({ message, aml }) => (message === undefined) !== (aml === undefined), 'needs either message or aml')
  .meta({ id: 'RenderBody', examples: [{ aml: 'Which size?\n\n[[chips: Small | Large]]', channels: ['sms'] }] })

export const Renderings = z
  .strictObject({
    data: z.array(
      z.strictObject({
        channel: z.enum(channels),
        messages: z.array(RenderedMessage),
        losses: z.array(z.looseObject({ code: z.string(), path: z.string(), message: z.string() })),
        segments: z.int().optional().meta({ description: 'On sms: the total number of segments.' }),
      }),
    ),
    warnings: z.array(Note),
  })
  .meta({
    id: 'Renderings',
    examples: [{ data: [{ channel: 'sms', messages: [], losses: [], segments: 0 }], warnings: [] }],
  })
