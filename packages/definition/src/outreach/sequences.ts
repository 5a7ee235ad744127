import { findFreeSlug, nameText, slug, toSlug, uniqueBy, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { ChangeRejectedError } from '../change-rejected.ts'
import type { AgentDefinition } from '../definition.ts'
import { applyPatch } from '../patch.ts'
import { isSameValue } from '../same-value.ts'
import { sequenceStops } from '../vocabulary.ts'
import { OutreachTrigger, SendWindow, TriggerFilter } from './outreach.ts'

/** Sequences: several Outreaches to one person, one after the other. */

const maxSteps = 20
/** 180 days. */
const maxAfterMinutes = 259_200

const SequenceStep = z
  .strictObject({
    id: slug,
    outreachId: slug,
    afterMinutes: z
      .int()
      .min(0)
      .max(maxAfterMinutes)
      .meta({ description: 'Since the step before; for the first step, since the enrollment.' }),
    sendWindow: SendWindow.optional(),
    onlyIf: TriggerFilter.optional().meta({ description: 'The step is skipped for people who do not match.' }),
  })
  .meta({ id: 'SequenceStep', examples: [{ id: 'welcome', outreachId: 'spring-visit', afterMinutes: 0 }] })
export type SequenceStep = z.infer<typeof SequenceStep>

export type SequenceStop = (typeof sequenceStops)[number]

const steps = uniqueBy(z.array(SequenceStep).min(1).max(maxSteps), 'id')
const stopOn = z
  .array(z.enum(sequenceStops))
  .max(sequenceStops.length)
  .meta({ description: 'Default: replied and goal. `left`: the person no longer matches the filter of the entry.' })
const reenterAfterDays = z
  .int()
  .min(0)
  .max(3650)
  .meta({ description: 'How long after an ended enrollment the person may be enrolled again; default: never.' })

const fields = {
  name: nameText,
  enabled: z.boolean().optional().meta({ default: true }),
  entry: OutreachTrigger.optional().meta({ description: 'Enrolls people automatically.' }),
  steps,
  stopOn: stopOn.optional(),
  reenterAfterDays: reenterAfterDays.optional(),
}
const readOnly = ['orgId', 'agentId', 'createdAt', 'updatedAt'] as const
const example = { name: 'Welcome', steps: [{ id: 'hello', outreachId: 'spring-visit', afterMinutes: 0 }] }
const stops: SequenceStop[] = ['replied', 'goal']

/** Stored form. */
const Portable = z.strictObject({ id: slug, ...fields })
export type Sequence = z.infer<typeof Portable>
export const SequenceList = uniqueBy(z.array(Portable).max(200), 'id')

export const SequenceResponse = z
  .strictObject({ id: slug, ...fields, enabled: z.boolean(), stopOn })
  .meta({ id: 'Sequence', examples: [{ id: 'welcome', ...example, enabled: true, stopOn: stops }] })
export type SequenceResponse = z.infer<typeof SequenceResponse>

export const SequenceCreate = withReadOnlyFields({ id: slug.optional(), ...fields }, readOnly).meta({
  id: 'SequenceCreate',
  examples: [example],
})
export type SequenceCreate = z.output<typeof SequenceCreate>

export const SequencePut = withReadOnlyFields(fields, ['id', ...readOnly]).meta({
  id: 'SequencePut',
  examples: [example],
})
export type SequencePut = z.output<typeof SequencePut>

export const SequencePatch = withReadOnlyFields(
  {
    name: nameText.optional(),
    enabled: z.boolean().optional(),
    entry: fields.entry.nullable(),
    steps: steps.optional(),
    stopOn: stopOn.nullable().optional(),
    reenterAfterDays: reenterAfterDays.nullable().optional(),
  },
  ['id', ...readOnly],
).meta({ id: 'SequencePatch', examples: [{ enabled: false }] })
export type SequencePatch = z.output<typeof SequencePatch>

/** Sequences are enabled by default, and end with a reply or a reached Goal. */
export function serializeSequence({ id, name, enabled = true, stopOn = stops, ...rest }: Sequence): SequenceResponse {
  return { id, name, enabled, ...rest, stopOn: [...new Set(stopOn)] }
}

export function findSequence({ sequences }: AgentDefinition, id: string): SequenceResponse {
  const found = sequences.find((sequence) => sequence.id === id)
  if (!found) throw new ChangeRejectedError('resource.not_found')
  return serializeSequence(found)
}

export function addSequence(
  definition: AgentDefinition,
  sent: SequenceCreate,
): { definition: AgentDefinition; id: string } {
  const usedIds = new Set(definition.sequences.map(({ id }) => id))
  if (sent.id !== undefined && usedIds.has(sent.id)) {
    throw new ChangeRejectedError('resource.conflict', { detail: `A sequence with the id ${sent.id} already exists` })
  }
  const id = sent.id ?? findFreeSlug(toSlug(sent.name, 'sequence'), usedIds)
  const sequence = serializeSequence({ ...sent, id })
  return { definition: { ...definition, sequences: [...definition.sequences, sequence] }, id }
}

export function putSequence(definition: AgentDefinition, id: string, sent: SequencePut): AgentDefinition {
  return editSequence(definition, id, () => serializeSequence({ id, ...sent }))
}

export function patchSequence(definition: AgentDefinition, id: string, patch: SequencePatch): AgentDefinition {
  return editSequence(definition, id, (stored) => applyPatch(stored, patch))
}

export function removeSequence(definition: AgentDefinition, id: string): AgentDefinition {
  findSequence(definition, id)
  return { ...definition, sequences: definition.sequences.filter((sequence) => sequence.id !== id) }
}

function editSequence(definition: AgentDefinition, id: string, edit: (stored: Sequence) => Sequence): AgentDefinition {
  findSequence(definition, id)
  const sequences = definition.sequences.map((stored) => {
    if (stored.id !== id) return stored
    const edited = edit(stored)
    // Sending back an unchanged response changes nothing.
    return isSameValue(serializeSequence(stored), serializeSequence(edited)) ? stored : edited
  })
  return { ...definition, sequences }
}

/** Returns the step after the ones that are over; undefined when none is left. */
export function findNextStep(
  { steps }: Pick<Sequence, 'steps'>,
  over: readonly { stepId: string }[],
): SequenceStep | undefined {
  const ids = new Set(over.map(({ stepId }) => stepId))
  // Steps in front of one that is over are past, even when they were added or moved there later.
  const last = steps.findLastIndex(({ id }) => ids.has(id))
  return steps[last + 1]
}
