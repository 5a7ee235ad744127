import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { clientWithToken } from '../api/client.ts'
import { ErrorAlert } from '../components/ErrorAlert.tsx'
import { Loading } from '../components/Loading.tsx'
import { OrgSignIn } from '../session/OrgSignIn.tsx'
import { useUserSession, validTokenFor } from '../session/session.ts'
import { type CurrentOrg, hasRole, OrgContext } from './current-org.ts'
import { Shell } from './shell/Shell.tsx'

/** Guards every page of an org: requires a token for it and loads the user's role. */
export function OrgGate() {
  const { org } = useParams({ from: '/orgs/$org' })
  const token = validTokenFor(useUserSession(), org)
  // Unsaved edits stay on the page while the user signs in again on top of it.
  return (
    <>
      <OrgProvider key={org} id={org} token={token} />
      {token === undefined && <OrgSignIn key={org} org={org} />}
    </>
  )
}

function OrgProvider({ id, token }: { id: string; token: string | undefined }) {
  const parley = useMemo(() => clientWithToken(token ?? ''), [token])
  const me = useQuery({
    queryKey: ['me', id],
    queryFn: ({ signal }) => parley.get('/me', { signal }),
    enabled: token !== undefined,
  })
  const open = useMemo<CurrentOrg | undefined>(() => {
    if (!me.data) return undefined
    const { org, caller } = me.data
    return {
      id,
      name: org.name ?? id,
      role: org.role,
      userId: caller.id,
      api: parley.org(id),
      can: (role) => hasRole(org.role, role),
      key: (...rest) => ['org', id, ...rest],
    }
  }, [me.data, parley, id])
  if (me.error && token) return <ErrorAlert error={me.error} retry={me.refetch} />
  if (!open) return token ? <Loading /> : null
  return (
    <OrgContext value={open}>
      <Shell>
        <Outlet />
      </Shell>
    </OrgContext>
  )
}
