import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ErrorAlert } from '../components/ErrorAlert.tsx'
import { Loading } from '../components/Loading.tsx'
import { AgentContext, type CurrentAgent, useOrg } from './current-org.ts'

export function AgentGate() {
  const org = useOrg()
  const { agent: id } = useParams({ from: '/orgs/$org/agents/$agent' })
  const read = useQuery({
    queryKey: org.key('agent', id),
    queryFn: ({ signal }) => org.api.agent(id).get('', { signal }),
  })
  const open = useMemo<CurrentAgent | undefined>(
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
  if (read.error) return <ErrorAlert error={read.error} retry={read.refetch} />
  if (!open) return <Loading />
  return (
    <AgentContext value={open} key={id}>
      <Outlet />
    </AgentContext>
  )
}
