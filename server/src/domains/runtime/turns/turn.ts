import { channels } from '@parley/amf'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'

/** Turn records: everything that explains an answer. */

const ModelCall = z.strictObject({
  purpose: z.string(),
  modelId: z.string().meta({ description: 'The model of the org; `default` is the one in MODEL.' }),
  provider: z.string(),
  model: z.string(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cacheReadTokens: z.int(),
  milliseconds: z.int(),
  tries: z.int(),
  cost: z.strictObject({ amount: z.number(), currency: z.string() }).optional(),
  ok: z.boolean(),
  error: z.string().optional(),
})
export type ModelCallRecord = z.infer<typeof ModelCall>

const ToolCallRecord = z.strictObject({
  name: z.string(),
  given: z.unknown(),
  ok: z.boolean(),
  /** False when it was rejected before it ran: an unknown tool or invalid arguments. */
  called: z.boolean(),
  result: z.unknown(),
  milliseconds: z.int(),
})
export type ToolCallRecord = z.infer<typeof ToolCallRecord>

/** An effect that was recorded instead of carried out, in a rehearsal. */
const TurnEffect = z.strictObject({
  kind: z.string(),
  summary: z.string(),
  payload: z.unknown().optional(),
  toolId: z.string().optional().meta({ description: 'The tool of the catalog that would have been called.' }),
  integrationId: z.string().optional().meta({ description: 'The integration that would have been called.' }),
  tool: z.string().optional().meta({ description: 'The tool of the integration.' }),
  given: z.unknown().optional().meta({ description: 'Its parameters.' }),
  at: timestamp,
})

/** The JSON content of a turn, in addition to its columns. */
export const TurnContent = z.strictObject({
  /** Absent for turns that the agent initiated. */
  input: z.strictObject({ type: z.string(), text: z.string(), result: z.unknown().optional() }).optional(),
  playbookId: z.string().optional(),
  /** The active playbook at the end of the turn, if it changed. */
  nextPlaybookId: z.string().optional(),
  outreachId: z.string().optional(),
  goalId: z.string().optional(),
  flow: z
    .strictObject({
      playbookId: z.string(),
      step: z.int().optional().meta({ description: 'Absent once the flow has ended.' }),
      slots: z.record(z.string(), z.unknown()),
      trace: z.array(z.string()),
      steps: z
        .array(z.strictObject({ playbookId: z.string(), step: z.int(), times: z.int() }))
        .optional()
        .meta({ description: 'The steps that ran, and how often.' }),
    })
    .optional(),
  sections: z.array(z.strictObject({ name: z.string(), text: z.string() })),
  knowledge: z.array(z.strictObject({ kind: z.string(), id: z.string(), title: z.string(), score: z.number() })),
  modelCalls: z.array(ModelCall),
  toolCalls: z.array(ToolCallRecord),
  ruleHits: z.array(z.strictObject({ ruleId: z.string(), action: z.enum(['retry', 'block']), text: z.string() })),
  outcomes: z.array(z.string()),
  goalsReached: z.array(z.string()),
  optedOut: z
    .literal(true)
    .optional()
    .meta({ description: 'The person opted out; the platform sends the confirmation.' }),
  warnings: z.array(z.string()),
  messages: z.array(
    z.strictObject({ messageId: z.string(), accepted: z.boolean(), text: z.string(), message: z.unknown() }),
  ),
  effects: z.array(TurnEffect).meta({ description: 'Recorded instead of carried out, in a rehearsal.' }),
  milliseconds: z.int(),
})
export type TurnContent = z.infer<typeof TurnContent>

export const TurnRecord = z
  .strictObject({
    id: z.string(),
    userId: z.string(),
    sessionId: z.string(),
    eventId: z.string().optional(),
    channel: z.enum(channels),
    test: z.literal(true).optional().meta({ description: 'Whether it is part of a rehearsal.' }),
    at: timestamp,
    version: z.int().optional().meta({ description: 'The version of the configuration that answered.' }),
    draftId: z.string().optional().meta({ description: 'The draft that answered instead of a version.' }),
    ...TurnContent.shape,
  })
  .meta({
    id: 'TurnRecord',
    examples: [
      {
        id: 'trn_01',
        userId: 'asid_01',
        sessionId: 'ses_01',
        eventId: 'evt_01',
        channel: 'rcs',
        at: '2030-01-31T09:00:00.000Z',
        input: { type: 'message', text: 'When are you open?' },
        playbookId: 'general',
        sections: [{ name: 'personality', text: 'Warm and brief.' }],
        knowledge: [{ kind: 'fact', id: 'hours', title: 'When are you open?', score: 1 }],
        modelCalls: [
          {
            purpose: 'turn',
            modelId: 'embedded',
            provider: 'embedded',
            model: 'embedded',
            inputTokens: 210,
            outputTokens: 12,
            cacheReadTokens: 0,
            milliseconds: 1,
            tries: 1,
            ok: true,
          },
        ],
        toolCalls: [],
        ruleHits: [],
        outcomes: [],
        goalsReached: [],
        warnings: [],
        messages: [
          {
            messageId: 'msg_01',
            accepted: true,
            text: 'From nine to five.',
            message: { spec: 'amf/1', parts: [{ type: 'text', text: 'From nine to five.' }] },
          },
        ],
        effects: [],
        milliseconds: 9,
      },
    ],
  })
export type TurnRecord = z.infer<typeof TurnRecord>
