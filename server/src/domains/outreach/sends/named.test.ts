import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createOutreachBench, type ExpectedProblem, type SendAgent } from '../../../testing/outreach-bench.ts'

/** The named send request, its refusals, and its result. */

const bench = await createOutreachBench()
const agent = await bench.agent('rcs')
const { accepted, assertSendRefused, createPerson, handset, person } = agent
const plain = await agent.outreach()
const needy = await agent.outreach('Your {person.customFields.plan} is ready.')

let keys = 0
const newKey = () => `key ${++keys}`
const to = (address: string) => ({ channel: 'rcs', address })
const newNumber = () => `+1303${5_550_000 + ++keys}`
const stranger = () => to(newNumber())
const persona = async (body: object = {}, of: SendAgent = agent): Promise<ReplyBody> =>
  assertStatus(await of.api.post('/personas', { name: 'Somebody', channel: 'rcs', ...body }), 201)
const declare = async (of: SendAgent, ...fields: object[]) =>
  void assertStatus(await of.api.put('/people-fields', { fields }), 200)
const invalid: ExpectedProblem = [422, 'request.invalid']

test('a queued send returns the send, the Person, the identity and the channel; an unknown number creates a Person with the source api', async () => {
  const { phone, id, asid } = await createPerson()
  const { sendId, ...known } = await accepted(plain, { recipient: to(phone.address) })
  const about = { status: 'queued', outreachId: plain, channel: 'rcs', unknownInputs: [] }
  assert.deepEqual(known, { ...about, personId: id, asid })
  const recipient = stranger()
  const made = await accepted(plain, { recipient })
  assert.deepEqual(made, { ...about, sendId: made.sendId, personId: made.personId, asid: made.asid })
  const newcomer = await person(made.personId)
  const [identity] = newcomer.identities
  assert.deepEqual([newcomer.source, newcomer.consent.status], ['api', 'unknown'])
  assert.deepEqual([newcomer.identities.length, identity.asid, identity.channel], [1, made.asid, 'rcs'])
  assert.deepEqual(await agent.publishedStates(made.sendId), ['queued'])
  assert.deepEqual(await agent.readSend(made.sendId), {
    ...{ sendId: made.sendId, outreachId: plain, origin: 'named', personId: made.personId, state: 'queued' },
    ...{ channel: 'rcs', asid: made.asid, address: recipient.address, queuedAt: bench.world.now().toISOString() },
    attempts: 0,
    delivery: { known: false, sent: false, delivered: false, read: false, failed: false },
    consent: { claimed: 'none', recorded: 'new' },
  })
  assert.ok(sendId)
})

test('spaces, dashes, dots and parentheses in an address are ignored: all spellings are one identity', async () => {
  const forms = ['+13035559999', ' +1 (303) 555-9999 ', '+1.303.555.9999', '+1–303–555–9999', '+1\u00a0303 555 9999']
  const results: ReplyBody[] = []
  for (const address of forms) results.push(await accepted(plain, { recipient: to(address), idempotencyKey: newKey() }))
  assert.equal(new Set(results.map(({ asid }) => asid)).size, 1)
  assert.equal(new Set(results.map(({ personId }) => personId)).size, 1)
})

test('personId uses the preferred identity, otherwise the first on rcs; asid uses exactly that identity', async () => {
  const { id, asid: first } = await createPerson()
  const other = await handset()
  const added = assertStatus(await agent.api.post(`/people/${id}/identities`, to(other.address)), 201)
  const toPerson = async (more: object = {}) =>
    (await accepted(plain, { recipient: { personId: id, ...more }, idempotencyKey: newKey() })).asid
  assert.deepEqual([await toPerson(), await toPerson({ channel: 'rcs' })], [first, first])
  assertStatus(await agent.api.patch(`/people/${id}/identities/${added.asid}`, { preferred: true }), 200)
  assert.equal(await toPerson(), added.asid)
  const byAsid = await accepted(plain, { recipient: { asid: first }, idempotencyKey: newKey() })
  assert.deepEqual([byAsid.asid, byAsid.personId], [first, id])
})

