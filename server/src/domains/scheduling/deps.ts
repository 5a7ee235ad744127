import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions } from '../agents/index.ts'
import type { Appointment } from './appointments/appointment.ts'
import type { Calendars } from './calendars/calendars.ts'
import type { CalendarRouteDeps } from './calendars/routes.ts'

/** What the routes of scheduling are handed. */
export type SchedulingDeps = CalendarRouteDeps & { announce: Announce; calendars: Calendars; remind?: ScheduleReminder }

/** What it takes to look for open times, or to ask whether one is; calendars are asked outside any transaction. */
export type AvailabilityDeps = { definitions: Definitions; calendars: Calendars; world: World }

/** What it takes to change an appointment, inside a transaction. */
export type BookingDeps = { definitions: Definitions; announce: Announce; world: World; remind?: ScheduleReminder }

/** An appointment was booked, moved or cancelled: what is to remind its person, in the same transaction. */
export type ScheduleReminder = (
  tx: Db,
  agent: AgentKey,
  appointment: Pick<Appointment, 'id' | 'startUtc' | 'status'>,
) => Promise<void>
