import type { AutomatedOutreach } from '../shared/outreach-config.ts'
import type { DailyHours } from '../shared/TimeFields.tsx'
import { type TriggerForm, toTrigger, toTriggerForm } from '../shared/trigger-form.ts'

export type AutomatedOutreachForm = {
  name: string
  outreachId: string
  enabled: boolean
  trigger: TriggerForm
  delayMinutes: number
  sendWindow: DailyHours | null
  ignoreSafeHours: boolean
}

export const toAutomatedOutreachForm = (rule: AutomatedOutreach): AutomatedOutreachForm => ({
  name: rule.name,
  outreachId: rule.outreachId,
  enabled: rule.enabled ?? true,
  trigger: toTriggerForm(rule.trigger),
  delayMinutes: rule.delayMinutes ?? 0,
  sendWindow: rule.sendWindow ?? null,
  ignoreSafeHours: rule.ignoreSafeHours ?? false,
})

export function toAutomatedOutreachBody({
  trigger,
  delayMinutes,
  sendWindow,
  ignoreSafeHours,
  ...form
}: AutomatedOutreachForm) {
  return {
    ...form,
    trigger: toTrigger(trigger),
    ...(delayMinutes > 0 && { delayMinutes }),
    ...(sendWindow && { sendWindow }),
    ...(ignoreSafeHours && { ignoreSafeHours }),
  }
}
