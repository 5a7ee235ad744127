import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { findOpenSlots, OpenSlotsResponse, SlotQuery, serializeSlots } from '../appointments/find-open-slots.ts'
import type { SchedulingDeps } from '../deps.ts'

export const slotRoutes = (deps: SchedulingDeps): Route[] => [
  agentRoute({
    role: 'viewer',
    scope: 'agents:read',
    tag: 'Scheduling',
    method: 'GET',
    path: '/scheduling/slots',
    summary: 'List the open appointment times',
    description:
      'From now and for 14 days unless said, 92 days at the most; a date stands for all of it, in the zone of the agent. ' +
      'What the config, the appointments and the linked calendars leave open, each time with everyone who is free.',
    query: SlotQuery,
    answer: OpenSlotsResponse,
    handle: async ({ tx, agent, query, world }) =>
      serializeSlots(await findOpenSlots(tx, agent, query, { ...deps, world })),
  }),
]
