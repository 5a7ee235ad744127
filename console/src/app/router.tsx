import { createRouter } from '@tanstack/react-router'
import { adminRoutes } from '../areas/admin/routes.ts'
import { agentRoutes } from '../areas/agent/routes.ts'
import { campaignRoutes } from '../areas/campaigns/routes.ts'
import { channelRoutes } from '../areas/channels/routes.ts'
import { emulatorRoutes } from '../areas/emulator/routes.ts'
import { homeRoutes } from '../areas/home/routes.ts'
import { inboxRoutes } from '../areas/inbox/routes.ts'
import { knowledgeRoutes } from '../areas/knowledge/routes.ts'
import { outreachRoutes } from '../areas/outreach/routes.ts'
import { peopleRoutes } from '../areas/people/routes.ts'
import { playbookRoutes } from '../areas/playbooks/routes.ts'
import { setupRoutes } from '../areas/setup/routes.ts'
import { testRoutes } from '../areas/tests/routes.ts'
import { Loading } from '../parts/Loading.tsx'
import { agentRoute, orgRoute, rootRoute, signInRoute, startRoute } from './roots.tsx'

const routeTree = rootRoute.addChildren([
  startRoute,
  signInRoute,
  orgRoute.addChildren([
    ...homeRoutes,
    ...adminRoutes,
    agentRoute.addChildren([
      ...agentRoutes,
      ...setupRoutes,
      ...playbookRoutes,
      ...knowledgeRoutes,
      ...channelRoutes,
      ...peopleRoutes,
      ...inboxRoutes,
      ...outreachRoutes,
      ...campaignRoutes,
      ...testRoutes,
      ...emulatorRoutes,
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
