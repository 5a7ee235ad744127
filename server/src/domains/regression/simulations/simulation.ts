import { boundedText } from '@parley/findings'
import { type Manner, manners } from '@parley/flow'
import { z } from 'zod'
import { pageQuery } from '../../../platform/http/page.ts'
import { timestamp } from '../../../platform/http/schemas.ts'

/** Simulated people: who they are, what came of their conversations, and how both are written in the API. */

export const simulationStatuses = ['queued', 'running', 'completed', 'cancelled'] as const
export type SimulationStatus = (typeof simulationStatuses)[number]

export const conversationOutcomes = ['goal', 'contained', 'handedOver', 'maxTurns', 'error'] as const
export type SimulatedOutcome = (typeof conversationOutcomes)[number]

export type SimulationProfile = {
  id: string
  goal: string
  facts?: Record<string, string | number | boolean>
  manner?: Manner
}

/** A case made from a conversation has at most as many turns. */
const maxTurnsLimit = 40
const maxProfiles = 100
const maxFacts = 100
const maxSeed = 2_147_483_647

const Profile = z
  .strictObject({
    id: boundedText({ min: 1, max: 64 }),
    goal: boundedText({ min: 1, max: 500 }).meta({
      description: 'What the person wants, in words; reached when the goal of the agent with this id or name is.',
    }),
    facts: z
      .record(boundedText({ min: 1, max: 128 }), z.union([boundedText({ max: 2000 }), z.number(), z.boolean()]))
      .refine((facts) => Object.keys(facts).length <= maxFacts, `must have at most ${maxFacts} entries`)
      .optional()
      .meta({ description: 'Answers to questions, by the names of slots.' }),
    manner: z.enum(manners).optional().meta({ description: 'How the person writes. Default: plain.' }),
  })
  .meta({
    id: 'SimulationProfile',
    examples: [{ id: 'ada', goal: 'Rent a boat', facts: { email: 'ada@example.com' }, manner: 'terse' }],
  })

export const SimulationBody = z
  .strictObject({
    profiles: z.array(Profile).min(1).max(maxProfiles).optional(),
    suite: z
      .literal('default')
      .optional()
      .meta({ description: 'Instead of profiles: made from the goals, playbooks and Facts of the agent.' }),
    count: z.int().min(1).max(500).meta({ description: 'Conversations; the profiles take turns.' }),
    maxTurns: z.int().min(1).max(maxTurnsLimit).default(20),
    draftId: boundedText({ min: 1, max: 200 })
      .optional()
      .meta({ description: 'The draft that answers instead of live.' }),
    seed: z.int().min(0).max(maxSeed).optional().meta({ description: 'The same seed plays the same people.' }),
  })
  .superRefine(({ profiles, suite }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (!profiles && !suite) refuse('profiles', 'is required, unless there is a suite')
    if (profiles && suite) refuse('suite', 'cannot be combined with profiles')
    if (new Set(profiles?.map(({ id }) => id)).size < (profiles?.length ?? 0))
      refuse('profiles', 'must have unique ids')
  })
  .meta({
    id: 'SimulationBody',
    examples: [
      { profiles: [{ id: 'ada', goal: 'Rent a boat', facts: { email: 'ada@example.com' } }], count: 20 },
      { suite: 'default', count: 100, seed: 7 },
    ],
  })
export type SimulationBody = z.output<typeof SimulationBody>

export type Simulation = {
  id: string
  status: SimulationStatus
  profiles: SimulationProfile[]
  suite?: string
  count: number
  maxTurns: number
  seed: number
  draftId?: string
  createdAt: Date
  startedAt?: Date
  endedAt?: Date
}

export type SimulationSummary = {
  done: number
  outcomes: Record<SimulatedOutcome, number>
  ruleHits: number
  medianTurns: number
  cost?: { amount: number; currency: string }
  /** The most frequent causes of conversations that did not reach their goal. */
  failures: { cause: string; count: number; conversationId: string }[]
}

const count = z.int().min(0)
const Outcomes = z.strictObject(
  Object.fromEntries(conversationOutcomes.map((outcome) => [outcome, count])) as Record<SimulatedOutcome, typeof count>,
)

