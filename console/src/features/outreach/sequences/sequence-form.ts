import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/sequences.ts'
import { omitEmptyConditions, type PeopleFilter } from '../shared/people-filter.ts'
import type { DailyHours } from '../shared/TimeFields.tsx'
import { blankTrigger, type TriggerForm, toTrigger, toTriggerForm } from '../shared/trigger-form.ts'

export type Sequence = Schema<'Sequence'>
export type SequenceReport = Schema<'SequenceReport'>
export type SequenceMember = Schema<'SequenceEnrollment'>

export type StepForm = {
  id: string
  outreachId: string
  afterMinutes: number
  sendWindow: DailyHours | null
  onlyIf: PeopleFilter
}

export type SequenceForm = {
  name: string
  enabled: boolean
  hasEntry: boolean
  entry: TriggerForm
  steps: StepForm[]
  stopOn: Sequence['stopOn']
  reenterAfterDays: number | ''
}

export const toSequenceForm = (sequence: Sequence): SequenceForm => ({
  name: sequence.name,
  enabled: sequence.enabled,
  hasEntry: sequence.entry !== undefined,
  entry: sequence.entry ? toTriggerForm(sequence.entry) : blankTrigger(),
  steps: sequence.steps.map(({ id, outreachId, afterMinutes, sendWindow, onlyIf }) => ({
    ...{ id, outreachId, afterMinutes },
    sendWindow: sendWindow ?? null,
    onlyIf: (onlyIf ?? {}) as PeopleFilter,
  })),
  stopOn: sequence.stopOn,
  reenterAfterDays: sequence.reenterAfterDays ?? '',
})

export function toSequenceBody({ hasEntry, entry, steps, reenterAfterDays, ...form }: SequenceForm) {
  return {
    ...form,
    ...(hasEntry && { entry: toTrigger(entry) }),
    steps: steps.map(({ sendWindow, onlyIf, ...step }) => {
      const conditions = omitEmptyConditions(onlyIf)
      return {
        ...step,
        ...(sendWindow && { sendWindow }),
        ...(Object.keys(conditions).length > 0 && { onlyIf: conditions }),
      }
    }),
    ...(reenterAfterDays !== '' && { reenterAfterDays }),
  }
}

export const maxSteps = 20
export const maxDelayMinutes = 259_200

/** The place and the Outreach of a step: “Step 2: Offer”. A step that no longer exists has only its id. */
export function nameStep(
  steps: readonly Pick<StepForm, 'id' | 'outreachId'>[],
  stepId: string,
  outreaches: readonly { id: string; name: string }[],
): string {
  const at = steps.findIndex(({ id }) => id === stepId)
  const step = steps[at]
  if (!step) return stepId
  return strings.stepName(at + 1, outreaches.find(({ id }) => id === step.outreachId)?.name ?? step.outreachId)
}
const dayMinutes = 1_440

/** A new step of the same Outreach as the last one, a day after it, with an id that no other step has. */
export function appendSequenceStep(steps: readonly StepForm[], outreachId: string): StepForm[] {
  const taken = new Set(steps.map(({ id }) => id))
  let number = steps.length + 1
  while (taken.has(`step-${number}`)) number++
  const step = { id: `step-${number}`, outreachId, afterMinutes: steps.length === 0 ? 0 : dayMinutes }
  return [...steps, { ...step, sendWindow: null, onlyIf: {} }]
}

/** Moves a step by some places, or to a place. */
export function moveSequenceStep(steps: readonly StepForm[], id: string, to: number | { by: number }): StepForm[] {
  const from = steps.findIndex((step) => step.id === id)
  const step = steps[from]
  if (!step) return [...steps]
  const rest = steps.filter((one) => one !== step)
  const at = Math.max(0, Math.min(typeof to === 'number' ? to : from + to.by, rest.length))
  return [...rest.slice(0, at), step, ...rest.slice(at)]
}
