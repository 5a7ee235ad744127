import type { Route } from '../../platform/http/route.ts'
import type { Adapter } from '../channels/index.ts'
import { besideHandsets, labAdapters } from './carrier/adapters.ts'
import { typingOf } from './carrier/typing.ts'
import type { LabDeps } from './deps.ts'
import { labRoutes } from './routes.ts'

/** The only door of the domain. */
export type { LabDeps } from './deps.ts'
export { serveLab } from './page/routes.ts'
export { personListener as handsetListener } from './person-listener.ts'
export { forgetOldBubbles } from './queries.ts'

/** One lab: the carrier of managed bindings, and the API by which its handsets are held. */
export function labOf(deps: LabDeps): { adapters: Adapter[]; routes: Route[]; beside(chat: Adapter): Adapter } {
  const typing = typingOf()
  const adapters = labAdapters(deps, typing)
  return { adapters, routes: labRoutes(deps, typing), beside: (chat) => besideHandsets(chat, adapters, deps) }
}
