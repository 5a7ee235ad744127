import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { type CurrentAgent, useAgent, useCan, useOrg } from '../app/current-org.ts'
import { createOrgClient } from './client.ts'

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

const noRepresentatives: Schema<'SchedulingRepresentative'>[] = []
const noLocations: Schema<'AgentLocation'>[] = []

/** The representatives of the agent; empty until loaded. */
export function useRepresentatives(): Schema<'SchedulingRepresentative'>[] {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('scheduling'),
    queryFn: ({ signal }) => agent.api.get('/scheduling', { signal }),
    staleTime: 60_000,
  })
  return data?.representatives ?? noRepresentatives
}

/** The locations of the agent; empty until loaded. */
export function useLocations(): Schema<'AgentLocation'>[] {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('locations'),
    queryFn: ({ signal }) => agent.api.get('/locations', { signal }),
    staleTime: 60_000,
  })
  return data?.data ?? noLocations
}

type Read = (api: CurrentAgent['api'], signal: AbortSignal) => Promise<{ data: { id: string; name: string }[] }>

const nameReaders = {
  playbooks: (api, signal) => api.get('/playbooks', { signal }),
  goals: (api, signal) => api.get('/goals', { signal }),
  outreach: (api, signal) => api.get('/outreach', { signal }),
} satisfies Record<string, Read>

/** Resolves ids of the agent's entities to names; falls back to the id of a deleted entity. */
export function useNames(kind: keyof typeof nameReaders): (id: string) => string {
  const agent = useAgent()
  const mayRead = useCan('viewer')
  const { data } = useQuery({
    queryKey: agent.key(kind, 'names'),
    queryFn: async ({ signal }) => {
      const { data: parts } = await nameReaders[kind](agent.api, signal)
      return Object.fromEntries(parts.map(({ id, name }) => [id, name]))
    },
    staleTime: 60_000,
    enabled: agent.agent !== undefined && mayRead,
  })
  return (id) => data?.[id] ?? id
}

type Entries = {
  'agent-templates': Schema<'AgentTemplate'>
  'playbook-templates': Schema<'PlaybookTemplate'>
  'objective-templates': Schema<'ObjectiveTemplate'>
  'personality-templates': Schema<'PersonalityTemplate'>
  'guardrail-templates': Schema<'GuardrailTemplate'>
  tools: Schema<'Tool'>
}

const minute = 60_000

/** Reads the entries of a catalog; they change only with a new version of Parley. */
export function useCatalog<K extends keyof Entries>(kind: K) {
  const org = useOrg()
  return useQuery({
    queryKey: org.key('catalogs', kind),
    queryFn: async ({ signal }) => {
      const { data } = await createOrgClient(org.id).get('/catalogs/{kind}', { path: { kind }, signal })
      return data as Entries[K][]
    },
    staleTime: 10 * minute,
  })
}

/**
 * The time zone of the place that the agent works for, as the server decides it: of its scheduling, else of the org.
 * Undefined until it is known.
 */
export function usePlaceTimeZone(): string | undefined {
  const org = useOrg()
  const agent = useAgent()
  const scheduling = useQuery({
    queryKey: agent.key('scheduling'),
    queryFn: ({ signal }) => agent.api.get('/scheduling', { signal }),
    staleTime: minute,
  })
  const own = scheduling.data?.timezone
  const ofOrg = useQuery({
    queryKey: org.key('settings', 'time-zone'),
    queryFn: async ({ signal }) => (await org.api.get('', { signal })).timeZone ?? 'UTC',
    enabled: scheduling.data !== undefined && own === undefined,
    staleTime: minute,
  })
  return own ?? ofOrg.data
}

/** The agent's credentials for the gateway, and the address of the handset lab. */
export function useGateway() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('gateway'),
    queryFn: ({ signal }) => agent.api.get('/gateway', { signal }),
  })
}
