import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'
import { readEditSearch } from './edit/playbook-edit-search.ts'

export const playbookPageRoutes = [
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'playbooks',
    component: lazyRouteComponent(() => import('./list/PlaybooksPage.tsx'), 'PlaybooksPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'playbooks/$playbookId',
    validateSearch: readEditSearch,
    component: lazyRouteComponent(() => import('./edit/PlaybookPage.tsx'), 'PlaybookPage'),
  }),
] as const
