import type { AgentClient } from '@parley/sdk'
import { collectAll } from '../collect-all.ts'
import { readAllSends } from '../timeline/send-pages.ts'

/** All that the API knows of a person, for the person: profile, consent, journal, appointments, sends and messages. */
export async function exportPersonData(api: AgentClient, personId: string): Promise<object> {
  const path = { personId }
  const person = await api.get('/people/{personId}', { path })
  const [consent, journal, appointments, sends] = await Promise.all([
    api.get('/people/{personId}/consent', { path }),
    collectAll(api.each('/people/{personId}/journal', { path, query: { limit: 1000 } })),
    collectAll(api.each('/people/{personId}/appointments', { path })),
    readAllSends(async (query) => (await api.get('/outreach/sends', { query: { personId, ...query } })).data),
  ])
  const messages = await Promise.all(
    person.identities.map(({ asid }) =>
      collectAll(api.each('/messages', { query: { userId: asid, start: '1970-01-01', limit: 1000 } })),
    ),
  )
  return { person, consent, journal, appointments, sends, messages: messages.flat() }
}
