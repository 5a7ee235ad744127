import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  businessInputs,
  createBinding,
  createChannelBench,
  managedRcs,
  readBinding,
  slowGateway,
  unmanagedSms,
} from '../../testing/channel-bench.ts'
import { assertProblem, assertStatus, postWithEtag, type ReplyBody } from '../../testing/client.ts'
import { openGuide, runGuide } from '../../testing/guide.ts'

/** Channel bindings, their rules, and their transitions. */

const { server, world, channels, worker, logEntries, agent: newAgent } = await createChannelBench()

const path = (events: ReplyBody[]) => events.map(({ from, to, actor }) => [from, to, actor])

test('a new agent has one binding, web chat, and it is Active', async () => {
  const agent = await newAgent()
  const { data } = assertStatus(await agent.get('/channels'), 200)
  assert.equal(data.length, 1)
  const { id, ...webchat } = data[0]
  assert.deepEqual(webchat, {
    agentId: agent.id,
    channel: 'webchat',
    mode: 'managed',
    carrier: 'webchat',
    status: 'Active',
    events: [{ at: world.now().toISOString(), to: 'Active', actor: 'system' }],
    inputs: {},
    webchat: { allowedOrigins: [], identitySecret: { set: false } },
    callbackUrl: `${server.context.config.gatewayPublicUrl}/providers/${id}`,
  })
  assert.deepEqual(await readBinding(agent, id), data[0])
})

test('a managed binding starts as Requested, and the handset lab makes it Active', async () => {
  const agent = await newAgent()
  const made = await createBinding(agent, managedRcs)
  assert.deepEqual(
    [made.status, made.provider, made.routingId, made.inputs],
    ['Requested', undefined, undefined, businessInputs],
  )
  await worker.drain()
  const { status, routingId, events, carrier } = await readBinding(agent, made.id)
  assert.equal(carrier, 'lab')
  assert.equal(status, 'Active')
  assert.ok(routingId)
  assert.deepEqual(path(events), [
    [undefined, 'Requested', 'operator'],
    ['Requested', 'Provisioning', 'system'],
    ['Provisioning', 'Active', 'system'],
  ])
})

test('every transition is published to the org and written to the log of the agent', async () => {
  const agent = await newAgent()
  const { id } = await createBinding(agent, managedRcs)
  logEntries.length = 0
  await worker.drain()
  const { rows } = await server.database.pool.query(
    "select data from outbox where type = 'channel.status_changed' and data->>'bindingId' = $1 order by length(id), id",
    [id],
  )
  const about = { agentId: agent.id, bindingId: id, channel: 'rcs' }
  assert.deepEqual(
    rows.map(({ data }) => data),
    [
      { ...about, to: 'Requested' },
      { ...about, from: 'Requested', to: 'Provisioning' },
      { ...about, from: 'Provisioning', to: 'Active' },
    ],
  )
  assert.deepEqual(
    logEntries.map(({ level, event, channel, data }) => [level, event, channel, data]),
    [
      ['info', 'channel.binding', 'rcs', { from: 'Requested', to: 'Provisioning' }],
      ['info', 'channel.binding', 'rcs', { from: 'Provisioning', to: 'Active' }],
    ],
  )
})

test('valid values of the identity are filled in as inputs, and explicit inputs take precedence', async () => {
  const agent = await newAgent()
  const identity = { ...businessInputs, contactPhone: 'ask at the desk', brandColor: '#0b6e6e' }
  const { displayName: _, description: __, ...rest } = identity
  assertStatus(await agent.put('/identity', rest), 200)
  const { inputs } = await createBinding(agent, {
    channel: 'rcs',
    mode: 'managed',
    inputs: { contactEmail: 'rcs@example.com', phone: '1' },
  })
  const { contactEmail, privacyPolicyUrl, termsOfServiceUrl } = businessInputs
  assert.deepEqual(inputs, {
    privacyPolicyUrl,
    termsOfServiceUrl,
    brandColor: '#0b6e6e',
    contactEmail: 'rcs@example.com',
    phone: '1',
  })
  const { id } = await createBinding(agent, { channel: 'sms', mode: 'managed' })
  assertStatus(await agent.put('/identity', {}), 200)
  assert.deepEqual((await readBinding(agent, id)).inputs, { contactEmail, privacyPolicyUrl, termsOfServiceUrl })
})

