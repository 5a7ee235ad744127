import { createRouter } from '@tanstack/react-router'
import { Loading } from '../components/PageStates.tsx'
import { adminPageRoutes } from '../features/admin/routes.ts'
import { agentPageRoutes } from '../features/agent/routes.ts'
import { campaignPageRoutes } from '../features/campaigns/routes.ts'
import { channelPageRoutes } from '../features/channels/routes.ts'
import { consentRoute } from '../features/consent/routes.ts'
import { deskPageRoutes } from '../features/desk/routes.ts'
import { emulatorLinkRoute, emulatorPageRoutes } from '../features/emulator/routes.ts'
import { homePageRoutes } from '../features/home/routes.ts'
import { improvePageRoutes } from '../features/improve/routes.ts'
import { inboxPageRoutes } from '../features/inbox/routes.ts'
import { knowledgePageRoutes } from '../features/knowledge/routes.ts'
import { labRoute } from '../features/lab/routes.ts'
import { outreachPageRoutes } from '../features/outreach/routes.ts'
import { peoplePageRoutes } from '../features/people/routes.ts'
import { playbookPageRoutes } from '../features/playbooks/routes.ts'
import { setupPageRoutes } from '../features/setup/routes.ts'
import { testPageRoutes } from '../features/tests/routes.ts'
import { versionPageRoutes } from '../features/versions/routes.ts'
import { agentRootRoute, invitationRoute, orgRootRoute, rootRoute, signInRoute, startRoute } from './root-routes.tsx'

const routeTree = rootRoute.addChildren([
  startRoute,
  signInRoute,
  invitationRoute,
  emulatorLinkRoute,
  labRoute,
  consentRoute,
  orgRootRoute.addChildren([
    ...homePageRoutes,
    ...adminPageRoutes,
    agentRootRoute.addChildren([
      ...agentPageRoutes,
      ...setupPageRoutes,
      ...playbookPageRoutes,
      ...knowledgePageRoutes,
      ...channelPageRoutes,
      ...peoplePageRoutes,
      ...improvePageRoutes,
      ...inboxPageRoutes,
      ...deskPageRoutes,
      ...outreachPageRoutes,
      ...campaignPageRoutes,
      ...versionPageRoutes,
      ...testPageRoutes,
      ...emulatorPageRoutes,
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
