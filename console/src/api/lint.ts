import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAgent } from '../app/current-org.ts'
import type { Finding } from '../components/Findings.tsx'

const none: Finding[] = []

/** Lint findings of the saved agent. */
export function useLint(): Finding[] {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('lint'),
    queryFn: ({ signal }) => agent.api.get('/lint', { signal }),
  })
  return data?.data ?? none
}

/** Lint findings of the agent with these unsaved sections, while the user edits them. */
export function useLiveLint(sections: Record<string, unknown>, enabled = true): Finding[] {
  const agent = useAgent()
  const [changed] = useDebouncedValue(sections, 500)
  const saved = useQuery({
    queryKey: agent.key('export'),
    queryFn: async ({ signal }) => {
      const answer = await agent.api.raw('GET', '/export', { headers: { accept: 'application/json' }, signal })
      return (await answer.json()) as Record<string, unknown>
    },
    enabled,
  })
  const { data } = useQuery({
    queryKey: agent.key('live-lint', changed),
    queryFn: async ({ signal }) => {
      const answer = await agent.api.raw('POST', '/lint', { body: { ...saved.data, ...changed }, signal })
      return ((await answer.json()) as { data: Finding[] }).data
    },
    enabled: enabled && saved.data !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 5_000,
  })
  return data ?? none
}
