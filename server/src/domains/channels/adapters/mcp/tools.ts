import { z } from 'zod'
import { ProviderId } from '../webhook-request.ts'

export const maxWaitSeconds = 20

const text = z.string().trim().min(1).max(10_000).describe('What you say to the agent, in plain text.')
const waitSeconds = (seconds: number) =>
  z
    .int()
    .min(0)
    .max(maxWaitSeconds)
    .default(seconds)
    .describe('How long to wait for the first answer, if none is there yet.')

const after = z
  .string()
  .regex(/^\d{1,15}$/, 'must be as a result has told it')
  .optional()

export const SendMessage = z.strictObject({
  text,
  conversation_id: ProviderId.max(200)
    .optional()
    .describe('Of the conversation to go on with; leave it out to begin one.'),
  message_id: ProviderId.max(200)
    .optional()
    .describe('Your own id of this message: with the same id it is taken only once.'),
  after: after.describe(
    '`after` of an earlier result: also what the agent has said since. Without it its answers to this.',
  ),
  wait_seconds: waitSeconds(10),
})

export const ReadMessages = z.strictObject({
  conversation_id: ProviderId.max(200).describe('As send_message has told it.'),
  after: after.describe('`after` of an earlier result: only what came since. Without it all of the last 30 days.'),
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
      'Says something to the agent and waits a moment for its answer. Keep conversation_id for what you say next. ' +
      'If messages is empty the agent still thinks, and more may follow: ask read_messages.',
    inputSchema: schemaOf(SendMessage),
    outputSchema: schemaOf(McpAnswers),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  },
  {
    name: 'read_messages',
    title: 'Read messages',
    description: 'What the agent has said in a conversation, oldest first.',
    inputSchema: schemaOf(ReadMessages),
    outputSchema: schemaOf(McpAnswers),
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
]