test('an asid reaches the person who holds it, even if they wrote only once', async () => {
  const phone = await handset()
  const asid = await phone.sendText('Hello')
  const { personId } = await accepted(plain, { recipient: { asid } })
  assert.deepEqual(
    (await person(personId)).identities.map((one: ReplyBody) => one.asid),
    [asid],
  )
  assert.equal((await accepted(plain, { recipient: to(phone.address) }, 'duplicate')).personId, personId)
})

test('a request with none or several of the recipient forms returns 422 request.invalid', async () => {
  const { id, asid, address } = await createPerson()
  const { id: personaId } = await persona()
  const wrong: unknown[] = [
    ...[undefined, null, {}, [], 'rcs', 7, { channel: 'rcs' }, { address }, { channel: 'rcs', address: null }],
    ...[
      { asid, personId: id },
      { ...to(address), asid },
      { ...to(address), personId: id },
      { ...to(address), personaId },
    ],
    ...[
      { personId: id, personaId },
      { asid, personaId },
      { asid, channel: 'rcs' },
      { personaId, channel: 'rcs' },
    ],
    ...[
      { personId: id, address },
      { personId: null },
      { asid: 7 },
      { personId: [id] },
      { ...to(address), provider: 'x' },
    ],
  ]
  for (const recipient of wrong) await assertSendRefused(plain, { recipient }, invalid)
})

test('an unknown person, one of another agent or a sandbox person returns 404 recipient_not_found', async () => {
  const other = await bench.agent('rcs')
  const foreign = await other.createPerson()
  const { id: personaId, userId } = await persona()
  const strangers = [
    ...[{ personId: 'per_none' }, { asid: 'usr_none' }, { personaId: 'prs_none' }, { personId: '' }, { asid: '' }],
    ...[
      { personId: foreign.id },
      { asid: foreign.asid },
      { asid: userId },
      { personId: userId },
      { personId: personaId },
    ],
  ]
  for (const recipient of strangers)
    await assertSendRefused(plain, { recipient }, [404, 'agent.outreach.recipient_not_found'])
})

test('a Person without an rcs identity is no_channel_identity, even with an identity on another channel', async () => {
  const { id } = assertStatus(await agent.api.post('/people', { phone: newNumber() }), 201)
  const none: ExpectedProblem = [422, 'agent.outreach.no_channel_identity']
  await assertSendRefused(plain, { recipient: { personId: id } }, none)
  const sms = assertStatus(
    await agent.api.post(`/people/${id}/identities`, { channel: 'sms', address: newNumber() }),
    201,
  )
  await assertSendRefused(plain, { recipient: { personId: id } }, none)
  await assertSendRefused(plain, { recipient: { personId: id, channel: 'rcs' } }, none)
  await assertSendRefused(plain, { recipient: { asid: sms.asid } }, [422, 'agent.outreach.channel_unavailable'])
})

test('a channel other than rcs is channel_unavailable, and an address that is not a number is invalid_address', async () => {
  const { id, address } = await createPerson()
  const unavailable: ExpectedProblem = [422, 'agent.outreach.channel_unavailable']
  for (const channel of ['sms', 'webchat', 'RCS', 'fax', '']) {
    await assertSendRefused(plain, { recipient: { channel, address } }, unavailable)
    await assertSendRefused(plain, { recipient: { personId: id, channel } }, unavailable)
  }
  const numbers = [
    '',
    ' ',
    '+',
    '12025550143',
    '+1202',
    '+123456',
    '+1234567',
    '+1234567890123456',
    '+1202555014x',
    'a@example.com',
  ]
  for (const wrong of [...numbers, '+١٢٠٢٥٥٥٠١٤٣', '++12025550143', '+1202;5550143'])
    await assertSendRefused(plain, { recipient: to(wrong) }, [
      422,
      'agent.outreach.invalid_address',
      'recipient.address',
    ])
  for (const right of ['+6834002', '+491234567890123']) await accepted(plain, { recipient: to(right) })
})