test('a request that lacks required inputs waits for the operator, and continues once they are supplied', async () => {
  const agent = await newAgent()
  const { description: _, ...partly } = businessInputs
  const { id } = await createBinding(agent, { ...managedRcs, inputs: partly })
  await worker.drain()
  const waiting = await readBinding(agent, id)
  assert.equal(waiting.status, 'ActionRequired')
  assert.match(waiting.statusDetail, /Description \(description\)/)
  assert.doesNotMatch(waiting.statusDetail, /displayName/)
  const { description } = businessInputs
  const going = assertStatus(await agent.patch(`/channels/${id}`, { inputs: { description, optIn: null } }), 200)
  assert.deepEqual([going.status, going.statusDetail, going.inputs], ['Requested', undefined, businessInputs])
  await worker.drain()
  assert.equal((await readBinding(agent, id)).status, 'Active')
  assertProblem(await agent.patch(`/channels/${id}`, { inputs: { description: 'Other' } }), 409, 'resource.conflict')
})

test('a deleted web chat binding is Active immediately when it is created again', async () => {
  const agent = await newAgent()
  const [{ id }] = assertStatus(await agent.get('/channels'), 200).data
  assertStatus(await agent.del(`/channels/${id}`), 204)
  assert.deepEqual(assertStatus(await agent.get('/channels'), 200).data, [])
  assert.equal((await createBinding(agent, { channel: 'webchat', mode: 'managed', inputs: {} })).status, 'Active')
})

test('a channel can be bound only once, also by concurrent requests', async () => {
  const agent = await newAgent()
  const replies = await Promise.all([agent.post('/channels', managedRcs), agent.post('/channels', managedRcs)])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409])
  assertProblem(await agent.post('/channels', { ...managedRcs, inputs: {} }), 409, 'resource.conflict')
  const { data } = assertStatus(await agent.get('/channels'), 200)
  assert.deepEqual(
    data.map(({ channel }: ReplyBody) => channel),
    ['rcs', 'webchat'],
  )
})

test('a binding is visible only to its agent', async () => {
  const [agent, other] = [await newAgent(), await newAgent()]
  const { id } = await createBinding(agent, managedRcs)
  const foreign = other.by(other.client)
  for (const reply of [
    await foreign.get(`/channels/${id}`),
    await foreign.patch(`/channels/${id}`, { delivery: null }),
    await foreign.del(`/channels/${id}`),
    await foreign.post(`/channels/${id}/_disable`),
  ])
    assertProblem(reply, 404, 'resource.not_found')
  assert.equal((await readBinding(agent, id)).status, 'Requested')
})

test('a managed rcs binding created again keeps the route that the carrier verified; other channels get a new one', async () => {
  const agent = await newAgent()
  const routeOf = async (body: object) => {
    const { id } = await createBinding(agent, body)
    await worker.drain()
    const { routingId } = await readBinding(agent, id)
    assertStatus(await agent.del(`/channels/${id}`), 204)
    assertProblem(await agent.get(`/channels/${id}`), 404, 'resource.not_found')
    assertProblem(await agent.del(`/channels/${id}`), 404, 'resource.not_found')
    return routingId
  }
  const first = await routeOf(managedRcs)
  assert.equal(await routeOf(managedRcs), first)
  assert.equal((await createBinding(agent, managedRcs)).routingId, first)
  const sms = { ...managedRcs, channel: 'sms' }
  assert.notEqual(await routeOf(sms), await routeOf(sms))
})

test('processing of a binding request stops when it is deleted', async () => {
  const agent = await newAgent()
  const { id } = await createBinding(agent, managedRcs)
  assertStatus(await agent.del(`/channels/${id}`), 204)
  await worker.drain()
  assert.equal(assertStatus(await agent.get('/channels'), 200).data.length, 1)
})

test('a channel can be disabled and enabled again, and repeating either changes nothing', async () => {
  const agent = await newAgent()
  const [{ id }] = assertStatus(await agent.get('/channels'), 200).data
  const statuses = []
  for (const verb of ['_disable', '_disable', '_enable', '_enable'])
    statuses.push(assertStatus(await postWithEtag(agent, `/channels/${id}/${verb}`), 200).status)
  assert.deepEqual(statuses, ['Disabled', 'Disabled', 'Active', 'Active'])
  assert.deepEqual(path((await readBinding(agent, id)).events).slice(1), [
    ['Active', 'Disabled', 'operator'],
    ['Disabled', 'Active', 'operator'],
  ])
})

