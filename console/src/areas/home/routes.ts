import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { orgRoute } from '../../app/roots.tsx'
import { readUsageSearch } from '../../parts/usage/range.ts'

export const homeRoutes = [
  createRoute({
    getParentRoute: () => orgRoute,
    path: '/',
    validateSearch: readUsageSearch,
    component: lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => orgRoute,
    path: 'new-agent',
    component: lazyRouteComponent(() => import('./NewAgentPage.tsx'), 'NewAgentPage'),
  }),
] as const
