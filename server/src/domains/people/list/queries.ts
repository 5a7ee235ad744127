export { findCandidateKeys, matchesFilterSql } from './queries/audience.ts'
export { countPeople, iteratePages } from './queries/iterate.ts'
export { listPeople, type PeoplePage } from './queries/list.ts'
export { filterPersonIds } from './queries/matching.ts'
