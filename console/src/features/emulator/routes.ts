import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'
import { readEmulatorSearch } from './emulator-search.ts'

export const emulatorPageRoutes = [
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'emulator',
    validateSearch: readEmulatorSearch,
    component: lazyRouteComponent(() => import('./EmulatorPage.tsx'), 'EmulatorPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'emulator/links',
    component: lazyRouteComponent(() => import('./links/EmulatorLinksPage.tsx'), 'EmulatorLinksPage'),
  }),
] as const
