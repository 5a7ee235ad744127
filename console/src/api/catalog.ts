import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { useOrg } from '../app/current-org.ts'
import { clientForOrg } from './client.ts'

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
      const { data } = await clientForOrg(org.id).get('/catalogs/{kind}', { path: { kind }, signal })
      return data as Entries[K][]
    },
    staleTime: 10 * minute,
  })
}
