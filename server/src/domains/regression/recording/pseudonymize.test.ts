import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { redactAndTruncate } from './document.ts'
import { createPseudonymizer, type RealPerson } from './pseudonymize.ts'

const zoe: RealPerson = {
  firstName: 'Zoé',
  lastName: 'van Ottoman',
  fullName: 'Zoé van Ottoman',
  email: 'zoe@mail.example',
  phone: '+14155551234',
  company: 'Harbour Paint',
  customFields: { city: 'Springfield', vip: 'yes' },
  addresses: ['+14155551234', 'mess-8871-abc'],
}

const cases: [title: string, text: string, redacted: string][] = [
  ['names, as whole words and in any case', 'zoe van ottoman here, ZOÉ’s Zoéy', 'Alex Sample here, Alex’s Zoéy'],
  ['the mail address', 'Mail ZOE@mail.example.', 'Mail person@example.com.'],
  ['the number, however it is written', '+1 (415) 555-1234, 415.555.1234', '+12025550101, +12025550101'],
  ['the number without its area, and in other digits', '555 1234 or ٤١٥٥٥٥١٢٣٤', '+12025550101 or +12025550101'],
  [
    'what an @ stands before and between',
    '@bob@a.example @ a@ @b a@b@c!?.',
    '@person@example.com @ a@ @b person2@example.com!?.',
  ],
  ['mail addresses and numbers of others', 'bob@a.example, +49 30 1234567', 'person@example.com, +12025550101'],
  ['the address that the channel knows', 'I am mess-8871-ABC', 'I am [address]'],
  ['what fields hold, if it is more than a word', 'From springfield, yes', 'From [city], yes'],
  ['the company', 'harbour  paint sent me', '[company] sent me'],
  [
    'neither dates, times nor amounts',
    '2030-02-01 09:00, 01.02.2030 to 3 of 12, 1200',
    '2030-02-01 09:00, 01.02.2030 to 3 of 12, 1200',
  ],
]
for (const [title, text, redacted] of cases) {
  test(`a pseudonym replaces the person of a conversation: ${title}`, () => {
    assert.equal(createPseudonymizer(zoe).redact(text), redacted)
  })
}

test('equal values always get the same replacement, and different values get different ones', () => {
  const { redact } = createPseudonymizer(zoe)
  const mails = redact('a@b.example zoe@mail.example A@b.example').split(' ')
  assert.deepEqual([mails[0] === mails[2], mails[0] === mails[1]], [true, false])
})

test('a pseudonym never has the real name, number or email address of the person', () => {
  const likely = {
    firstName: 'Alex',
    email: 'person@example.com',
    phone: '+12025550101',
    customFields: {},
    addresses: [],
  }
  const { redact, firstName } = createPseudonymizer(likely)
  assert.equal(firstName, 'Robin')
  assert.equal(redact('Alex, person@example.com, 2025550101'), 'Robin, person2@example.com, +12025550102')
  assert.equal(createPseudonymizer({ customFields: {}, addresses: [] }).firstName, undefined)
  assert.equal(createPseudonymizer({ ...likely, phone: '+492025550' }).redact('492025550'), '[omitted]')
})

const digit = fc.integer({ min: 0, max: 9 })
const phone = fc.array(digit, { minLength: 7, maxLength: 14 }).map((digits) => `+1${digits.join('')}`)
const mailName = fc.stringMatching(/^[a-z0-9.+_'/-]{1,12}$/)
const email = fc.tuple(mailName, fc.stringMatching(/^[a-z0-9-]{1,8}\.[a-z]{2,3}$/)).map((both) => both.join('@'))
const between = fc.constantFrom('', ' ', '-', '.', ') ', ' (', '/', '\u00a0', ' – ')

/** The number as people write it, with or without its leading part. */
const writtenNumber = (number: string) =>
  fc
    .tuple(fc.integer({ min: 0, max: number.length - 8 }), fc.array(between, { minLength: 15, maxLength: 15 }))
    .map(([from, gaps]) => [...number.slice(1).slice(from)].map((one, at) => `${one}${gaps[at]}`).join(''))

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')
/** Digits count as one number up to the usual distance between them. */
const runsIn = (text: string): string[] => (text.match(/\d(?:[^\p{L}\p{M}\p{Nd}\n@]{0,4}\d)*/gu) ?? []).map(digitsOf)

test('for any text neither email address nor number of the person remains', () => {
  const messages = fc.tuple(phone, email).chain(([number, mail]) => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(mail, mail.toUpperCase(), number, `${mail}${mail.slice(mail.indexOf('@'))}`, ' ', '@', ', '),
      writtenNumber(number),
      fc.stringMatching(/^[0-9 +.-]{1,9}$/),
    )
    return fc.record({ number: fc.constant(number), mail: fc.constant(mail), words: fc.array(word, { maxLength: 12 }) })
  })
  fc.assert(
    fc.property(messages, ({ number, mail, words }) => {
      const person = { email: mail, phone: number, customFields: {}, addresses: [number] }
      const redacted = createPseudonymizer(person).redact(words.join(''))
      assert.ok(!redacted.toLowerCase().includes(mail), redacted)
      assert.ok(!runsIn(redacted).some((run) => run.includes(digitsOf(number).slice(-7))), redacted)
    }),
    { numRuns: 100 },
  )
})

const endless = ['a', '1', '1 ', '٤', '00', '.', '@', 'a@', '-', ' ', '\u0301', '(1', 'van ', '+49 30 1234567, ']
for (const piece of endless) {
  test(`a very long text of only “${piece}” is processed in time`, () => {
    const text = piece.repeat((piece === 'a' ? 1_000_000 : 100_000) / piece.length)
    for (const one of [text, `a@${text}b`]) {
      assert.equal(typeof createPseudonymizer(zoe).redact(one), 'string')
    }
  })
}

test('a long text is truncated to the limit, and never in the middle of a replacement', () => {
  const standIn = createPseudonymizer(zoe)
  const filled = (start: string, secret: string) => `${start}${'x'.repeat(8000 - start.length - 8)}${secret} and on`
  assert.equal(redactAndTruncate('Hello. '.repeat(2000), 4000, standIn), 'Hello. '.repeat(2000).slice(0, 4000))
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20 }),
      fc.constantFrom('zoe@mail.example', '+1 415 555 1234'),
      (at, secret) => {
        // Such a long address shrinks to a few letters, which moves the rest of the text forward.
        const text = filled(`${'y'.repeat(at)} ${'z'.repeat(7500)}@b.example, `, secret)
        const redacted = redactAndTruncate(text, 4000, standIn)
        assert.ok(!/415|zoe/.test(redacted), redacted)
      },
    ),
    { numRuns: 40 },
  )
  assert.equal(redactAndTruncate(`${'z'.repeat(9000)}@b.example`, 4000, standIn).length, 4000)
  assert.equal(redactAndTruncate(`z@${'b'.repeat(9000)}`, 4000, standIn), '[omitted]')
})
