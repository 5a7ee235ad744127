import { type ChannelMessage, RenderedMessage } from '@parley/amf'
import { boundedText } from '@parley/findings'
import { Directive, type MissingTarget, maxWaitMinutes, type PersonAction, type VisibleMessage } from '@parley/testcase'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import { clockEventKinds } from '../../../platform/sandbox-clock.ts'
import { TurnContent } from '../../runtime/index.ts'
import type { PersonaTurnRecord } from './deps.ts'

const elsewhere = { playbookId: true, input: true, messages: true, effects: true, warnings: true } as const

/** Everything in a turn record other than its input and the reply. */
export const Inspection = TurnContent.omit(elsewhere).meta({
  id: 'TurnInspection',
  description: 'Why the agent replied as it did, from the turn record.',
  examples: [
    {
      sections: [{ name: 'personality', text: 'Warm and brief.' }],
      knowledge: [{ kind: 'fact', id: 'hours', title: 'When are you open?', score: 1 }],
      modelCalls: [],
      toolCalls: [],
      ruleHits: [],
      outcomes: [],
      goalsReached: [],
      milliseconds: 9,
    },
  ],
})
export type Inspection = z.infer<typeof Inspection>

const keys = Object.keys(Inspection.shape) as (keyof Inspection)[]

export function inspectionOf(turn: Inspection): Inspection {
  return Object.fromEntries(keys.filter((key) => turn[key] !== undefined).map((key) => [key, turn[key]])) as Inspection
}

/** A tap on one specific element. Addressed by message and index because several cards often share a label. */
export const PersonaTap = z
  .strictObject({
    tap: z.strictObject({ messageId: boundedText({ min: 1, max: 200 }), index: z.int().min(0).max(999_999) }),
  })
  .meta({
    id: 'PersonaTap',
    description: 'Taps one thing in a message; `index` is the `tap` of a chip, or the index in its payload.',
    examples: [{ tap: { messageId: 'msg_01', index: 0 } }],
  })
export type PersonaTap = z.infer<typeof PersonaTap>

export function resolveTap({ tap }: PersonaTap, messages: readonly VisibleMessage[]): PersonAction | MissingTarget {
  const { messageId, index } = tap
  const affordance = messages.find((one) => one.messageId === messageId)?.affordances[index]
  if (!affordance) return { missing: 'chip' }
  const { label, answer } = affordance
  return { kind: 'taps', messageId, label, ...(answer && { optionId: answer.optionId }) }
}

const draftIdField = boundedText({ min: 1, max: 200 })
  .optional()
  .meta({ description: 'The draft that answers instead of live.' })

export const TurnBody = z
  .strictObject({
    turn: z.union([Directive, PersonaTap]),
    draftId: draftIdField,
  })
  .meta({ id: 'PersonaTurnBody', examples: [{ turn: 'When are you open?' }, { turn: { chip: 'Book' } }] })

const message = { spec: 'amf/1', parts: [{ type: 'text', text: 'From nine to five.' }] }

const PersonaMessage = z
  .strictObject({
    messageId: z.string(),
    message: z.looseObject({}).meta({ description: 'The message as AMF.' }),
    rendered: z.array(RenderedMessage).meta({ description: "What the persona's channel shows, bubble by bubble." }),
    text: z.string(),
  })
  .meta({
    id: 'PersonaMessage',
    examples: [
      {
        messageId: 'msg_01',
        message,
        rendered: [
          {
            native: { contentMessage: { text: 'From nine to five.' } },
            text: 'From nine to five.',
            chips: [],
            view: { kind: 'text', text: [{ text: 'From nine to five.' }], chips: [] },
          },
        ],
        text: 'From nine to five.',
      },
    ],
  })

const PersonaEffect = TurnContent.shape.effects.element.meta({
  id: 'PersonaEffect',
  examples: [{ kind: 'team.notified', summary: 'The team would have been notified', at: '2030-01-31T09:00:00.000Z' }],
})

const turnFields = {
  turnId: z.string(),
  messages: z.array(PersonaMessage),
  effects: z.array(PersonaEffect).meta({ description: 'Recorded instead of carried out.' }),
  playbookId: z
    .string()
    .optional()
    .meta({ description: "The state after the turn. Absent if the agent's own webhook replies." }),
  warnings: z.array(z.string()),
}

const turnExample = { turnId: 'trn_01', messages: [], effects: [], playbookId: 'general', warnings: [] }

export const PersonaTurn = z.strictObject(turnFields).meta({ id: 'PersonaTurn', examples: [turnExample] })

export const PastPersonaTurn = z
  .strictObject({
    ...turnFields,
    at: timestamp,
    input: z
      .strictObject({ type: z.string(), text: z.string(), result: z.unknown().optional() })
      .optional()
      .meta({ description: 'Absent if the agent started the turn.' }),
    inspection: Inspection.optional(),
  })
  .meta({
    id: 'PastPersonaTurn',
    examples: [
      { ...turnExample, at: '2030-01-31T09:00:00.000Z', input: { type: 'message', text: 'When are you open?' } },
    ],
  })
export type PastPersonaTurn = z.input<typeof PastPersonaTurn>

export const PersonaTurns = z
  .strictObject({ data: z.array(PastPersonaTurn) })
  .meta({ id: 'PersonaTurns', examples: [{ data: [] }] })

export const AdvanceBody = z
  .strictObject({
    minutes: z.int().min(1).max(maxWaitMinutes),
    untilNext: z.boolean().optional().meta({
      description: 'The clock stops at the first thing that happens within `minutes`, and stays where nothing does.',
    }),
    draftId: draftIdField,
  })
  .meta({ id: 'PersonaAdvanceBody', examples: [{ minutes: 4320 }, { minutes: 525_600, untilNext: true }] })

export const AdvanceResponse = z
  .strictObject({
    now: timestamp.meta({ description: "The persona's time." }),
    happened: z.array(
      z
        .strictObject({
          at: timestamp,
          kind: z.enum(clockEventKinds),
          messages: z.array(PersonaMessage).optional().meta({ description: 'What the agent sent.' }),
        })
        .meta({
          id: 'ClockEvent',
          examples: [{ at: '2030-01-31T09:30:00.000Z', kind: 'session.ended' }],
        }),
    ),
  })
  .meta({
    id: 'AdvancedClock',
    examples: [
      {
        now: '2030-02-03T09:00:00.000Z',
        happened: [{ at: '2030-01-31T09:30:00.000Z', kind: 'session.ended' }],
      },
    ],
  })

export const TurnsQuery = z.strictObject({
  limit: z.coerce.number('must be a whole number').int().min(1).max(200).default(50),
})

/** The playbook at the end of the turn. A turn can switch playbooks; its record has the one it started in. */
export function endPlaybookOf({ playbookId, nextPlaybookId }: PersonaTurnRecord): { playbookId?: string } {
  const reached = nextPlaybookId ?? playbookId
  return reached === undefined ? {} : { playbookId: reached }
}

export type PersonaMessageInput = { messageId: string; message: object; rendered: ChannelMessage[]; text: string }

export function serializePersonaMessage({
  messageId,
  message,
  rendered,
  text,
}: PersonaMessageInput): z.input<typeof PersonaMessage> {
  return { messageId, message: { ...message }, rendered, text }
}
