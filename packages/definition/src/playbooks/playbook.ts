import { boundedText, nameText, removedField, slug, uniqueBy, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { AgentFlow } from '../flow/index.ts'
import { GoalAssignment } from '../goals.ts'
import { DerivedFrom } from '../provenance.ts'

/** A playbook is a named mode of operation. */
const Line = z.strictObject({ role: z.enum(['user', 'agent']), content: boundedText({ min: 1, max: 4000 }) })
const Examples = z.array(z.array(Line).max(60)).max(50)
const description = boundedText({ max: 2000 })
const whenToUse = boundedText({ max: 4000 })
const body = boundedText({ max: 40_000 })
const toolRefs = z.array(z.string().min(1).max(200)).max(100)
const messageTemplateRefs = z.array(slug).max(100)
const uses = z
  .array(z.string().max(100))
  .max(150)
  .meta({ description: 'scheduling, people, notify, knowledge, or integration:<id>.' })

export const AgentPlaybook = z
  .strictObject({
    id: z.string(),
    name: nameText,
    description: description.optional(),
    whenToUse: whenToUse.optional(),
    body,
    examples: Examples.optional(),
    toolRefs: toolRefs.optional(),
    messageTemplateRefs: messageTemplateRefs.optional(),
    uses,
    flow: AgentFlow.optional(),
    goal: GoalAssignment.optional(),
    isDefault: z.boolean(),
    outreachId: z.string().optional().meta({ description: 'The Outreach that owns the playbook.' }),
    derivedFrom: DerivedFrom.optional(),
  })
  .meta({
    id: 'AgentPlaybook',
    examples: [
      {
        id: 'bookings',
        name: 'Bookings',
        whenToUse: 'Someone wants to come by.',
        body: 'Offer a time and book it.',
        uses: ['scheduling', 'people', 'notify'],
        isDefault: false,
      },
    ],
  })
export type AgentPlaybook = z.infer<typeof AgentPlaybook>

const procedures = removedField('put the text in body')
/** `parseFlow` validates the flow, with its own finding codes; here any value passes. */
const flow = z.unknown().optional().meta({ description: 'An AgentFlow; null clears it.' })
const optional = {
  description: description.optional(),
  whenToUse: whenToUse.optional(),
  body: body.optional(),
  examples: Examples.optional(),
  toolRefs: toolRefs.optional(),
  messageTemplateRefs: messageTemplateRefs.optional(),
  uses: uses.optional(),
  flow,
  goal: GoalAssignment.optional(),
  isDefault: z.boolean().optional(),
  procedures,
}
const owned = ['outreachId', 'derivedFrom'] as const

export const PlaybookCreate = withReadOnlyFields({ id: slug.optional(), name: nameText, ...optional }, owned).meta({
  id: 'PlaybookCreate',
  examples: [{ name: 'Bookings', whenToUse: 'Someone wants to come by.', body: 'Offer a time and book it.' }],
})
export type PlaybookCreate = z.output<typeof PlaybookCreate>

export const PlaybookPut = withReadOnlyFields({ name: nameText, ...optional }, ['id', ...owned]).meta({
  id: 'PlaybookPut',
  examples: [{ name: 'Bookings', body: 'Offer a time and book it.' }],
})
export type PlaybookPut = z.output<typeof PlaybookPut>

export const PlaybookPatch = withReadOnlyFields(
  {
    name: nameText.optional(),
    description: description.nullable().optional(),
    whenToUse: whenToUse.nullable().optional(),
    body: body.optional(),
    examples: Examples.nullable().optional(),
    toolRefs: toolRefs.nullable().optional(),
    messageTemplateRefs: messageTemplateRefs.nullable().optional(),
    uses: uses.optional(),
    flow,
    goal: GoalAssignment.nullable().optional(),
    isDefault: z.boolean().optional(),
    procedures,
  },
  ['id', ...owned],
).meta({ id: 'PlaybookPatch', examples: [{ whenToUse: 'Someone asks for a time.' }] })
export type PlaybookPatch = z.output<typeof PlaybookPatch>

/** The form in an export: with ids, owners and provenance. */
const Portable = z.strictObject({
  id: slug,
  name: nameText,
  ...optional,
  outreachId: slug.optional(),
  derivedFrom: DerivedFrom.optional(),
})
export const maxPlaybooks = 200
export const PlaybookList = uniqueBy(z.array(Portable).max(maxPlaybooks), 'id')
export type PortablePlaybook = z.output<typeof Portable>
