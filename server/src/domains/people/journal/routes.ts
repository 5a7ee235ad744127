import { pageQuery } from '../../../platform/http/page.ts'
import { agentRoute } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { PeopleDeps } from '../deps.ts'
import { createPersonUpdatedEvent } from '../events.ts'
import { findPerson, lockPerson } from '../person/queries.ts'
import { JournalBody, JournalEntry } from './journal.ts'
import { insertJournalEntry, listJournalEntries } from './queries.ts'

const tag = 'People'

export const journalRoutes = ({ announce }: PeopleDeps) => [
  agentRoute({
    role: 'viewer',
    scope: 'people:read',
    frontDesk: 'people:read',
    tag,
    method: 'GET',
    path: '/people/:personId/journal',
    summary: 'List the journal of a Person, newest first',
    query: pageQuery,
    response: listSchema(JournalEntry),
    find: ({ tx, agent, params }) => findPerson(tx, agent, params.personId),
    handle: ({ tx, agent, found, query }) => listJournalEntries(tx, agent, found.key, query),
  }),
  agentRoute({
    role: 'editor',
    scope: 'people:write',
    frontDesk: 'people:write',
    tag,
    method: 'POST',
    path: '/people/:personId/journal',
    summary: 'Add an entry to the journal of a Person',
    description:
      'The author is the operator; the agent adds its own entries, such as one line when a conversation ends.',
    body: JournalBody,
    response: JournalEntry,
    status: 201,
    find: ({ tx, agent, params }) => lockPerson(tx, agent, params.personId),
    handle: async ({ tx, agent, body, found, world }) => {
      const at = world.now()
      await insertJournalEntry(tx, agent, found.key, { author: 'operator', text: body.text, at })
      await announce(tx, createPersonUpdatedEvent(agent, found, found, ['journal']))
      return { at: at.toISOString(), author: 'operator' as const, text: body.text }
    },
  }),
]
