import { words } from '#words/outreach.ts'
import type { Rule } from '../shared/configuration.ts'
import type { Hours } from '../shared/hours.ts'
import { type PeopleFilter, saidIn } from '../shared/people-filter.ts'

export const events = Object.entries(words.automated.events).map(([value, label]) => ({ value, label }))

/** A rule as it is edited. */
export type RuleForm = {
  name: string
  outreachId: string
  enabled: boolean
  event: Rule['trigger']['event']
  filter: PeopleFilter
  delayMinutes: number
  sendWindow: Hours | null
  ignoreSafeHours: boolean
}

export const formOf = (rule: Rule): RuleForm => ({
  name: rule.name,
  outreachId: rule.outreachId,
  enabled: rule.enabled ?? true,
  event: rule.trigger.event,
  filter: (rule.trigger.filter ?? {}) as PeopleFilter,
  delayMinutes: rule.delayMinutes ?? 0,
  sendWindow: rule.sendWindow ?? null,
  ignoreSafeHours: rule.ignoreSafeHours ?? false,
})

export function bodyOf({ event, filter, delayMinutes, sendWindow, ignoreSafeHours, ...form }: RuleForm) {
  const said = saidIn(filter)
  return {
    ...form,
    trigger: { event, ...(Object.keys(said).length > 0 && { filter: said }) },
    ...(delayMinutes > 0 && { delayMinutes }),
    ...(sendWindow && { sendWindow }),
    ...(ignoreSafeHours && { ignoreSafeHours }),
  }
}

/** Where a refused field stands in the form. */
export const fieldOf = (field: string): string => field.replace(/^trigger\./, '')
