import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { pageQuery } from '../../platform/http/page.ts'
import { instantQuery, timestamp } from '../../platform/http/schemas.ts'
import { outcomeGroupings } from './queries/outcomes.ts'
import { outcomeKinds } from './queries/sessions.ts'
import { groupStates } from './queries/unanswered.ts'

const count = z.int().min(0)

const Example = z.strictObject({
  userId: z.string(),
  sessionId: z.string(),
  messageId: z.string().meta({ description: 'The message in the traffic.' }),
  text: z.string(),
  at: timestamp,
})
const example = {
  userId: 'asid_01',
  sessionId: 'ses_01',
  messageId: 'evt_01',
  text: 'Do you sell marine paint?',
  at: '2030-01-31T09:00:00.000Z',
}

const Suggestion = z.strictObject({
  question: z.string(),
  answer: z.string(),
  source: z.strictObject({
    kind: z.enum(['source', 'conversation', 'desk']),
    id: z.string().meta({ description: 'The knowledge source, or the message of the member.' }),
    sessionId: z.string().optional().meta({ description: 'The session of that message.' }),
  }),
})

export const UnansweredQuestion = z
  .strictObject({
    id: z.string(),
    question: z.string().meta({ description: 'The most typical wording.' }),
    count: count.meta({ description: 'How often it was asked.' }),
    people: count,
    firstAt: timestamp,
    lastAt: timestamp,
    examples: z.array(Example).meta({ description: 'The newest, at most 10.' }),
    suggestion: Suggestion.optional(),
    state: z.enum(groupStates),
    answeredAt: timestamp.optional(),
    factId: z.string().optional().meta({ description: 'The Fact that answers it.' }),
    draftId: z.string().optional().meta({ description: 'The draft that has the Fact.' }),
  })
  .meta({
    id: 'UnansweredQuestion',
    examples: [
      {
        id: 'qst_01',
        question: 'Do you sell marine paint?',
        count: 3,
        people: 2,
        firstAt: '2030-01-30T09:00:00.000Z',
        lastAt: '2030-01-31T09:00:00.000Z',
        examples: [example],
        suggestion: {
          question: 'Do you sell marine paint?',
          answer: 'Marine paint is in the shop on pier four.',
          source: { kind: 'source', id: 'src_01' },
        },
        state: 'open',
      },
    ],
  })
export type UnansweredQuestion = z.infer<typeof UnansweredQuestion>

export const AnswerBody = z
  .strictObject({
    question: boundedText({ min: 1, max: 300 }).optional().meta({ description: 'Default: the typical wording.' }),
    answer: boundedText({ min: 1, max: 1000 }),
    alternates: z
      .array(boundedText({ min: 1, max: 200 }))
      .max(10)
      .optional()
      .meta({ description: 'Other phrasings, used only for matching.' }),
  })
  .meta({ id: 'UnansweredAnswer', examples: [{ answer: 'Yes, in the shop on pier four.' }] })
export type AnswerBody = z.output<typeof AnswerBody>

export const Topic = z
  .strictObject({
    id: z.string(),
    label: z.string().meta({ description: 'The most typical wording.' }),
    count,
    share: z.number().min(0).max(1).meta({ description: 'Of all questions in the time window.' }),
    sessions: count.meta({ description: 'The sessions in which it was asked.' }),
    contained: count.meta({ description: 'Those that were contained.' }),
    goalRate: z.number().min(0).max(1).meta({ description: 'The share of those that reached a goal.' }),
    handedOver: count.meta({ description: 'Those that went to a member of the desk.' }),
    examples: z.array(Example),
  })
  .meta({
    id: 'Topic',
    examples: [
      {
        ...{ id: 'qst_02', label: 'When are you open?', count: 12, share: 0.3, sessions: 11, contained: 10 },
        ...{ goalRate: 0.2, handedOver: 1, examples: [{ ...example, text: 'When are you open?' }] },
      },
    ],
  })

const cost = z
  .strictObject({ amount: z.number(), currency: z.string() })
  .optional()
  .meta({ description: 'Of model calls; if there are several currencies, the largest amount.' })

