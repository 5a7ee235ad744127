import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'

const tabs = ['text', 'examples', 'flow'] as const
type PlaybookTab = (typeof tabs)[number]
/** The open tab of a playbook, by default the instructions, and the test run whose coverage the graph shows: its id, or `all`. */
type EditSearch = { tab?: Exclude<PlaybookTab, 'text'>; run?: string }

function readEditSearch({ tab, run }: Record<string, unknown>): EditSearch {
  if (tab === 'examples') return { tab }
  return tab === 'flow' ? { tab, ...(typeof run === 'string' && run !== '' && { run }) } : {}
}

export const playbookPageRoutes = [
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'playbooks',
    component: lazyRouteComponent(() => import('./list/PlaybooksPage.tsx'), 'PlaybooksPage'),
  }),
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: 'playbooks/$playbookId',
    validateSearch: readEditSearch,
    component: lazyRouteComponent(() => import('./edit/PlaybookPage.tsx'), 'PlaybookPage'),
  }),
] as const
