import type { Announce } from '../../platform/outbox.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions } from '../agents/index.ts'
import type { Calendars } from './calendars/calendars.ts'
import type { CalendarRouteDeps } from './calendars/routes.ts'

/** What the routes of scheduling are handed. */
export type SchedulingDeps = CalendarRouteDeps & { announce: Announce; calendars: Calendars }

/** What it takes to look for open times, or to ask whether one is; calendars are asked outside any transaction. */
export type AskDeps = { definitions: Definitions; calendars: Calendars; world: World }

/** What it takes to change an appointment, inside a transaction. */
export type ChangeDeps = { definitions: Definitions; announce: Announce; world: World }