const outcomeCounts = {
  sessions: count.meta({ description: 'Sessions that the agent answered.' }),
  contained: count.meta({ description: 'Sessions without contact options, hand-over or unanswered question.' }),
  questions: count,
  unanswered: count.meta({ description: 'Unanswered questions.' }),
  handedOver: count,
  goalsReached: count,
  errors: count.meta({ description: 'Turns that failed, or in which a model call failed.' }),
}
const exampleCounts = {
  ...{ sessions: 40, contained: 33, questions: 71, unanswered: 4, handedOver: 2, goalsReached: 6, errors: 0 },
  cost: { amount: 0.42, currency: 'USD' },
}

export const Outcome = z
  .strictObject({
    key: z.string().meta({ description: 'A UTC day, a channel, a playbook, a version or a draft.' }),
    ...outcomeCounts,
    medianTurns: z.number(),
    cost,
  })
  .meta({ id: 'Outcome', examples: [{ key: 'rcs', ...exampleCounts, medianTurns: 3 }] })
export type Outcome = z.infer<typeof Outcome>

const OutcomeTotals = z
  .strictObject({ ...outcomeCounts, cost })
  .meta({ id: 'OutcomeTotals', examples: [exampleCounts] })
export type OutcomeTotals = z.infer<typeof OutcomeTotals>

export const AgentInsight = z
  .strictObject({
    agentId: z.string(),
    name: z.string(),
    current: OutcomeTotals,
    previous: OutcomeTotals.meta({ description: 'The same number of days before.' }),
    openQuestions: count.meta({ description: 'Unanswered questions of the time window that are open.' }),
    topQuestion: z.strictObject({ id: z.string(), question: z.string(), count }).optional(),
  })
  .meta({
    id: 'AgentInsight',
    examples: [
      {
        ...{ agentId: 'front-desk', name: 'Front desk', current: exampleCounts, previous: exampleCounts },
        ...{ openQuestions: 2, topQuestion: { id: 'qst_01', question: 'Do you sell marine paint?', count: 3 } },
      },
    ],
  })
export type AgentInsight = z.infer<typeof AgentInsight>

export const OutcomeSessionEntry = z
  .strictObject({
    userId: z.string(),
    sessionId: z.string(),
    channel: z.string(),
    startedAt: timestamp,
    playbookId: z.string().optional(),
    version: z.int().optional(),
    draftId: z.string().optional(),
    turns: count,
    unanswered: count,
    goalsReached: count,
    errors: count,
    handedOver: z.boolean(),
    contained: z.boolean(),
  })
  .meta({
    id: 'SessionOutcome',
    examples: [
      {
        ...{ userId: 'asid_01', sessionId: 'ses_01', channel: 'rcs', startedAt: '2030-01-31T09:00:00.000Z' },
        ...{ playbookId: 'general', version: 7, turns: 3, unanswered: 1, goalsReached: 0, errors: 0 },
        ...{ handedOver: false, contained: false },
      },
    ],
  })

const window = {
  start: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds; default: 30 days before `end`.' }),
  end: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds, exclusive; default: now.' }),
}

export const WindowQuery = z.strictObject(window)
export const UnansweredQuery = pageQuery.extend({
  ...window,
  start: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds; default: the oldest question.' }),
  limit: z.coerce.number('must be a whole number').int().min(1).max(200).default(50),
  state: z.enum(groupStates).default('open'),
})
export const OutcomesQuery = z.strictObject({ ...window, groupBy: z.enum(outcomeGroupings).default('day') })
export const SessionsQuery = pageQuery.extend({
  ...window,
  groupBy: z.enum(outcomeGroupings).optional().meta({ description: 'What `key` is.' }),
  key: boundedText({ min: 0, max: 200 }).optional().meta({ description: 'A key of the outcomes.' }),
  outcome: z.enum(outcomeKinds).optional(),
  topicId: boundedText({ min: 1, max: 200 }).optional().meta({ description: 'A topic that the person asked about.' }),
})
