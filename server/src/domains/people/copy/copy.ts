import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey, ByteStream } from '../../../platform/http/route.ts'
import { timestamp } from '../../../platform/http/schemas.ts'
import { consentStatuses } from '../consent/consent.ts'
import type { PersonListener } from '../deps.ts'
import { JournalEntry } from '../journal/journal.ts'
import { showPerson } from '../person/people.ts'
import { channelName, type Person, ShownPerson } from '../person/person.ts'
import { consentToCopy, identitiesToCopy, journalToCopy } from './queries.ts'
import type { CopySection, CopySections } from './section.ts'

/** What is known of one person as one document: GDPR, articles 15 and 20. */

export const copyFormat = 'parley-person/1'

const Consent = z.strictObject({
  at: timestamp,
  status: z.enum(consentStatuses),
  source: z.string().optional(),
  evidence: z.string().optional(),
  by: z.string().meta({ description: 'Who recorded it: a user, a key, an import, the agent.' }),
})

const HeldIdentity = z.strictObject({ asid: z.string(), channel: channelName, address: z.string() })

const ownSections: CopySections = {
  addresses: { entry: HeldIdentity, read: async (_db, _agent, { identities }) => identities },
  consent: { entry: Consent, read: consentToCopy },
  journal: { entry: JournalEntry, read: journalToCopy },
}

/** Of this domain, and of those further right that keep something of people. */
export const sectionsOf = (listeners: readonly PersonListener[]): CopySections =>
  Object.assign({}, ownSections, ...listeners.map(({ copied }) => copied ?? {}))

export function copySchema(sections: CopySections): z.ZodType {
  const lists = Object.entries(sections).map(([name, { entry }]) => [name, z.array(entry)] as const)
  return z
    .strictObject({
      format: z.literal(copyFormat),
      agentId: z.string(),
      copiedAt: timestamp,
      person: ShownPerson,
      ...Object.fromEntries(lists),
    })
    .meta({ id: 'PersonCopy', examples: [exampleOf(Object.keys(sections))] })
}

function exampleOf(names: readonly string[]): object {
  const [person] = (ShownPerson.meta()?.examples ?? []) as object[]
  const head = { format: copyFormat, agentId: 'harbour', copiedAt: '2030-01-31T09:00:00.000Z', person }
  return { ...head, ...Object.fromEntries(names.map((name) => [name, []])) }
}

type Copying = { person: Person; sections: CopySections; now: Date }

/** Written while it is read: a person may have said a lot. */
export async function* copyOf(db: Db, agent: AgentKey, { person, sections, now }: Copying): ByteStream {
  const identities = await identitiesToCopy(db, agent, person)
  const whose = { person, identities, asids: identities.map(({ asid }) => asid) }
  const { journal: _, ...shown } = await showPerson(db, agent, person)
  const head = { format: copyFormat, agentId: agent.id, copiedAt: now.toISOString(), person: shown }
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, { read }] of Object.entries(sections)) {
    yield `,\n${JSON.stringify(name)}: [`
    let comma = ''
    for await (const entries of inPieces(read(db, agent, whose))) {
      for (const entry of entries) {
        yield `${comma}\n${JSON.stringify(entry, withoutNulls(entry))}`
        comma = ','
      }
    }
    yield ']'
  }
  yield '}\n'
}

async function* inPieces(read: ReturnType<CopySection['read']>): AsyncIterable<readonly object[]> {
  if (read instanceof Promise) yield await read
  else yield* read
}

/** Of the entry itself: what stands deeper in it is a copy, null for null. */
const withoutNulls = (entry: object) =>
  function (this: unknown, _key: string, value: unknown) {
    return this === entry && value === null ? undefined : value
  }
