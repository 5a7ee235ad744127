import { z } from 'zod'
import { problem } from '../../../platform/http/problem.ts'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { channelsOf } from '../channels/policy.ts'
import type { OutreachDeps } from '../deps.ts'
import { wasSentAutomatically } from '../rules/queries.ts'
import { findContactIdentity, readChannelContacts, readContactStates } from './queries.ts'
import { evaluateReachability } from './reachability.ts'
import { Reachability } from './schema.ts'

export const reachabilityRoutes = ({
  definitions,
  channels,
}: Pick<OutreachDeps, 'definitions' | 'channels'>): Route[] => [
  agentRoute({
    role: 'viewer',
    scope: 'people:read',
    frontDesk: 'people:read',
    tag: 'Outreach',
    method: 'GET',
    path: '/people/:personId/reachability',
    summary: 'Read whether a Person may be messaged now, and why or why not',
    description: 'For each origin of a send, with the facts behind the answer. Nothing is sent or written.',
    query: z.strictObject({
      outreachId: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'The Outreach to send; default: a service Outreach.' }),
    }),
    response: Reachability,
    problems: ['agent.outreach.not_found'],
    find: async ({ tx, agent, params }) => (await readContactStates(tx, agent, [params.personId])).get(params.personId),
    handle: async ({ tx, agent, found: reached, query: { outreachId }, world }) => {
      const definition = await definitions.read(tx, agent)
      const outreach = definition.outreaches.find(({ id }) => id === outreachId)
      if (outreachId !== undefined && !outreach) throw problem('agent.outreach.not_found', 404)
      const { personId, personKey } = reached
      const contacts = await readChannelContacts(tx, agent, { personKey, channels: channelsOf(outreach ?? {}) })
      return evaluateReachability({
        ...{ contact: reached, contacts, outreach, definition },
        defaultIdentity: await findContactIdentity(tx, agent, { personKey }),
        bindings: await channels.listBindings(agent),
        wasSent: outreach ? await wasSentAutomatically(tx, agent, { personId, outreachId: outreach.id }) : false,
        now: world.now(),
      })
    },
  }),
]
