import type { Schema } from '@parley/sdk'

type Settings = Schema<'PublishingSettings'>

export type PublishingForm = {
  requireDraft: boolean
  hasGate: boolean
  gate: {
    suiteIds: string[]
    minPassPercent: number | string
    maxAgeMinutes: number | string
    noFlowErrors: boolean
  }
}

const usualGate = { minPassRate: 1, maxAgeMinutes: 60 }

export function toPublishingForm({ requireDraft, gate }: Settings): PublishingForm {
  const { suiteIds = [], minPassRate, maxAgeMinutes, noFlowErrors = false } = gate ?? { ...usualGate }
  return {
    requireDraft,
    hasGate: gate !== undefined,
    // Without the rounding, 0.29 would be shown as 28.999999999999996.
    gate: { suiteIds, minPassPercent: Math.round(minPassRate * 10_000) / 100, maxAgeMinutes, noFlowErrors },
  }
}

/** Empty fields take their defaults; no suites means all. */
export function toPublishingBody({ requireDraft, hasGate, gate }: PublishingForm): Schema<'PublishingSettingsBody'> {
  const { suiteIds, minPassPercent, maxAgeMinutes, noFlowErrors } = gate
  if (!hasGate) return { requireDraft }
  return {
    requireDraft,
    gate: {
      ...(suiteIds.length > 0 && { suiteIds }),
      ...(minPassPercent !== '' && { minPassRate: Number(minPassPercent) / 100 }),
      ...(maxAgeMinutes !== '' && { maxAgeMinutes: Number(maxAgeMinutes) }),
      ...(noFlowErrors && { noFlowErrors }),
    },
  }
}
