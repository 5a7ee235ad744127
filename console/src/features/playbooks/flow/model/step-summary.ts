import { type FlowStep, getSayTemplateId, getStepKind, parseHandoff, type StepKey } from '@parley/definition'
import { strings } from '#i18n/playbooks.ts'

const { summaries } = strings.flow

export const stepKeyOf = (step: FlowStep): StepKey => getStepKind(step).key

export function summarizeStep(step: FlowStep, nameOf: (playbookId: string) => string = (id) => id): string {
  if ('collect' in step) return [step.collect].flat().join(', ')
  if ('say' in step) {
    const template = getSayTemplateId(step)
    if (template !== undefined) return summaries.template(template)
    return typeof step.say === 'string' ? step.say : step.say.text
  }
  if ('action' in step) return step.action
  if ('branch' in step) return step.branch.map((one) => one.if).join(' · ')
  if ('call' in step) return nameOf(step.call)
  if ('handoff' in step) return handoffTargetOf(step.handoff, nameOf)
  const { outcome, handoff } = step.end
  return handoff === undefined ? outcome : `${outcome} · ${handoffTargetOf(handoff, nameOf)}`
}

function handoffTargetOf(target: string, nameOf: (playbookId: string) => string): string {
  const read = parseHandoff(target)
  return read.to === 'human' ? summaries.human : summaries.playbook(nameOf(read.id))
}
