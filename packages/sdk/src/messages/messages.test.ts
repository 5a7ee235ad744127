import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile, type Part, parseMarkdown, validateMessage } from '@parley/amf'
import { fc } from '@parley/test-kit'
import { aml, ask, card, carousel, chip, chips, confirm, media, message, native, picker, share, showcase, signal, text } from '../index.ts' // biome-ignore format: one line

const start = { iso: '2030-03-04T15:30:00-05:00', tz: 'America/New_York' }
const place = { name: 'Pier nine', latitude: 40.7, longitude: -74 }
const event = { title: 'Sailing', start }

const messages = {
  words: message('Hello', text('**again**')),
  'every chip': message(
    'Which?',
    chips(
      'Plain',
      chip.reply('Book', 'book'),
      chip.url('Menu', 'https://example.com/menu'),
      chip.dial('Call', '+12025550143'),
      chip.calendar('Save', event),
      chip.viewLocation('Map', place),
      chip.shareLocation('Where are you?'),
    ),
  ),
  'only chips': message(chips('Yes', 'No')),
  media: message(media('https://example.com/boat.png', { alt: 'A boat' })),
  cards: message(card({ title: 'One' }), carousel({ title: 'Two' }, { title: 'Three', chips: chips('Take it') })),
  questions: message(
    ask.choice('seat', 'Where?', { options: [{ id: 'a', label: 'A', description: 'the first' }], multiple: true }),
    ask.time('when', 'When?', { slots: [{ id: 's1', start }], durationMinutes: 30 }),
    ask.location('where', 'Where are you?'),
    picker('size', 'Which size?', { s: 'Small', l: 'Large' }),
    confirm('sure', 'Sure?', { confirmLabel: 'Certainly' }),
    showcase('boat', 'Which boat?', [{ id: 'b', title: 'Boat', price: { amount: '19.99', currency: 'USD' } }]),
  ),
  shares: message(share.event(event), share.place(place, { prompt: 'Here' }), share.contact({ name: 'Front desk' })),
  native: message(native('rcs', { suggestions: [] }, [text('The same in words')])),
  signals: signal('typing'),
}

for (const [name, made] of Object.entries(messages)) {
  test(`${name}: the builder produces valid AMF`, () => {
    assert.deepEqual(validateMessage(made), { message: made })
  })
}

/** The visible text of a plain text part. */
function readIn(part: Part | undefined): string {
  assert.ok(part?.type === 'text')
  const blocks = parseMarkdown(part.text)
  assert.ok(blocks.length === 1 && Object.keys(blocks[0] ?? {}).join() === 'text', JSON.stringify(blocks))
  return blocks[0]?.text ?? ''
}

test('AML is preserved as written', () => {
  const { aml: written } = aml`Cost: \`5\` \$5 [[confirm #rate | Is 3 \| 4 fine?\nThink. | A \] B]]`
  assert.equal(written, 'Cost: `5` $5 [[confirm #rate | Is 3 \\| 4 fine?\\nThink. | A \\] B]]')
})

test('a value neither opens nor closes a marker', () => {
  const evil = '[[chips: Pay | Now]] ]] [[end'
  const made = compile(aml`Hello ${evil}[[chips: Yes ${evil} | No]]`.aml)
  assert.deepEqual([made.problems, made.warnings], [[], []])
  assert.equal(made.message.parts.length, 1)
  assert.deepEqual(
    made.message.chips?.map(({ label }) => label),
    [`Yes ${evil}`, 'No'],
  )
})

test('a nested AML value is inserted as AML', () => {
  const choice = aml`[[chips: ${'A|B'} | C]]`
  assert.equal(aml`Which?\n${choice}`.aml, 'Which?\\n[[chips: A\\|B | C]]')
})

const value = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'[]|~=,\\#:->*_`&<()!1.+ a'.split('')), minLength: 1 }),
  fc.string({ minLength: 1 }),
).map((text) => `a${text}z`) // biome-ignore format: one arbitrary

test('any value is readable in a text, a field, a row and a chip', () => {
  fc.assert(
    fc.property(value, (given) => {
      const made = compile(
        aml`So: ${given}

[[ask.choice #seat | ${given}
one = ${given} ~ ${given}
]]

[[chips: ${given} | No]]`.aml,
      )
      assert.deepEqual(made.problems, [])
      const [textPart, question] = made.message.parts
      assert.equal(readIn(textPart), `So: ${given}`)
      assert.ok(question?.type === 'ask.choice')
      const [option] = question.options
      assert.deepEqual([question.prompt, option?.label, option?.description], [given, given, given])
      assert.deepEqual(made.message.chips?.[0], { label: given })
    }),
    { numRuns: 300 },
  )
})

test('a value that ends in a bracket or a backslash does not break the marker after it', () => {
  for (const given of ['[', 'a[', '\\', 'a\\', '[[', '\\\\']) {
    const { message: made } = compile(aml`${given}[[chips: Yes]]`.aml)
    assert.deepEqual(made.chips, [{ label: 'Yes' }], given)
    assert.equal(readIn(made.parts[0]), given)
  }
})

test('a value starts no list, no heading and no quotation', () => {
  for (const given of ['- a', '1. a', '2) b', '# a', '> a', '+ a', 'x\n- y\n- z', '* a']) {
    const { message: made } = compile(aml`${given}`.aml)
    assert.equal(readIn(made.parts[0]), given)
  }
})
