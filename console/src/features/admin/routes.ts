import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { orgRootRoute } from '../../app/root-routes.tsx'
import { readUsageSearch } from '../../components/usage/usage-data.ts'
import { readAuditSearch } from './audit/audit-search.ts'
import { readConnectionsSearch } from './connections/connections-search.ts'
import { readDeliverySearch } from './webhooks/delivery-search.ts'

const settingsPath = () => orgRootRoute

export const adminPageRoutes = [
  createRoute({
    getParentRoute: settingsPath,
    path: 'settings',
    component: lazyRouteComponent(() => import('./org/OrgPage.tsx'), 'OrgPage'),
  }),
  createRoute({
    getParentRoute: settingsPath,
    path: 'settings/members',
    component: lazyRouteComponent(() => import('./members/MembersPage.tsx'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: settingsPath,
    path: 'settings/api-keys',
    component: lazyRouteComponent(() => import('./keys/KeysPage.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: settingsPath,
    path: 'settings/webhooks',
    component: lazyRouteComponent(() => import('./webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: settingsPath,
    path: 'settings/webhooks/$webhookId',
    validateSearch: readDeliverySearch,
    component: lazyRouteComponent(() => import('./webhooks/WebhookPage.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: settingsPath,
    path: 'settings/models',
    component: lazyRouteComponent(() => import('./models/ModelsPage.tsx'), 'ModelsPage'),
  }),
  createRoute({
    getParentRoute: settingsPath,
    path: 'settings/connections',
    validateSearch: readConnectionsSearch,
    component: lazyRouteComponent(() => import('./connections/ConnectionsPage.tsx'), 'ConnectionsPage'),
  }),
  createRoute({
    getParentRoute: settingsPath,
    path: 'settings/audit-log',
    validateSearch: readAuditSearch,
    component: lazyRouteComponent(() => import('./audit/AuditPage.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: settingsPath,
    path: 'settings/usage',
    validateSearch: readUsageSearch,
    component: lazyRouteComponent(() => import('./usage/UsagePage.tsx'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute: settingsPath,
    path: 'settings/account',
    component: lazyRouteComponent(() => import('./account/AccountPage.tsx'), 'AccountPage'),
  }),
] as const
