import { z } from 'zod'
import { pageQuery } from '../../../platform/http/page.ts'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { AppointmentMail, mailStatuses } from './appointment-mail.ts'
import { listMails } from './queries.ts'

export const mailRoutes: Route[] = [
  agentRoute({
    role: 'viewer',
    scope: 'people:read',
    tag: 'Scheduling',
    method: 'GET',
    path: '/scheduling/mails',
    summary: 'List the appointment mails, newest first',
    description: 'Sent and failed mails are listed for 30 days.',
    query: z.strictObject({ ...pageQuery.shape, status: z.enum(mailStatuses).optional() }),
    response: listSchema(AppointmentMail),
    handle: ({ tx, agent, query: { status, ...page } }) => listMails(tx, agent, { status }, page),
  }),
]
