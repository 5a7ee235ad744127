import { type Channel, channels, compile, RenderedMessage, render } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { readAgentContent } from '../conversations/index.ts'
import { opener } from '../outreach/index.ts'
import { readPersonSlots } from '../people/index.ts'
import type { Campaign } from './campaign.ts'
import type { CampaignDeps } from './deps.ts'
import { fillCampaignOpening, resolveOpeningFor } from './staging/opening.ts'

const whenOpen = { label: 'When are you open?', kind: 'reply', tap: 0 }
const example = {
  personId: 'per_01',
  channel: 'rcs',
  text: 'Hello Ada, your bike is ready.',
  messages: [
    {
      native: { contentMessage: { text: 'Hello Ada, your bike is ready.' } },
      text: 'Hello Ada, your bike is ready.',
      chips: [whenOpen],
      view: { kind: 'text', text: [{ text: 'Hello Ada, your bike is ready.' }], chips: [whenOpen] },
    },
  ],
}

/** The campaign's opening as one person would receive it now. */
export const CampaignPreview = z
  .strictObject({
    personId: z.string(),
    channel: z.string(),
    text: z.string().meta({ description: 'The text the person reads; empty if nothing can be sent to them.' }),
    messages: z.array(RenderedMessage),
    blocked: z
      .strictObject({ slot: z.string().optional() })
      .optional()
      .meta({ description: 'The opener cannot be sent to this person; `slot` is the missing value.' }),
  })
  .meta({ id: 'CampaignPreview', examples: [example] })
export type CampaignPreview = z.input<typeof CampaignPreview>

export const PreviewQuery = z.strictObject({
  personId: z.string().min(1),
  channel: z
    .enum(channels)
    .optional()
    .meta({ description: 'Where the person reads it; by default the first channel of the Outreach.' }),
})
type PreviewQuery = z.output<typeof PreviewQuery>

export type PreviewDeps = Pick<CampaignDeps, 'db' | 'definitions' | 'personas' | 'mediaUrls'>
type PreviewRecipient = Parameters<typeof fillCampaignOpening>[1]

/** Returns undefined when the agent has no person with that id. Throws when the opening does not resolve. */
export async function renderPreview(
  agent: AgentKey,
  campaign: PreviewedCampaign,
  { personId, channel }: PreviewQuery,
  deps: PreviewDeps,
): Promise<CampaignPreview | undefined> {
  const definition = await deps.definitions.read(deps.db, agent)
  return createPreviewer(agent, { definition, campaign }, deps)(personId, channel)
}

type PreviewedCampaign = Pick<Campaign, 'id' | 'outreachId' | 'isTest' | 'variants' | 'chosenVariantId'>

export function createPreviewer(
  agent: AgentKey,
  { definition, campaign }: { definition: AgentDefinition; campaign: PreviewedCampaign },
  deps: PreviewDeps,
) {
  const { db, definitions, mediaUrls } = deps
  return async (personId: string, channel?: Channel): Promise<CampaignPreview | undefined> => {
    const opening = resolveOpeningFor(definition, campaign, personId)
    const person = await findPreviewRecipient(db, agent, { personId, isTest: campaign.isTest }, deps)
    if (!person) return undefined
    const filled = fillCampaignOpening(opening, person)
    const [firstChannel] = opener.channels(opening.outreach) as [Channel]
    const to = { personId, channel: channel ?? firstChannel }
    if (!('aml' in filled)) return blockedPreview(to, filled.slot)
    const content = await readAgentContent(agent, { db, contents: { definitions, mediaUrls }, person })
    const { message, problems } = compile(filled.aml, { content })
    return problems.length > 0 ? blockedPreview(to) : toPreview(to, message)
  }
}

type PreviewTarget = { personId: string; isTest: boolean }

async function findPreviewRecipient(
  db: Db,
  agent: AgentKey,
  { personId, isTest }: PreviewTarget,
  { personas }: PreviewDeps,
): Promise<PreviewRecipient | undefined> {
  if (!isTest) return readPersonSlots(db, agent, personId)
  return (await personas.find(db, agent, [personId]))[0]?.person
}

type PreviewPlace = { personId: string; channel: Channel }

const blockedPreview = ({ personId, channel }: PreviewPlace, slot?: string): CampaignPreview => ({
  personId,
  channel,
  text: '',
  messages: [],
  blocked: slot === undefined ? {} : { slot },
})

function toPreview({ personId, channel }: PreviewPlace, message: Parameters<typeof render>[0]): CampaignPreview {
  const { messages } = render(message, { channel, messageId: 'preview' })
  return { personId, channel, text: messages.map(({ text }) => text).join('\n'), messages }
}
