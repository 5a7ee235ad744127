import type { Route } from '../../platform/http/route.ts'
import { recordConsent } from './consent/consent.ts'
import { consentRoutes } from './consent/routes.ts'
import { dataExportRoutes } from './data-export/routes.ts'
import type { PeopleDeps } from './deps.ts'
import { createPersonCreatedEvent, createPersonUpdatedEvent } from './events.ts'
import { peopleExportRoutes } from './export/routes.ts'
import { normalizeAddress, readAddress } from './identities/identity.ts'
import { findHolderIds, findIdentityByAsid, findPersonByAsid, listIdentitiesByPerson } from './identities/queries.ts'
import { personIdentityRoutes } from './identities/routes.ts'
import { isOptedOut, optIn, optOut } from './identities/stop-list/stop-list.ts'
import { failAbandonedImports, importExists, purgeOldImports } from './imports/queries.ts'
import { importRoutes } from './imports/routes.ts'
import { insertJournalEntry } from './journal/queries.ts'
import { journalRoutes } from './journal/routes.ts'
import { parseFilter } from './list/filter.ts'
import { PeopleFilter } from './list/filter-schema.ts'
import { listPeople } from './list/queries/list.ts'
import { filterPersonIds, findCandidateKeys, matchesFilter, matchesFilterSql } from './list/queries/matching.ts'
import { peopleListRoutes } from './list/routes.ts'
import { mergeRoutes } from './merge/routes.ts'
import { buildNewPerson, changePerson } from './person/change.ts'
import { updatePerson } from './person/people.ts'
import { PersonBody } from './person/person.ts'
import { toPerson } from './person/queries/columns.ts'
import { findPeople, tryLockPerson, updatePeople } from './person/queries.ts'
import { personRoutes } from './person/routes.ts'
import { tagSearchKey } from './person/search-keys.ts'
import {
  findRecipientByAddress,
  findRecipientByPerson,
  findRecipientByAsid as recipientByAsid,
  findRecipientsByAsids as recipientsByAsids,
} from './recipients/queries/find.ts'
import { recipientWriteFragment, recipientWriteValues } from './recipients/queries/write.ts'
import { RecipientConflict, writeRecipients } from './recipients/recipients.ts'
import { seenJustNowSince } from './resolve-identity/resolve-identity.ts'
import { signInIdentity } from './resolve-identity/sign-in.ts'
import { findSegment, shareLockSegment } from './segments/queries.ts'
import { segmentRoutes } from './segments/routes.ts'

export type { ErasedIdentity, PeopleDeps, PersonListener, SegmentUser } from './deps.ts'
export { purgePeople } from './erase/queries.ts'
export type { ChannelAddress } from './identities/identity.ts'
export { ensureSiblingIdentity } from './identities/sibling.ts'
export { readPersonSlots } from './person/people.ts'
export type { Person, ProfileChange } from './person/person.ts'
export { findPerson, lockPerson } from './person/queries.ts'
/** Public interface of the domain; other domains import only from here. */
export { resolveIdentity } from './resolve-identity/resolve-identity.ts'

/** Profiles of people, for domains that update them; `Body` is the schema of a profile. */
export const personProfiles = {
  /** Those of these ids that exist. */
  find: findPeople,
  Body: PersonBody,
  update: updatePerson,
  recordConsent,
  findByAsid: findPersonByAsid,
  /** For statements that join `people`. */
  fromRow: toPerson,
  seenJustNowSince,
  findHolderIds: findHolderIds,
  matching: filterPersonIds,
  /** The same for a person without a row. */
  matches: matchesFilter,
  findIdentity: findIdentityByAsid,
  /** The search key of people with this tag, in `people_search_keys`. */
  tagSearchKey,
  /** For callers that retry later instead of waiting. */
  tryLock: tryLockPerson,
  listIdentities: listIdentitiesByPerson,
  addToJournal: insertJournalEntry,
  /** For fields owned by other domains: writes them as they are; the caller publishes the change. */
  write: updatePeople,
  updatedEvent: createPersonUpdatedEvent,
  /** Joins an anonymous visitor to the user as whom they have signed in. */
  signIn: signInIdentity,
  /** A person without a row, for the sandbox. */
  blank: buildNewPerson,
  change: changePerson,
}

/** Groups of people defined by a filter; `Filter` is its stored schema. */
export const audiences = {
  Filter: PeopleFilter,
  parseFilter,
  list: listPeople,
  findSegment: findSegment,
  shareLockSegment,
  importExists,
  /** As an SQL fragment. */
  matchesFilterSql: matchesFilterSql,
  findCandidateKeys,
}

/** People whom the business is about to message. */
export const recipients = {
  findByAddress: findRecipientByAddress,
  findByAsid: recipientByAsid,
  findByAsids: recipientsByAsids,
  findByPerson: findRecipientByPerson,
  write: writeRecipients,
  RecipientConflict,
  /** As an SQL fragment. */
  entry: { fragment: recipientWriteFragment, values: recipientWriteValues },
  createdEvent: createPersonCreatedEvent,
  updatedEvent: createPersonUpdatedEvent,
}

/** Addresses of channel identities: as carriers report them, and as people write them. */
export const addresses = { normalize: normalizeAddress, read: readAddress }

export const peopleChores = { failAbandonedImports, purgeOldImports }

export const stopList = { optOut, optIn, isOptedOut }

export const peopleRoutes = (deps: PeopleDeps): Route[] => [
  ...peopleListRoutes(deps),
  ...personRoutes(deps),
  ...personIdentityRoutes(deps),
  ...consentRoutes(deps),
  ...journalRoutes(deps),
  ...mergeRoutes(deps),
  ...segmentRoutes(deps),
  ...importRoutes(deps),
  ...peopleExportRoutes,
  ...dataExportRoutes(deps),
]
