import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-routes.tsx'

/** Served on the gateway; it needs no session of the console. */
export const labRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'lab',
  component: lazyRouteComponent(() => import('./LabPage.tsx'), 'LabPage'),
})
