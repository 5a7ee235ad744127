import { consentStatuses } from '@parley/definition/vocabulary'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import {
  type AgentKey,
  agentRoute,
  type ByteStream,
  ResponseContent,
  RouteResponse,
} from '../../../platform/http/route.ts'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { PeopleDeps, PersonListener } from '../deps.ts'
import { JournalEntry } from '../journal/journal.ts'
import { loadPersonResponse } from '../person/people.ts'
import { channelNameSchema, type Person, PersonResponse } from '../person/person.ts'
import { findPerson } from '../person/queries.ts'
import { exportConsent, exportIdentities, exportJournal } from './queries.ts'
import type { ExportSection, ExportSections } from './section.ts'

/** All data about one person as one document (GDPR, articles 15 and 20). */

const personExportFormat = 'parley-person/1'

const Consent = z.strictObject({
  at: timestamp,
  status: z.enum(consentStatuses),
  source: z.string().optional(),
  evidence: z.string().optional(),
  by: z.string().meta({ description: 'Who recorded it: a user, a key, an import, the agent.' }),
})

const HeldIdentity = z.strictObject({ asid: z.string(), channel: channelNameSchema, address: z.string() })

const ownSections: ExportSections = {
  addresses: { entry: HeldIdentity, read: async (_db, _agent, { identities }) => identities },
  consent: { entry: Consent, read: exportConsent },
  journal: { entry: JournalEntry, read: exportJournal },
}

/** Sections of this domain, and of other domains that store data about people. */
const collectExportSections = (listeners: readonly PersonListener[]): ExportSections =>
  Object.assign({}, ownSections, ...listeners.map(({ dataExport }) => dataExport ?? {}))

function createPersonExportSchema(sections: ExportSections): z.ZodType {
  const lists = Object.entries(sections).map(([name, { entry }]) => [name, z.array(entry)] as const)
  return z
    .strictObject({
      format: z.literal(personExportFormat),
      agentId: z.string(),
      copiedAt: timestamp,
      person: PersonResponse,
      ...Object.fromEntries(lists),
    })
    .meta({ id: 'PersonCopy', examples: [exampleOf(Object.keys(sections))] })
}

function exampleOf(names: readonly string[]): object {
  const [person] = (PersonResponse.meta()?.examples ?? []) as object[]
  const head = { format: personExportFormat, agentId: 'harbour', copiedAt: '2030-01-31T09:00:00.000Z', person }
  return { ...head, ...Object.fromEntries(names.map((name) => [name, []])) }
}

type PersonExport = { person: Person; sections: ExportSections; now: Date }

/** Streams while reading, because a person may have a long history. */
async function* streamPersonExport(db: Db, agent: AgentKey, { person, sections, now }: PersonExport): ByteStream {
  const identities = await exportIdentities(db, agent, person)
  const whose = { person, identities, asids: identities.map(({ asid }) => asid) }
  const { journal: _, ...profile } = await loadPersonResponse(db, agent, person)
  const head = { format: personExportFormat, agentId: agent.id, copiedAt: now.toISOString(), person: profile }
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, { read }] of Object.entries(sections)) {
    yield `,\n${JSON.stringify(name)}: [`
    let comma = ''
    for await (const entries of toChunks(read(db, agent, whose))) {
      for (const entry of entries) {
        yield `${comma}\n${JSON.stringify(entry, withoutNulls(entry))}`
        comma = ','
      }
    }
    yield ']'
  }
  yield '}\n'
}

async function* toChunks(read: ReturnType<ExportSection['read']>): AsyncIterable<readonly object[]> {
  if (read instanceof Promise) yield await read
  else yield* read
}

/** Only at the top level of an entry: nested values are copied as they are, nulls included. */
const withoutNulls = (entry: object) =>
  function (this: unknown, _key: string, value: unknown) {
    return this === entry && value === null ? undefined : value
  }

export function dataExportRoutes({ listeners }: Pick<PeopleDeps, 'listeners'>) {
  const sections = collectExportSections(listeners)
  return [
    agentRoute({
      role: 'viewer',
      scope: 'people:export',
      tag: 'People',
      method: 'GET',
      path: '/people/:personId/export',
      verb: 'exportOne',
      summary: 'Export everything stored about a Person, as one document',
      description:
        'For a person who asks what is stored about them, or wants to take their data elsewhere: profile, addresses, consent, journal, ' +
        'appointments, all messages to and from them, sends, campaigns, tests made from their conversations. ' +
        'The audit log records the export.',
      response: createPersonExportSchema(sections),
      audited: true,
      find: ({ tx, agent, params }) => findPerson(tx, agent, params.personId),
      handle: async ({ tx, agent, found: person, world }) => {
        const bytes = streamPersonExport(tx, agent, { person, sections, now: world.now() })
        const headers = { 'content-disposition': `attachment; filename="${person.id}.json"` }
        return new RouteResponse(200, new ResponseContent(bytes, 'application/json; charset=utf-8'), headers)
      },
    }),
  ]
}
