import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'
import { readInboxSearch, readLogSearch } from './inbox-search.ts'

export const inboxPageRoutes = [
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'inbox',
    validateSearch: readInboxSearch,
    component: lazyRouteComponent(() => import('./InboxPage.tsx'), 'InboxPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'inbox/logs',
    validateSearch: readLogSearch,
    component: lazyRouteComponent(() => import('./LogsPage.tsx'), 'LogsPage'),
  }),
] as const
