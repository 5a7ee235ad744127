import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFieldErrors } from '@parley/findings'
import { fc } from '@parley/test-kit'
import { JourneySend, toNamedSend } from './request.ts'
import { parseTolerantJson } from './routes.ts'

const phone = '+12025550143'
const readText = (text: string) => JourneySend.safeParse(parseTolerantJson(text), { reportInput: true })
const read = (body: unknown) => readText(JSON.stringify(body))
const sent = (body: unknown) => {
  const { data, error } = read(body)
  return data ?? assert.fail(error?.message)
}
const fieldsAtFault = (body: unknown): string[] =>
  (read(body).error?.issues ?? []).flatMap((issue) => toFieldErrors(issue)).map(({ field }) => field)

test('null, empty and missing values count as not supplied, at every level', () => {
  const bare = toNamedSend(sent({ profile: { phone } }))
  for (const nothing of [null, '', undefined]) {
    const profile = { phone, channel: nothing, id: nothing, firstName: nothing, lastName: nothing, email: nothing }
    const consent = { sms: nothing, evidence: nothing }
    const journey = { versionId: nothing, nodeId: nothing, instanceId: nothing }
    const emulator = { personaId: nothing }
    const rest = { profileUpdate: nothing, dryRun: nothing }
    const inside = toNamedSend(sent({ profile, consent, journey, emulator, inputs: { plan: nothing }, ...rest }))
    assert.deepEqual({ ...inside, inputs: undefined }, bare)
    assert.deepEqual(inside.inputs ?? {}, {})
    const outside = { consent: nothing, journey: nothing, inputs: nothing, emulator: nothing, ...rest }
    assert.deepEqual(toNamedSend(sent({ profile: { phone }, ...outside })), bare)
  }
})

test('a number or a boolean is read as text, with the digits that were sent', () => {
  const text = `{"profile":{"phone":"${phone}","id":12345678901234567891,"firstName":7},"inputs":{"price":1.50,"vip":true,"no":false}}`
  const { data } = readText(text)
  assert.deepEqual([data?.profile?.id, data?.profile?.firstName], ['12345678901234567891', '7'])
  assert.deepEqual(data?.inputs, { price: '1.50', vip: 'true', no: 'false' })
})

test('dryRun is a boolean or its text form', () => {
  for (const [given, meant] of [
    [true, true],
    ['true', true],
    [' true ', true],
    [false, false],
    ['false', false],
  ]) {
    assert.equal(sent({ profile: { phone }, dryRun: given }).dryRun, meant)
  }
  for (const given of ['yes', 'TRUE', 1, {}, []]) {
    assert.deepEqual(fieldsAtFault({ profile: { phone }, dryRun: given }), ['dryRun'], JSON.stringify(given))
  }
  assert.deepEqual(sent({ profile: { phone }, inputs: { dryRun: true } }).inputs, { dryRun: 'true' })
})

const misfits: [what: string, body: unknown, field: string][] = [
  ['a misspelt field', { profile: { phone, fone: 'x' } }, 'profile.fone'],
  ['a misspelt field, though it is empty', { profile: { phone }, input: null }, 'input'],
  ['a misspelt field of consent', { profile: { phone }, consent: { SMS: 'y' } }, 'consent.SMS'],
  ['a misspelt field of journey', { profile: { phone }, journey: { versionID: 'v' } }, 'journey.versionID'],
  ['a misspelt field of emulator', { profile: { phone }, emulator: { persona: 'p' } }, 'emulator.persona'],
  ['an object for a text', { profile: { phone, firstName: {} } }, 'profile.firstName'],
  ['a list for a text', { profile: { phone, firstName: ['A'] } }, 'profile.firstName'],
  ['a text for an object', { profile: phone }, 'profile'],
  ['a number for an object', { profile: 7 }, 'profile'],
  ['a list for an object', { profile: { phone }, inputs: [] }, 'inputs'],
  ['an object as an input', { profile: { phone }, inputs: { plan: {} } }, 'inputs.plan'],
  ['a list as the body', [], 'body'],
  ['a number as the body', 7, 'body'],
  ['no phone', {}, 'profile.phone'],
  ['nothing at all', null, 'profile.phone'],
  ['another channel', { profile: { phone, channel: 'fax' } }, 'profile.channel'],
  ['another profileUpdate', { profile: { phone }, profileUpdate: 'merge' }, 'profileUpdate'],
  ['a dotted input', { profile: { phone }, inputs: { 'a.b': 'x' } }, 'inputs.a.b'],
  ['a dotted input, though it is empty', { profile: { phone }, inputs: { 'a.b': '' } }, 'inputs.a.b'],
  ['an input with a leading $', { profile: { phone }, inputs: { $a: 'x' } }, 'inputs.$a'],
  ['too long a value', { profile: { phone }, inputs: { a: 'x'.repeat(4001) } }, 'inputs.a'],
  ['too long a name', { profile: { phone }, inputs: { ['k'.repeat(129)]: 'x' } }, `inputs.${'k'.repeat(129)}`],
  ['too many inputs', { profile: { phone }, inputs: keys(101) }, 'inputs'],
  ['a rehearsal with a phone', { profile: { phone }, emulator: { personaId: 'p' } }, 'profile'],
  ['a rehearsal with a name', { profile: { firstName: 'A' }, emulator: { personaId: 'p' } }, 'profile'],
  ['a rehearsal with a channel', { profile: { channel: 'rcs' }, emulator: { personaId: 'p' } }, 'profile'],
]
for (const [what, body, field] of misfits) {
  test(`${what} is refused, and the error names the field`, () => assert.deepEqual(fieldsAtFault(body), [field]))
}

