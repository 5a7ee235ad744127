import { sendFailureReasons, sendOrigins, sendStates } from '@parley/definition/vocabulary'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { type Caller, decideAccess } from '../../../platform/http/access.ts'
import { notFound, problem } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import type { AcceptSend } from '../deps.ts'
import { respondWithin, sendTimeouts } from '../send-timeouts.ts'

import { findAnySend, findSend, listSends, lockSend, type SendRecord } from './queries/records.ts'
import { NamedSend, NamedSendResult, parseTimestamp, timestampRule } from './request.ts'
import { OutreachSend, serializeSend } from './serializer.ts'

export type SendRouteDeps = {
  accept: AcceptSend
  /** Cancels a queued send; returns false when it is no longer queued. */
  cancel(tx: Db, agent: AgentKey, sendId: string): Promise<boolean>
}

const tag = 'Sends'

/** For live sends; test sends need only read access to the agent. */
const peopleAccess = { kind: 'org', role: 'editor', scope: 'people:write', limited: true } as const

export const namedSendProblems = [
  'agent.not_found',
  'agent.outreach.not_found',
  'agent.outreach.consent_declined',
  'agent.outreach.opted_out',
  'agent.outreach.consent_denied',
  'agent.outreach.recipient_not_found',
  'agent.outreach.no_channel_identity',
  'agent.outreach.invalid_address',
  'agent.outreach.channel_unavailable',
  'agent.outreach.no_template',
  'agent.outreach.missing_inputs',
  'agent.outreach_send.upstream',
  'agent.outreach_send.timeout',
] as const

export const sendRoutes = (deps: SendRouteDeps): Route[] => [sendRoute(deps), ...readRoutes, cancelRoute(deps)]

const sendRoute = ({ accept }: SendRouteDeps): Route =>
  agentRoute({
    method: 'POST',
    path: '/outreach/:outreachId/sends',
    role: 'viewer',
    scope: ['people:write', 'agents:read'],
    limit: 'send',
    tag,
    summary: 'Send an Outreach to one person',
    description:
      'Idempotent by `idempotencyKey`, or once per UTC day without one. A recipient `{ personaId }` is a rehearsal, which needs only the role viewer and the scope agents:read; every other recipient needs editor and people:write.',
    body: NamedSend,
    response: NamedSendResult,
    status: 202,
    transaction: false,
    audited: false,
    problems: namedSendProblems,
    statuses: { 'agent.outreach.not_found': 422 },
    async handle({ agent, caller, params, body, org }) {
      if (body.recipient.form !== 'persona') assertPeopleAccess(caller, org.id)
      return respondWithin(accept(agent, params.outreachId, body), sendTimeouts.named)
    },
  })

function assertPeopleAccess(caller: Caller, org: string): void {
  const refusal = decideAccess(caller, peopleAccess, { org })
  if (refusal === 'auth.scope_missing') {
    throw problem(refusal, 403, { detail: 'This requires the scope people:write' })
  }
  if (refusal) throw problem('auth.forbidden', 403)
}

const timestampFilter = z
  .string()
  .transform((written, context) => {
    const at = parseTimestamp(written)
    if (!at) context.addIssue({ code: 'custom', message: timestampRule })
    return at ?? z.NEVER
  })
  .optional()

const SendQuery = z.strictObject({
  outreachId: z.string().optional(),
  origin: z.enum(sendOrigins).optional(),
  campaignId: z.string().optional(),
  automatedOutreachId: z.string().optional(),
  personId: z.string().optional(),
  state: z.enum(sendStates).optional(),
  reason: z.enum(sendFailureReasons).optional(),
  since: timestampFilter,
  until: timestampFilter,
  limit: z.coerce.number('must be a whole number').int().min(1).max(200).default(50),
})

const read = { role: 'viewer', scope: 'people:read', frontDesk: 'people:read', tag } as const
const serializerFor = (caller: Caller) => (record: SendRecord) =>
  serializeSend(record, { showsAddress: 'scopes' in caller && caller.scopes.includes('people:write') })

const readRoutes: Route[] = [
  agentRoute({
    ...read,
    method: 'GET',
    path: '/outreach/sends',
    summary: 'List sends, newest first',
    description: 'A send must match all filters. Rehearsals with personas are not included.',
    query: SendQuery,
    response: z.object({ data: z.array(OutreachSend) }),
    handle: async ({ tx, agent, query, caller }) => ({
      data: (await listSends(tx, agent, query)).map(serializerFor(caller)),
    }),
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: '/outreach/sends/:sendId',
    summary: 'Read a send',
    response: OutreachSend,
    find: ({ tx, agent, params }) => findSend(tx, agent, params.sendId),
    handle: async ({ found, caller }) => serializerFor(caller)(found),
  }),
]

const cancelRoute = ({ cancel }: SendRouteDeps): Route =>
  agentRoute({
    method: 'POST',
    path: '/outreach/sends/:sendId/cancel',
    role: 'editor',
    scope: 'people:write',
    tag,
    summary: 'Cancel a send that is queued or waiting for a retry',
    response: OutreachSend,
    problems: ['agent.outreach.send_not_cancellable'],
    guardedBy: '',
    find: ({ tx, agent, params }) => lockSend(tx, agent, params.sendId),
    async handle({ tx, agent, params, caller }) {
      const isCancelled = await cancel(tx, agent, params.sendId)
      const record = await findSend(tx, agent, params.sendId)
      if (!record) throw notFound()
      if (!isCancelled) {
        const detail = `The send is ${record.state}; only a queued send can be canceled`
        throw problem('agent.outreach.send_not_cancellable', 409, { detail })
      }
      return serializerFor(caller)(record)
    },
  })

/** Reads a send for a journey's status request; it may be a test send. */
export async function readJourneySend(db: Db, agent: AgentKey, sendId: string) {
  const record = await findAnySend(db, agent, sendId)
  return record && serializeSend(record, { showsAddress: false })
}
