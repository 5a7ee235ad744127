import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'
import { readCampaignSearch, readNewCampaignSearch } from './campaign-search.ts'

export const campaignPageRoutes = [
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'campaigns',
    component: lazyRouteComponent(() => import('./CampaignsPage.tsx'), 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'campaigns/new',
    validateSearch: readNewCampaignSearch,
    component: lazyRouteComponent(() => import('./compose/NewCampaignPage.tsx'), 'NewCampaignPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'campaigns/$campaignId',
    validateSearch: readCampaignSearch,
    component: lazyRouteComponent(() => import('./CampaignPage.tsx'), 'CampaignPage'),
  }),
] as const
