import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRootRoute, rootRoute } from '../../app/root-routes.tsx'
import { readEmulatorSearch } from './emulator-search.ts'

/** For people without an account; see `grant.ts`. */
export const emulatorLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'emulator',
  validateSearch: readEmulatorSearch,
  component: lazyRouteComponent(() => import('./grant/EmulatorLinkPage.tsx'), 'EmulatorLinkPage'),
})

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
