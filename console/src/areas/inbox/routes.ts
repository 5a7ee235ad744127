import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRoute } from '../../app/roots.tsx'
import { inboxSearch, logSearch } from './search.ts'

export const inboxRoutes = [
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'inbox',
    validateSearch: inboxSearch,
    component: lazyRouteComponent(() => import('./InboxPage.tsx'), 'InboxPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'inbox/logs',
    validateSearch: logSearch,
    component: lazyRouteComponent(() => import('./LogsPage.tsx'), 'LogsPage'),
  }),
] as const
