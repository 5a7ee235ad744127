import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'
import { readDeskSearch } from './desk-search.ts'

export const deskPageRoutes = [
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'desk',
    validateSearch: readDeskSearch,
    component: lazyRouteComponent(() => import('./DeskPage.tsx'), 'DeskPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'desk/replies',
    component: lazyRouteComponent(() => import('./settings/RepliesPage.tsx'), 'RepliesPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'desk/settings',
    component: lazyRouteComponent(() => import('./settings/DeskSettingsPage.tsx'), 'DeskSettingsPage'),
  }),
] as const
