import fc from 'fast-check'

/** Strings that YAML would parse as another type, that contain line breaks, or that merely look odd. */
const unusualTexts = [
  'no',
  'null',
  '~',
  '012',
  '1e3',
  '+14155550100',
  '2027-01-01',
  'a: b',
  '# not a comment',
  '- item',
  '{ open',
  '"quoted"',
  "it's",
  'two\nlines',
  'ends in a break\n',
  '\n  begins with one',
  'a tab\there',
  ' spaces around ',
  'Grüße 👨‍👩‍👧‍👦',
  'next\u2028line',
  'nel\u0085',
]

export const anySampleText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('Kites', 'A red kite.', 'Hello there.', 'Spring letters'),
  fc.constantFrom(...unusualTexts),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => `a${text}`),
)

/** Includes the names of built-in object properties, which must work like any other. */
export const keys: fc.Arbitrary<string> = fc.constantFrom(
  'a',
  'b',
  'id',
  'name',
  '10',
  '9',
  'yes',
  'constructor',
  'toString',
)

const scalar = fc.oneof(
  anySampleText,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(0.1, -1.5, 1e21, 5e-324),
)

/** Any JSON object, two levels deep. */
export const anyObject: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(
  keys,
  fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }), fc.dictionary(keys, scalar, { maxKeys: 2 })),
  { maxKeys: 3, noNullPrototype: true },
)

/** A record in which only the named keys are required. */
export function anyPartial<T extends object, K extends keyof T>(
  model: { [P in keyof T]-?: fc.Arbitrary<Exclude<T[P], undefined>> },
  requiredKeys: K[],
): fc.Arbitrary<T> {
  return fc.record(model, { requiredKeys, noNullPrototype: true }) as unknown as fc.Arbitrary<T>
}
