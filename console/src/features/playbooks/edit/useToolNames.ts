import { useQuery } from '@tanstack/react-query'
import { clientForOrg } from '../../../api/client.ts'
import { useOrg } from '../../../app/current-org.ts'

type Tool = { id: string; name: string }
const none: Tool[] = []

/** The tools of the catalog. */
export function useToolNames(): Tool[] {
  const org = useOrg()
  const { data } = useQuery({
    queryKey: ['catalog', 'tools', 'names'],
    queryFn: async ({ signal }) => {
      const { data: tools } = await clientForOrg(org.id).get('/catalogs/{kind}', { path: { kind: 'tools' }, signal })
      return (tools as Tool[]).map(({ id, name }) => ({ id, name }))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? none
}