const at = '2030-01-31T09:00:00.000Z'
const simulationExample = {
  id: 'sim_01',
  status: 'completed',
  profiles: [{ id: 'ada', goal: 'Rent a boat', facts: { email: 'ada@example.com' } }],
  count: 20,
  maxTurns: 20,
  seed: 7,
  done: 20,
  goalRate: 0.9,
  contained: 1,
  ruleHits: 0,
  errors: 0,
  medianTurns: 3,
  outcomes: { goal: 18, contained: 1, handedOver: 1, maxTurns: 0, error: 0 },
  failures: [{ cause: 'Handed over to a person', count: 1, conversationId: 'smc_07' }],
  createdAt: at,
  startedAt: at,
  endedAt: at,
} as const

export const SimulationResponse = z
  .strictObject({
    id: z.string(),
    status: z.enum(simulationStatuses),
    profiles: z.array(Profile),
    suite: z.string().optional(),
    count,
    maxTurns: z.int(),
    seed: z.int(),
    draftId: z.string().optional(),
    done: count.meta({ description: 'Conversations that have ended.' }),
    goalRate: z.number().min(0).max(1).meta({ description: 'The share of ended conversations that reached the goal.' }),
    contained: count.meta({ description: 'Conversations that ended without the goal, and without a person.' }),
    ruleHits: count,
    errors: count,
    medianTurns: z.number().min(0),
    cost: z.strictObject({ amount: z.number(), currency: z.string() }).optional(),
    outcomes: Outcomes,
    failures: z.array(z.strictObject({ cause: z.string(), count, conversationId: z.string() })),
    createdAt: timestamp,
    startedAt: timestamp.optional(),
    endedAt: timestamp.optional(),
  })
  .meta({ id: 'Simulation', examples: [simulationExample] })

export function serializeSimulation(
  simulation: Simulation,
  summary: SimulationSummary,
): z.input<typeof SimulationResponse> {
  const { createdAt, startedAt, endedAt, ...fields } = simulation
  const { done, outcomes, ruleHits, medianTurns, cost, failures } = summary
  return {
    ...fields,
    ...{ done, goalRate: done === 0 ? 0 : outcomes.goal / done, contained: outcomes.contained },
    ...{ ruleHits, errors: outcomes.error, medianTurns, ...(cost && { cost }), outcomes, failures },
    createdAt: createdAt.toISOString(),
    ...(startedAt && { startedAt: startedAt.toISOString() }),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
  }
}

export type SimulatedLine = { role: 'user' | 'agent'; text: string }

export type SimulatedConversation = {
  id: string
  n: number
  profileId: string
  outcome: SimulatedOutcome
  reason?: string
  turns: number
  transcript: SimulatedLine[]
  endedAt: Date
}

export const SimulatedConversationResponse = z
  .strictObject({
    id: z.string(),
    n: z.int().meta({ description: 'The position in the simulation, from 1.' }),
    profileId: z.string(),
    outcome: z.enum(conversationOutcomes),
    reason: z.string().optional().meta({ description: 'Why the goal was not reached.' }),
    turns: z.int().meta({ description: 'How often the person wrote.' }),
    transcript: z.array(z.strictObject({ role: z.enum(['user', 'agent']), text: z.string() })),
    endedAt: timestamp,
  })
  .meta({
    id: 'SimulatedConversation',
    examples: [
      {
        id: 'smc_01',
        n: 1,
        profileId: 'ada',
        outcome: 'goal',
        turns: 1,
        transcript: [
          { role: 'user', text: 'Hi, I would like to rent a boat.' },
          { role: 'agent', text: 'For how many people?' },
        ],
        endedAt: at,
      },
    ],
  })

export const serializeConversation = ({
  endedAt,
  ...conversation
}: SimulatedConversation): z.input<typeof SimulatedConversationResponse> => ({
  ...conversation,
  endedAt: endedAt.toISOString(),
})

export const ConversationsQuery = z.strictObject({
  ...pageQuery.shape,
  outcome: z.enum(conversationOutcomes).optional(),
})

export const SimulationMakeCaseBody = z
  .strictObject({ suiteId: boundedText({ min: 1, max: 200 }) })
  .meta({ id: 'SimulationMakeCaseBody', examples: [{ suiteId: 'ste_01' }] })