test('a binding that is not Active yet can be neither disabled nor enabled', async () => {
  const agent = await newAgent()
  const { id } = await createBinding(agent, managedRcs)
  for (const verb of ['_disable', '_enable'])
    assertProblem(await agent.post(`/channels/${id}/${verb}`), 409, 'resource.conflict')
  assert.equal((await readBinding(agent, id)).events.length, 1)
})

test('valid credentials make an unmanaged binding Active, and no response ever shows them', async () => {
  const agent = await newAgent()
  const made = await agent.post('/channels', unmanagedSms('hush-hush', 'Harbour'))
  const { id, status, provider, inputs } = assertStatus(made, 201)
  assert.deepEqual([status, provider, inputs], ['Requested', 'http-sms', undefined])
  await worker.drain()
  const read = await agent.get(`/channels/${id}`)
  assert.deepEqual([read.body.status, read.body.routingId], ['Active', 'route of Harbour'])
  assert.deepEqual(path(read.body.events), [
    [undefined, 'Requested', 'operator'],
    ['Requested', 'Active', 'system'],
  ])
  const rotated = await agent.patch(`/channels/${id}`, { auth: unmanagedSms('whisper').auth })
  assert.equal(assertStatus(rotated, 200).status, 'Active')
  for (const { text } of [made, read, rotated, await agent.get('/channels'), await agent.get('/export?format=json')])
    assert.doesNotMatch(text, /hush-hush|whisper|"auth"/)
  const { rows } = await server.database.pool.query('select auth from channel_bindings where id = $1', [id])
  assert.doesNotMatch(rows[0].auth.toString('latin1'), /whisper|secret/)
})

test('refused credentials make a binding Failed with the reason, and valid ones make it Active again', async () => {
  const agent = await newAgent()
  const { id } = await createBinding(agent, unmanagedSms('wrong'))
  await worker.drain()
  const failed = await readBinding(agent, id)
  assert.deepEqual([failed.status, failed.statusDetail], ['Failed', 'Rejected: the secret is not known'])
  assert.equal(failed.events.at(-1).note, failed.statusDetail)
  const again = assertStatus(await agent.patch(`/channels/${id}`, { auth: unmanagedSms('good').auth }), 200)
  assert.deepEqual([again.status, again.statusDetail], ['Requested', undefined])
  await worker.drain()
  assert.equal((await readBinding(agent, id)).status, 'Active')
})

test('a live binding becomes Failed when its new credentials are refused', async () => {
  const agent = await newAgent()
  const { id } = await createBinding(agent, unmanagedSms('good'))
  await worker.drain()
  assertStatus(await agent.patch(`/channels/${id}`, { auth: unmanagedSms('wrong').auth }), 200)
  await worker.drain()
  assert.equal((await readBinding(agent, id)).status, 'Failed')
})

test('credentials that change while a binding is disabled are checked when it is enabled', async () => {
  const agent = await newAgent()
  const { id } = await createBinding(agent, unmanagedSms('good'))
  await worker.drain()
  assertStatus(await agent.post(`/channels/${id}/_disable`), 200)
  const patched = await agent.patch(`/channels/${id}`, { auth: unmanagedSms('wrong').auth })
  assert.equal(assertStatus(patched, 200).status, 'Disabled')
  await worker.drain()
  assert.equal((await readBinding(agent, id)).status, 'Disabled')
  assertStatus(await agent.post(`/channels/${id}/_enable`), 200)
  await worker.drain()
  assert.equal((await readBinding(agent, id)).status, 'Failed')
})

test('the check result of credentials that were replaced meanwhile is ignored', async () => {
  const agent = await newAgent()
  const { id } = await createBinding(agent, unmanagedSms('slow'))
  const working = worker.drain()
  await Promise.race([slowGateway.isAsked, working])
  assertStatus(await agent.patch(`/channels/${id}`, { auth: unmanagedSms('good').auth }), 200)
  slowGateway.refuse()
  await working
  await worker.drain()
  const { status, events } = await readBinding(agent, id)
  assert.equal(status, 'Active')
  assert.equal(events.length, 2)
})

for (const secret of ['busy', 'broken']) {
  test(`a provider that is ${secret} is asked again, and finally the binding fails without revealing the secret`, async () => {
    const agent = await newAgent()
    const { id } = await createBinding(agent, unmanagedSms(secret))
    await worker.drain()
    assert.equal((await readBinding(agent, id)).status, 'Requested')
    for (let tries = 0; tries < 8; tries++) {
      world.advance(15 * 60_000)
      await worker.drain()
    }
    const { status, statusDetail } = await readBinding(agent, id)
    assert.equal(status, 'Failed')
    assert.match(statusDetail, /could not be reached/)
  })
}