test('an unknown or disabled Outreach returns 422, an unknown agent returns 404', async () => {
  const off = await agent.outreach('Hello', { enabled: false })
  const body = { recipient: stranger() }
  const unknown: ExpectedProblem = [422, 'agent.outreach.not_found']
  for (const id of [off, 'none', 'constructor', '__proto__']) await assertSendRefused(id, body, unknown)
  await assertSendRefused(off, { ...body, dryRun: true }, unknown)
  const path = `/orgs/${agent.api.orgId}/agents/ghost/outreach/${plain}/sends`
  assertProblem(await agent.api.client.post(path, body), 404, 'agent.not_found')
})

const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']))
const wrongFields: [what: string, more: object][] = [
  ['101 inputs', { inputs: wide(101) }],
  ['an input key of 129 characters', { inputs: { ['k'.repeat(129)]: 'v' } }],
  ['an empty input key', { inputs: { '': 'v' } }],
  ['a dotted input key', { inputs: { 'a.b': 'v' } }],
  ['an input key that begins with $', { inputs: { $a: 'v' } }],
  ['an input of 4001 characters', { inputs: { k: 'v'.repeat(4001) } }],
  ['an input that is not a string', { inputs: { k: 7 } }],
  ['an input that is an object', { inputs: { k: { a: 'b' } } }],
  ['inputs in a list', { inputs: ['plan'] }],
  ['a key of 201 characters', { idempotencyKey: 'k'.repeat(201) }],
  ['a key that is not a string', { idempotencyKey: 7 }],
  ['a source of 65 characters', { source: 's'.repeat(65) }],
  ['an empty source', { source: '' }],
  ['a source with a space', { source: 'a b' }],
  ['a source with other letters', { source: 'Größe' }],
  ['a source that ends in a line', { source: 'api\n' }],
  ['an unknown profileUpdate', { profileUpdate: 'merge' }],
  ['an unknown profile field', { profile: { company: 'C' } }],
  ['a profile that is not an object', { profile: 'Ann' }],
  ['a name that is not a string', { profile: { firstName: 7 } }],
  ['an invalid email address', { profile: { email: 'nobody' } }],
  ['an invalid phone number', { profile: { phone: 'none' } }],
  ['a claim that is not a boolean', { consent: { optIn: 'true' } }],
  ['a claim as such', { consent: true }],
  ['an unknown field of consent', { consent: { optin: true } }],
  ['an invalid time', { consent: { capturedAt: 'last Tuesday' } }],
  ['a time in the month 13', { consent: { capturedAt: '2025-13-01T00:00:00Z' } }],
  ['evidence that is not a string', { consent: { evidence: 7 } }],
  ['a dryRun that is not a boolean', { dryRun: 'yes' }],
  ['an unknown field', { idempotencykey: 'k' }],
]
for (const [what, more] of wrongFields) {
  test(`${what} returns 422 request.invalid`, async () => {
    await assertSendRefused(plain, { recipient: stranger(), ...more }, invalid)
    await assertSendRefused(plain, { recipient: stranger(), dryRun: true, ...more }, invalid)
  })
}

test('each field accepts its maximum size', async () => {
  const long = 'k'.repeat(128)
  const whole = { ...wide(98), [long]: 'v'.repeat(4000), 'Größe 日本 😀': ' spaced ' }
  const source = `${'s'.repeat(59)}_.:-9`
  const body = { recipient: stranger(), inputs: whole, idempotencyKey: 'ö'.repeat(200), source, profileUpdate: 'fill' }
  const { personId, unknownInputs } = await accepted(plain, body)
  assert.deepEqual([...unknownInputs].sort(), Object.keys(whole).sort())
  const made = await person(personId)
  assert.deepEqual([made.source, made.customFields], [source, whole])
  assert.equal((await accepted(plain, body, 'duplicate')).personId, personId)
})

