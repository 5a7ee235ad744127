import { emulatedChannels } from '@parley/amf'
import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { createBoundedRecord } from './bounded-record.ts'
import { CaseTurn } from './directive.ts'
import { Checks, Criterion } from './expect.ts'
import { PresetLine, presetShape } from './preset.ts'
import { caseAppointmentStatuses, weekdays } from './vocabulary.ts'

/** Unknown keys are errors everywhere in the document. */

export const maxTurnsPerCase = 40
export const maxSamplesPerCase = 5

const value = z.union([boundedText({ max: 2000 }), z.number(), z.boolean()])
const values = createBoundedRecord(value, boundedText({ min: 1, max: 128 }))

const Persona = z.union([
  z.null(),
  z.strictObject({ id: boundedText({ min: 1, max: 64 }) }),
  z.strictObject({ preset: z.strictObject(presetShape) }),
])

/** For example `P2D` or `-PT3H30M`. */
const duration = /^-?P(?=\d|T\d)(?:\d{1,5}D)?(?:T(?=\d)(?:\d{1,5}H)?(?:\d{1,6}M)?(?:\d{1,8}S)?)?$/

const CaseAppointment = z.strictObject({
  startsIn: z.string().regex(duration, 'must be an ISO-8601 duration of days and time, such as P1DT2H or -PT30M'),
  durationMinutes: z.int().min(5).max(480).optional(),
  representativeId: boundedText({ min: 1, max: 200 }).optional(),
  locationId: boundedText({ min: 1, max: 64 }).optional(),
  status: z.enum(caseAppointmentStatuses).optional(),
})

const Start = z.strictObject({
  inbound: z.literal(true).optional(),
  outreach: z
    .strictObject({
      outreachId: boundedText({ max: 200 }).optional(),
      inputs: values.optional(),
      formData: values.optional(),
      campaign: z.boolean().optional(),
    })
    .optional(),
  reminder: z.literal(true).optional(),
  resume: z.strictObject({ activePlaybook: boundedText({ min: 1, max: 200 }) }).optional(),
})

const Clock = z.strictObject({
  now: z.string().optional(),
  weekday: z.enum(weekdays).optional(),
  time: z.string().optional(),
  timezone: boundedText({ max: 100 }).optional(),
})

export const Scenario = z
  .strictObject({
    channel: z.enum(emulatedChannels).optional(),
    provider: boundedText({ max: 40 }).optional(),
    persona: Persona.optional(),
    appointments: z.array(CaseAppointment).max(5).optional(),
    start: Start.optional(),
    history: z.array(PresetLine).max(40).optional(),
    clock: Clock.optional(),
    stubs: createBoundedRecord(z.unknown()).optional().meta({
      description:
        'Answers of integrations and catalog tools, by id. `{ "fail": { "status"?, "message"? } }` is a call that fails; `{ "inOrder": [...] }` has an answer or a failure for each call in order, the last one for all later calls. At most 256 KB in total, as JSON.',
    }),
  })
  .meta({ id: 'TestScenario', examples: [{ channel: 'rcs', persona: null }] })
export type Scenario = z.output<typeof Scenario>

const Origin = z.strictObject({
  kind: z.enum(['conversation', 'playbookExample', 'generated']),
  conversationId: boundedText({ max: 200 }).optional(),
  userId: boundedText({ max: 200 }).optional(),
  recordedAt: boundedText({ max: 100 }).optional(),
  turnId: boundedText({ max: 200 }).optional(),
  playbookId: boundedText({ max: 200 }).optional(),
  exampleIndex: z.int().min(0).optional(),
  generatedFrom: boundedText({ max: 4000 }).optional(),
  generatedAt: boundedText({ max: 100 }).optional(),
})

export const CaseDocument = z
  .strictObject({
    key: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9-]{0,118}$/,
        'must be 1 to 119 lowercase letters, digits and hyphens, and not start with a hyphen',
      )
      .optional(),
    title: boundedText({ min: 1, max: 300 }),
    brief: z
      .strictObject({ scenario: boundedText({ min: 1, max: 2000 }), expected: boundedText({ min: 1, max: 2000 }) })
      .optional(),
    notes: boundedText({ max: 4000 }).optional(),
    tags: z
      .array(boundedText({ min: 1, max: 60 }))
      .max(20)
      .optional(),
    samples: z.int().min(1).max(maxSamplesPerCase).optional(),
    origin: Origin.optional(),
    scenario: Scenario.optional(),
    // Too many turns, or none, have their own codes.
    turns: z.array(CaseTurn).meta({ maxItems: maxTurnsPerCase }),
    expect: z
      .strictObject({
        checks: Checks.optional(),
        // Cases from before criteria existed may have none.
        judge: z.strictObject({ criteria: z.array(Criterion).max(20).default([]) }).optional(),
      })
      .optional(),
  })
  .meta({
    id: 'TestCaseDocument',
    examples: [
      { title: 'Says when it is open', turns: ['When are you open?'], expect: { checks: { textIncludes: ['nine'] } } },
    ],
  })
export type CaseDocument = z.output<typeof CaseDocument>

/** Cost of a case, in units of `tokensInUnit` weighted tokens. */

/** Defaults; system operators can set all except the last per org. */
export const platformLimits = { dailyUnits: 250, maxUnitsPerRun: 150, maxCasesPerRun: 200, perCaseUnitCeiling: 8 }

const tokensInUnit = 40_000

type Tokens = { inputTokens: number; outputTokens: number; cacheReadTokens: number }

/** `inputTokens` excludes tokens read from a cache. Counts in tenths, so that rounding loses nothing. */
export function weighTokens({ inputTokens, outputTokens, cacheReadTokens }: Tokens): number {
  return (10 * inputTokens + 50 * outputTokens + cacheReadTokens) / 10
}

export function toUnits(weighted: number): number {
  return Math.max(1, Math.ceil(weighted / tokensInUnit))
}

/** Initial estimate: a medium prompt and a short answer, partly from a cache. */
const tokensOfTurn = 3000
const tokensOfJudging = 3000
/** Default for a simulation that does not limit its turns. */
const simulatedTurns = 10

/** Estimates the cost of one sample of a case in weighted tokens; a simulation may use all of its turns. */
export function estimateCase({ turns, expect }: Pick<CaseDocument, 'turns' | 'expect'>): {
  units: number
  tokens: number
} {
  const played = turns.reduce((sum, turn) => sum + turnsOf(turn), 0)
  const isJudged = (expect?.judge?.criteria.length ?? 0) > 0
  const tokens = played * tokensOfTurn + (isJudged ? tokensOfJudging : 0)
  return { units: toUnits(tokens), tokens }
}

function turnsOf(turn: CaseDocument['turns'][number]): number {
  return typeof turn === 'object' && 'simulate' in turn ? (turn.simulate.maxTurns ?? simulatedTurns) : 1
}
