import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'
import { readComparisonSearch, readReplaySearch } from './versions-search.ts'

export const versionPageRoutes = [
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'versions',
    component: lazyRouteComponent(() => import('./drafts/DraftsPage.tsx'), 'DraftsPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'versions/drafts/$draftId',
    validateSearch: ({ do: does }: Record<string, unknown>): { do?: 'publish' | undefined } =>
      does === 'publish' ? { do: 'publish' } : {},
    component: lazyRouteComponent(() => import('./review/ReviewPage.tsx'), 'ReviewPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'versions/history',
    component: lazyRouteComponent(() => import('./history/HistoryPage.tsx'), 'HistoryPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'versions/replays',
    component: lazyRouteComponent(() => import('./replays/ReplaysPage.tsx'), 'ReplaysPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'versions/replays/$replayId',
    validateSearch: readReplaySearch,
    component: lazyRouteComponent(() => import('./replays/ReplayPage.tsx'), 'ReplayPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'versions/comparison',
    validateSearch: readComparisonSearch,
    component: lazyRouteComponent(() => import('./comparison/ComparisonPage.tsx'), 'ComparisonPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'versions/publishing',
    component: lazyRouteComponent(() => import('./settings/PublishingPage.tsx'), 'PublishingPage'),
  }),
] as const
