/** The steps of a campaign that is not started. */
export const steps = ['outreach', 'audience', 'checks', 'rehearse', 'start'] as const
export type Step = (typeof steps)[number]

const tabs = ['recipients', 'setup'] as const
type Tab = (typeof tabs)[number]

export const recipientStates = ['queued', 'sending', 'sent', 'failed', 'suppressed', 'cancelled', 'excluded'] as const
export type RecipientState = (typeof recipientStates)[number]

export type RecipientFilter = { state?: RecipientState; reason?: string }
export type CampaignSearch = { step?: Step; tab?: Tab } & RecipientFilter

const oneOf = <Value extends string>(list: readonly Value[], value: unknown): Value | undefined =>
  list.find((one) => one === value)

export function readCampaignSearch({ step, tab, state, reason }: Record<string, unknown>): CampaignSearch {
  const read = {
    step: oneOf(steps, step),
    tab: oneOf(tabs, tab),
    state: oneOf(recipientStates, state),
    reason: typeof reason === 'string' && reason !== '' ? reason.slice(0, 100) : undefined,
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

export type NewSearch = { outreachId?: string; segmentId?: string; importBatchId?: string }

/** Where one comes from may say what it is about. */
export function readNewSearch(search: Record<string, unknown>): NewSearch {
  const known = ['outreachId', 'segmentId', 'importBatchId'].filter((key) => typeof search[key] === 'string')
  return Object.fromEntries(known.map((key) => [key, search[key]]))
}
