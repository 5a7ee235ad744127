import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { createBoundedRecord } from './bounded-record.ts'
import { systemNames } from './vocabulary.ts'

/** `expect`: the required result of a case. */

const texts = z.array(boundedText({ min: 1, max: 4000 })).max(100)
const atLeast = (least: number) => z.int().min(least)

export const partKinds = [
  'text',
  'card',
  'carousel',
  'showcase',
  'ask.time',
  'ask.choice',
  'confirm',
  'media',
  'chips',
] as const
export type PartKind = (typeof partKinds)[number]

export const Checks = z
  .strictObject({
    finalReplyNonEmpty: z.boolean(),
    pickerShown: z.boolean(),
    appointmentCreated: z.boolean(),
    activeAppointments: atLeast(0),
    outcomes: texts,
    activePlaybookAtEnd: boundedText({ min: 1, max: 200 }),
    personFields: createBoundedRecord(z.union([boundedText({ max: 4000 }), z.number(), z.boolean()])),
    chipsOnAnyTurn: texts,
    chipsOnLastMessage: z.boolean(),
    textIncludes: texts,
    textExcludes: texts,
    textMatches: texts,
    toolsCalled: createBoundedRecord(atLeast(0)),
    toolsNotCalled: texts,
    noWarnings: z.boolean(),
    maxModelCallsPerTurn: atLeast(1),
    maxTurnsToOutcome: atLeast(1),
    replyCount: z.strictObject({ min: atLeast(0).optional(), max: atLeast(0).optional() }),
    noReplyTo: z.array(z.enum(systemNames)).max(20),
    partsOnLastTurn: z.array(z.enum(partKinds)).max(9),
  })
  .partial()
  .meta({ id: 'TestChecks', examples: [{ finalReplyNonEmpty: true, textIncludes: ['nine to five'] }] })
export type Checks = z.output<typeof Checks>

const ToolCalled = z.strictObject({
  name: boundedText({ min: 1, max: 200 }),
  with: createBoundedRecord(z.unknown())
    .optional()
    .meta({ description: 'Arguments that the call must have; others may be there too.' }),
  order: atLeast(1).optional().meta({ description: 'Position among the calls of the turn, starting with 1.' }),
})
export type ToolCalled = z.output<typeof ToolCalled>

const CostUnder = z.strictObject({
  amount: z.number().min(0),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code such as USD'),
})
export type CostUnder = z.output<typeof CostUnder>

const maxChecksPerTurn = 20

/** One check of the reply to a turn: a check of cases, or one of those that only a turn has. */
export const TurnCheck = z
  .strictObject({
    ...Checks.shape,
    'tool.called': ToolCalled.optional(),
    'latency.under': z.strictObject({ milliseconds: atLeast(1) }).optional(),
    'cost.under': CostUnder.optional(),
  })
  .refine((check) => Object.keys(check).length === 1, 'must be one check, written { name: value }')
  .meta({ id: 'TurnCheck', examples: [{ textIncludes: ['nine to five'] }, { 'tool.called': { name: 'people.save' } }] })
export type TurnCheck = z.output<typeof TurnCheck>

/** The checks of the reply to one turn. */
export const TurnChecks = z.array(TurnCheck).max(maxChecksPerTurn)

export const criterionId = z
  .string()
  .regex(/^[a-z0-9-]{1,59}$/, 'must be 1 to 59 lowercase letters, digits and hyphens')

export const Criterion = z.strictObject({ id: criterionId, text: boundedText({ min: 1, max: 1000 }) })
export type Criterion = z.output<typeof Criterion>