test('null counts as not supplied at every level, and clears nothing', async () => {
  const profile = { firstName: 'Ann', email: 'ann@example.com', customFields: { plan: 'gold' } }
  const { id } = await createPerson(profile)
  const recipient = { channel: null, address: null, asid: null, personId: id, personaId: null }
  const nothing = { firstName: null, lastName: null, fullName: null, email: null, phone: null }
  const { sendId } = await accepted(needy, {
    ...{ recipient, profile: nothing, profileUpdate: 'overwrite', source: null, inputs: { plan: null, other: null } },
    ...{ consent: { optIn: null, evidence: null, capturedAt: null, source: null }, idempotencyKey: null, dryRun: null },
  })
  const alone = { profile: null, profileUpdate: null, inputs: null, consent: null, source: null }
  await accepted(needy, { recipient: { personId: id }, ...alone, idempotencyKey: newKey() })
  const { firstName, email, customFields } = await person(id)
  assert.deepEqual({ firstName, email, customFields }, profile)
  assert.deepEqual((await agent.readSend(sendId)).consent, { claimed: 'none', recorded: 'unknown' })
})

test('property names of JavaScript objects are valid input names; a value that no text can hold is refused', async () => {
  const inputs = { constructor: 'a', toString: 'b', hasOwnProperty: 'c', prototype: 'd' }
  const { personId, unknownInputs } = await accepted(plain, { recipient: stranger(), inputs })
  assert.deepEqual([...unknownInputs].sort(), Object.keys(inputs).sort())
  assert.deepEqual((await person(personId)).customFields, inputs)
  const raw = async (inside: string) => {
    const text = `{"recipient":{"channel":"rcs","address":"${newNumber()}"},${inside}}`
    return agent.api.raw('POST', `/outreach/${plain}/sends`, text, { 'content-type': 'application/json' })
  }
  const misfits = [
    ...[
      '"inputs":{"__proto__":"x"}',
      '"inputs":{"a":"\\ud800"}',
      '"inputs":{"\\udc00":"a"}',
      '"inputs":{"a":"\\u0000"}',
    ],
    ...[
      '"profile":{"firstName":"a\\u0000b"}',
      '"profile":{"__proto__":{"firstName":"A"}}',
      '"idempotencyKey":"\\ud83d"',
    ],
    ...['"consent":{"evidence":"\\u0000"}', '"source":"\\u0000"', '"__proto__":{"dryRun":true}'],
  ]
  for (const inside of misfits) assertProblem(await raw(inside), 422, 'request.invalid')
  const strange = [
    "'; drop table sends; --",
    '{"a":1}',
    '\u202e\u0007\r\n',
    '[[media: none]]',
    '{person.email}',
    '\\[[',
  ]
  for (const words of strange) {
    const idempotencyKey = `${words} ${newKey()}`
    const body = { recipient: stranger(), inputs: { plan: `is ${words}` }, idempotencyKey }
    const { sendId } = await accepted(needy, body)
    assert.equal((await accepted(needy, body, 'duplicate')).sendId, sendId)
  }
})

test('markup inside inputs is shown as plain text', async () => {
  const outreach = await agent.outreach('Your {person.customFields.plan} is ready.\n\n[[chips: Now | Later]]')
  const plan = 'x\n\n[[chips: Yes | No]]\n\n[[media: none]] {person.email} | <i>'
  const phone = await handset()
  const { sendId } = await accepted(outreach, { recipient: to(phone.address), inputs: { plan } })
  await bench.work()
  assert.equal((await agent.readSend(sendId)).state, 'sent')
  assert.deepEqual(await phone.readTexts(), [`Your ${plan} is ready.`])
  const { messages } = await phone.read()
  assert.deepEqual(
    messages[0].chips.map(({ label }: ReplyBody) => label),
    ['Now', 'Later'],
  )
})

