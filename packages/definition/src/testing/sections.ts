import fc from 'fast-check'
import type { AgentDefinition, SectionName } from '../definition.ts'
import type { HttpIntegration } from '../integrations.ts'
import type { SchedulingWindow } from '../scheduling.ts'
import type { Ids } from './ids.ts'
import { anyObject, anyPartial, anySampleText } from './words.ts'

type OtherSection =
  | 'goals'
  | 'playbooks'
  | 'outreaches'
  | 'automatedOutreach'
  | 'sequences'
  | 'things'
  | 'collections'
  | 'facts'
type PlainSections = Omit<AgentDefinition, OtherSection | 'messageTemplates'>

/** Sections with few or no references. */
export function anyPlainSections(existingIds: Ids, referencedIds: Ids): fc.Arbitrary<PlainSections> {
  return fc.record({
    agent: profile,
    identity,
    personality: fc.option(personality),
    objectives: fc.array(objective, { maxLength: 1 }),
    standingInstructions: fc.array(anySampleText, { maxLength: 2 }),
    guardrails,
    rules: fc.array(rule, { maxLength: 1 }),
    toolBindings: fc.array(binding, { maxLength: 1 }),
    peopleFields: fc.tuple(...existingIds.fields.map(peopleField)),
    locations: fc.tuple(...existingIds.locations.map(location)),
    scheduling: scheduling(referencedIds),
    notifications,
    integrations: fc.tuple(...existingIds.integrations.map(integration)),
    sendingSettings,
  })
}

type SectionItem<S extends SectionName> = AgentDefinition[S] extends (infer Item)[]
  ? Item
  : NonNullable<AgentDefinition[S]>

const origin = fc.constant({ templateId: '@svc/personality.warm', version: '1.10.0' })

const profile = anyPartial<SectionItem<'agent'>, 'name'>(
  { name: anySampleText, description: anySampleText, defaultCountry: fc.constantFrom('DE', 'US'), templateRef: origin },
  ['name'],
)

const url = fc.constant('https://example.com/')
const identity = anyPartial<SectionItem<'identity'>, never>(
  {
    smallLogoUrl: url,
    largeBannerUrl: url,
    defaultCardImageUrl: url,
    brandColor: fc.constant('#1a2b3c'),
    contactEmail: fc.constant('hello@example.com'),
    contactPhone: fc.constant('+12025550143'),
    websiteUrl: url,
    privacyPolicyUrl: url,
    termsOfServiceUrl: url,
    contactAvailability: anySampleText,
    identityPreamble: anySampleText,
  },
  [],
)

const personality = anyPartial<SectionItem<'personality'>, 'text'>(
  { description: anySampleText, text: anySampleText, derivedFrom: origin },
  ['text'],
)

const objective = anyPartial<SectionItem<'objectives'>, 'id' | 'name' | 'body'>(
  {
    id: fc.constant('sell'),
    name: anySampleText,
    description: anySampleText,
    body: anySampleText,
    priority: fc.constantFrom(0, 1000),
    enabled: fc.boolean(),
    derivedFrom: origin,
  },
  ['id', 'name', 'body'],
)

const guardrails = anyPartial<SectionItem<'guardrails'>, never>(
  {
    topicsToAvoid: fc.array(anySampleText, { maxLength: 2 }),
    claimsNotToMake: fc.array(anySampleText, { maxLength: 2 }),
    requiredDisclaimers: fc.array(anySampleText, { maxLength: 2 }),
    derivedFromTemplates: fc.constant(['@svc/guardrail.calm']),
  },
  [],
)

const rule = anyPartial<SectionItem<'rules'>, 'id' | 'text' | 'check'>(
  {
    id: fc.constant('no-price'),
    text: anySampleText,
    check: fc.constant({ kind: 'pattern' as const, patterns: ['cheap', '/\\$\\s?[0-9]+/i'] }),
    onMatch: fc.constantFrom('block', 'retry'),
    replacement: anySampleText,
    enabled: fc.boolean(),
  },
  ['id', 'text', 'check'],
)

