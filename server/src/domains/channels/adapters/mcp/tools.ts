import { z } from 'zod'
import { ProviderId } from '../webhook-request.ts'

export const maxWaitSeconds = 20

const text = z.string().trim().min(1).max(10_000).describe('Your message to the agent, in plain text.')
const waitSeconds = (seconds: number) =>
  z
    .int()
    .min(0)
    .max(maxWaitSeconds)
    .default(seconds)
    .describe('How long to wait for the first reply, if there is none yet.')

const after = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a value returned in an earlier result')
  .optional()

export const SendMessage = z.strictObject({
  text,
  conversation_id: ProviderId.max(200).optional().describe('The conversation to continue; omit it to start a new one.'),
  message_id: ProviderId.max(200)
    .optional()
    .describe('Your own id for this message: the agent receives a message with the same id only once.'),
  after: after.describe(
    '`after` from an earlier result: also returns what the agent has said since. Without it, returns only the replies to this message.',
  ),
  wait_seconds: waitSeconds(10),
})

export const ReadMessages = z.strictObject({
  conversation_id: ProviderId.max(200).describe('As returned by send_message.'),
  after: after.describe(
    '`after` from an earlier result: returns only newer messages. Without it, returns everything from the last 30 days.',
  ),
  wait_seconds: waitSeconds(0),
})

const McpAnswers = z.object({
  conversation_id: z.string(),
  messages: z.array(z.object({ text: z.string(), at: z.string() })),
  after: z.string(),
})
export type McpAnswers = z.infer<typeof McpAnswers>

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' })

export const assistantTools = [
  {
    name: 'send_message',
    title: 'Send a message',
    description:
      'Sends a message to the agent and waits briefly for its reply. Keep conversation_id for your next message. ' +
      'If messages is empty, the agent is still thinking, and more may follow: call read_messages.',
    inputSchema: schemaOf(SendMessage),
    outputSchema: schemaOf(McpAnswers),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  },
  {
    name: 'read_messages',
    title: 'Read messages',
    description: 'Returns what the agent said in a conversation, oldest first.',
    inputSchema: schemaOf(ReadMessages),
    outputSchema: schemaOf(McpAnswers),
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
]
