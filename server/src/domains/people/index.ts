import type { Route } from '../../platform/http/route.ts'
import { recordConsent } from './consent/consents.ts'
import { consentRoutes } from './consent/routes.ts'
import { copyRoutes } from './copy/routes.ts'
import type { PeopleDeps } from './deps.ts'
import { personCreated, personUpdated } from './events.ts'
import { peopleExportRoutes } from './export/routes.ts'
import { findByAsid, holdersOf, identitiesOf, personOfIdentity } from './identities/queries.ts'
import { identityRoutes } from './identities/routes.ts'
import { isOptedOut, optIn, optOut } from './identities/stop-list/stop-list.ts'
import { failLostImports, forgetOldImports, knowsImport } from './imports/queries.ts'
import { importRoutes } from './imports/routes.ts'
import { insertJournalEntry } from './journal/queries.ts'
import { journalRoutes } from './journal/routes.ts'
import { filterOf } from './list/filter.ts'
import { keysNear, listPeople, metBy, peopleMatching } from './list/queries.ts'
import { peopleListRoutes } from './list/routes.ts'
import { PeopleFilter } from './list/vocabulary.ts'
import { mergeRoutes } from './merge/routes.ts'
import { changePerson, newPerson } from './person/change.ts'
import { updatePerson } from './person/people.ts'
import { PersonBody } from './person/person.ts'
import { lockPersonNow, updatePeople } from './person/queries.ts'
import { personRoutes } from './person/routes.ts'
import { entryParameters, entryText, entryValues } from './recipients/queries/entry.ts'
import {
  findByPerson,
  findByPlace,
  findByAsid as recipientByAsid,
  findByAsids as recipientsByAsids,
} from './recipients/queries/find.ts'
import { Overtaken, writeRecipients } from './recipients/recipients.ts'
import { findSegment, holdSegment } from './segments/queries.ts'
import { segmentRoutes } from './segments/routes.ts'

/** The only door of the domain. */
export { arrive } from './arrive/arrive.ts'
export type { ErasedIdentity, PeopleDeps, PersonListener, SegmentUser } from './deps.ts'
export { forgetPeople } from './erase/queries.ts'
export { addressOf, type ChannelAddress } from './identities/address.ts'
export { siblingOf } from './identities/sibling.ts'
export type { Person, ProfileChange } from './person/person.ts'
export { findPerson, lockPerson } from './person/queries.ts'
export { readPersonSlots } from './person/slots.ts'

/** What is known of people, for those who learn more of them; `Body` is what may be said of one. */
export const profiles = {
  Body: PersonBody,
  update: updatePerson,
  recordConsent,
  /** Whoever holds an identity. */
  ofIdentity: personOfIdentity,
  /** The ids of those who hold any of these identities. */
  holders: holdersOf,
  /** Those of these people, by their ids, whom a filter means. */
  matching: peopleMatching,
  identity: findByAsid,
  /** For whoever comes back later rather than waits. */
  lockNow: lockPersonNow,
  /** What people hold, by their keys. */
  identities: identitiesOf,
  addToJournal: insertJournalEntry,
  /** For fields that have an owner of their own: they are written as they are, and it is told. */
  write: updatePeople,
  updated: personUpdated,
  /** Without a row: somebody who is only rehearsed with. */
  blank: newPerson,
  changed: changePerson,
}

/** People by what they have in common; `Filter` is how that is written, and kept. */
export const audiences = {
  Filter: PeopleFilter,
  filterOf,
  list: listPeople,
  segment: findSegment,
  holdSegment,
  knowsImport,
  /** As a part of a statement. */
  met: metBy,
  keysNear,
}

/** Whom the business side is about to message. */
export const recipients = {
  at: findByPlace,
  byAsid: recipientByAsid,
  byAsids: recipientsByAsids,
  ofPerson: findByPerson,
  write: writeRecipients,
  Overtaken,
  /** As a part of a statement. */
  entry: { text: entryText, parameters: entryParameters, values: entryValues },
  created: personCreated,
  updated: personUpdated,
}

/** What is seen to by the clock. */
export const peopleChores = { failLostImports, forgetOldImports }

/** Who must not be written to on a channel, by their address alone. */
export const stopList = { optOut, optIn, isOptedOut }

export const peopleRoutes = (deps: PeopleDeps): Route[] => [
  ...peopleListRoutes(deps),
  ...personRoutes(deps),
  ...identityRoutes(deps),
  ...consentRoutes(deps),
  ...journalRoutes(deps),
  ...mergeRoutes(deps),
  ...segmentRoutes(deps),
  ...importRoutes(deps),
  ...peopleExportRoutes,
  ...copyRoutes(deps),
]