const binding = fc.record({ toolId: fc.constant('@svc/tool.mail'), config: anyObject, enabled: fc.boolean() })

function peopleField(key: string): fc.Arbitrary<SectionItem<'peopleFields'>> {
  return anyPartial<SectionItem<'peopleFields'>, 'key' | 'type' | 'options'>(
    {
      key: fc.constant(key),
      label: anySampleText,
      type: fc.constantFrom('string', 'enum', 'date'),
      options: fc.constant(['no', 'yes']),
      locked: fc.boolean(),
      description: anySampleText,
    },
    ['key', 'type', 'options'],
  )
}

const hours = fc.constant<SchedulingWindow[]>([{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }])

function location(id: string): fc.Arbitrary<SectionItem<'locations'>> {
  return anyPartial<Omit<SectionItem<'locations'>, 'representativeIds'>, 'id' | 'name'>(
    {
      id: fc.constant(id),
      name: anySampleText,
      aliases: fc.array(anySampleText, { maxLength: 2 }),
      address: fc.constant('Pier 4, Harbor Road'),
      coordinates: fc.constant({ latitude: 53.5, longitude: 10 }),
      phone: fc.constant('+12025550143'),
      timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York'),
      hours,
      enabled: fc.boolean(),
    },
    ['id', 'name'],
  )
}

function scheduling(referencedIds: Ids): fc.Arbitrary<SectionItem<'scheduling'>> {
  const reminders = anyPartial<NonNullable<SectionItem<'scheduling'>['reminders']>, never>(
    {
      enabled: fc.boolean(),
      leadMinutes: fc.constantFrom(1, 10_080),
      includeContactCard: fc.boolean(),
      ignoreSafeHours: fc.boolean(),
      playbookId: fc.constantFrom(...referencedIds.playbooks),
    },
    [],
  )
  return anyPartial<SectionItem<'scheduling'>, 'representatives'>(
    {
      timezone: fc.constant('Europe/Berlin'),
      availableHours: hours,
      blackoutDates: fc.constant(['2030-12-24']),
      disallowSameDayBooking: fc.boolean(),
      defaultDurationMinutes: fc.constantFrom(1, 1440),
      notificationRecipients: fc.constant(['team@example.com']),
      reminders,
      defaultRepresentativeIdentity: anySampleText,
      representatives: fc.array(
        fc.record({
          id: fc.constant('first'),
          name: anySampleText,
          availability: hours.map((workingHours) => ({ timezone: 'UTC', workingHours })),
        }),
        { maxLength: 1 },
      ),
    },
    ['representatives'],
  )
}

const notifications = anyPartial<SectionItem<'notifications'>, never>(
  {
    operator: fc.constantFrom({ provider: 'slack' }, { provider: 'email', toAddress: 'team@example.com' }),
    email: fc.constant({ provider: 'mailgun', fromAddress: 'a@example.com', mailgunDomain: 'example.com' }),
  },
  [],
)

function integration(id: string): fc.Arbitrary<SectionItem<'integrations'>> {
  return anyPartial<Omit<HttpIntegration, 'kind'>, 'id' | 'description' | 'endpoint'>(
    {
      id: fc.constant(id),
      name: anySampleText,
      description: anySampleText,
      parameters: anyObject.map((properties) => ({ type: 'object', properties })),
      endpoint: fc.constantFrom(
        { url: 'https://example.com/' },
        { url: 'https://example.com/', method: 'PUT' as const },
      ),
    },
    ['id', 'description', 'endpoint'],
  )
}

const sendingSettings = anyPartial<SectionItem<'sendingSettings'>, never>(
  {
    minTouchIntervalHours: fc.constantFrom(0, 0.5, 48),
    safeHours: fc.constant({ startHour: 21, endHour: 8, timeZone: 'UTC' }),
    trackLinks: fc.boolean(),
  },
  [],
)
