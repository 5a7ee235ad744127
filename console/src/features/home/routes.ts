import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { orgRootRoute } from '../../app/root-routes.tsx'
import { readUsageSearch } from '../../components/usage/usage-data.ts'

export const homePageRoutes = [
  createRoute({
    getParentRoute: () => orgRootRoute,
    path: '/',
    validateSearch: readUsageSearch,
    component: lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => orgRootRoute,
    path: 'new-agent',
    component: lazyRouteComponent(() => import('./NewAgentPage.tsx'), 'NewAgentPage'),
  }),
] as const
