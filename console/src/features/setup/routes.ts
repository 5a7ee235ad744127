import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'

const setupRoute = createRoute({
  getParentRoute: () => agentRootRoute,
  path: 'setup',
  component: lazyRouteComponent(() => import('./SetupFrame.tsx'), 'SetupFrame'),
})

/** `at` is the path of a finding: the field to focus. */
const below = {
  getParentRoute: () => setupRoute,
  validateSearch: ({ at }: Record<string, unknown>): { at?: string } => (typeof at === 'string' ? { at } : {}),
}

export const setupPageRoutes = [
  setupRoute.addChildren([
    createRoute({
      getParentRoute: () => setupRoute,
      path: '/',
      beforeLoad: ({ params }) => {
        throw redirect({ to: '/orgs/$org/agents/$agent/setup/templates', params, replace: true })
      },
    }),
    createRoute({
      ...below,
      path: 'templates',
      component: lazyRouteComponent(() => import('./templates/MessageTemplatesPart.tsx'), 'MessageTemplatesPart'),
    }),
    createRoute({
      ...below,
      path: 'scheduling',
      component: lazyRouteComponent(() => import('./scheduling/SchedulingPart.tsx'), 'SchedulingPart'),
    }),
    createRoute({
      ...below,
      path: 'locations',
      component: lazyRouteComponent(() => import('./locations/LocationsPart.tsx'), 'LocationsPart'),
    }),
    createRoute({
      ...below,
      path: 'tools',
      component: lazyRouteComponent(() => import('./tools/ToolsPart.tsx'), 'ToolsPart'),
    }),
    createRoute({
      getParentRoute: () => setupRoute,
      path: 'tools/$toolId',
      component: lazyRouteComponent(() => import('./tools/ToolPage.tsx'), 'ToolPage'),
    }),
    createRoute({
      ...below,
      path: 'integrations',
      component: lazyRouteComponent(() => import('./integrations/IntegrationsPart.tsx'), 'IntegrationsPart'),
    }),
    createRoute({
      ...below,
      path: 'model',
      component: lazyRouteComponent(() => import('./models/ModelPart.tsx'), 'ModelPart'),
    }),
    createRoute({
      ...below,
      path: 'people-fields',
      component: lazyRouteComponent(() => import('./people-fields/PeopleFieldsPart.tsx'), 'PeopleFieldsPart'),
    }),
    createRoute({
      ...below,
      path: 'notifications',
      component: lazyRouteComponent(() => import('./notifications/NotificationsPart.tsx'), 'NotificationsPart'),
    }),
    createRoute({
      ...below,
      path: 'gateway',
      component: lazyRouteComponent(() => import('./gateway/GatewayPart.tsx'), 'GatewayPart'),
    }),
  ]),
] as const
