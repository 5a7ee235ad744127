export { countPeople, eachPage } from './queries/each.ts'
export { listPeople, type PeoplePage } from './queries/list.ts'
