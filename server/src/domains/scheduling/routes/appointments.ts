import { appointmentStatuses } from '@parley/definition/vocabulary'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { notFound } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { findPerson, lockPerson } from '../../people/index.ts'
import {
  AppointmentCreate,
  AppointmentPatch,
  AppointmentResponse,
  appointmentLocation,
  appointmentRepresentative,
  serializeAppointment,
} from '../appointments/appointment.ts'
import { loadSchedulingTerms } from '../appointments/availability.ts'
import { checkCalendarsForBooking, createBooking } from '../appointments/book.ts'
import { changeAppointment, checkCalendarsForChange } from '../appointments/change.ts'
import {
  findOpenSlots,
  OpenSlotsResponse,
  parseTimeRange,
  SlotQuery,
  serializeSlots,
  timeOrDate,
} from '../appointments/find-open-slots.ts'
import { type AppointmentIds, findAppointment, listAppointments, lockAppointment } from '../appointments/queries.ts'
import type { CalendarCheck } from '../appointments/reserve.ts'
import type { SchedulingDeps } from '../deps.ts'

const tag = 'Appointments'
const read = { role: 'viewer', scope: 'people:read', frontDesk: 'people:read', tag } as const
const write = { role: 'editor', scope: 'people:write', frontDesk: 'people:write', tag } as const
const appointmentPath = '/people/:personId/appointments/:appointmentId'

const listRoute = (deps: SchedulingDeps): Route[] => [
  agentRoute({
    ...read,
    method: 'GET',
    path: '/appointments',
    summary: 'List the appointments of the agent, newest first',
    description: "`from` and `to` refer to the start time; a date means the whole day, in the agent's time zone.",
    query: z.strictObject({
      ...pageQuery.shape,
      from: timeOrDate.optional(),
      to: timeOrDate.optional(),
      representativeId: appointmentRepresentative.optional(),
      locationId: appointmentLocation.optional(),
      status: z.enum(appointmentStatuses).optional(),
    }),
    response: listSchema(AppointmentResponse),
    handle: async ({ tx, agent, query }) => {
      const { from, to, representativeId, locationId, status, ...page } = query
      const { zone } = await loadSchedulingTerms(tx, agent, deps.definitions)
      const edges = parseTimeRange({ from, to }, zone)
      const { data, ...next } = await listAppointments(
        tx,
        agent,
        { ...edges, representativeId, locationId, status },
        page,
      )
      return { data: data.map(serializeAppointment), ...next }
    },
  }),
]

const readRoutes: Route[] = [
  agentRoute({
    ...read,
    method: 'GET',
    path: '/people/:personId/appointments',
    summary: 'List the appointments of a Person, newest first',
    description: 'Includes canceled ones.',
    query: pageQuery.extend({ limit: pageQuery.shape.limit.default(1000) }),
    response: listSchema(AppointmentResponse),
    find: ({ tx, agent, params }) => findPerson(tx, agent, params.personId),
    handle: async ({ tx, agent, found, query: page }) => {
      const { data, ...next } = await listAppointments(tx, agent, { personKey: found.key }, page)
      return { data: data.map(serializeAppointment), ...next }
    },
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: appointmentPath,
    summary: 'Read an appointment',
    response: AppointmentResponse,
    find: ({ tx, agent, params }) => findAppointment(tx, agent, params),
    handle: async ({ found }) => serializeAppointment(found),
  }),
]

const writeRoutes = (deps: SchedulingDeps): Route[] => [
  agentRoute({
    ...write,
    method: 'POST',
    path: '/people/:personId/appointments',
    summary: 'Book an appointment for a Person',
    description:
      'The time must be open: in the future, within the available hours, not on a blackout date, and not taken, also not in the ' +
      "representative's calendar. If several requests book the same time at once, one gets it and the others get a 409.",
    body: AppointmentCreate,
    response: AppointmentResponse,
    status: 201,
    problems: ['resource.conflict'],
    prepare: async ({ tx, agent, params, body, world }) => {
      const person = await findPerson(tx, agent, params.personId)
      if (!person) throw notFound()
      return checkCalendarsForBooking(tx, agent, { person, booking: body }, { ...deps, world })
    },
    find: ({ tx, agent, params }) => lockPerson(tx, agent, params.personId),
    handle: async ({ tx, agent, found: person, body: booking, prepared, world }) => {
      const wish = { person, booking, calendarCheck: prepared as CalendarCheck }
      return serializeAppointment(await createBooking(tx, agent, wish, { ...deps, world }))
    },
  }),
  agentRoute({
    ...write,
    method: 'PATCH',
    path: appointmentPath,
    summary: 'Move, cancel or annotate an appointment',
    description:
      'A new start, length, representative or location moves it, under the rules of a booking; `status: cancelled` cancels ' +
      'it. An appointment that has started can be canceled until it is over; a canceled one stays canceled.',
    body: AppointmentPatch,
    response: AppointmentResponse,
    problems: ['resource.conflict'],
    prepare: async ({ tx, agent, params, body: patch, world }) => {
      const person = await findPerson(tx, agent, params.personId)
      const appointment = person && (await findAppointment(tx, agent, params))
      if (!appointment) throw notFound()
      return checkCalendarsForChange(tx, agent, { person, appointment, patch }, { ...deps, world })
    },
    find: ({ tx, agent, params }) => lockPersonAndAppointment(tx, agent, params),
    handle: async ({ tx, agent, found, body: patch, prepared, world }) => {
      const wish = { ...found, patch, calendarCheck: prepared as CalendarCheck }
      return serializeAppointment(await changeAppointment(tx, agent, wish, { ...deps, world }))
    },
  }),
]

export const appointmentRoutes = (deps: SchedulingDeps): Route[] => [
  ...listRoute(deps),
  ...readRoutes,
  ...writeRoutes(deps),
]

/** Locks the person first, like every other caller. */
async function lockPersonAndAppointment(tx: Db, agent: AgentKey, path: AppointmentIds) {
  const person = await lockPerson(tx, agent, path.personId)
  const appointment = person && (await lockAppointment(tx, agent, path))
  return appointment && { person, appointment }
}

export const slotRoutes = (deps: SchedulingDeps): Route[] => [
  agentRoute({
    role: 'viewer',
    scope: 'agents:read',
    frontDesk: 'people:read',
    tag: 'Scheduling',
    method: 'GET',
    path: '/scheduling/slots',
    summary: 'List the open appointment times',
    description:
      'By default, the next 14 days; at most 92 days. A date means the whole day, in the time zone of the agent. ' +
      'Open times respect the config, existing appointments and linked calendars; each lists everyone who is free. With ' +
      'a location: its hours, its zone, and the representatives who work there.',
    query: SlotQuery,
    response: OpenSlotsResponse,
    handle: async ({ tx, agent, query, world }) =>
      serializeSlots(await findOpenSlots(tx, agent, query, { ...deps, world })),
  }),
]
