import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { invalidRequest } from '../../platform/http/problem.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { namedSends } from '../outreach/index.ts'
import type { Campaign } from './campaign.ts'
import type { CampaignDeps } from './deps.ts'

export const CampaignTestSend = z
  .strictObject({
    recipient: namedSends.Body.shape.recipient,
    inputs: namedSends.Body.shape.inputs,
    variantId: boundedText({ min: 1, max: 200 })
      .optional()
      .meta({ description: 'Default: the chosen variant, else the first.' }),
  })
  .meta({
    id: 'CampaignTestSend',
    examples: [{ recipient: { channel: 'rcs', address: '+12025550143' }, variantId: 'short' }],
  })
export type CampaignTestSend = z.output<typeof CampaignTestSend>

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
export function sendTest(
  agent: AgentKey,
  campaign: Campaign,
  body: CampaignTestSend,
  deps: Pick<CampaignDeps, 'world' | 'acceptSend'>,
) {
  const { recipient, inputs, variantId } = body
  const openerTemplateId = findOpener(campaign, variantId)
  const request = { recipient, inputs, source: 'test', idempotencyKey: deps.world.newId('tst') }
  return deps.acceptSend(agent, campaign.outreachId, request, { openerTemplateId })
}
