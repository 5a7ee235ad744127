import type { Route } from '../../../platform/http/route.ts'
import { calendarRoutes } from '../calendars/routes.ts'
import type { SchedulingDeps } from '../deps.ts'
import { mailRoutes } from '../mail/routes.ts'
import { appointmentRoutes, slotRoutes } from './appointments.ts'

export const schedulingRoutes = (deps: SchedulingDeps): Route[] => [
  ...slotRoutes(deps),
  ...calendarRoutes(deps),
  ...mailRoutes,
  ...appointmentRoutes(deps),
]
