import type { Schema } from '@parley/sdk'
import { fromLocalInput, toLocalInput } from '../../../components/times.ts'
import { omitEmptyConditions, type PeopleFilter } from '../../outreach/shared/people-filter.ts'
import type { DailyHours } from '../../outreach/shared/TimeFields.tsx'
import type { Campaign } from '../campaign.ts'
import type { VariantDraft } from '../experiment/variants.ts'

export const audienceKinds = ['segmentId', 'filter', 'importBatchId', 'personIds', 'personaIds'] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** A campaign during composition: every kind of audience retains its input. */
export type CampaignDraft = {
  name: string
  outreachId: string | null
  audienceKind: AudienceKind
  segmentId: string | null
  filter: PeopleFilter
  importBatchId: string | null
  personIds: string[]
  /** Pasted ids, one per line. */
  pasted: string
  personaIds: string[]
  previously: 'usual' | 'yes' | 'no'
  sendWindow: DailyHours | null
  variants: VariantDraft[]
  holdoutPercent: number | ''
  /** As the field for a local time shows it; empty to begin at once. */
  startAt: string
  /** The time zone of `startAt`: that of the place. */
  zone: string
}

export const blankCampaignDraft: CampaignDraft = {
  name: '',
  outreachId: null,
  audienceKind: 'segmentId',
  segmentId: null,
  filter: {},
  importBatchId: null,
  personIds: [],
  pasted: '',
  personaIds: [],
  previously: 'usual',
  sendWindow: null,
  variants: [],
  holdoutPercent: '',
  startAt: '',
  zone: 'UTC',
}

/** Longer lists are shown as pasted text. */
const maxPickedPeople = 50

export function toCampaignDraft(campaign: Campaign, zone: string): CampaignDraft {
  const { audience, sendWindow, includePreviouslyContacted: included, class: kind } = campaign
  const audienceKind = audienceKinds.find((one) => audience[one] !== undefined) ?? 'personIds'
  const ids = audience.personIds ?? []
  const isUsual = included === undefined || included === (kind === 'service')
  return {
    ...blankCampaignDraft,
    name: campaign.name,
    outreachId: campaign.outreachId,
    audienceKind,
    segmentId: audience.segmentId ?? null,
    filter: (audience.filter ?? {}) as PeopleFilter,
    importBatchId: audience.importBatchId ?? null,
    personIds: ids.length > maxPickedPeople ? [] : ids,
    pasted: ids.length > maxPickedPeople ? ids.join('\n') : '',
    personaIds: audience.personaIds ?? [],
    previously: isUsual ? 'usual' : included ? 'yes' : 'no',
    sendWindow: sendWindow ?? null,
    variants: campaign.variants ?? [],
    holdoutPercent: campaign.holdoutPercent ?? '',
    startAt: toLocalInput(campaign.startAt, zone),
    zone,
  }
}

export const parseIds = (pasted: string): string[] => [...new Set(pasted.split(/[\s,;]+/).filter(Boolean))]

export function toAudience(draft: CampaignDraft): Schema<'CampaignAudience'> {
  const { audienceKind } = draft
  if (audienceKind === 'segmentId') return { segmentId: draft.segmentId ?? '' }
  if (audienceKind === 'importBatchId') return { importBatchId: draft.importBatchId ?? '' }
  if (audienceKind === 'filter') return { filter: omitEmptyConditions(draft.filter) }
  if (audienceKind === 'personaIds') return { personaIds: draft.personaIds }
  return { personIds: [...new Set([...draft.personIds, ...parseIds(draft.pasted)])] }
}

/** Request body of a draft; a change sends null to restore a default. */
export function toCampaignBody(draft: CampaignDraft, isChange = false) {
  const { name, previously, sendWindow } = draft
  const variants = draft.variants.length > 0 ? draft.variants : null
  const holdoutPercent = draft.holdoutPercent === '' ? null : draft.holdoutPercent
  const startAt = fromLocalInput(draft.startAt, draft.zone)
  const included = previously === 'usual' ? null : previously === 'yes'
  return {
    name,
    outreachId: draft.outreachId ?? '',
    audience: toAudience(draft),
    ...((isChange || included !== null) && { includePreviouslyContacted: included }),
    ...((isChange || sendWindow !== null) && { sendWindow }),
    ...((isChange || variants !== null) && { variants }),
    ...((isChange || holdoutPercent !== null) && { holdoutPercent }),
    ...((isChange || startAt !== null) && { startAt }),
  }
}

export const toCampaignField = (field: string): string =>
  field.replace(/^audience\./, '').replace(/^includePreviouslyContacted$/, 'previously')

/** Fields required before the next step. */
export function findMissingDraftFields({
  name,
  outreachId,
}: Pick<CampaignDraft, 'name' | 'outreachId'>): ('name' | 'outreachId')[] {
  return [...(name.trim() ? [] : (['name'] as const)), ...(outreachId ? [] : (['outreachId'] as const))]
}
