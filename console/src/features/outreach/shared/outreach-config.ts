import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'
import { useCustomFields } from './FilterEditor.tsx'
import { customFilterField } from './people-filter.ts'

export type Outreach = Schema<'Outreach'>
export type AutomatedOutreach = Schema<'AutomatedOutreach'>
export type MessageTemplate = Schema<'MessageTemplate'>

/** The sections of the agent that Outreach uses; each is small and read as a whole. */
export function useOutreaches() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('outreach', 'all'),
    queryFn: async ({ signal }) => (await agent.api.get('/outreach', { signal })).data,
  })
}

export function useAutomatedOutreaches() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('automated-outreach', 'all'),
    queryFn: async ({ signal }) => (await agent.api.get('/automated-outreach', { signal })).data,
  })
}

export function useTemplates() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('message-templates', 'all'),
    queryFn: async ({ signal }) => (await agent.api.get('/message-templates', { signal })).data,
  })
}

export function useGoals() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('goals', 'all'),
    queryFn: async ({ signal }) => (await agent.api.get('/goals', { signal })).data,
  })
}

export function useRcsPersonas() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('personas', 'rcs'),
    queryFn: async ({ signal }) => {
      const { data } = await agent.api.get('/personas', { query: { limit: 200 }, signal })
      return data.filter(({ channel }) => channel === 'rcs')
    },
  })
}

/** Options of a Select; a chosen item that no longer exists stays visible. */
export function toSelectOptions(
  items: readonly { id: string; name: string }[] | undefined,
  chosen: string | null | undefined,
  labelMissing: (id: string) => string,
): { value: string; label: string }[] {
  const choices = (items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isThere = !chosen || choices.some(({ value }) => value === chosen)
  return isThere ? choices : [...choices, { value: chosen, label: labelMissing(chosen) }]
}

const builtInSlots = [
  'person.firstName',
  'person.lastName',
  'person.fullName',
  'person.company',
  'person.title',
  'person.email',
  'person.phone',
  'agent.name',
  'agent.websiteUrl',
  'agent.contactEmail',
  'agent.contactPhone',
]

export function useSlotPaths(): string[] {
  const custom = useCustomFields()
  return [...builtInSlots, ...custom.map((key) => `person.${customFilterField(key)}`)]
}
