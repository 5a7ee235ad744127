import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { createRootRoute, createRoute, Link, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { strings } from '#i18n/app.ts'
import { ErrorAlert } from '../components/ErrorAlert.tsx'
import { currentSession, validTokens } from '../session/session.ts'
import { AgentGate } from './AgentGate.tsx'
import { OrgGate } from './OrgGate.tsx'

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
        <Title order={1}>{strings.lost.title}</Title>
        <Text className="quiet">{strings.lost.text}</Text>
        <Button component={Link} to="/">
          {strings.lost.home}
        </Button>
      </Stack>
    </Center>
  )
}

function ErrorPage({ error, reset }: { error: unknown; reset: () => void }) {
  return <ErrorAlert error={error} retry={reset} />
}
