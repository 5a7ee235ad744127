import { channels as everyChannel, ProviderTemplate, undeliveredSeconds } from '@parley/amf'
import { boundedText, nameText, slug, timeZone, uniqueBy, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { GoalAssignment } from '../goals.ts'
import { fieldKey } from '../people-fields.ts'
import { outreachClasses, peopleFilterFields } from '../vocabulary.ts'

/** Filters of the people list. The people domain validates their values. */
const names = new Set<string>(peopleFilterFields)
const customField = /^customFields\../

const value = boundedText({ max: 4000 })
const maxEntries = 100

/** The people a rule applies to: all conditions must match; within a list, any entry. */
export const TriggerFilter = z
  .record(z.string().max(200), z.union([value, z.array(value).min(1).max(100)]))
  .superRefine((given, context) => {
    const keys = Object.keys(given)
    if (keys.length > maxEntries) context.addIssue(`must have at most ${maxEntries} entries`)
    const unknown = keys.filter((key) => !names.has(key) && !customField.test(key))
    if (unknown.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: unknown })
  })

const outreachId = slug.refine((id) => id !== 'sends', 'is reserved')
const name = boundedText({ min: 1, max: 80 })
const description = boundedText({ max: 1000 })
const kind = z.enum(outreachClasses)
// Accepts any key; a journey reports the keys that it cannot carry.
const inputs = z.array(boundedText({ min: 1, max: 200 })).max(100)

/** Read-only fields that a client may send back. */
const ofOthers = ['orgId', 'agentId', 'createdAt', 'updatedAt', 'derivedFrom'] as const

const FollowUp = z.strictObject({
  templateId: slug,
  delayMinutes: z.int().min(5).max(43_200),
  maxTimes: z.int().min(1).max(3).optional().meta({ default: 1 }),
})

/** Each variable is the path of a slot, such as person.firstName, or a text with slots. */
const Templates = z.strictObject({ messengerA: ProviderTemplate.optional() })

const channels = z
  .array(z.enum(everyChannel))
  .min(1)
  .refine((list) => new Set(list).size === list.length, 'must not list a channel twice')

const fields = {
  name,
  description: description.optional(),
  class: kind.optional().meta({ default: 'service' }),
  enabled: z.boolean().optional().meta({ default: true }),
  openerTemplateId: slug,
  goal: GoalAssignment.optional(),
  inputs: inputs.optional().meta({ description: 'Default: the custom fields that the opener uses.' }),
  followUp: FollowUp.optional(),
  channels: channels.optional().meta({
    default: ['rcs'],
    description: 'In order of preference: a person is reached on the first that is possible.',
  }),
  templates: Templates.optional().meta({
    description: "What is sent on a channel whose reply window is closed: one of the provider's approved templates.",
  }),
  undeliveredAfterSeconds: undeliveredSeconds.optional().meta({
    description: 'The opener moves on to the next channel unless it is reported as delivered by then.',
  }),
}

/** Stored form. Undeclared inputs follow the opener. */
export type Outreach = z.infer<typeof Stored>
const Stored = z.strictObject({ id: slug, ...fields, class: kind, enabled: z.boolean(), playbookId: z.string() })

export const OutreachResponse = z
  .strictObject({ ...Stored.shape, inputs, playbookId: z.string().meta({ description: 'The owned playbook.' }) })
  .meta({
    id: 'Outreach',
    examples: [
      {
        id: 'spring-visit',
        name: 'Spring visit',
        class: 'service',
        enabled: true,
        openerTemplateId: 'spring-opener',
        inputs: [],
        playbookId: 'spring-visit',
      },
    ],
  })
export type OutreachResponse = z.infer<typeof OutreachResponse>

const Owned = z
  .strictObject({
    name: nameText.optional(),
    body: boundedText({ max: 40_000 }).optional(),
    whenToUse: boundedText({ max: 4000 }).optional(),
    flow: z.unknown().optional(),
    uses: z.array(z.string().max(100)).max(150).optional(),
  })
  .meta({ description: 'The owned playbook; default: a plain one made from the name.' })

export const OutreachCreate = withReadOnlyFields({ id: outreachId.optional(), ...fields, playbook: Owned.optional() }, [
  'playbookId',
  ...ofOthers,
]).meta({ id: 'OutreachCreate', examples: [{ name: 'Spring visit', openerTemplateId: 'spring-opener' }] })
export type OutreachCreate = z.output<typeof OutreachCreate>

export const OutreachPut = withReadOnlyFields(fields, ['id', 'playbookId', ...ofOthers]).meta({
  id: 'OutreachPut',
  examples: [{ name: 'Spring visit', openerTemplateId: 'spring-opener' }],
})
export type OutreachPut = z.output<typeof OutreachPut>

export const OutreachPatch = withReadOnlyFields(
  {
    name: name.optional(),
    description: description.nullable().optional(),
    class: kind.optional(),
    enabled: z.boolean().optional(),
    openerTemplateId: slug.optional(),
    goal: GoalAssignment.nullable().optional(),
    inputs: inputs.nullable().optional(),
    followUp: FollowUp.nullable().optional(),
    channels: channels.nullable().optional(),
    templates: Templates.nullable().optional(),
    undeliveredAfterSeconds: undeliveredSeconds.nullable().optional(),
  },
  ['id', 'playbookId', ...ofOthers],
).meta({ id: 'OutreachPatch', examples: [{ enabled: false }] })
export type OutreachPatch = z.output<typeof OutreachPatch>

