import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'
import {
  readCaseSearch,
  readResultSearch,
  readRunSearch,
  readRunsSearch,
  readSimulationSearch,
  readSuiteSearch,
} from './shared/test-search.ts'

export const testPageRoutes = [
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'tests',
    component: lazyRouteComponent(() => import('./suites/SuitesPage.tsx'), 'SuitesPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'tests/suites/$suiteId',
    validateSearch: readSuiteSearch,
    component: lazyRouteComponent(() => import('./suite/SuitePage.tsx'), 'SuitePage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'tests/suites/$suiteId/cases/$caseId',
    validateSearch: readCaseSearch,
    component: lazyRouteComponent(() => import('./case/CasePage.tsx'), 'CasePage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'tests/runs',
    validateSearch: readRunsSearch,
    component: lazyRouteComponent(() => import('./runs/RunsPage.tsx'), 'RunsPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'tests/runs/$runId',
    validateSearch: readRunSearch,
    component: lazyRouteComponent(() => import('./runs/RunPage.tsx'), 'RunPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'tests/runs/$runId/results/$resultId',
    validateSearch: readResultSearch,
    component: lazyRouteComponent(() => import('./result/TestResultPage.tsx'), 'TestResultPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'tests/simulations',
    component: lazyRouteComponent(() => import('./simulations/SimulationsPage.tsx'), 'SimulationsPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'tests/simulations/$simulationId',
    validateSearch: readSimulationSearch,
    component: lazyRouteComponent(() => import('./simulations/SimulationPage.tsx'), 'SimulationPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'tests/coverage',
    component: lazyRouteComponent(() => import('./coverage/CoveragePage.tsx'), 'CoveragePage'),
  }),
] as const
