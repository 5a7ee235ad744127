import fc from 'fast-check'
import type { AgentDefinition, SectionName } from '../definition.ts'
import type { SchedulingWindow } from '../scheduling.ts'
import type { Ids } from './ids.ts'
import { objects, partly, words } from './words.ts'

type Elsewhere = 'goals' | 'playbooks' | 'outreaches' | 'automatedOutreach' | 'things' | 'collections' | 'facts'
type Plain = Omit<AgentDefinition, Elsewhere | 'messageTemplates'>

/** Sections with few or no references. */
export function plainSections(has: Ids, names: Ids): fc.Arbitrary<Plain> {
  return fc.record({
    agent: profile,
    identity,
    personality: fc.option(personality),
    objectives: fc.array(objective, { maxLength: 1 }),
    standingInstructions: fc.array(words, { maxLength: 2 }),
    guardrails,
    rules: fc.array(rule, { maxLength: 1 }),
    toolBindings: fc.array(binding, { maxLength: 1 }),
    peopleFields: fc.tuple(...has.fields.map(peopleField)),
    scheduling: scheduling(names),
    notifications,
    integrations: fc.tuple(...has.integrations.map(integration)),
    sendingSettings,
  })
}

type Of<S extends SectionName> = AgentDefinition[S] extends (infer Item)[] ? Item : NonNullable<AgentDefinition[S]>

const origin = fc.constant({ templateId: '@svc/personality.warm', version: '1.10.0' })

const profile = partly<Of<'agent'>, 'name'>({ name: words, description: words, templateRef: origin }, ['name'])

const url = fc.constant('https://example.com/')
const identity = partly<Of<'identity'>, never>(
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
    contactAvailability: words,
    identityPreamble: words,
  },
  [],
)

const personality = partly<Of<'personality'>, 'text'>({ description: words, text: words, derivedFrom: origin }, [
  'text',
])

const objective = partly<Of<'objectives'>, 'id' | 'name' | 'body'>(
  {
    id: fc.constant('sell'),
    name: words,
    description: words,
    body: words,
    priority: fc.constantFrom(0, 1000),
    enabled: fc.boolean(),
    derivedFrom: origin,
  },
  ['id', 'name', 'body'],
)

const guardrails = partly<Of<'guardrails'>, never>(
  {
    topicsToAvoid: fc.array(words, { maxLength: 2 }),
    claimsNotToMake: fc.array(words, { maxLength: 2 }),
    requiredDisclaimers: fc.array(words, { maxLength: 2 }),
    derivedFromTemplates: fc.constant(['@svc/guardrail.calm']),
  },
  [],
)

const rule = partly<Of<'rules'>, 'id' | 'text' | 'check'>(
  {
    id: fc.constant('no-price'),
    text: words,
    check: fc.constant({ kind: 'pattern' as const, patterns: ['cheap', '/\\$\\s?[0-9]+/i'] }),
    onMatch: fc.constantFrom('block', 'retry'),
    replacement: words,
    enabled: fc.boolean(),
  },
  ['id', 'text', 'check'],
)

const binding = fc.record({ toolId: fc.constant('@svc/tool.mail'), config: objects, enabled: fc.boolean() })

function peopleField(key: string): fc.Arbitrary<Of<'peopleFields'>> {
  return partly<Of<'peopleFields'>, 'key' | 'type' | 'options'>(
    {
      key: fc.constant(key),
      label: words,
      type: fc.constantFrom('string', 'enum', 'date'),
      options: fc.constant(['no', 'yes']),
      locked: fc.boolean(),
      description: words,
    },
    ['key', 'type', 'options'],
  )
}

const hours = fc.constant<SchedulingWindow[]>([{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }])

function scheduling(names: Ids): fc.Arbitrary<Of<'scheduling'>> {
  const reminders = partly<NonNullable<Of<'scheduling'>['reminders']>, never>(
    {
      enabled: fc.boolean(),
      leadMinutes: fc.constantFrom(1, 10_080),
      includeContactCard: fc.boolean(),
      ignoreSafeHours: fc.boolean(),
      playbookId: fc.constantFrom(...names.playbooks),
    },
    [],
  )
  return partly<Of<'scheduling'>, 'representatives'>(
    {
      timezone: fc.constant('Europe/Berlin'),
      availableHours: hours,
      blackoutDates: fc.constant(['2030-12-24']),
      disallowSameDayBooking: fc.boolean(),
      defaultDurationMinutes: fc.constantFrom(1, 1440),
      notificationRecipients: fc.constant(['team@example.com']),
      reminders,
      defaultRepresentativeIdentity: words,
      representatives: fc.array(
        fc.record({
          id: fc.constant('first'),
          name: words,
          availability: hours.map((workingHours) => ({ timezone: 'UTC', workingHours })),
        }),
        { maxLength: 1 },
      ),
    },
    ['representatives'],
  )
}

const notifications = partly<Of<'notifications'>, never>(
  {
    operator: fc.constantFrom({ provider: 'slack' }, { provider: 'email', toAddress: 'team@example.com' }),
    email: fc.constant({ provider: 'mailgun', fromAddress: 'a@example.com', mailgunDomain: 'example.com' }),
  },
  [],
)

function integration(id: string): fc.Arbitrary<Of<'integrations'>> {
  return partly<Of<'integrations'>, 'id' | 'description' | 'endpoint'>(
    {
      id: fc.constant(id),
      name: words,
      description: words,
      parameters: objects.map((properties) => ({ type: 'object', properties })),
      endpoint: fc.constantFrom(
        { url: 'https://example.com/' },
        { url: 'https://example.com/', method: 'PUT' as const },
      ),
    },
    ['id', 'description', 'endpoint'],
  )
}

const sendingSettings = partly<Of<'sendingSettings'>, never>(
  {
    minTouchIntervalHours: fc.constantFrom(0, 0.5, 48),
    safeHours: fc.constant({ startHour: 21, endHour: 8, timeZone: 'UTC' }),
  },
  [],
)
