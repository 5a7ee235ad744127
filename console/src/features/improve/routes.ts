import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'
import { readOutcomesSearch, readQuestionsSearch, readSessionsSearch } from './improve-search.ts'

export const improvePageRoutes = [
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'improve',
    validateSearch: readQuestionsSearch,
    component: lazyRouteComponent(() => import('./QuestionsPage.tsx'), 'QuestionsPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'improve/topics',
    validateSearch: readOutcomesSearch,
    component: lazyRouteComponent(() => import('./TopicsPage.tsx'), 'TopicsPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'improve/outcomes',
    validateSearch: readOutcomesSearch,
    component: lazyRouteComponent(() => import('./OutcomesPage.tsx'), 'OutcomesPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'improve/sessions',
    validateSearch: readSessionsSearch,
    component: lazyRouteComponent(() => import('./SessionsPage.tsx'), 'SessionsPage'),
  }),
] as const
