import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { orgRoute } from '../../app/roots.tsx'
import { readUsageSearch } from '../../parts/usage/range.ts'
import { readAuditSearch } from './audit/search.ts'
import { readConnectionsSearch } from './connections/search.ts'
import { readDeliverySearch } from './webhooks/search.ts'

const under = () => orgRoute

export const adminRoutes = [
  createRoute({
    getParentRoute: under,
    path: 'settings',
    component: lazyRouteComponent(() => import('./org/OrgPage.tsx'), 'OrgPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: 'settings/members',
    component: lazyRouteComponent(() => import('./members/MembersPage.tsx'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: 'settings/api-keys',
    component: lazyRouteComponent(() => import('./keys/KeysPage.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: 'settings/webhooks',
    component: lazyRouteComponent(() => import('./webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: 'settings/webhooks/$webhookId',
    validateSearch: readDeliverySearch,
    component: lazyRouteComponent(() => import('./webhooks/WebhookPage.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: 'settings/connections',
    validateSearch: readConnectionsSearch,
    component: lazyRouteComponent(() => import('./connections/ConnectionsPage.tsx'), 'ConnectionsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: 'settings/audit-log',
    validateSearch: readAuditSearch,
    component: lazyRouteComponent(() => import('./audit/AuditPage.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: 'settings/usage',
    validateSearch: readUsageSearch,
    component: lazyRouteComponent(() => import('./usage/UsagePage.tsx'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute: under,
    path: 'settings/account',
    component: lazyRouteComponent(() => import('./account/AccountPage.tsx'), 'AccountPage'),
  }),
] as const