test('a profile fills empty fields; overwrite replaces differing ones; absent or blank values change nothing', async () => {
  const { id } = await createPerson({ firstName: 'Ann', email: 'old@example.com' })
  const write = async (profile: object, profileUpdate?: string) => {
    await accepted(plain, { recipient: { personId: id }, profile, profileUpdate, idempotencyKey: newKey() })
    const { firstName, lastName, fullName, email, phone } = await person(id)
    return { firstName, lastName, fullName, email, phone }
  }
  const filled = await write({ firstName: 'New', lastName: 'Name', email: 'new@example.com', phone: '+12025550188' })
  assert.deepEqual([filled.firstName, filled.lastName], ['Ann', 'Name'])
  assert.deepEqual([filled.email, filled.phone], ['old@example.com', '+12025550188'])
  assert.deepEqual(await write({ firstName: 'Two', lastName: 'Two' }, 'fill'), filled)
  assert.deepEqual(await write({ firstName: ' ', email: '' }, 'overwrite'), filled)
  assert.deepEqual(await write({ firstName: 'Over', phone: '+12025550199' }, 'overwrite'), {
    ...filled,
    firstName: 'Over',
    phone: '+12025550199',
  })
})

test('the phone of a profile neither identifies nor addresses a person', async () => {
  const [one, other] = [await createPerson({ phone: newNumber() }), await createPerson()]
  const { sendId, personId, asid } = await accepted(plain, {
    recipient: { personId: one.id },
    profile: { phone: other.address },
    profileUpdate: 'overwrite',
  })
  assert.deepEqual([personId, asid], [one.id, one.asid])
  await bench.work()
  assert.deepEqual([(await one.phone.readTexts()).length, (await other.phone.readTexts()).length], [1, 0])
  assert.deepEqual([(await agent.readSend(sendId)).address, (await person(one.id)).phone], [one.address, other.address])
})

test('the source is set only on a Person whom the send creates', async () => {
  const { id } = await createPerson({ source: 'fair' })
  await accepted(plain, { recipient: { personId: id }, source: 'crm' })
  assert.equal((await person(id)).source, 'fair')
  const { personId } = await accepted(plain, { recipient: stranger(), source: 'crm' })
  assert.equal((await person(personId)).source, 'crm')
})

test('neither inputs nor a profile ever write a locked field, for a known or a new person', async () => {
  const own = await bench.agent('rcs')
  const outreach = await own.outreach('Tier {person.customFields.tier|none}, {person.customFields.badge|none}.')
  const known = await own.createPerson({ email: 'stay@example.com', customFields: { tier: 'gold', city: 'Bonn' } })
  const locked = ['tier', 'badge', 'email'].map((key) => ({ key, type: 'string', locked: true }))
  await declare(own, ...locked, { key: 'city', type: 'string' })
  const body = {
    inputs: { tier: 'lead', badge: 'seven', city: 'Ulm' },
    profile: { email: 'gone@example.com', firstName: 'Bea' },
    profileUpdate: 'overwrite',
  }
  const result = await own.accepted(outreach, { recipient: { personId: known.id }, ...body })
  assert.deepEqual(result.unknownInputs, [])
  const { email, firstName, customFields } = await own.person(known.id)
  assert.deepEqual([email, firstName], ['stay@example.com', 'Bea'])
  assert.deepEqual(customFields, { tier: 'gold', city: 'Ulm' })
  const made = await own.person((await own.accepted(outreach, { recipient: stranger(), ...body })).personId)
  assert.deepEqual([made.email, made.firstName, made.customFields], [undefined, 'Bea', { city: 'Ulm' }])
  await bench.work()
  assert.deepEqual(await known.phone.readTexts(), ['Tier gold, seven.'])
})

test('unknownInputs lists the keys that are not People fields; they are still stored', async () => {
  const own = await bench.agent('rcs')
  const outreach = await own.outreach()
  await declare(own, { key: 'plan', type: 'string' })
  const inputs = { plan: 'plus', seat: '7', Plan: 'other' }
  const result = await own.accepted(outreach, { recipient: stranger(), inputs })
  assert.deepEqual([...result.unknownInputs].sort(), ['Plan', 'seat'])
  assert.deepEqual((await own.person(result.personId)).customFields, inputs)
})

