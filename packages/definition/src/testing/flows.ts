import fc from 'fast-check'
import type { AgentFlow, FlowStep } from '../flow/index.ts'
import { createTextWithMarkers, type Ids, oneOf, sublistOf } from './ids.ts'
import { partly, words } from './words.ts'

const defined = <T>(value: T | undefined): value is T => value !== undefined

/** A flow with one slot and one end. `later` are the playbooks that it may call without creating a cycle. */
export function flows(ids: Ids, uses: readonly string[], later: readonly string[]): fc.Arbitrary<AgentFlow> {
  const slot = partly<AgentFlow['slots'][number], 'name' | 'type'>(
    {
      name: fc.constant('size'),
      type: fc.constantFrom('string', 'enum'),
      required: fc.boolean(),
      bind: fc.constantFrom('person.email', ...ids.fields.map((key) => `person.customFields.${key}`)),
      options: fc.constant(['Large', 'no']),
      source: fc.constantFrom('things', 'scheduling.offerTimes'),
      prompt: words,
      validate: fc.constantFrom('/^[0-9]+$/', 'nonempty'),
      confirm: fc.boolean(),
    },
    ['name', 'type'],
  )
  return partly<AgentFlow, 'id' | 'slots' | 'steps'>(
    {
      id: fc.constant('main'),
      name: words,
      description: words,
      slots: slot.map((one) => [one]),
      steps: fc
        .tuple(fc.array(steps(ids, uses, later), { maxLength: 3 }), ends(ids))
        .map(([some, end]) => [...some, end] as AgentFlow['steps']),
      onComplete: fc.constantFrom('return', 'end'),
      allowDigressions: fc.boolean(),
      generatedFrom: fc.constant({ bodyHash: 'ab12' }),
    },
    ['id', 'slots', 'steps'],
  )
}

function steps(ids: Ids, uses: readonly string[], later: readonly string[]): fc.Arbitrary<FlowStep> {
  const called = uses.filter((use) => use.startsWith('integration:'))
  const kinds: (fc.Arbitrary<object> | undefined)[] = [
    createTextWithMarkers(ids, words).map((say) => ({ say })),
    fc.record({ text: words, suggestions: fc.constant(['Yes', 'no']) }).map((say) => ({ say })),
    fc.constantFrom('size', ['size']).map((collect) => ({ collect })),
    fc.constant({ branch: [{ if: 'size == "Large"', goto: 'done' }], else: 'done' }),
    fc.constant({ action: 'knowledge.search', with: { q: '{size}' }, on_error: 'retry' }),
    oneOf(ids.templates)?.map((id) => ({ say: `template:${id}` })),
    oneOf(later)?.map((call) => ({ call })),
    oneOf(called)?.map((use) => ({ action: `${use}.call`, confirm: 'Shall I?' })),
    uses.includes('people') ? fc.constant({ action: 'people.save' }) : undefined,
  ]
  return fc.oneof(...kinds.filter(defined)) as fc.Arbitrary<FlowStep>
}

function ends(ids: Ids): fc.Arbitrary<FlowStep> {
  const targets = ids.playbooks.flatMap((id) => [id, `playbook:${id}`])
  const handoff = fc.constantFrom('human', ...targets)
  return fc.oneof(
    handoff.map((to): FlowStep => ({ id: 'done', handoff: to })),
    handoff.map((to): FlowStep => ({ id: 'done', end: { outcome: 'done', handoff: to } })),
    fc.constant<FlowStep>({ id: 'done', end: { outcome: 'no' } }),
  )
}

export const usesOver = (ids: Ids): fc.Arbitrary<string[]> =>
  sublistOf(['scheduling', 'people', 'notify', 'knowledge', ...ids.integrations.map((id) => `integration:${id}`)])
