import { boundedText } from '@parley/findings'
import { z } from 'zod'
import type { Caller } from '../../../platform/http/access.ts'
import { timestamp } from '../../../platform/http/schemas.ts'

/** Document 4, section 5: what a person has said to being written to. */
export const consentStatuses = ['granted', 'denied', 'unknown'] as const
export type ConsentStatus = (typeof consentStatuses)[number]

/** What the ledger comes to: its newest entry, or that nothing is known. */
export type Consent = { status: ConsentStatus; updatedAt?: Date; source?: string; evidence?: string }

/** Who put an entry into the ledger: a signed-in user, an API key, an import by its batch, the agent in a conversation. */
export const consentAuthors = ['user', 'key', 'import', 'agent'] as const
export type ConsentAuthor = { kind: (typeof consentAuthors)[number]; id?: string }
export type ConsentStatement = { status: ConsentStatus; source?: string; evidence?: string }
export type ConsentEntry = ConsentStatement & { by: ConsentAuthor; at: Date }

/** What consent comes to with one entry more; one that is older than what counts now only joins the ledger. */
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

/** What a person has said, as a client states it; what a read adds to it may be sent back. */
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
