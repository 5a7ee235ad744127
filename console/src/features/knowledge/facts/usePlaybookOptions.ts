import { useQuery } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'

export function usePlaybookOptions(): { value: string; label: string }[] {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('playbooks', 'choices'),
    queryFn: ({ signal }) => agent.api.get('/playbooks', { signal }),
  })
  return (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}