test('a live binding stays Active when its provider cannot be reached to check new credentials', async () => {
  const agent = await newAgent()
  const { id } = await createBinding(agent, unmanagedSms('good'))
  await worker.drain()
  assertStatus(await agent.patch(`/channels/${id}`, { auth: unmanagedSms('busy').auth }), 200)
  for (let tries = 0; tries < 8; tries++) {
    await worker.drain()
    world.advance(15 * 60_000)
  }
  assert.equal((await readBinding(agent, id)).status, 'Active')
})

test('pacing and compliance can be set and cleared independently', async () => {
  const agent = await newAgent()
  const { id, delivery, compliance } = await createBinding(agent, managedRcs)
  assert.deepEqual([delivery, compliance], [undefined, undefined])
  const text = 'd'.repeat(1000)
  const steps: [patch: object, delivery: unknown, compliance: unknown][] = [
    [{ delivery: { minMessageDelayMs: 250 } }, { minMessageDelayMs: 250 }, undefined],
    [
      { compliance: { enabled: true, disclaimerText: text } },
      { minMessageDelayMs: 250 },
      { enabled: true, disclaimerText: text },
    ],
    [{ delivery: { minMessageDelayMs: 3000 } }, { minMessageDelayMs: 3000 }, { enabled: true, disclaimerText: text }],
    [{ compliance: { enabled: false } }, { minMessageDelayMs: 3000 }, { enabled: false, disclaimerText: text }],
    [{ compliance: { disclaimerText: null } }, { minMessageDelayMs: 3000 }, { enabled: false }],
    [{ delivery: null }, undefined, { enabled: false }],
    [{ compliance: null }, undefined, undefined],
    [{}, undefined, undefined],
  ]
  for (const [patch, ...after] of steps) {
    const patched = assertStatus(await agent.patch(`/channels/${id}`, patch), 200)
    assert.deepEqual([patched.delivery, patched.compliance], after)
    assert.deepEqual(await readBinding(agent, id), patched)
  }
})

test('sending a binding back as it was read changes nothing', async () => {
  const agent = await newAgent()
  const { id } = await createBinding(agent, managedRcs)
  await worker.drain()
  await agent.patch(`/channels/${id}`, { delivery: { minMessageDelayMs: 700 }, compliance: { enabled: true } })
  const read = await readBinding(agent, id)
  assert.deepEqual(assertStatus(await agent.patch(`/channels/${id}`, read), 200), read)
})

const refusedPatches: [what: string, patch: object, status: number, code: string, field: string][] = [
  ...[249, 3001, 0, -1, 100_000].map(
    (ms) =>
      [
        `a pace of ${ms} ms`,
        { delivery: { minMessageDelayMs: ms } },
        400,
        'request.malformed',
        'delivery.minMessageDelayMs',
      ] as [string, object, number, string, string],
  ),
  [
    'a pace that is no whole number',
    { delivery: { minMessageDelayMs: 300.5 } },
    422,
    'request.invalid',
    'delivery.minMessageDelayMs',
  ],
  [
    'compliance on web chat',
    { delivery: { minMessageDelayMs: 900 }, compliance: { enabled: true } },
    400,
    'request.malformed',
    'compliance',
  ],
  [
    'a disclaimer of 1001 characters',
    { compliance: { enabled: true, disclaimerText: 'd'.repeat(1001) } },
    422,
    'request.invalid',
    'compliance.disclaimerText',
  ],
  ['credentials for a managed binding', { auth: { token: 'x' } }, 422, 'request.invalid', 'auth'],
  ['an unknown field', { pace: 3 }, 422, 'request.invalid', 'pace'],
]
for (const [what, patch, status, code, field] of refusedPatches) {
  test(`${what} returns ${status} and changes nothing`, async () => {
    const agent = await newAgent()
    const [before] = assertStatus(await agent.get('/channels'), 200).data
    assertProblem(await agent.patch(`/channels/${before.id}`, patch), status, code, field)
    assert.deepEqual(await readBinding(agent, before.id), before)
  })
}

