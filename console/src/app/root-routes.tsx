import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  Link,
  lazyRouteComponent,
  Outlet,
  redirect,
  useParams,
} from '@tanstack/react-router'
import { useMemo } from 'react'
import { strings } from '#i18n/app.ts'
import { createTokenClient } from '../api/client.ts'
import { ErrorAlert, Loading } from '../components/PageStates.tsx'
import { OrgSignIn } from '../session/OrgSignIn.tsx'
import { currentSession, useUserSession, validTokenFor, validTokens } from '../session/session.ts'
import { AgentContext, type CurrentAgent, type CurrentOrg, hasRole, OrgContext, useOrg } from './current-org.ts'
import { Shell } from './shell/Shell.tsx'

function AgentGate() {
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

/** Guards every page of an org: requires a token for it and loads the user's role. */
function OrgGate() {
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
  const parley = useMemo(() => createTokenClient(token ?? ''), [token])
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

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
})

export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    const session = currentSession()
    if (!session || validTokens(session).length === 0) throw redirect({ to: '/sign-in' })
    throw redirect({ to: '/orgs/$org', params: { org: session.lastOrg } })
  },
})

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: (search: Record<string, unknown>): { back?: string; code?: string; state?: string; error?: string } =>
    Object.fromEntries(
      ['back', 'code', 'state', 'error'].flatMap((key) =>
        typeof search[key] === 'string' ? [[key, search[key]]] : [],
      ),
    ),
  component: lazyRouteComponent(() => import('../session/SignInPage.tsx'), 'SignInPage'),
})

export const orgRootRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'orgs/$org',
  component: OrgGate,
  notFoundComponent: NotFoundPage,
})

export const agentRootRoute = createRoute({
  getParentRoute: () => orgRootRoute,
  path: 'agents/$agent',
  component: AgentGate,
  notFoundComponent: NotFoundPage,
})

function NotFoundPage() {
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="sm">
        <Title order={1}>{strings.notFound.title}</Title>
        <Text className="quiet">{strings.notFound.text}</Text>
        <Button component={Link} to="/">
          {strings.notFound.home}
        </Button>
      </Stack>
    </Center>
  )
}

function ErrorPage({ error, reset }: { error: unknown; reset: () => void }) {
  return <ErrorAlert error={error} retry={reset} />
}
