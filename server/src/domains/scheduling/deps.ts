import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions } from '../agents/index.ts'
import type { Appointment } from './appointments/appointment.ts'
import type { Calendars } from './calendars/calendars.ts'
import type { CalendarRouteDeps } from './calendars/routes.ts'

export type SchedulingDeps = CalendarRouteDeps & { announce: Announce; calendars: Calendars; remind?: ScheduleReminder }

/** Dependencies for finding open times or checking one. Calendars are queried outside any transaction. */
export type AvailabilityDeps = { definitions: Definitions; calendars: Calendars; world: World }

export type BookingDeps = { definitions: Definitions; announce: Announce; world: World; remind?: ScheduleReminder }

/** Schedules the reminder after a booking, move, or cancellation, in the same transaction. */
export type ScheduleReminder = (
  tx: Db,
  agent: AgentKey,
  appointment: Pick<Appointment, 'id' | 'startUtc' | 'status'>,
) => Promise<void>
