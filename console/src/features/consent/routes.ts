import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-routes.tsx'
// Loaded with the console, not with the page: it reads the query before the router does.
import './authorization-request.ts'

/** The page that asks a member whether an application may act for them over MCP. */
export const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'oauth/authorize',
  component: lazyRouteComponent(() => import('./ConsentPage.tsx'), 'ConsentPage'),
})
