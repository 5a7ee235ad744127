/** Public interface of the domain; other domains import only from here. */
export type { MissedEntry } from './conversations/missed.ts'
export type { HumanRequest } from './deps.ts'
export { createDesk, type Desk } from './desk.ts'
export { deskListener } from './person-listener.ts'
export { deleteOldDeskEvents } from './queries/events.ts'
