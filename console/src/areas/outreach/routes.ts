import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRoute } from '../../app/roots.tsx'
import { readRowSearch } from './automated/row-search.ts'
import { readSendFilters } from './sends/filters.ts'

export const outreachRoutes = [
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'outreach',
    component: lazyRouteComponent(() => import('./list/OutreachesPage.tsx'), 'OutreachesPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'outreach/edit/$outreachId',
    component: lazyRouteComponent(() => import('./edit/OutreachEditPage.tsx'), 'OutreachEditPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'outreach/automated',
    component: lazyRouteComponent(() => import('./automated/RulesPage.tsx'), 'RulesPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'outreach/automated/$ruleId',
    validateSearch: readRowSearch,
    component: lazyRouteComponent(() => import('./automated/RulePage.tsx'), 'RulePage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'outreach/sends',
    validateSearch: readSendFilters,
    component: lazyRouteComponent(() => import('./sends/SendsPage.tsx'), 'SendsPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'outreach/sends/$sendId',
    component: lazyRouteComponent(() => import('./sends/SendPage.tsx'), 'SendPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'outreach/links',
    component: lazyRouteComponent(() => import('./links/LinksPage.tsx'), 'LinksPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'outreach/settings',
    component: lazyRouteComponent(() => import('./settings/SendingPage.tsx'), 'SendingPage'),
  }),
] as const
