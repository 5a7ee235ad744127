import fc from 'fast-check'
import type { AgentFlow, FlowStep } from '../flow/index.ts'
import { anyIdOf, anySublistOf, createTextWithMarkers, type Ids } from './ids.ts'
import { anyPartial, anySampleText } from './words.ts'

const isDefined = <T>(value: T | undefined): value is T => value !== undefined

/** A flow with one slot and one end. `laterIds` are the playbooks that it may call without creating a cycle. */
export function anyFlow(ids: Ids, uses: readonly string[], laterIds: readonly string[]): fc.Arbitrary<AgentFlow> {
  const slot = anyPartial<AgentFlow['slots'][number], 'name' | 'type'>(
    {
      name: fc.constant('size'),
      type: fc.constantFrom('string', 'enum'),
      required: fc.boolean(),
      bind: fc.constantFrom('person.email', ...ids.fields.map((key) => `person.customFields.${key}`)),
      options: fc.constant(['Large', 'no']),
      source: fc.constantFrom('things', 'scheduling.offerTimes'),
      prompt: anySampleText,
      validate: fc.constantFrom('/^[0-9]+$/', 'nonempty'),
      confirm: fc.boolean(),
    },
    ['name', 'type'],
  )
  return anyPartial<AgentFlow, 'id' | 'slots' | 'steps'>(
    {
      id: fc.constant('main'),
      name: anySampleText,
      description: anySampleText,
      slots: slot.map((singleSlot) => [singleSlot]),
      steps: fc
        .tuple(fc.array(anyStep(ids, uses, laterIds), { maxLength: 3 }), anyEnd(ids))
        .map(([firstSteps, end]) => [...firstSteps, end] as AgentFlow['steps']),
      onComplete: fc.constantFrom('return', 'end'),
      allowDigressions: fc.boolean(),
      generatedFrom: fc.constant({ bodyHash: 'ab12' }),
    },
    ['id', 'slots', 'steps'],
  )
}

function anyStep(ids: Ids, uses: readonly string[], laterIds: readonly string[]): fc.Arbitrary<FlowStep> {
  const integrationUses = uses.filter((integrationUse) => integrationUse.startsWith('integration:'))
  const kinds: (fc.Arbitrary<object> | undefined)[] = [
    createTextWithMarkers(ids, anySampleText).map((say) => ({ say })),
    fc.record({ text: anySampleText, suggestions: fc.constant(['Yes', 'no']) }).map((say) => ({ say })),
    fc.constantFrom('size', ['size']).map((collect) => ({ collect })),
    fc.constant({ branch: [{ if: 'size == "Large"', goto: 'done' }], else: 'done' }),
    fc.constant({ action: 'knowledge.search', with: { q: '{size}' }, on_error: 'retry' }),
    anyIdOf(ids.templates)?.map((id) => ({ say: `template:${id}` })),
    anyIdOf(laterIds)?.map((call) => ({ call })),
    anyIdOf(integrationUses)?.map((integrationUse) => ({ action: `${integrationUse}.call`, confirm: 'Shall I?' })),
    uses.includes('people') ? fc.constant({ action: 'people.save' }) : undefined,
  ]
  return fc.oneof(...kinds.filter(isDefined)) as fc.Arbitrary<FlowStep>
}

function anyEnd(ids: Ids): fc.Arbitrary<FlowStep> {
  const targets = ids.playbooks.flatMap((id) => [id, `playbook:${id}`])
  const handoff = fc.constantFrom('human', ...targets)
  return fc.oneof(
    handoff.map((to): FlowStep => ({ id: 'done', handoff: to })),
    handoff.map((to): FlowStep => ({ id: 'done', end: { outcome: 'done', handoff: to } })),
    fc.constant<FlowStep>({ id: 'done', end: { outcome: 'no' } }),
  )
}

export const anyUses = (ids: Ids): fc.Arbitrary<string[]> =>
  anySublistOf(['scheduling', 'people', 'notify', 'knowledge', ...ids.integrations.map((id) => `integration:${id}`)])
