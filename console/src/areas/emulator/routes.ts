import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRoute } from '../../app/roots.tsx'
import { emulatorSearch } from './search.ts'

export const emulatorRoutes = [
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'emulator',
    validateSearch: emulatorSearch,
    component: lazyRouteComponent(() => import('./EmulatorPage.tsx'), 'EmulatorPage'),
  }),
  createRoute({
    getParentRoute: () => agentRoute,
    path: 'emulator/links',
    component: lazyRouteComponent(() => import('./links/LinksPage.tsx'), 'LinksPage'),
  }),
] as const