const auth = { accountSid: 'AC1', authToken: 'token' }
const twilio = { channel: 'sms', mode: 'unmanaged', provider: 'twilio' }
const refusedRequests: [what: string, body: object, field: string][] = [
  ['an unknown channel', { channel: 'pigeon', mode: 'managed' }, 'channel'],
  ['no mode', { channel: 'rcs' }, 'mode'],
  ['an unknown mode', { channel: 'rcs', mode: 'wild' }, 'mode'],
  ['a provider of a managed channel', { channel: 'rcs', mode: 'managed', provider: 'twilio' }, 'provider'],
  ['credentials of a managed channel', { channel: 'rcs', mode: 'managed', auth: {} }, 'auth'],
  ['inputs of an unmanaged channel', { ...twilio, auth, inputs: {} }, 'inputs'],
  ['an input that is not a string', { ...managedRcs, inputs: { displayName: 7 } }, 'inputs.displayName'],
  ['an input that is too long', { ...managedRcs, inputs: { displayName: 'x'.repeat(41) } }, 'inputs.displayName'],
  ['an input that is not an address', { ...managedRcs, inputs: { privacyPolicyUrl: 'example' } }, 'inputs.privacyPolicyUrl'],
  ['an input that is not an email address', { ...managedRcs, inputs: { contactEmail: 'ops' } }, 'inputs.contactEmail'],
  ['an input that is not a number', { ...managedRcs, inputs: { contactPhone: 'call us' } }, 'inputs.contactPhone'],
  ['no provider', { channel: 'sms', mode: 'unmanaged', auth }, 'provider'],
  ['an unknown provider', { ...twilio, provider: 'nobody', auth }, 'provider'],
  ['a provider of another channel', { ...twilio, channel: 'workchatD', auth }, 'provider'],
  ['no credentials', twilio, 'auth'],
  ['a missing credential', { ...twilio, auth: { accountSid: 'AC1', from: '+12025550100' } }, 'auth.authToken'],
  ['an empty credential', { ...twilio, auth: { ...auth, authToken: ' ', from: '+12025550100' } }, 'auth.authToken'],
  ['an unknown credential', { ...twilio, auth: { ...auth, from: '+12025550100', pin: '1' } }, 'auth.pin'],
  ['neither sender nor messaging service', { ...twilio, auth }, 'auth.from'],
  ['a sender that is not a number', { ...twilio, auth: { ...auth, from: 'me' } }, 'auth.from'],
  ['an invalid send address', { ...unmanagedSms('x'), auth: { sendUrl: 'gateway', secret: 'x' } }, 'auth.sendUrl'],
  ['web chat through a provider', { channel: 'webchat', mode: 'unmanaged', provider: 'twilio', auth }, 'mode'],
  ['a status', { ...managedRcs, status: 'Active' }, 'status'],
] // biome-ignore format: a table
for (const [what, body, field] of refusedRequests) {
  test(`a request with ${what} returns 422 naming ${field}, and creates no binding`, async () => {
    const agent = await newAgent()
    const reply = await agent.post('/channels', body)
    assertProblem(reply, 422, 'request.invalid', field)
    assert.equal(assertStatus(await agent.get('/channels'), 200).data.length, 1)
  })
}

test('the allowed origins of a web chat are stored as browsers send them, and null allows any again', async () => {
  const agent = await newAgent()
  const { id } = assertStatus(await agent.get('/channels'), 200).data[0]
  const change = async (webchat: object | null) =>
    assertStatus(await agent.patch(`/channels/${id}`, { webchat }), 200).webchat.allowedOrigins
  const written = [
    'HTTPS://Shop.example.com/',
    'https://shop.example.com',
    'https://*.bücher.example',
    'http://localhost:3000',
  ]
  const allowedOrigins = ['https://shop.example.com', 'https://*.xn--bcher-kva.example', 'http://localhost:3000']
  assert.deepEqual(await change({ allowedOrigins: written }), allowedOrigins)
  assert.deepEqual((await channels.findById(id))?.binding.allowedOrigins, allowedOrigins)
  assert.deepEqual(await change({}), allowedOrigins)
  assertStatus(await agent.patch(`/channels/${id}`, { delivery: { minMessageDelayMs: 300 } }), 200)
  assert.deepEqual((await readBinding(agent, id)).webchat.allowedOrigins, allowedOrigins)
  assert.deepEqual(await change({ allowedOrigins: null }), [])
  await change({ allowedOrigins: written })
  assert.deepEqual(await change(null), [])
  assert.equal((await channels.findById(id))?.binding.allowedOrigins, undefined)
})

test('the management requests in docs/webchat.md work as documented', async () => {
  const agent = await newAgent()
  const { id: bindingId } = assertStatus(await agent.get('/channels'), 200).data[0]
  const requests = openGuide('webchat')
    .blocks('sh')
    .filter(({ text }) => text.includes('$PARLEY'))
  assert.ok(requests.length >= 2)
  await runGuide(requests, {
    ids: { bindingId },
    call: ({ method, path, body, headers }) => agent.client.call(method, path.replace(/^A/, agent.path), body, headers),
  })
  const { webchat } = await readBinding(agent, bindingId)
  assert.equal(webchat.allowedOrigins.length, 3)
  assert.equal(webchat.identitySecret.set, true)
})

