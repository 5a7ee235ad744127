import type { AgentClient } from '@parley/sdk'
import { gathered } from '../gathered.ts'
import { everySend } from '../timeline/send-pages.ts'

/** All that the API knows of a person, for the person: profile, consent, journal, appointments, sends and messages. */
export async function everythingOf(api: AgentClient, personId: string): Promise<object> {
  const path = { personId }
  const person = await api.get('/people/{personId}', { path })
  const [consent, journal, appointments, sends] = await Promise.all([
    api.get('/people/{personId}/consent', { path }),
    gathered(api.each('/people/{personId}/journal', { path, query: { limit: 1000 } })),
    gathered(api.each('/people/{personId}/appointments', { path })),
    everySend(async (query) => (await api.get('/outreach/sends', { query: { personId, ...query } })).data),
  ])
  const messages = await Promise.all(
    person.identities.map(({ asid }) =>
      gathered(api.each('/messages', { query: { userId: asid, start: '1970-01-01', limit: 1000 } })),
    ),
  )
  return { person, consent, journal, appointments, sends, messages: messages.flat() }
}
