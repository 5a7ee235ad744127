import type { Route } from '../../platform/http/route.ts'
import type { Adapter } from '../channels/index.ts'
import { createHandsetRouter, createLabAdapters, createTypingIndicators } from './carrier/adapters.ts'

import type { LabDeps } from './deps.ts'
import { labRoutes } from './routes.ts'

/** Public interface of the domain; other domains import only from here. */
export type { LabDeps } from './deps.ts'
export { handsetListener } from './person-listener.ts'
export { deleteOldBubbles } from './queries.ts'

export type Lab = {
  adapters: Adapter[]
  routes: Route[]
  routeHandsets(chat: Adapter): Adapter
}

/** Creates the lab: the carrier of managed bindings, and the API that controls its handsets. */
export function createLab(deps: LabDeps): Lab {
  const typing = createTypingIndicators()
  const adapters = createLabAdapters(deps, typing)
  return {
    adapters,
    routes: labRoutes(deps, typing),
    routeHandsets: (chat) => createHandsetRouter(chat, adapters, deps),
  }
}
