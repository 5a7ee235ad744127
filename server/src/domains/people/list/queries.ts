export { keysNear, metBy } from './queries/audience.ts'
export { countPeople, eachPage } from './queries/each.ts'
export { listPeople, type PeoplePage } from './queries/list.ts'
export { peopleMatching } from './queries/matching.ts'
