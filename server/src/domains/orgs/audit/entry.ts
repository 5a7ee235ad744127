import { auditMethods } from '@parley/definition/vocabulary'
import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { pageQuery } from '../../../platform/http/page.ts'
import { instantQuery, timestamp } from '../../../platform/http/schemas.ts'

export const AuditEntry = z
  .strictObject({
    id: z.string(),
    at: timestamp,
    actor: z.strictObject({
      kind: z
        .enum(['user', 'key', 'system'])
        .meta({ description: '`system` is an operator, who acts from outside the org.' }),
      id: z.string(),
      email: z.string().optional().meta({ description: 'If the user is still a member.' }),
      name: z.string().optional().meta({ description: 'If the key still exists.' }),
      via: z.string().optional().meta({ description: 'The automated caller named in `X-Svc-Agent`.' }),
    }),
    action: z.string().meta({ description: "The operation's name in the API reference." }),
    method: z.string(),
    path: z.string().meta({ description: 'Below `/v1`, without the query.' }),
    agentId: z.string().optional(),
    requestId: z.string().meta({ description: 'The `X-Request-Id` of the response.' }),
    ip: z.string().optional(),
    status: z.int(),
  })
  .meta({
    id: 'AuditEntry',
    examples: [
      {
        id: 'aud_01',
        at: '2030-01-31T09:00:00.000Z',
        actor: { kind: 'user', id: 'user_01', email: 'owner@example.com' },
        action: 'Replace the identity',
        method: 'PUT',
        path: '/orgs/demo/agents/harbour/identity',
        agentId: 'harbour',
        requestId: 'req_010001',
        ip: '203.0.113.7',
        status: 200,
      },
    ],
  })
export type AuditEntry = z.infer<typeof AuditEntry>

const named = boundedText({ min: 1, max: 200 }).optional()

export const AuditFilters = z.strictObject({
  actorId: named.meta({ description: 'The id of a user, a key or an operator.' }),
  agentId: named,
  method: z.enum(auditMethods).optional(),
  q: named.meta({ description: 'Part of the action or the path; case-insensitive.' }),
  requestId: named,
  start: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds.' }),
  end: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds; exclusive.' }),
})
export type AuditFilters = z.output<typeof AuditFilters>

export const AuditQuery = z.strictObject({
  ...AuditFilters.shape,
  limit: z.coerce.number('must be a whole number').int().min(1).max(200).default(50),
  pageToken: pageQuery.shape.pageToken,
})
export type AuditQuery = z.output<typeof AuditQuery>
