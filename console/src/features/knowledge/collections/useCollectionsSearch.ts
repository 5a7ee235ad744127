import { useNavigate, useSearch } from '@tanstack/react-router'

const from = '/orgs/$org/agents/$agent/knowledge/collections'

export function useCollectionsSearch() {
  const navigate = useNavigate({ from })
  const now = useSearch({ from })
  return (change: { collection?: string; edit?: string; make?: string }) =>
    void navigate({ to: from, params: true, search: { ...now, ...change } })
}
