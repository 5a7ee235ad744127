import { channels } from '@parley/amf'
import { recipientStates } from '@parley/definition/vocabulary'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { invalidRequest } from '../../platform/http/problem.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Campaign } from './campaign.ts'
import { listRecipients, type RecipientRow } from './queries/recipients.ts'

export const RecipientQuery = z.strictObject({
  state: z.enum(recipientStates).optional(),
  reason: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({
      description: 'A reason from the report, or what a send is waiting for, for example in-conversation.',
      examples: ['no-consent'],
    }),
  channel: z.enum(channels).optional().meta({ description: 'The channel that reaches the person.' }),
  variantId: z.string().min(1).max(200).optional().meta({ description: 'The variant that the recipient gets.' }),
  startingAfter: z.string().optional().meta({ description: 'The id of the last row of the previous page.' }),
  limit: z.coerce.number('must be a whole number').int().min(1).max(200).default(50),
})
export type RecipientQuery = z.output<typeof RecipientQuery>

const Recipient = z
  .strictObject({
    id: z.string(),
    personId: z.string().meta({ description: 'Or the id of the persona, in a rehearsal.' }),
    asid: z.string().optional().meta({ description: 'The identity it is sent to.' }),
    channel: z.enum(channels).optional().meta({ description: 'The channel that reaches the person.' }),
    state: z.enum(recipientStates),
    reason: z
      .string()
      .optional()
      .meta({ description: 'Why it was excluded, why its send failed, or what it is waiting for.' }),
    sendId: z.string().optional(),
    variantId: z.string().optional().meta({ description: 'The variant that the recipient gets.' }),
  })
  .meta({
    id: 'CampaignRecipient',
    examples: [{ id: 'rcp_7_1', personId: 'per_01', asid: 'usr_01', state: 'sent', sendId: 'snd_c7_1' }],
  })

export const RecipientPage = z.object({ data: z.array(Recipient), hasMore: z.boolean() })
export type RecipientPage = z.input<typeof RecipientPage>

type CampaignToList = Pick<Campaign, 'id' | 'status' | 'startedAt' | 'snapshot' | 'staged' | 'chosenVariantId'>

/** Returns a page of recipients, included and excluded; empty for a draft. */
export async function readRecipientPage(
  db: Db,
  agent: AgentKey,
  campaign: CampaignToList,
  { startingAfter, limit, ...filter }: RecipientQuery,
): Promise<RecipientPage> {
  const { snapshot } = campaign
  const after = startingAfter === undefined ? 0 : parseRowId(startingAfter, campaign)
  if (snapshot === undefined) return { data: [], hasMore: false }
  const ask = { ...filter, after, most: limit + 1 }
  const rows = await listRecipients(db, agent, { ...campaign, snapshot }, ask)
  return { data: rows.slice(0, limit).map((row) => serializeRecipient(snapshot, row)), hasMore: rows.length > limit }
}

/** Row ids belong to one staging: staging a campaign again creates new ones. */
function parseRowId(rowId: string, { snapshot, staged }: CampaignToList): number {
  const [, of, n] = /^rcp_(\d{1,18})_([1-9]\d{0,8})$/.exec(rowId) ?? []
  if (Number(of) === snapshot && Number(n) <= (staged?.total ?? 0)) return Number(n)
  throw invalidRequest([
    { field: 'startingAfter', message: 'must be the id of a row in this list, as currently staged' },
  ])
}

const serializeRecipient = (
  snapshot: number,
  { rowNumber, personId, asid, channel, state, reason, ...row }: RecipientRow,
) => ({
  id: `rcp_${snapshot}_${rowNumber}`,
  personId,
  asid: asid ?? undefined,
  channel: channel ?? undefined,
  state,
  reason: reason ?? undefined,
  sendId: row.sendId ?? undefined,
  variantId: row.variantId ?? undefined,
})
