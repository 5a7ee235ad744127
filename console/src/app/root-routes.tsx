import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { currentSession, validTokens } from '../session/session.ts'
import { AgentGate } from './AgentGate.tsx'
import { ErrorPage, NotFoundPage } from './Lost.tsx'
import { OrgGate } from './OrgGate.tsx'

/** The routes that others hang below. */
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
