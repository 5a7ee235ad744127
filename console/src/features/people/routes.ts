import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'
import { readAppointmentSearch } from './appointments/appointment-search.ts'
import { readPeopleSearch } from './people-search.ts'

const personTabs = ['timeline', 'profile', 'appointments'] as const
type PersonTab = (typeof personTabs)[number]

export const peoplePageRoutes = [
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'people',
    validateSearch: readPeopleSearch,
    component: lazyRouteComponent(() => import('./list/PeopleListPage.tsx'), 'PeopleListPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'people/import',
    validateSearch: (search: Record<string, unknown>): { batch?: string } =>
      typeof search.batch === 'string' ? { batch: search.batch } : {},
    component: lazyRouteComponent(() => import('./import/PeopleImportPage.tsx'), 'PeopleImportPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'people/$personId',
    validateSearch: (search: Record<string, unknown>): { tab?: PersonTab } => {
      const tab = personTabs.find((one) => one === search.tab)
      return tab ? { tab } : {}
    },
    component: lazyRouteComponent(() => import('./person/PersonPage.tsx'), 'PersonPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'segments',
    component: lazyRouteComponent(() => import('./segments/SegmentsPage.tsx'), 'SegmentsPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'appointments',
    validateSearch: readAppointmentSearch,
    component: lazyRouteComponent(() => import('./appointments/AppointmentsPage.tsx'), 'AppointmentsPage'),
  }),
] as const
