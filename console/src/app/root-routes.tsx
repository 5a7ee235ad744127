import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { ParleyError } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  Link,
  lazyRouteComponent,
  Outlet,
  redirect,
  type SearchMiddleware,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { strings } from '#i18n/app.ts'
import { createTokenClient } from '../api/client.ts'
import { ErrorAlert, Loading } from '../components/PageStates.tsx'
import { OrgSignIn } from '../session/OrgSignIn.tsx'
import { currentSession, useUserSession, validTokenFor, validTokens } from '../session/session.ts'
import { AgentContext, type CurrentAgent, type CurrentOrg, hasPermission, OrgContext, useOrg } from './current-org.ts'
import { Shell } from './shell/Shell.tsx'

// Loaded with the first agent, so that the first screen stays small.
const DraftBar = lazy(async () => ({ default: (await import('../features/versions/bar/DraftBar.tsx')).DraftBar }))
const DraftGone = lazy(async () => ({ default: (await import('../features/versions/bar/DraftGone.tsx')).DraftGone }))

function AgentGate() {
  const org = useOrg()
  const { agent: id } = useParams({ from: '/orgs/$org/agents/$agent' })
  const { draft: draftId } = useSearch({ from: '/orgs/$org/agents/$agent' })
  // Another agent or draft is another page: nothing of the former one stays on the screen.
  return <AgentProvider key={`${id} ${draftId ?? ''}`} org={org} id={id} draftId={draftId} />
}

function AgentProvider({ org, id, draftId }: { org: CurrentOrg; id: string; draftId: string | undefined }) {
  const scope = useMemo(() => openAgent(org, id, draftId), [org, id, draftId])
  const { api, key } = scope
  const read = useQuery({ queryKey: key(), queryFn: ({ signal }) => api.get('', { signal }) })
  const draft = useQuery({
    queryKey: key('draft-state'),
    queryFn: ({ signal }) => api.get('/drafts/{draftId}', { path: { draftId: draftId ?? '' }, signal }),
    enabled: draftId !== undefined,
  })
  const open = useMemo<CurrentAgent | undefined>(() => {
    if (!read.data || (draftId !== undefined && !draft.data)) return undefined
    return { ...scope, id, name: read.data.name, agent: read.data, draft: draft.data }
  }, [scope, read.data, draft.data, id, draftId])
  const error = draft.error ?? read.error
  if (draftId !== undefined && error instanceof ParleyError && error.code === 'agent.draft.not_found')
    return (
      <Suspense>
        <DraftGone org={org.id} agent={id} />
      </Suspense>
    )
  if (error) return <ErrorAlert error={error} retry={() => Promise.all([read.refetch(), draft.refetch()])} />
  if (!open) return <Loading />
  return (
    <AgentContext value={open}>
      <Suspense>
        <DraftBar />
      </Suspense>
      <Outlet />
    </AgentContext>
  )
}

/** The client of live, or of a draft where a route is part of the configuration, with query keys of its own. */
function openAgent(org: CurrentOrg, id: string, draftId: string | undefined): Pick<CurrentAgent, 'api' | 'key'> {
  const live = org.api.agent(id)
  const api = draftId === undefined ? live : live.draft(draftId, { elsewhere: 'live' })
  const prefix = draftId === undefined ? ['agent', id] : ['agent', id, 'draft', draftId]
  return { api, key: (...rest) => org.key(...prefix, ...rest) }
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
      isLimited: org.agentIds !== undefined,
      api: parley.org(id),
      can: (permission) => hasPermission(org.role, permission),
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

/** The link of an invitation; its token is in the fragment. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'invitation',
  component: lazyRouteComponent(() => import('../session/InvitationPage.tsx'), 'InvitationPage'),
})

export const orgRootRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'orgs/$org',
  component: OrgGate,
  notFoundComponent: NotFoundPage,
})

/** Every link within an agent stays in the draft that is open; `draft: undefined` leaves it. */
const keepDraft: SearchMiddleware<{ draft?: string | undefined }> = ({ search, next }) => {
  const result = next(search)
  return 'draft' in result || search.draft === undefined ? result : { ...result, draft: search.draft }
}

export const agentRootRoute = createRoute({
  getParentRoute: () => orgRootRoute,
  path: 'agents/$agent',
  validateSearch: ({ draft }: Record<string, unknown>): { draft?: string | undefined } =>
    typeof draft === 'string' ? { draft } : {},
  search: { middlewares: [keepDraft] },
  component: AgentGate,
  notFoundComponent: NotFoundPage,
})

function NotFoundPage() {
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="sm">
        <Title order={1} size="h2">
          {strings.notFound.title}
        </Title>
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
