import type { Route } from '../../platform/http/route.ts'
import { consentRoutes } from './consent/routes.ts'
import type { PeopleDeps } from './deps.ts'
import { peopleExportRoutes } from './export/routes.ts'
import { identityRoutes } from './identities/routes.ts'
import { isOptedOut, optIn, optOut } from './identities/stop-list/stop-list.ts'
import { importRoutes } from './imports/routes.ts'
import { journalRoutes } from './journal/routes.ts'
import { peopleListRoutes } from './list/routes.ts'
import { mergeRoutes } from './merge/routes.ts'
import { personRoutes } from './person/routes.ts'
import { segmentRoutes } from './segments/routes.ts'

/** The only door of the domain. */
export { arrive } from './arrive/arrive.ts'
export type { ErasedIdentity, PeopleDeps, PersonListener } from './deps.ts'
export { forgetPeople } from './erase/queries.ts'
export { personUpdated } from './events.ts'
export { addressOf, type ChannelAddress } from './identities/address.ts'
export { siblingOf } from './identities/sibling.ts'
export { failLostImports, forgetOldImports } from './imports/queries.ts'
export { filterOf } from './list/filter.ts'
export { listPeople } from './list/queries.ts'
export type { Person } from './person/person.ts'
export { findPerson, lockPerson, updatePeople } from './person/queries.ts'
export { readPersonSlots } from './person/slots.ts'

/** Who must not be written to on a channel, by their address alone. */
export const stopList = { optOut, optIn, isOptedOut }

export const peopleRoutes = (deps: PeopleDeps): Route[] => [
  ...peopleListRoutes(deps),
  ...personRoutes(deps),
  ...identityRoutes(deps),
  ...consentRoutes(deps),
  ...journalRoutes(deps),
  ...mergeRoutes(deps),
  ...segmentRoutes,
  ...importRoutes(deps),
  ...peopleExportRoutes,
]