function keys(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'x']))
}

test('inputs may be as many and as long as those of a named send', () => {
  const inputs = { ...keys(98), ['k'.repeat(128)]: 'x', long: 'x'.repeat(4000) }
  assert.deepEqual(sent({ profile: { phone }, inputs }).inputs, inputs)
})

test('a phone is a plus sign and 7 to 15 digits, and nothing else', () => {
  for (const given of ['+1234567', '+123456789012345'])
    assert.equal(sent({ profile: { phone: given } }).profile?.phone, given)
  const wrong = [
    '+123456',
    '+1234567890123456',
    '12025550143',
    12025550143,
    'call me',
    '+1202555014a',
    '+1 202 555 0143',
  ]
  for (const given of [...wrong, ' +12025550143', '+12025550143\n', '+１２３４５６７８', '++12025550143']) {
    assert.deepEqual(fieldsAtFault({ profile: { phone: given } }), ['profile.phone'], String(given))
  }
})

test('the phone names an identity on a channel of the Outreach and is also profile data; the profile id is not used further', () => {
  const profile = { phone, id: 'external-1', firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }
  const send = toNamedSend(sent({ profile, profileUpdate: 'overwrite', inputs: { plan: 'plus' }, dryRun: true }))
  assert.deepEqual(JSON.parse(JSON.stringify(send)), {
    recipient: { form: 'address', address: phone, isE164: true },
    profile: { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phone },
    profileUpdate: 'overwrite',
    source: 'journey',
    inputs: { plan: 'plus' },
    consent: {},
    dryRun: true,
  })
})

test('a rehearsal goes to its persona, with an empty profile', () => {
  const { recipient, profile } = toNamedSend(sent({ profile: { phone: '' }, emulator: { personaId: 'p' } }))
  assert.deepEqual([recipient, profile], [{ form: 'persona', personaId: 'p' }, undefined])
})

const consents: [given: unknown, optIn: boolean | undefined, evidence: string | undefined][] = [
  [{ sms: 'y' }, true, 'The journey platform sent consent.sms y'],
  [{ sms: 'Y' }, true, 'The journey platform sent consent.sms Y'],
  [{ sms: 'n' }, false, 'The journey platform sent consent.sms n'],
  [{ sms: 'N', evidence: 'Form 12' }, false, 'Form 12'],
  [{ sms: 'y', evidence: 'Form 12' }, true, 'Form 12'],
  [{ evidence: 'Form 12' }, undefined, 'Form 12'],
  [{ sms: 'constructor' }, undefined, undefined],
  ...['yes', 'no', 'opted-in', 'unknown', true, 1, '', null].map((sms): [unknown, undefined, undefined] => [
    { sms },
    undefined,
    undefined,
  ]),
]
test('consent.sms y claims consent and n declines it; any other value claims nothing', () => {
  for (const [consent, optIn, evidence] of consents) {
    const read = toNamedSend(sent({ profile: { phone }, consent })).consent
    assert.deepEqual([read?.optIn, read?.evidence], [optIn, evidence], JSON.stringify(consent))
  }
})

test('any JSON is read or refused, and never causes an exception', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const { data, error } = readText(text)
      assert.ok(data ? toNamedSend(data).source === 'journey' : error?.issues.length)
    }),
    { numRuns: 200 },
  )
})