test('missing inputs return 422 and are named; values of the Person count, blank values do not', async () => {
  const outreach = await agent.outreach(
    '{person.customFields.plan} {person.customFields.day} {person.customFields.x|y}',
  )
  const missing: ExpectedProblem = [422, 'agent.outreach.missing_inputs']
  const both: ExpectedProblem = [...missing, 'inputs.plan', 'inputs.day']
  await assertSendRefused(outreach, { recipient: stranger() }, both)
  await assertSendRefused(outreach, { recipient: stranger(), inputs: { plan: ' ', day: '' } }, both)
  await assertSendRefused(outreach, { recipient: stranger(), dryRun: true }, both)
  const { id } = await createPerson({ customFields: { plan: 'plus' } })
  const refusal = await assertSendRefused(outreach, { recipient: { personId: id } }, [...missing, 'inputs.day'])
  assert.deepEqual(
    refusal.errors.map(({ field }: ReplyBody) => field),
    ['inputs.day'],
  )
  await accepted(outreach, { recipient: { personId: id }, inputs: { day: 'Monday' } })
})

test('a claim of consent is stored verbatim next to the recorded consent; the consent of the Person never changes', async () => {
  const [granted, unknown] = [await createPerson(), await createPerson()]
  assertStatus(await agent.api.put(`/people/${granted.id}/consent`, { status: 'granted' }), 200)
  const claim = { evidence: 'Ticked  the box ✓', capturedAt: '2025-03-01T10:00:00+02:00', source: 'web form' }
  const consentOf = async (recipient: object, consent: object) => {
    const { sendId, personId } = await accepted(plain, { recipient, consent })
    return [(await agent.readSend(sendId)).consent, (await person(personId)).consent.status]
  }
  const yes = { claimed: 'yes', ...claim }
  const byId = (id: string) => ({ personId: id })
  assert.deepEqual(await consentOf(byId(granted.id), { optIn: true, ...claim }), [
    { ...yes, recorded: 'granted' },
    'granted',
  ])
  assert.deepEqual(await consentOf(byId(unknown.id), { optIn: true, ...claim }), [
    { ...yes, recorded: 'unknown' },
    'unknown',
  ])
  assert.deepEqual(await consentOf(stranger(), { evidence: 'x' }), [
    { claimed: 'none', recorded: 'new', evidence: 'x' },
    'unknown',
  ])
})

test('optIn false is consent_declined for any person and any recorded consent', async () => {
  const { id } = await createPerson()
  assertStatus(await agent.api.put(`/people/${id}/consent`, { status: 'granted' }), 200)
  const declined: ExpectedProblem = [422, 'agent.outreach.consent_declined']
  for (const recipient of [stranger(), { personId: id }])
    for (const more of [{}, { dryRun: true }])
      await assertSendRefused(
        plain,
        { recipient, consent: { optIn: false }, profile: { firstName: 'No' }, ...more },
        declined,
      )
})

test('denied consent or a STOP returns 409 for every recipient form until it ends, whatever consent is claimed', async () => {
  const { id, asid, address, phone } = await createPerson()
  const forms = [{ personId: id }, { personId: id, channel: 'rcs' }, { asid }, to(address)]
  const everyForm = async (refusal: ExpectedProblem) => {
    for (const recipient of forms) {
      const body = { recipient, consent: { optIn: true }, profile: { lastName: 'X' }, inputs: { a: 'b' } }
      await assertSendRefused(plain, body, refusal)
      await assertSendRefused(plain, { ...body, dryRun: true }, refusal)
    }
  }
  assertStatus(await agent.api.put(`/people/${id}/consent`, { status: 'denied' }), 200)
  await everyForm([409, 'agent.outreach.consent_denied'])
  await phone.sendText('STOP')
  await everyForm([409, 'agent.outreach.opted_out'])
  assertStatus(await agent.api.put(`/people/${id}/consent`, { status: 'unknown' }), 200)
  await everyForm([409, 'agent.outreach.opted_out'])
  await phone.sendText('START')
  await accepted(plain, { recipient: { personId: id } })
})

