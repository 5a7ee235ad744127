import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRoute } from '../../app/roots.tsx'
import { readCaseSearch, readResultSearch, readRunSearch, readRunsSearch, readSuiteSearch } from './shared/search.ts'

export const testRoutes = [
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'tests',
    component: lazyRouteComponent(() => import('./suites/SuitesPage.tsx'), 'SuitesPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'tests/suites/$suiteId',
    validateSearch: readSuiteSearch,
    component: lazyRouteComponent(() => import('./suite/SuitePage.tsx'), 'SuitePage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'tests/suites/$suiteId/cases/$caseId',
    validateSearch: readCaseSearch,
    component: lazyRouteComponent(() => import('./case/CasePage.tsx'), 'CasePage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'tests/runs',
    validateSearch: readRunsSearch,
    component: lazyRouteComponent(() => import('./runs/RunsPage.tsx'), 'RunsPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'tests/runs/$runId',
    validateSearch: readRunSearch,
    component: lazyRouteComponent(() => import('./runs/RunPage.tsx'), 'RunPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'tests/runs/$runId/results/$resultId',
    validateSearch: readResultSearch,
    component: lazyRouteComponent(() => import('./result/ResultPage.tsx'), 'ResultPage'),
  }),
] as const
