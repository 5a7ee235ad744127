import type { Channel } from '@parley/amf'
import { toE164 } from '@parley/definition'
import type { Preset } from '@parley/testcase'
import { personProfiles } from '../../people/index.ts'
import type { ConversationPartner, FilledForm } from '../deps.ts'
import { guessTimeZone } from './guess-time-zone.ts'
import type { RecordedAnswer } from './recorded-calls.ts'

/** An appointment in the sandbox; must be JSON. */
export type SandboxAppointment = {
  id: string
  startUtc: string
  endUtc: string
  timezone: string
  status: 'scheduled' | 'rescheduled' | 'cancelled' | 'completed'
  representativeId?: string
  representativeName?: string
  locationId?: string
  locationName?: string
  notes?: string
  /** Existed before the first turn. */
  given?: true
  /** When the person got this time; default: before the first turn. */
  bookedAt?: string
}

export type SandboxState = {
  asid: string
  channel: Channel
  partner: ConversationPartner
  appointments: SandboxAppointment[]
  optedOut: boolean
  /** Stubbed responses by the id of an integration or a catalog tool. */
  stubs?: Readonly<Record<string, unknown>>
  /** Tool results of the real conversation that is said again. */
  recordedCalls?: readonly RecordedAnswer[]
  form?: FilledForm
}

/** Creates the person that a preset describes; an empty preset is a stranger. */
export function createPartnerFromPreset(
  { fields = {}, consent }: Preset,
  { id, channel, now }: { id: string; channel: Channel; now: Date },
): ConversationPartner {
  const { productInterest, phone, ...profile } = omitBlankFields(fields)
  const number = phone ? (toE164(phone.replace(/^\s*00(?=[1-9])/, '+')) ?? phone) : undefined
  // Declared People fields constrain the operator's records, not the content of a persona.
  const person = personProfiles.blank({ ...profile, phone: number }, { id, now, fields: [] })
  const timezone = number && guessTimeZone(number)
  return {
    ...person,
    channels: [channel],
    ...(timezone && { timezone }),
    ...(consent && { consent: { status: consent.status, updatedAt: now, source: 'preset' } }),
    ...(productInterest && { productInterest }),
  }
}

/** A blank text counts as absent. */
function omitBlankFields(fields: NonNullable<Preset['fields']>): NonNullable<Preset['fields']> {
  const entries = Object.entries(fields).filter(([, value]) => typeof value !== 'string' || value.trim() !== '')
  return Object.fromEntries(entries)
}

type StoredPartner = Record<'createdAt' | 'updatedAt', string> &
  Partial<Record<'scheduledCallAt' | 'lastCallAt' | 'lastSeenAt', string>> & {
    consent: Omit<ConversationPartner['consent'], 'updatedAt'> & { updatedAt?: string }
  }

export function parsePartner(json: unknown): ConversationPartner {
  const written = json as Omit<ConversationPartner, keyof StoredPartner> & StoredPartner
  const { scheduledCallAt, lastCallAt, lastSeenAt, createdAt, updatedAt, consent, ...rest } = written
  const { updatedAt: consentedAt, ...consentFields } = consent
  return {
    ...rest,
    consent: { ...consentFields, ...(consentedAt && { updatedAt: new Date(consentedAt) }) },
    ...(scheduledCallAt && { scheduledCallAt: new Date(scheduledCallAt) }),
    ...(lastCallAt && { lastCallAt: new Date(lastCallAt) }),
    ...(lastSeenAt && { lastSeenAt: new Date(lastSeenAt) }),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }
}
