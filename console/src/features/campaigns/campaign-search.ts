import { recipientStates } from '@parley/definition/vocabulary'

/** Steps of a campaign that has not started. */
export const composerSteps = ['outreach', 'audience', 'checks', 'rehearse', 'start'] as const
export type ComposerStep = (typeof composerSteps)[number]

const tabs = ['recipients', 'setup'] as const
type Tab = (typeof tabs)[number]

type RecipientState = (typeof recipientStates)[number]

export type RecipientFilter = { state?: RecipientState; reason?: string }
export type CampaignSearch = { step?: ComposerStep; tab?: Tab } & RecipientFilter

const oneOf = <Value extends string>(list: readonly Value[], value: unknown): Value | undefined =>
  list.find((one) => one === value)

export function readCampaignSearch({ step, tab, state, reason }: Record<string, unknown>): CampaignSearch {
  const read = {
    step: oneOf(composerSteps, step),
    tab: oneOf(tabs, tab),
    state: oneOf(recipientStates, state),
    reason: typeof reason === 'string' && reason !== '' ? reason.slice(0, 100) : undefined,
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

export type NewCampaignSearch = { outreachId?: string; segmentId?: string; importBatchId?: string }

/** A link to the page may preselect an Outreach, a segment or an import. */
export function readNewCampaignSearch(search: Record<string, unknown>): NewCampaignSearch {
  const known = ['outreachId', 'segmentId', 'importBatchId'].filter((key) => typeof search[key] === 'string')
  return Object.fromEntries(known.map((key) => [key, search[key]]))
}
