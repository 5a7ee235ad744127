import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

export const channelPageRoutes = [
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'channels',
    component: lazyRouteComponent(() => import('./ChannelsPage.tsx'), 'ChannelsPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'channels/add',
    validateSearch: (search: Record<string, unknown>): { channel?: string; provider?: string } => ({
      channel: text(search.channel),
      provider: text(search.provider),
    }),
    component: lazyRouteComponent(() => import('./setup/SetUpPage.tsx'), 'SetUpPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'channels/$bindingId',
    component: lazyRouteComponent(() => import('./binding/BindingPage.tsx'), 'BindingPage'),
  }),
] as const
