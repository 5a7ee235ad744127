import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRoute } from '../../app/roots.tsx'
import { readCampaignSearch, readNewSearch } from './search.ts'

export const campaignRoutes = [
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'campaigns',
    component: lazyRouteComponent(() => import('./CampaignsPage.tsx'), 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'campaigns/new',
    validateSearch: readNewSearch,
    component: lazyRouteComponent(() => import('./compose/NewCampaignPage.tsx'), 'NewCampaignPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'campaigns/$campaignId',
    validateSearch: readCampaignSearch,
    component: lazyRouteComponent(() => import('./CampaignPage.tsx'), 'CampaignPage'),
  }),
] as const
