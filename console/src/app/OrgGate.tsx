import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { parleyWith } from '../api/client.ts'
import { Loading } from '../parts/Loading.tsx'
import { Trouble } from '../parts/Trouble.tsx'
import { OrgDoor } from '../session/OrgDoor.tsx'
import { tokenFor, useSession } from '../session/session.ts'
import { atLeast, type OpenOrg, OrgContext } from './org.ts'
import { Shell } from './shell/Shell.tsx'

/** Everything of an org stands behind this: a token for it, and who one is there. */
export function OrgGate() {
  const { org } = useParams({ from: '/orgs/$org' })
  const token = tokenFor(useSession(), org)
  // What was being edited stays on the page while its user signs in again above it.
  return (
    <>
      <OpenedOrg key={org} id={org} token={token} />
      {token === undefined && <OrgDoor key={org} org={org} />}
    </>
  )
}

function OpenedOrg({ id, token }: { id: string; token: string | undefined }) {
  const parley = useMemo(() => parleyWith(token ?? ''), [token])
  const me = useQuery({
    queryKey: ['me', id],
    queryFn: ({ signal }) => parley.get('/me', { signal }),
    enabled: token !== undefined,
  })
  const open = useMemo<OpenOrg | undefined>(() => {
    if (!me.data) return undefined
    const { org, caller } = me.data
    return {
      id,
      name: org.name ?? id,
      role: org.role,
      userId: caller.id,
      api: parley.org(id),
      can: (role) => atLeast(org.role, role),
      key: (...rest) => ['org', id, ...rest],
    }
  }, [me.data, parley, id])
  if (me.error && token) return <Trouble error={me.error} retry={me.refetch} />
  if (!open) return token ? <Loading /> : null
  return (
    <OrgContext value={open}>
      <Shell>
        <Outlet />
      </Shell>
    </OrgContext>
  )
}
