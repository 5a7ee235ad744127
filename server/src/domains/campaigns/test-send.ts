import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { invalidRequest } from '../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route } from '../../platform/http/route.ts'
import {
  type AcceptSend,
  NamedSend,
  NamedSendResult,
  namedSendProblems,
  respondWithin,
  sendTimeouts,
} from '../outreach/index.ts'
import type { Campaign } from './campaign.ts'
import type { CampaignDeps } from './deps.ts'
import { findCampaign } from './queries.ts'

export const CampaignTestSend = z
  .strictObject({
    recipient: NamedSend.shape.recipient,
    inputs: NamedSend.shape.inputs,
    variantId: boundedText({ min: 1, max: 200 })
      .optional()
      .meta({ description: 'Default: the chosen variant, else the first.' }),
  })
  .meta({
    id: 'CampaignTestSend',
    examples: [{ recipient: { channel: 'rcs', address: '+12025550143' }, variantId: 'short' }],
  })
export type CampaignTestSend = z.output<typeof CampaignTestSend>

export type TestSendDeps = Pick<CampaignDeps, 'db' | 'world'> & { acceptSend: AcceptSend }

/** The opener that the campaign would send: that of the variant, or of the Outreach. */
function findOpener(
  { variants, chosenVariantId }: Pick<Campaign, 'variants' | 'chosenVariantId'>,
  variantId: string | undefined,
): string | undefined {
  const wanted = variantId ?? chosenVariantId ?? variants?.[0]?.id
  if (wanted === undefined) return undefined
  const found = variants?.find(({ id }) => id === wanted)
  if (found) return found.openerTemplateId
  throw invalidRequest([{ field: 'variantId', message: 'must be the id of a variant of the campaign' }])
}

/** Sends the opener to one person now, usually the author. Each call is a send of its own. */
function sendTest(agent: AgentKey, campaign: Campaign, body: CampaignTestSend, deps: TestSendDeps) {
  const { recipient, inputs, variantId } = body
  const openerTemplateId = findOpener(campaign, variantId)
  const request = { recipient, inputs, source: 'test', idempotencyKey: deps.world.newId('tst') }
  return deps.acceptSend(agent, campaign.outreachId, request, { openerTemplateId })
}

export const testSendRoute = (deps: TestSendDeps): Route =>
  agentRoute({
    method: 'POST',
    path: '/campaigns/:campaignId/test-send',
    role: 'editor',
    scope: 'people:write',
    limit: 'send',
    tag: 'Campaigns',
    summary: 'Send the opener of a campaign to yourself',
    description:
      'Sends it at once to one recipient, as a named send: a STOP and denied consent refuse it, hours and the frequency cap do not apply. It does not count in the campaign, nor as a contact of the person, and it has no follow-ups. Each call sends once.',
    body: CampaignTestSend,
    response: NamedSendResult,
    status: 202,
    transaction: false,
    audited: false,
    problems: namedSendProblems,
    statuses: { 'agent.outreach.not_found': 422 },
    find: ({ agent, params }) => findCampaign(deps.db, agent, params.campaignId),
    handle: ({ agent, found, body }) => respondWithin(sendTest(agent, found, body, deps), sendTimeouts.named),
  })
