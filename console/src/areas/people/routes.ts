import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRoute } from '../../app/roots.tsx'
import { readAppointmentSearch } from './appointments/search.ts'
import { readSearch } from './search.ts'

const personTabs = ['timeline', 'profile', 'appointments'] as const
type PersonTab = (typeof personTabs)[number]

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'people',
    validateSearch: readSearch,
    component: lazyRouteComponent(() => import('./list/PeoplePage.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'people/import',
    validateSearch: (search: Record<string, unknown>): { batch?: string } =>
      typeof search.batch === 'string' ? { batch: search.batch } : {},
    component: lazyRouteComponent(() => import('./import/ImportPage.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'people/$personId',
    validateSearch: (search: Record<string, unknown>): { tab?: PersonTab } => {
      const tab = personTabs.find((one) => one === search.tab)
      return tab ? { tab } : {}
    },
    component: lazyRouteComponent(() => import('./person/PersonPage.tsx'), 'PersonPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'segments',
    component: lazyRouteComponent(() => import('./segments/SegmentsPage.tsx'), 'SegmentsPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'appointments',
    validateSearch: readAppointmentSearch,
    component: lazyRouteComponent(() => import('./appointments/AppointmentsPage.tsx'), 'AppointmentsPage'),
  }),
] as const
