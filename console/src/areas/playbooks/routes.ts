import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRoute } from '../../app/roots.tsx'
import { readEditSearch } from './edit/search.ts'

export const playbookRoutes = [
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'playbooks',
    component: lazyRouteComponent(() => import('./list/PlaybooksPage.tsx'), 'PlaybooksPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'playbooks/$playbookId',
    validateSearch: readEditSearch,
    component: lazyRouteComponent(() => import('./edit/PlaybookPage.tsx'), 'PlaybookPage'),
  }),
] as const
