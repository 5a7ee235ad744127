import { type ConsentStatus, consentStatuses } from '@parley/definition/vocabulary'
import { boundedText } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/access.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { PeopleDeps } from '../deps.ts'
import { createConsentChangedEvent } from '../events.ts'
import type { Person } from '../person/person.ts'
import { updatePeople } from '../person/queries.ts'
import { insertConsentEntries } from './queries.ts'

/** The current consent: the newest entry of the ledger, or unknown. */
export type Consent = { status: ConsentStatus; updatedAt?: Date; source?: string; evidence?: string }

/**
 * The author of a ledger entry: a signed-in user, an API key, an import (by its batch), or the agent in a
 * conversation.
 */
export const consentAuthors = ['user', 'key', 'import', 'agent'] as const
export type ConsentAuthor = { kind: (typeof consentAuthors)[number]; id?: string }
export type ConsentStatement = { status: ConsentStatus; source?: string; evidence?: string }
export type ConsentEntry = ConsentStatement & { by: ConsentAuthor; at: Date }

/** Returns the consent after one more entry; an entry older than the current one only joins the ledger. */
export function applyConsentEntry(current: Consent, { status, source, evidence, at }: ConsentEntry): Consent {
  if (current.updatedAt && at < current.updatedAt) return current
  return { status, source, evidence, updatedAt: at }
}

export const ConsentResponse = z
  .strictObject({
    status: z.enum(consentStatuses),
    updatedAt: timestamp.optional(),
    source: z.string().optional(),
    evidence: z.string().optional(),
  })
  .meta({ id: 'Consent', examples: [{ status: 'granted', updatedAt: '2030-01-31T09:00:00.000Z', source: 'web form' }] })

export const consentSource = boundedText({ max: 200 })
export const consentEvidence = boundedText({ max: 4000 })

const ignored = z.unknown().optional().meta({ readOnly: true, description: 'Ignored on write.' })

/** A consent statement as sent by a client; fields that a read adds may be sent back. */
export const ConsentStatement = z
  .strictObject({
    status: z.enum(consentStatuses),
    source: consentSource.optional(),
    evidence: consentEvidence.optional(),
    updatedAt: ignored,
    history: ignored,
  })
  .transform(({ status, source, evidence }) => ({ status, source, evidence }))
  .meta({
    id: 'ConsentBody',
    examples: [{ status: 'granted', source: 'web form', evidence: 'ticked the box on /contact' }],
  })

export const consentAuthorOf = ({ kind, id }: Caller): ConsentAuthor => ({ kind: kind === 'user' ? 'user' : 'key', id })

/** Adds a statement to the ledger; it becomes the person's current consent, unless the ledger has a newer one. */
export async function recordConsent(
  tx: Db,
  agent: AgentKey,
  { person: before, entry }: { person: Person; entry: ConsentEntry },
  { announce }: Pick<PeopleDeps, 'announce'>,
): Promise<Person> {
  await insertConsentEntries(tx, agent, [{ ...entry, personKey: before.key }])
  const consent = applyConsentEntry(before.consent, entry)
  if (consent === before.consent) return before
  const after = { ...before, consent, updatedAt: entry.at }
  await updatePeople(tx, agent, [{ before, after }])
  const status = { from: before.consent.status, to: consent.status }
  // Repeating a status is additional evidence, not a change, so no event is published.
  if (status.from !== status.to) await announce(tx, createConsentChangedEvent(agent, before, status))
  return after
}
