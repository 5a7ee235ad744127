import type { Outreach } from '../shared/outreach-config.ts'

/** Form values of an Outreach: absent values are represented by empty ones. */
export type OutreachForm = {
  name: string
  description: string
  class: 'marketing' | 'service'
  enabled: boolean
  openerTemplateId: string
  inputs: string[]
  goal: Outreach['goal'] | null
  followUp: { templateId: string; delayMinutes: number; maxTimes: number } | null
}

export const toOutreachForm = (outreach: Outreach): OutreachForm => ({
  name: outreach.name,
  description: outreach.description ?? '',
  class: outreach.class,
  enabled: outreach.enabled,
  openerTemplateId: outreach.openerTemplateId,
  inputs: outreach.inputs,
  goal: outreach.goal ?? null,
  followUp: outreach.followUp ? { maxTimes: 1, ...outreach.followUp } : null,
})

/** Request body for PUT: omitted inputs derive from the opener. */
export function toOutreachBody({ description, inputs, goal, followUp, ...form }: OutreachForm) {
  return {
    ...form,
    ...(description.trim() !== '' && { description }),
    ...(inputs.length > 0 && { inputs }),
    ...(goal && { goal }),
    ...(followUp && { followUp }),
  }
}
