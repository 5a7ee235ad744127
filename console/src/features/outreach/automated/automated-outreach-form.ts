import { strings } from '#i18n/outreach.ts'
import type { AutomatedOutreach } from '../shared/outreach-config.ts'
import { omitEmptyConditions, type PeopleFilter } from '../shared/people-filter.ts'
import type { DailyHours } from '../shared/TimeFields.tsx'

export const triggerEventOptions = Object.entries(strings.automated.events).map(([value, label]) => ({ value, label }))

export type AutomatedOutreachForm = {
  name: string
  outreachId: string
  enabled: boolean
  event: AutomatedOutreach['trigger']['event']
  filter: PeopleFilter
  delayMinutes: number
  sendWindow: DailyHours | null
  ignoreSafeHours: boolean
}

export const toAutomatedOutreachForm = (rule: AutomatedOutreach): AutomatedOutreachForm => ({
  name: rule.name,
  outreachId: rule.outreachId,
  enabled: rule.enabled ?? true,
  event: rule.trigger.event,
  filter: (rule.trigger.filter ?? {}) as PeopleFilter,
  delayMinutes: rule.delayMinutes ?? 0,
  sendWindow: rule.sendWindow ?? null,
  ignoreSafeHours: rule.ignoreSafeHours ?? false,
})

export function toAutomatedOutreachBody({
  event,
  filter,
  delayMinutes,
  sendWindow,
  ignoreSafeHours,
  ...form
}: AutomatedOutreachForm) {
  const conditions = omitEmptyConditions(filter)
  return {
    ...form,
    trigger: { event, ...(Object.keys(conditions).length > 0 && { filter: conditions }) },
    ...(delayMinutes > 0 && { delayMinutes }),
    ...(sendWindow && { sendWindow }),
    ...(ignoreSafeHours && { ignoreSafeHours }),
  }
}

export const toAutomatedOutreachField = (field: string): string => field.replace(/^trigger\./, '')
