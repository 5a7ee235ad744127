import { type Channel, channels } from '@parley/amf/channels'
import { recipientStates } from '@parley/definition/vocabulary'

/** Steps of a campaign that has not started. */
export const composerSteps = ['outreach', 'audience', 'checks', 'rehearse', 'start'] as const
export type ComposerStep = (typeof composerSteps)[number]

const tabs = ['recipients', 'setup'] as const
type Tab = (typeof tabs)[number]

type RecipientState = (typeof recipientStates)[number]

export type RecipientFilter = { state?: RecipientState; reason?: string; channel?: Channel; variantId?: string }
export type CampaignSearch = { step?: ComposerStep; tab?: Tab } & RecipientFilter

const oneOf = <Value extends string>(list: readonly Value[], value: unknown): Value | undefined =>
  list.find((one) => one === value)

const boundedText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined

const omitAbsent = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>

export const readCampaignSearch = ({ step, tab, ...search }: Record<string, unknown>): CampaignSearch =>
  omitAbsent({
    step: oneOf(composerSteps, step),
    tab: oneOf(tabs, tab),
    state: oneOf(recipientStates, search.state),
    reason: boundedText(search.reason),
    channel: oneOf(channels, search.channel),
    variantId: boundedText(search.variantId),
  })

/** The part of the address that filters recipients. */
export const recipientFilterOf = ({ state, reason, channel, variantId }: CampaignSearch): RecipientFilter =>
  omitAbsent({ state, reason, channel, variantId })

export type NewCampaignSearch = { outreachId?: string; segmentId?: string; importBatchId?: string }

/** A link to the page may preselect an Outreach, a segment or an import. */
export function readNewCampaignSearch(search: Record<string, unknown>): NewCampaignSearch {
  const known = ['outreachId', 'segmentId', 'importBatchId'].filter((key) => typeof search[key] === 'string')
  return Object.fromEntries(known.map((key) => [key, search[key]]))
}
