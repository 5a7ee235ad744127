import type { AgentDefinition, OutreachResponse, PeopleField } from '@parley/definition'
import { type ChannelFacts, decideOutreach } from '@parley/guardrails'
import { invalidRequest, Problem, problem } from '../../../platform/http/problem.ts'
import { type Person, type ProfileChange, personProfiles } from '../../people/index.ts'
import type { TestSend } from '../deps.ts'
import type { NamedSend } from './request.ts'
import type { SendConsent } from './send.ts'

/** What is known about the recipient; `person` is missing for someone new. */
export type KnownRecipient = {
  person?: Pick<Person, keyof Person>
  /** The channels in question, in order of preference. */
  reach: readonly ChannelFacts[]
  lastTouchAt?: Date
}

export type NamedSendContext = {
  definition: AgentDefinition
  outreach: OutreachResponse
  request: NamedSend
  profileChange: ProfileChange
  test?: TestSend
  now: Date
}

export type AcceptedSend = { unknownInputs: string[]; consent: SendConsent; warning?: string }

/** Decides on a named send and throws its refusals; writes nothing. */
export function decideNamedSend(
  { definition, outreach, request, now }: NamedSendContext,
  known: KnownRecipient,
): AcceptedSend {
  const { person, reach, lastTouchAt } = known
  const { inputs = {}, consent = {} } = request
  const missing = missingInputs(outreach, person, inputs)
  const facts = {
    now,
    consent: person?.consent.status ?? 'unknown',
    optIn: consent.optIn,
    class: outreach.class,
    lastTouchAt,
    settings: definition.sendingSettings,
    lacksInputs: missing.length > 0,
  } as const
  const decision = decideOutreach('named', facts, reach)
  if (decision.verdict === 'no') throw toRefusal(decision, missing)
  const declared = new Set(definition.peopleFields.map(({ key }) => key))
  const { optIn, ...claim } = consent
  return {
    unknownInputs: Object.keys(inputs).filter((key) => !declared.has(key)),
    consent: { claimed: optIn ? 'yes' : 'none', recorded: recordedAs(person), ...withoutUndefined(claim) },
    ...(decision.verdict === 'go' && decision.warning && { warning: capWarning(definition, lastTouchAt) }),
  }
}

function recordedAs(person: KnownRecipient['person']): SendConsent['recorded'] {
  if (!person) return 'new'
  return person.consent.status === 'granted' ? 'granted' : 'unknown'
}

const withoutUndefined = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

type Refusal = { reason: string; channel?: string }

function toRefusal({ reason, channel }: Refusal, missing: readonly string[]): Problem {
  if (reason === 'missing_inputs') return missingInputsProblem(missing)
  if (reason === 'no_template') return noTemplate(channel)
  if (reason === 'opted_out') {
    return problem('agent.outreach.opted_out', 409, { detail: 'The person replied STOP on this channel' })
  }
  if (reason === 'consent_declined') {
    return problem('agent.outreach.consent_declined', 422, { detail: 'consent.optIn is false' })
  }
  return problem('agent.outreach.consent_denied', 409, { detail: 'The recorded consent is denied' })
}

export function missingInputs(
  { inputs }: Pick<OutreachResponse, 'inputs'>,
  person: Pick<Person, 'customFields'> | undefined,
  supplied: Readonly<Record<string, string>>,
): string[] {
  const onFile = person?.customFields ?? {}
  return inputs.filter((key) => isBlank(own(supplied, key)) && isBlank(own(onFile, key)))
}

const own = (values: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(values, key) ? values[key] : undefined
const isBlank = (value: string | undefined) => value === undefined || value.trim() === ''

const noTemplate = (channel = 'the channel'): Problem =>
  problem('agent.outreach.no_template', 422, {
    detail: `The reply window on ${channel} is closed, and the Outreach has no template for it`,
  })

function missingInputsProblem(missing: readonly string[]): Problem {
  const errors = missing.map((key) => ({ field: `inputs.${key}`, message: 'is needed by the opener' }))
  const detail = `The opener needs ${missing.join(', ')}, which is neither supplied nor stored on the Person`
  return problem('agent.outreach.missing_inputs', 422, { detail, errors })
}

function capWarning({ sendingSettings }: AgentDefinition, lastTouchAt: Date | undefined): string {
  const hours = sendingSettings.minTouchIntervalHours ?? 48
  const last = lastTouchAt ? ` at ${lastTouchAt.toISOString()}` : ''
  return `The person got a marketing message${last}, less than ${hours} hours ago; the message is sent anyway`
}

/** Validates the profile data in the request; blank strings count as not supplied. */
export function profileChangeOf({ recipient, profile = {}, inputs = {} }: NamedSend): ProfileChange {
  const { phone: checked, ...rest } = dropBlank(profile)
  const isChecked = recipient.form === 'address' && recipient.isE164 === true
  const given = isChecked || checked === undefined ? rest : { ...rest, phone: checked }
  const read = personProfiles.Body.safeParse(given)
  if (!read.success) {
    const errors = read.error.issues.map(({ path, message }) => ({ field: `profile.${path.join('.')}`, message }))
    throw invalidRequest(errors)
  }
  const customFields = dropBlank(inputs)
  return {
    ...read.data,
    ...(isChecked && checked !== undefined && { phone: checked }),
    ...(Object.keys(customFields).length > 0 && { customFields }),
  }
}

const dropBlank = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => !isBlank(entry[1])))

/**
 * Selects what to write for a known person: inputs always; the rest of the profile only where it is empty (`fill`), or
 * all of it (`overwrite`).
 */
export function selectProfileChange(
  person: Person,
  change: ProfileChange,
  { profileUpdate = 'fill' }: NamedSend,
): ProfileChange {
  if (profileUpdate === 'overwrite') return change
  const { customFields, ...profile } = change
  const empty = Object.entries(profile).filter(([field]) => person[field as keyof Person] === undefined)
  return { ...Object.fromEntries(empty), ...(customFields && { customFields }) }
}

type Newcomer = { id: string; now: Date; fields: readonly PeopleField[] }

/** Builds a person who was not known before; locked fields are not written for them either. */
export function buildNewcomer(change: ProfileChange, { source = 'api' }: NamedSend, newcomer: Newcomer) {
  const { id, now, fields } = newcomer
  const blank = { ...personProfiles.blank({ source }, { id, now, fields: [] }), key: 0 }
  const { person } = applyProfileChange(blank, change, { fields, now })
  const { key: _, ...made } = person
  return made
}

/** Applies the change; errors refer to the fields of the request. */
export function applyProfileChange(
  person: Person,
  change: ProfileChange,
  { fields, now }: { fields: readonly PeopleField[]; now: Date },
): { person: Person; changed: string[] } {
  try {
    return personProfiles.change(person, change, { fields, by: 'agent', now })
  } catch (error) {
    if (!(error instanceof Problem) || !error.details.errors) throw error
    throw invalidRequest(
      error.details.errors.map(({ field, ...rest }) => ({ field: field.replace(/^customFields/, 'inputs'), ...rest })),
    )
  }
}
