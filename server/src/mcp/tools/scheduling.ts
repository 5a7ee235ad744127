import type { McpTool } from '../tool.ts'

const personId = 'From list_people.'

export const schedulingTools: McpTool[] = [
  {
    name: 'list_open_times',
    title: 'List open times',
    description: 'Lists when an appointment can be booked, by representative.',
    route: 'GET A/scheduling/slots',
  },
  {
    name: 'list_appointments',
    title: 'List appointments',
    description: 'Lists the appointments of the agent, newest first, with their person and time.',
    route: 'GET A/appointments',
  },
  {
    name: 'book_appointment',
    title: 'Book an appointment',
    description:
      'Books an appointment for a person at a time that list_open_times shows. The person and the representative get an email.',
    route: 'POST A/people/:personId/appointments',
    descriptions: { personId },
    hints: { openWorldHint: true },
  },
  {
    name: 'change_appointment',
    title: 'Change an appointment',
    description: 'Moves an appointment, or cancels it with status cancelled. Both sides get an email.',
    route: 'PATCH A/people/:personId/appointments/:appointmentId',
    descriptions: { personId, appointmentId: 'From list_appointments.' },
    hints: { openWorldHint: true },
  },
]
