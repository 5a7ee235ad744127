import { type FlowStep, kindOf, readHandoff, type StepKey, templateSaid } from '@parley/definition'
import { words } from '#words/playbooks.ts'

const { summaries } = words.flow

export const keyOf = (step: FlowStep): StepKey => kindOf(step).key

/** What a step does, in a line. */
export function summaryOf(step: FlowStep, nameOf: (playbookId: string) => string = (id) => id): string {
  if ('collect' in step) return [step.collect].flat().join(', ')
  if ('say' in step) {
    const template = templateSaid(step)
    if (template !== undefined) return summaries.template(template)
    return typeof step.say === 'string' ? step.say : step.say.text
  }
  if ('action' in step) return step.action
  if ('branch' in step) return step.branch.map((one) => one.if).join(' · ')
  if ('call' in step) return nameOf(step.call)
  if ('handoff' in step) return handedTo(step.handoff, nameOf)
  const { outcome, handoff } = step.end
  return handoff === undefined ? outcome : `${outcome} · ${handedTo(handoff, nameOf)}`
}

function handedTo(target: string, nameOf: (playbookId: string) => string): string {
  const read = readHandoff(target)
  return read.to === 'human' ? summaries.human : summaries.playbook(nameOf(read.id))
}
