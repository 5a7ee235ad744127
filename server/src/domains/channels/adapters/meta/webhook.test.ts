import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import type { ProviderCall } from '../../adapter.ts'
import { metaAdapters } from './index.ts'
import { createMetaBinding, createMetaCall } from './testing/bindings.ts'

const tools = undefined as never

const known = {
  body: Buffer.from('{"object":"page","entry":[]}'),
  signature: 'sha256=0e9e0080a310f376450c46d999aa4d49ed772bfe43c13205f38a3a6e6611ed2b',
}

function handshake(query: ProviderCall['query']): ProviderCall {
  return { method: 'GET', url: 'https://gateway.example.com/hooks/bnd_1', query, headers: {}, body: Buffer.alloc(0) }
}

for (const adapter of metaAdapters) {
  const { channel } = adapter
  const binding = createMetaBinding(adapter)
  const verify = (call: ProviderCall, bound = binding) => adapter.verify(call, bound, tools)
  const signed = (headers: ProviderCall['headers'], body = known.body) => createMetaCall(body, headers)

  test(`${channel} accepts a call that is signed with the app secret`, () => {
    assert.equal(verify(signed({ 'x-hub-signature-256': known.signature })), undefined)
    assert.equal(verify(createMetaCall({ object: 'page', text: 'Grüße 👋' })), undefined)
  })

  test(`${channel} refuses a call whose signature is missing, wrong, or for other bytes`, () => {
    const flipped = known.signature.replace('0e9e', '0e9f')
    const hex = known.signature.slice('sha256='.length)
    for (const header of [undefined, '', 'sha256=', flipped, hex, `sha1=${hex}`, known.signature.toUpperCase()]) {
      assert.ok(verify(signed({ 'x-hub-signature-256': header })), header)
    }
    const rewritten = Buffer.from('{ "object": "page", "entry": [] }')
    assert.ok(verify(signed({ 'x-hub-signature-256': known.signature }, rewritten)))
    assert.ok(
      verify(signed({ 'x-hub-signature-256': known.signature }), createMetaBinding(adapter, { appSecret: 'other' })),
    )
  })

  test(`${channel} refuses every call if the app secret is empty`, () => {
    assert.ok(verify(createMetaCall({ object: 'page' }), createMetaBinding(adapter, { appSecret: '' })))
  })

  test(`${channel} answers a handshake with the right verify token`, () => {
    const call = handshake({ 'hub.mode': 'subscribe', 'hub.verify_token': 'my word', 'hub.challenge': '1158201444' })
    assert.equal(verify(call), undefined)
    assert.deepEqual(adapter.parse(call, binding), {
      answer: { status: 200, type: 'text/plain', body: '1158201444' },
      inbounds: [],
    })
  })

  test(`${channel} refuses a handshake with another token, with none, or in another mode`, () => {
    for (const query of [
      { 'hub.mode': 'subscribe', 'hub.verify_token': 'your word' },
      { 'hub.mode': 'subscribe' },
      { 'hub.mode': 'unsubscribe', 'hub.verify_token': 'my word' },
      {},
    ]) {
      assert.ok(verify(handshake(query)))
    }
    const empty = handshake({ 'hub.mode': 'subscribe', 'hub.verify_token': '' })
    assert.ok(verify(empty, createMetaBinding(adapter, { verifyToken: '' })))
  })

  test(`${channel} ignores any input it does not understand`, () => {
    const parsed = (body: Buffer) => adapter.parse(createMetaCall(body), binding).inbounds
    for (const odd of ['', 'null', '[]', '7', '{', '{"object":"page"}', '\u0000']) {
      assert.deepEqual(parsed(Buffer.from(odd)), [])
    }
    fc.assert(fc.property(fc.uint8Array(), (bytes) => parsed(Buffer.from(bytes)).length === 0))
    fc.assert(fc.property(fc.json(), (json) => parsed(Buffer.from(json)).length === 0))
  })
}