const Portable = z.strictObject({ id: outreachId, ...fields, playbookId: slug.optional() })
export const OutreachList = uniqueBy(z.array(Portable).max(200), 'id')
export type PortableOutreach = z.output<typeof Portable>

export const SendWindow = z
  .strictObject({
    startHour: z.int().min(0).max(23),
    endHour: z.int().min(0).max(23).meta({ description: 'Exclusive; the window may cross midnight.' }),
    timeZone,
  })
  .meta({ id: 'SendWindow' })

export const outreachEvents = [
  'person.created',
  'person.statusChanged',
  'person.fieldChanged',
  'appointment.booked',
  'appointment.cancelled',
  'conversation.ended',
  'person.dateReached',
] as const

const maxOffsetDays = 365

/** A date field of the person: `offsetDays` before it (negative) or after it, at an hour of the day. */
const TriggerDate = z
  .strictObject({
    field: fieldKey.meta({ description: 'The key of a People field of the type date.' }),
    offsetDays: z
      .int()
      .min(-maxOffsetDays)
      .max(maxOffsetDays)
      .optional()
      .meta({ default: 0, description: 'Days after the date; negative: before it.' }),
    yearly: z.boolean().optional().meta({
      default: false,
      description: 'The day counts every year, as a birthday does. February 29 counts as 28.',
    }),
    hour: z
      .int()
      .min(0)
      .max(23)
      .optional()
      .meta({ default: 9, description: 'When on that day people are looked for.' }),
    timeZone: timeZone.optional().meta({ default: 'UTC' }),
  })
  .meta({ id: 'TriggerDate', examples: [{ field: 'birthday', yearly: true }] })
export type TriggerDate = z.infer<typeof TriggerDate>

export const OutreachTrigger = z
  .strictObject({
    event: z.enum(outreachEvents),
    filter: TriggerFilter.optional(),
    date: TriggerDate.optional().meta({ description: 'Only, and always, with the event person.dateReached.' }),
  })
  .superRefine(({ event, date }, context) => {
    const isDated = event === 'person.dateReached'
    if (isDated === (date !== undefined)) return
    const message = isDated ? 'is required with person.dateReached' : 'is only possible with person.dateReached'
    context.addIssue({ code: 'custom', path: ['date'], message })
  })
export type OutreachTrigger = z.infer<typeof OutreachTrigger>

const ruleFields = {
  name: nameText,
  outreachId: slug,
  enabled: z.boolean().optional().meta({ default: true }),
  trigger: OutreachTrigger,
  delayMinutes: z.int().min(0).max(43_200).optional(),
  sendWindow: SendWindow.optional(),
  ignoreSafeHours: z.boolean().optional(),
}

const example = { name: 'After a booking', outreachId: 'spring-visit', trigger: { event: 'appointment.booked' } }

export const AutomatedOutreach = z
  .strictObject({ id: slug, ...ruleFields })
  .meta({ id: 'AutomatedOutreach', examples: [{ id: 'after-a-booking', ...example }] })
export type AutomatedOutreach = z.infer<typeof AutomatedOutreach>
export const AutomatedOutreachList = uniqueBy(z.array(AutomatedOutreach).max(200), 'id')

export const AutomatedOutreachCreate = withReadOnlyFields({ id: slug.optional(), ...ruleFields }, ofOthers).meta({
  id: 'AutomatedOutreachCreate',
  examples: [example],
})
export type AutomatedOutreachCreate = z.output<typeof AutomatedOutreachCreate>
export const AutomatedOutreachPut = withReadOnlyFields(ruleFields, ['id', ...ofOthers]).meta({
  id: 'AutomatedOutreachPut',
  examples: [example],
})
export type AutomatedOutreachPut = z.output<typeof AutomatedOutreachPut>
export const AutomatedOutreachPatch = withReadOnlyFields(
  {
    name: nameText.optional(),
    outreachId: slug.optional(),
    enabled: z.boolean().optional(),
    trigger: OutreachTrigger.optional(),
    delayMinutes: ruleFields.delayMinutes.nullable(),
    sendWindow: ruleFields.sendWindow.nullable(),
    ignoreSafeHours: ruleFields.ignoreSafeHours.nullable(),
  },
  ['id'],
).meta({ id: 'AutomatedOutreachPatch', examples: [{ enabled: false }] })
export type AutomatedOutreachPatch = z.output<typeof AutomatedOutreachPatch>

export const SendingSettings = z
  .strictObject({
    minTouchIntervalHours: z.number().min(0).max(8760).optional().meta({ default: 48, description: '0 disables.' }),
    safeHours: SendWindow.optional(),
    trackLinks: z.boolean().optional().meta({
      default: false,
      description: 'Links of openers and follow-ups go through a short link of the gateway, which counts taps.',
    }),
  })
  .meta({ id: 'SendingSettings', examples: [{ minTouchIntervalHours: 48 }] })
export type SendingSettings = z.infer<typeof SendingSettings>