test('an identity secret is returned once, replaced, and never shown; only a web chat has one', async () => {
  const agent = await newAgent()
  const { id } = assertStatus(await agent.get('/channels'), 200).data[0]
  const issue = (query = '') => agent.post(`/channels/${id}/_rotateIdentitySecret${query}`, {})
  const { identitySecret: first } = assertStatus(await issue(), 200)
  const { identitySecret: second } = assertStatus(await issue('?overlapMinutes=60'), 200)
  assert.match(second, /^is-\w{40}$/)
  assert.notEqual(first, second)
  const binding = await readBinding(agent, id)
  assert.deepEqual(binding.webchat.identitySecret, { set: true, last4: second.slice(-4) })
  assert.doesNotMatch(JSON.stringify(binding), new RegExp(`${first}|${second}`))
  const { rows } = await server.database.pool.query('select auth from channel_bindings where id = $1', [id])
  assert.doesNotMatch(String(rows[0].auth), /is-/, 'it is stored encrypted')
  const { auth = {} } = (await channels.findById(id))?.binding ?? {}
  assert.deepEqual([auth.identitySecret, auth.previousIdentitySecret], [second, first])
  for (const minutes of ['-1', '10081', 'x'])
    assertProblem(await issue(`?overlapMinutes=${minutes}`), 422, 'request.invalid', 'overlapMinutes')
  const rcs = await createBinding(agent, managedRcs)
  assertProblem(await agent.post(`/channels/${rcs.id}/_rotateIdentitySecret`, {}), 409, 'resource.conflict')
  const stranger = await newAgent()
  assertProblem(await stranger.post(`/channels/${id}/_rotateIdentitySecret`, {}), 404, 'resource.not_found')
})

const wrongOrigins: [what: string, allowedOrigins: unknown, field: string][] = [
  ['a path', ['https://example.com/shop'], 'webchat.allowedOrigins'],
  ['no scheme', ['https://example.com', 'example.com'], 'webchat.allowedOrigins'],
  ['a whole top-level domain', ['https://*.com'], 'webchat.allowedOrigins'],
  ['an empty text', [''], 'webchat.allowedOrigins'],
  ['a number', [7], 'webchat.allowedOrigins[0]'],
  ['a text instead of a list', 'https://example.com', 'webchat.allowedOrigins'],
  ['more than 50 origins', Array(51).fill('https://example.com'), 'webchat.allowedOrigins'],
  ['too long an origin', [`https://${'x'.repeat(300)}.com`], 'webchat.allowedOrigins[0]'],
]
for (const [what, allowedOrigins, field] of wrongOrigins) {
  test(`allowed origins with ${what} return 422, and change nothing`, async () => {
    const agent = await newAgent()
    const [before] = assertStatus(await agent.get('/channels'), 200).data
    const reply = await agent.patch(`/channels/${before.id}`, { webchat: { allowedOrigins } })
    assertProblem(reply, 422, 'request.invalid', field)
    assert.deepEqual(await readBinding(agent, before.id), before)
  })
}

test('only a web chat has web chat settings', async () => {
  const agent = await newAgent()
  const { id } = await createBinding(agent, managedRcs)
  const reply = await agent.patch(`/channels/${id}`, { webchat: { allowedOrigins: [] } })
  assertProblem(reply, 422, 'request.invalid', 'webchat')
})

test('a Twilio binding needs either a sender or a messaging service', async () => {
  const agent = await newAgent()
  await createBinding(agent, { ...twilio, auth: { ...auth, messagingServiceSid: 'MG1' } })
})

test('an unmanaged binding accepts no inputs', async () => {
  const agent = await newAgent()
  const { id } = await createBinding(agent, unmanagedSms('good'))
  assertProblem(await agent.patch(`/channels/${id}`, { inputs: businessInputs }), 422, 'request.invalid', 'inputs')
})

test('deleting an agent deletes its bindings', async () => {
  const agent = await newAgent()
  const { id } = await createBinding(agent, managedRcs)
  assertStatus(await agent.del(''), 204)
  const { rows } = await server.database.pool.query('select id from channel_bindings where id = $1', [id])
  assert.deepEqual(rows, [])
})
