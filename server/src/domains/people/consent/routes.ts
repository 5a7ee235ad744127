import { consentStatuses } from '@parley/definition/vocabulary'
import { z } from 'zod'
import { agentRoute } from '../../../platform/http/route.ts'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { PeopleDeps } from '../deps.ts'
import type { Person } from '../person/person.ts'
import { findPerson, lockPerson } from '../person/queries.ts'
import {
  type ConsentEntry,
  ConsentStatement,
  consentAuthorOf,
  consentAuthors,
  consentEvidence,
  consentSource,
  recordConsent,
} from './consent.ts'
import { listConsentEntries } from './queries.ts'

const tag = 'People'
const shownEntries = 200

const statement = { source: consentSource.optional(), evidence: consentEvidence.optional() }

const ConsentRecord = z
  .strictObject({
    status: z.enum(consentStatuses),
    updatedAt: timestamp.optional(),
    ...statement,
    history: z
      .array(
        z.strictObject({
          at: timestamp,
          status: z.enum(consentStatuses),
          ...statement,
          by: z.strictObject({ kind: z.enum(consentAuthors), id: z.string().optional() }),
        }),
      )
      .meta({ description: `The ledger, newest first, at most ${shownEntries} entries. Entries never change.` }),
  })
  .meta({ id: 'ConsentRecord', examples: [{ status: 'unknown', history: [] }] })

export const consentRoutes = (deps: PeopleDeps) => [
  agentRoute({
    role: 'viewer',
    scope: 'people:read',
    frontDesk: 'people:read',
    tag,
    method: 'GET',
    path: '/people/:personId/consent',
    summary: 'Read the consent of a Person, with its history',
    response: ConsentRecord,
    find: ({ tx, agent, params }) => findPerson(tx, agent, params.personId),
    handle: async ({ tx, agent, found }) =>
      serializeConsent(found, await listConsentEntries(tx, agent, found.key, shownEntries)),
  }),
  agentRoute({
    role: 'editor',
    scope: 'people:write',
    frontDesk: 'people:write',
    tag,
    method: 'PUT',
    path: '/people/:personId/consent',
    summary: "Record a Person's consent to messages",
    description: 'Adds an entry to the ledger with who recorded it, when, and on what evidence.',
    body: ConsentStatement,
    response: ConsentRecord,
    find: ({ tx, agent, params }) => lockPerson(tx, agent, params.personId),
    handle: async ({ tx, agent, body, caller, found, world }) => {
      const entry = { ...body, by: consentAuthorOf(caller), at: clampToLatest(found, world.now()) }
      const person = await recordConsent(tx, agent, { person: found, entry }, deps)
      return serializeConsent(person, await listConsentEntries(tx, agent, found.key, shownEntries))
    },
  }),
]

/** Allows for clock skew between processes: the statement recorded last always wins. */
function clampToLatest({ consent }: Person, now: Date): Date {
  return consent.updatedAt && consent.updatedAt > now ? consent.updatedAt : now
}

/** A fixed order, so the responses of a write and a read have the same ETag. */
function serializeConsent({ consent }: Person, history: ConsentEntry[]): z.input<typeof ConsentRecord> {
  const { status, updatedAt, source, evidence } = consent
  return {
    status,
    updatedAt: updatedAt?.toISOString(),
    source,
    evidence,
    history: history.map(({ at, ...entry }) => ({ at: at.toISOString(), ...entry })),
  }
}
