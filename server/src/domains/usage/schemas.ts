import { z } from 'zod'
import { timestamp } from '../../platform/http/schemas.ts'
import { createZeroTotals, type MeasureTotals, measures } from './measures.ts'
import { intervals } from './window.ts'

const count = z.int().min(0)
const measureDescriptions: Partial<Record<keyof MeasureTotals, string>> = {
  messagesIn: 'Messages from people.',
  messagesOut: 'Messages from the agent, including failed ones.',
  failed: 'Messages that did not arrive, by the time this was known.',
  conversations: 'By start time.',
  inputTokens: 'Not counting tokens read from a cache.',
  sends: 'Outreach to one person each, by the time of acceptance.',
  testRuns: 'By the time they were requested.',
}
const counts = Object.fromEntries(
  measures.map((measure) => [
    measure,
    measureDescriptions[measure] ? count.meta({ description: measureDescriptions[measure] }) : count,
  ]),
) as Record<keyof MeasureTotals, typeof count>

const example: MeasureTotals = {
  ...createZeroTotals(),
  ...{ messagesIn: 12, messagesOut: 14, delivered: 14, read: 9, failed: 1, conversations: 5, goalsReached: 2 },
  ...{ turns: 12, inputTokens: 2520, outputTokens: 144, modelMilliseconds: 9300, sends: 3 },
}
const at = '2030-01-31T00:00:00.000Z'

const UsageTotals = z.strictObject(counts).meta({ id: 'UsageTotals', examples: [example] })

const UsagePoint = z
  .strictObject({
    at: timestamp.meta({ description: 'When the interval starts.' }),
    ...counts,
    peopleWriting: count.optional().meta({
      description:
        "How many people wrote; by day only if days use the org's time zone. Not the sum of other intervals.",
    }),
  })
  .meta({ id: 'UsagePoint', examples: [{ at, ...example, peopleWriting: 4 }] })
export type UsagePoint = z.infer<typeof UsagePoint>

export const goalCounts = z.array(z.strictObject({ goalId: z.string(), count }))

const usage = {
  start: timestamp,
  end: timestamp,
  interval: z.enum(intervals),
  timeZone: z.string().meta({ description: 'The time zone that defines days.' }),
  data: z.array(UsagePoint).meta({ description: 'Every interval, in order.' }),
  failures: z
    .array(z.strictObject({ reason: z.string(), count }))
    .meta({ description: 'Why messages failed, most frequent first.' }),
  goals: goalCounts,
  sendStates: z.array(z.strictObject({ state: z.string(), count })),
  totals: UsageTotals,
}
const usageExample = {
  start: at,
  end: '2030-02-01T00:00:00.000Z',
  interval: 'day' as const,
  timeZone: 'UTC',
  data: [{ at, ...example, peopleWriting: 4 }],
  failures: [{ reason: 'unreachable', count: 1 }],
  goals: [{ goalId: 'visit-booked', count: 2 }],
  sendStates: [{ state: 'sent', count: 3 }],
  totals: example,
}

export const Usage = z.strictObject(usage).meta({ id: 'Usage', examples: [usageExample] })
export type Usage = z.infer<typeof Usage>

export const OrgUsage = z
  .strictObject({
    ...usage,
    agents: z.array(
      z.strictObject({
        agentId: z.string(),
        name: z.string(),
        totals: UsageTotals,
        messages: z.array(count).meta({ description: 'Inbound and outbound together, for each interval.' }),
      }),
    ),
  })
  .meta({
    id: 'OrgUsage',
    examples: [
      { ...usageExample, agents: [{ agentId: 'front-desk', name: 'Front desk', totals: example, messages: [26] }] },
    ],
  })
export type OrgUsage = z.infer<typeof OrgUsage>
