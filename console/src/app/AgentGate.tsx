import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Loading } from '../parts/Loading.tsx'
import { Trouble } from '../parts/Trouble.tsx'
import { AgentContext, type OpenAgent, useOrg } from './org.ts'

export function AgentGate() {
  const org = useOrg()
  const { agent: id } = useParams({ from: '/orgs/$org/agents/$agent' })
  const read = useQuery({
    queryKey: org.key('agent', id),
    queryFn: ({ signal }) => org.api.agent(id).get('', { signal }),
  })
  const open = useMemo<OpenAgent | undefined>(
    () =>
      read.data && {
        id,
        name: read.data.name,
        agent: read.data,
        api: org.api.agent(id),
        key: (...rest) => org.key('agent', id, ...rest),
      },
    [read.data, org, id],
  )
  if (read.error) return <Trouble error={read.error} retry={read.refetch} />
  if (!open) return <Loading />
  return (
    <AgentContext value={open} key={id}>
      <Outlet />
    </AgentContext>
  )
}
