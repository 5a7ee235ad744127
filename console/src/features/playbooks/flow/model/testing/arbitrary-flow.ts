import { type AgentFlow, actionFailures, parseFlow, slotTypes, toolNames } from '@parley/definition'
import fc from 'fast-check'

const words = fc.oneof(
  fc.constantFrom('Hello', 'yes', 'null', '12', '- dash', '# no comment', 'a: b', 'two\nlines', '<b>bold</b>', '{email}', "it's"),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
).filter((text) => text.trim() !== '' && text.isWellFormed() && !text.includes('\0')) // biome-ignore format: one chain
const id = fc.constantFrom('ask', 'greet', 'done', 'again')
const slot = fc.record(
  { name: fc.constantFrom('email', 'guests', 'time'), type: fc.constantFrom(...slotTypes), required: fc.boolean(), prompt: words },
  { requiredKeys: ['name', 'type'] },
) // biome-ignore format: one record

const kinds = [
  fc.record({ collect: fc.oneof(words, fc.array(words, { minLength: 1, maxLength: 3 })) }),
  fc.record({ say: fc.oneof(words, fc.record({ text: words, suggestions: fc.array(words, { maxLength: 4 }) })) }),
  fc.record(
    {
      action: fc.constantFrom(...toolNames),
      with: fc.dictionary(
        fc.constantFrom('reason', 'to', 'x y'),
        fc.oneof(words, fc.integer(), fc.boolean(), fc.constant(null)),
      ),
      confirm: words,
      on_error: fc.constantFrom(...actionFailures),
    },
    { requiredKeys: ['action'] },
  ),
  fc.record(
    { branch: fc.array(fc.record({ if: words, goto: id }), { minLength: 1, maxLength: 4 }), else: id },
    { requiredKeys: ['branch'] },
  ),
  fc.record({ call: words }),
  fc.record({ handoff: words }),
  fc.record({ end: fc.record({ outcome: words, handoff: words }, { requiredKeys: ['outcome'] }) }),
]
const step = fc
  .tuple(fc.option(id, { nil: undefined }), fc.oneof(...kinds))
  .map(([named, rest]) => (named === undefined ? rest : { id: named, ...rest }))

/** Any flow that the schema accepts, sensible or not. */
export const arbitraryFlow = fc
  .record(
    {
      id: words,
      name: words,
      description: words,
      slots: fc.array(slot, { maxLength: 3 }),
      steps: fc.array(step, { minLength: 1, maxLength: 14 }),
      onComplete: fc.constantFrom('return', 'end'),
      allowDigressions: fc.boolean(),
    },
    { requiredKeys: ['id', 'slots', 'steps'] },
  )
  .map((written): AgentFlow => {
    const parsed = parseFlow(JSON.parse(JSON.stringify(written)), 'flow')
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings))
    return parsed.flow
  })