test('a STOP outlives the person who said it, and applies only to that agent and channel', async () => {
  const [own, other] = [await bench.agent('rcs', 'sms'), await bench.agent('rcs')]
  const [outreach, others] = [await own.outreach(), await other.outreach()]
  const { id, address, phone } = await own.createPerson()
  await phone.sendText('STOP')
  assertStatus(await own.api.del(`/people/${id}`), 204)
  await own.assertSendRefused(outreach, { recipient: to(address) }, [409, 'agent.outreach.opted_out'])
  await other.accepted(others, { recipient: to(address) })
  const texted = await own.createPerson()
  await own.phone('sms', texted.address).sendText('STOP')
  await own.accepted(outreach, { recipient: { personId: texted.id } })
})

test('the key is checked before every refusal, and the Outreach before the key', async () => {
  const { id, phone } = await createPerson({ customFields: { plan: 'plus' } })
  const body = { recipient: { personId: id }, idempotencyKey: newKey() }
  const { sendId } = await accepted(needy, body)
  await bench.work()
  await phone.sendText('STOP')
  const repeats = [body, { ...body, consent: { optIn: false } }, { ...body, recipient: { asid: 'usr_none' } }]
  for (const repeat of [...repeats, { ...body, recipient: to('none') }])
    assert.equal((await accepted(needy, repeat, 'duplicate')).sendId, sendId)
  await assertSendRefused('none', body, [422, 'agent.outreach.not_found'])
  await assertSendRefused(needy, { ...body, source: '' }, invalid)
})

test('a dry run makes every decision, returns existing ids, and writes nothing', async () => {
  const { id, asid, address } = await createPerson()
  const about = { status: 'skipped', outreachId: plain, channel: 'rcs', unknownInputs: ['a'] }
  const body = { inputs: { a: 'b' }, profile: { firstName: 'No' }, profileUpdate: 'overwrite', dryRun: true }
  const before = await bench.server.database.pool.query('select count(*) from sends')
  for (const recipient of [{ personId: id }, { asid }, to(address)])
    assert.deepEqual(await accepted(plain, { recipient, ...body }, 'skipped'), { ...about, personId: id, asid })
  assert.deepEqual(await accepted(plain, { recipient: stranger(), ...body }, 'skipped'), about)
  const after = await bench.server.database.pool.query('select count(*) from sends')
  const { firstName, customFields } = await person(id)
  assert.deepEqual([firstName, customFields, after.rows], [undefined, {}, before.rows])
})

test('a dry run neither looks up nor uses the key', async () => {
  const body = { recipient: stranger(), idempotencyKey: newKey() }
  await accepted(plain, { ...body, dryRun: true }, 'skipped')
  await accepted(plain, body)
  await accepted(plain, { ...body, dryRun: true }, 'skipped')
  await accepted(plain, body, 'duplicate')
})

test('a marketing send inside the frequency cap is sent with a warning; service sends and a cap of 0 never warn', async () => {
  const own = await bench.agent('rcs')
  const marketing = { class: 'marketing' }
  const [first, second, service] = [
    await own.outreach('1', marketing),
    await own.outreach('2', marketing),
    await own.outreach('3'),
  ]
  const { id, phone } = await own.createPerson()
  const recipient = { personId: id }
  const warns = async (outreach: string, more: object = {}, status = 'queued') =>
    'warning' in (await own.accepted(outreach, { recipient, idempotencyKey: newKey(), ...more }, status))
  assert.deepEqual([await warns(service), await warns(first)], [false, false])
  assert.deepEqual([await warns(second), await warns(second, { dryRun: true }, 'skipped')], [true, true])
  assert.equal(await warns(service), false)
  await bench.work()
  assert.deepEqual((await phone.readTexts()).sort(), ['1', '2', '3', '3'])
  bench.world.advance(48 * 3_600_000 - 1)
  assert.equal(await warns(second, { dryRun: true }, 'skipped'), true)
  bench.world.advance(1)
  assert.equal(await warns(second), false)
  assert.equal(await warns(second), true)
  assertStatus(await own.api.put('/settings/sending', { minTouchIntervalHours: 0 }), 200)
  assert.equal(await warns(second), false)
})

