import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { toE164 } from '../phone-number.ts'
import { read } from './testing/read.ts'
import { ThingAction, ThingActionInput } from './thing.ts'

const phones: [written: string, number: string | undefined][] = [
  ['(202) 555-0143', '+12025550143'],
  ['202.555.0143', '+12025550143'],
  ['202-555-0143', '+12025550143'],
  ['2025550143', '+12025550143'],
  ['1 202 555 0143', '+12025550143'],
  ['+1 (202) 555-0143', '+12025550143'],
  [' +1 202 555 0143 ', '+12025550143'],
  ['tel:+1-202-555-0143', '+12025550143'],
  ['011 44 20 7946 0958', '+442079460958'],
  ['0044 20 7946 0958', '+442079460958'],
  ['00 44 20 7946 0958', '+442079460958'],
  ['00', undefined],
  ['+44 20 7946 0958', '+442079460958'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+49 30 901820', '+4930901820'],
  ['call me', undefined],
  ['call 2025550143', undefined],
  ['12', undefined],
  ['911', undefined],
  ['555-0143', undefined],
  ['', undefined],
  [' ', undefined],
  ['+999 1234567', undefined],
  ['+1 202 555 01434567', undefined],
  ['202-555-0143 ext 5', undefined],
  ['202-555-0143;ext=5', undefined],
]
for (const [written, number] of phones) {
  test(`the number ${JSON.stringify(written)} is ${number ?? 'refused'}`, () => {
    assert.equal(toE164(written), number)
    const { value, errors } = read(ThingActionInput, { label: 'Call', kind: 'dial', phone: written })
    if (number) assert.deepEqual(value, { label: 'Call', kind: 'dial', phone: number })
    else assert.deepEqual(errors, ['phone must be a telephone number, for example +12025550143'])
  })
}

test('a number in E.164 is parsed as itself, and no text makes the parser throw', () => {
  const digits = fc.stringMatching(/^[0-9+() .-]{0,20}$/)
  fc.assert(
    fc.property(
      fc.oneof(
        digits,
        digits.map((text) => `+${text}`),
        fc.string({ unit: 'binary' }),
      ),
      (text) => {
        const number = toE164(text)
        if (number !== undefined) assert.equal(toE164(number), number)
      },
    ),
    { numRuns: 2000 },
  )
})

const link = { label: 'Buy', url: 'https://example.com/buy' }
const cases: [title: string, sent: object, expected: object][] = [
  ['without a kind is a link, and stays without one', link, link],
  ['of kind url keeps its kind', { ...link, kind: 'url' }, { ...link, kind: 'url' }],
  ['may link to plain http', { ...link, url: 'http://example.com' }, { ...link, url: 'http://example.com' }],
  ['may have a label of 25 emoji', { ...link, label: '🎈'.repeat(25) }, { ...link, label: '🎈'.repeat(25) }],
  ['may reply with its label', { label: 'Ask', kind: 'reply' }, { label: 'Ask', kind: 'reply' }],
  [
    'may reply with 200 characters',
    { label: 'Ask', kind: 'reply', value: 'x'.repeat(200) },
    { label: 'Ask', kind: 'reply', value: 'x'.repeat(200) },
  ],
  [
    'that shows the location has no target',
    { label: 'Map', kind: 'viewLocation', url: 5, phone: 'call me', value: [] },
    { label: 'Map', kind: 'viewLocation' },
  ],
  ['of kind url loses what is foreign to it', { ...link, phone: 5, value: 'x'.repeat(201) }, link],
  [
    'of kind dial loses what is foreign to it',
    { label: 'Call', kind: 'dial', phone: '2025550143', url: 'javascript:x', value: null },
    { label: 'Call', kind: 'dial', phone: '+12025550143' },
  ],
  [
    'of kind reply loses what is foreign to it',
    { label: 'Ask', kind: 'reply', url: '', phone: '' },
    { label: 'Ask', kind: 'reply' },
  ],
]
for (const [title, sent, expected] of cases) {
  test(`an action ${title}`, () => {
    assert.deepEqual(read(ThingActionInput, sent), { value: expected, errors: [] })
    assert.deepEqual(read(ThingAction, expected), { value: expected, errors: [] })
    assert.deepEqual(read(ThingActionInput, expected), { value: expected, errors: [] })
  })
}

const kinds = 'kind must be one of url, dial, reply, viewLocation'
const refused: [title: string, sent: unknown, errors: string[]][] = [
  ['without a label', { url: link.url }, ['label is required']],
  ['with an empty label', { ...link, label: '' }, ['label must not be empty']],
  ['with a blank label', { ...link, label: ' ' }, ['label must not be empty']],
  ['with a label of 26', { ...link, label: 'x'.repeat(26) }, ['label must have at most 25 characters']],
  ['of an unknown kind', { ...link, kind: 'fax' }, [kinds]],
  ['of kind null', { ...link, kind: null }, [kinds]],
  ['of the kind of an inherited word', { ...link, kind: 'toString' }, [kinds]],
  ['without a target', { label: 'Buy' }, ['url is required']],
  ['with an invalid url', { ...link, url: 'example.com' }, ['url must be an http or https URL']],
  ['with a script for a url', { ...link, url: 'javascript:alert(1)' }, ['url must be an http or https URL']],
  ['with a number for a url', { ...link, url: 5 }, ['url must be a string']],
  [
    'with a url of 2001',
    { ...link, url: `${link.url}${'x'.repeat(2001 - link.url.length)}` },
    ['url must have at most 2000 characters'],
  ],
  ['that dials nothing', { label: 'Call', kind: 'dial' }, ['phone is required']],
  ['that dials a JSON number', { label: 'Call', kind: 'dial', phone: 2025550143 }, ['phone must be a string']],
  [
    'that replies with 201',
    { label: 'Ask', kind: 'reply', value: 'x'.repeat(201) },
    ['value must have at most 200 characters'],
  ],
  ['that replies with nothing', { label: 'Ask', kind: 'reply', value: '' }, ['value must not be empty']],
  ['with an unknown field', { ...link, colour: 'red' }, ['colour is not a known field']],
  ['that is a text', 'Buy', ['body must be an object']],
  ['that is null', null, ['body must be an object']],
  ['that is a list', [], ['body must be an object']],
]
for (const [title, sent, errors] of refused) {
  test(`an action ${title} is refused`, () => assert.deepEqual(read(ThingActionInput, sent).errors, errors))
}
