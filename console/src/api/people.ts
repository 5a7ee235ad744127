import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { type CurrentAgent, useAgent } from '../app/current-org.ts'

type Person = Schema<'Person'>
type PendingLookup = { id: string; tell: (person: Person | null) => void; fail: (error: unknown) => void }

const most = 200
const pendingLookups = new Map<CurrentAgent['api'], PendingLookup[]>()

/** Looks up a person by id; null if deleted. All lookups of a page are batched into one request. */
export function usePersonById(personId: string) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('people', 'named', personId),
    queryFn: () => readBatch(agent.api, personId),
    staleTime: 60_000,
  })
}

function readBatch(api: CurrentAgent['api'], id: string): Promise<Person | null> {
  return new Promise((resolve, fail) => {
    const waiting = pendingLookups.get(api) ?? []
    if (waiting.length === 0) setTimeout(() => void readAll(api, waiting))
    waiting.push({ id, tell: resolve, fail })
    pendingLookups.set(api, waiting)
  })
}

async function readAll(api: CurrentAgent['api'], waiting: PendingLookup[]): Promise<void> {
  pendingLookups.delete(api)
  for (let from = 0; from < waiting.length; from += most) await read(api, waiting.slice(from, from + most))
}

async function read(api: CurrentAgent['api'], waiting: readonly PendingLookup[]): Promise<void> {
  try {
    const { data } = await api.get('/people/holders', { query: { personIds: waiting.map(({ id }) => id).join(',') } })
    const byId = new Map(data.map((person) => [person.id, person]))
    for (const { id, tell: resolve } of waiting) resolve(byId.get(id) ?? null)
  } catch (error) {
    for (const { fail } of waiting) fail(error)
  }
}
