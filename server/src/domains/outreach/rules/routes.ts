import { triggerStates } from '@parley/definition/vocabulary'
import { z } from 'zod'
import { pageQuery } from '../../../platform/http/page.ts'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { Definitions } from '../../agents/index.ts'
import { listRuleRows } from './queries.ts'
import { AutomatedRow } from './row.ts'

const query = z.strictObject({
  ...pageQuery.shape,
  limit: z.coerce.number('must be a whole number').int().min(1).max(200).default(50),
  state: z.enum(triggerStates).optional(),
})

/** Routes for the outcomes of rules; the rules themselves are a section of the definition. */
export const ruleRoutes = (definitions: Definitions): Route[] => [
  agentRoute({
    role: 'viewer',
    scope: 'agents:read',
    tag: 'Automated Outreach',
    method: 'GET',
    path: '/automated-outreach/:ruleId/rows',
    summary: 'List the people a rule was triggered for, newest first',
    description:
      'One row per person. A row waits until it is due, while a conversation, safe hours or its send window delays it, and while the rule, the Outreach or the channel is off; `reason` says which, or why it was skipped or failed. After any of these changes, it is evaluated again within five seconds.',
    query,
    response: listSchema(AutomatedRow),
    async find({ tx, agent, params }) {
      const { automatedOutreach } = await definitions.read(tx, agent)
      return automatedOutreach.find(({ id }) => id === params.ruleId)
    },
    handle: ({ tx, agent, found, query }) => listRuleRows(tx, agent, found.id, query),
  }),
]