test('safe hours and a conversation in progress do not delay a named send', async () => {
  const own = await bench.agent('rcs')
  const hour = bench.world.now().getUTCHours()
  const safeHours = { startHour: (hour + 8) % 24, endHour: (hour + 9) % 24, timeZone: 'UTC' }
  assertStatus(await own.api.put('/settings/sending', { safeHours }), 200)
  const phone = await own.handset()
  const asid = await phone.sendText('I have a question')
  const result = await own.accepted(await own.outreach('Hello', { class: 'marketing' }), { recipient: { asid } })
  await bench.work()
  assert.equal((await own.readSend(result.sendId)).state, 'sent')
})

test('a send to a persona happens within the call, and only in its conversation', async () => {
  const outreach = await agent.outreach('Hi {person.firstName|you}, {person.customFields.plan}!')
  const { id: personaId } = await persona()
  const recipient = { personaId }
  const body = { recipient, inputs: { plan: 'plus' }, profile: { firstName: 'Ann' }, idempotencyKey: newKey() }
  await assertSendRefused(outreach, { recipient }, [422, 'agent.outreach.missing_inputs', 'inputs.plan'])
  const dry = await accepted(outreach, { ...body, dryRun: true }, 'skipped')
  assert.deepEqual([dry.sendId, dry.asid, dry.channel], [undefined, undefined, undefined])
  const { sendId, personId, ...result } = await accepted(outreach, body)
  assert.deepEqual(result, { status: 'queued', outreachId: outreach, unknownInputs: ['plan'] })
  assert.ok(sendId && personId)
  const turns = JSON.stringify(assertStatus(await agent.api.get(`/personas/${personaId}/turns`), 200))
  assert.equal(turns.split('Hi Ann, plus!').length > 1, true, turns.slice(0, 300))
  assert.equal((await accepted(outreach, body, 'duplicate')).sendId, sendId)
  assertProblem(await agent.api.get(`/outreach/sends/${sendId}`), 404, 'resource.not_found')
  assertProblem(await agent.api.post(`/outreach/sends/${sendId}/cancel`), 404, 'resource.not_found')
  assertProblem(await agent.api.get(`/people/${personId}`), 404, 'resource.not_found')
  await assertSendRefused(outreach, { recipient, consent: { optIn: false } }, [422, 'agent.outreach.consent_declined'])
})

test('a send to a person requires an editor with people:write; a rehearsal requires only a viewer with agents:read', async () => {
  const org = { id: agent.api.orgId, path: `/orgs/${agent.api.orgId}`, api: agent.api.client }
  const { id: personaId } = await persona()
  const may = async (by: typeof agent.api) => {
    const replies = [await by.post(`/outreach/${plain}/sends`, { recipient: stranger() })]
    replies.push(await by.post(`/outreach/${plain}/sends`, { recipient: { personaId }, idempotencyKey: newKey() }))
    return replies.map(({ status, body }) => (status === 202 ? 'yes' : `${status} ${body.code}`))
  }
  const missing = '403 auth.scope_missing'
  assert.deepEqual(await may(agent.api.by(await bench.server.key(org, ['people:write']))), ['yes', 'yes'])
  assert.deepEqual(await may(agent.api.by(await bench.server.key(org, ['agents:read']))), [missing, 'yes'])
  assert.deepEqual(await may(agent.api.by(await bench.server.key(org, ['people:read']))), [missing, missing])
  assert.deepEqual(await may(agent.api.by(await bench.server.member(org, 'viewer'))), ['403 auth.forbidden', 'yes'])
  assert.deepEqual(await may(agent.api.by(await bench.server.member(org, 'editor'))), ['yes', 'yes'])
})
