import type { Channel } from '@parley/amf'
import { e164Of } from '@parley/definition'
import type { Preset } from '@parley/testcase'
import { profiles } from '../../people/index.ts'
import type { Form, Partner } from '../deps.ts'
import { likelyZone } from './likely-zone.ts'

/** An appointment of somebody who is only rehearsed with; JSON. */
export type RehearsedAppointment = {
  id: string
  startUtc: string
  endUtc: string
  timezone: string
  status: 'scheduled' | 'rescheduled' | 'cancelled' | 'completed'
  representativeId?: string
  representativeName?: string
  notes?: string
  /** There before the first turn. */
  given?: true
}

export type Rehearsal = {
  asid: string
  channel: Channel
  partner: Partner
  appointments: RehearsedAppointment[]
  optedOut: boolean
  /** What integrations answer, by their id. */
  stubs?: Readonly<Record<string, unknown>>
  /** What they filled in before the conversation. */
  form?: Form
}

/** The person that a preset describes; of whom nothing is said, a stranger. */
export function partnerOfPreset(
  { fields = {}, consent }: Preset,
  { id, channel, now }: { id: string; channel: Channel; now: Date },
): Partner {
  const { productInterest, phone, ...profile } = said(fields)
  const number = phone ? (e164Of(phone.replace(/^\s*00(?=[1-9])/, '+')) ?? phone) : undefined
  // Declared People fields bind the operator's records, and not what a persona is made up of.
  const person = profiles.blank({ ...profile, phone: number }, { id, now, fields: [] })
  const timezone = number && likelyZone(number)
  return {
    ...person,
    channels: [channel],
    ...(timezone && { timezone }),
    ...(consent && { consent: { status: consent.status, updatedAt: now, source: 'preset' } }),
    ...(productInterest && { productInterest }),
  }
}

/** Nothing written is nothing said. */
function said(fields: NonNullable<Preset['fields']>): NonNullable<Preset['fields']> {
  const entries = Object.entries(fields).filter(([, value]) => typeof value !== 'string' || value.trim() !== '')
  return Object.fromEntries(entries)
}

type Written = Record<'createdAt' | 'updatedAt', string> &
  Partial<Record<'scheduledCallAt' | 'lastCallAt' | 'lastSeenAt', string>> & {
    consent: Omit<Partner['consent'], 'updatedAt'> & { updatedAt?: string }
  }

/** A partner as JSON keeps one. */
export function readPartner(json: unknown): Partner {
  const written = json as Omit<Partner, keyof Written> & Written
  const { scheduledCallAt, lastCallAt, lastSeenAt, createdAt, updatedAt, consent, ...rest } = written
  const { updatedAt: consentedAt, ...said } = consent
  return {
    ...rest,
    consent: { ...said, ...(consentedAt && { updatedAt: new Date(consentedAt) }) },
    ...(scheduledCallAt && { scheduledCallAt: new Date(scheduledCallAt) }),
    ...(lastCallAt && { lastCallAt: new Date(lastCallAt) }),
    ...(lastSeenAt && { lastSeenAt: new Date(lastSeenAt) }),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }
}
