import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'
import { readRuleSearch } from './automated/rule-search.ts'
import { readSendFilters } from './sends/send-filters.ts'
import { readSequenceSearch } from './sequences/sequence-search.ts'

export const outreachPageRoutes = [
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'outreach',
    component: lazyRouteComponent(() => import('./list/OutreachesPage.tsx'), 'OutreachesPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'outreach/edit/$outreachId',
    component: lazyRouteComponent(() => import('./edit/OutreachEditPage.tsx'), 'OutreachEditPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'outreach/automated',
    component: lazyRouteComponent(() => import('./automated/RulesPage.tsx'), 'RulesPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'outreach/automated/$ruleId',
    validateSearch: readRuleSearch,
    component: lazyRouteComponent(() => import('./automated/RulePage.tsx'), 'RulePage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'outreach/sequences',
    component: lazyRouteComponent(() => import('./sequences/SequencesPage.tsx'), 'SequencesPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'outreach/sequences/$sequenceId',
    validateSearch: readSequenceSearch,
    component: lazyRouteComponent(() => import('./sequences/SequencePage.tsx'), 'SequencePage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'outreach/sends',
    validateSearch: readSendFilters,
    component: lazyRouteComponent(() => import('./sends/SendsPage.tsx'), 'SendsPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'outreach/sends/$sendId',
    component: lazyRouteComponent(() => import('./sends/SendPage.tsx'), 'SendPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'outreach/links',
    component: lazyRouteComponent(() => import('./links/OutreachLinksPage.tsx'), 'OutreachLinksPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'outreach/settings',
    component: lazyRouteComponent(() => import('./settings/SendingPage.tsx'), 'SendingPage'),
  }),
] as const
