import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { NotVerified, verifyGatewayRequest, verifyWebhook } from '../index.ts'

const now = new Date('2030-01-31T09:00:00.000Z')
const seconds = (offset = 0) => Math.floor(now.getTime() / 1000) + offset
const body = JSON.stringify({ spec: 'amf/1', userId: 'usr_1', text: 'Grüße 👋' })

type Kind = {
  name: string
  verify: typeof verifyGatewayRequest | typeof verifyWebhook
  secret: string
  other: string
  headers(offset?: number, secret?: string): Record<string, string>
  signature: string
  timestamp: string
  /** Several signatures in one header. */
  beside(header: string): string
}

const whsec = (fill: number) => `whsec_${Buffer.alloc(24, fill).toString('base64')}`

const kinds: Kind[] = [
  {
    name: 'a request of the gateway',
    verify: verifyGatewayRequest,
    secret: 'ss-quiet-harbour',
    other: 'ss-another',
    headers(offset = 0, secret = 'ss-quiet-harbour') {
      const timestamp = String(seconds(offset))
      const hex = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
      return { 'X-Svc-Signature': `v0=${hex}`, 'X-Svc-Request-Timestamp': timestamp }
    },
    signature: 'X-Svc-Signature',
    timestamp: 'X-Svc-Request-Timestamp',
    beside: (header) => `v9=00, v0=${'0'.repeat(64)}, ${header}`,
  },
  {
    name: 'a webhook',
    verify: verifyWebhook,
    secret: whsec(1),
    other: whsec(2),
    headers(offset = 0, secret = whsec(1)) {
      const at = new Date(seconds(offset) * 1000)
      return {
        'Webhook-Id': 'evt_1',
        'Webhook-Timestamp': String(seconds(offset)),
        'Webhook-Signature': new Webhook(secret).sign('evt_1', at, body),
      }
    },
    signature: 'Webhook-Signature',
    timestamp: 'Webhook-Timestamp',
    beside: (header) => `v1a,AAAA v1,${Buffer.alloc(32).toString('base64')} ${header}`,
  },
]

for (const { name, verify, secret, other, headers, signature, timestamp, beside } of kinds) {
  const refused = (given: object) =>
    verify({ headers: headers(), body, secret, now, ...given }).then(
      () => 'believed',
      (error: unknown) => (error instanceof NotVerified ? error.reason : assert.fail(String(error))),
    )

  test(`${name} is verified as signed, in every form of input`, async () => {
    const bytes = new TextEncoder().encode(body)
    const lower = Object.fromEntries(Object.entries(headers()).map(([key, value]) => [key.toLowerCase(), [value]]))
    for (const given of [
      {},
      { body: bytes },
      { body: bytes.buffer },
      { body: Buffer.from(body) },
      { headers: new Headers(headers()) },
      { headers: lower },
      { headers: { ...headers(), [signature]: beside(headers()[signature] ?? '') } },
      { secret: [other, secret] },
      { headers: headers(-300) },
      { headers: headers(300) },
    ]) {
      assert.deepEqual(await verify({ headers: headers(), body, secret, now, ...given }), JSON.parse(body))
    }
  })

  test(`${name} with too many signatures is refused without reading all of them`, async () => {
    const [good = '', none = ''] = [headers()[signature], beside('').trim().split(' ').at(-1)?.replace(/,$/, '')]
    const header = (before: number) => [...Array(before).fill(none), good].join(' ')
    assert.equal(await refused({ headers: { ...headers(), [signature]: header(9) } }), 'believed')
    assert.equal(await refused({ headers: { ...headers(), [signature]: header(10) } }), 'bad_signature')
  })

  test(`${name} is refused with its reason`, async () => {
    const without = (left: string) => Object.fromEntries(Object.entries(headers()).filter(([key]) => key !== left))
    const rows: [given: object, reason: string][] = [
      [{ headers: without(signature) }, 'missing_headers'],
      [{ headers: without(timestamp) }, 'missing_headers'],
      [{ headers: {} }, 'missing_headers'],
      [{ headers: { ...headers(), [timestamp]: 'soon' } }, 'bad_timestamp'],
      [{ headers: { ...headers(), [timestamp]: '-1' } }, 'bad_timestamp'],
      [{ headers: headers(-301) }, 'stale'],
      [{ headers: headers(301) }, 'future'],
      [{ headers: { ...headers(), [timestamp]: String(seconds(1)) } }, 'bad_signature'],
      [{ headers: headers(0, other) }, 'bad_signature'],
      [{ secret: other }, 'bad_signature'],
      [{ body: `${body} ` }, 'bad_signature'],
      [{ body: '' }, 'bad_signature'],
      [{ headers: { ...headers(), [signature]: 'v0=' } }, 'bad_signature'],
      [{ headers: { ...headers(), [signature]: 'v1,' } }, 'bad_signature'],
      [{ headers: { ...headers(), [signature]: 'v1,%%%' } }, 'bad_signature'],
    ]
    for (const [given, reason] of rows) assert.equal(await refused(given), reason, JSON.stringify(given))
  })

  test(`${name} is never verified without a secret`, async () => {
    for (const missing of ['', [], [''], undefined]) {
      const given = { headers: headers(), body, secret: missing as string, now }
      await assert.rejects(verify(given), { name: 'TypeError' })
    }
  })
}

test('a signed body that is not JSON is refused', async () => {
  const at = String(seconds())
  const hex = createHmac('sha256', 's').update(`v0:${at}:hello`).digest('hex')
  const headers = { 'x-svc-signature': `v0=${hex}`, 'x-svc-request-timestamp': at }
  await assert.rejects(verifyGatewayRequest({ headers, body: 'hello', secret: 's', now }), { reason: 'bad_body' })
})
