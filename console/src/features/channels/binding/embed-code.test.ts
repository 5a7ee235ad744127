import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embedCode, gatewayOriginOf } from './EmbedSnippet.tsx'

test('the gateway address is the part of the callback URL before the path of the binding', () => {
  const callbackUrl = 'https://gateway.example.com/parley/providers/chn_1'
  assert.equal(gatewayOriginOf({ id: 'chn_1', callbackUrl }), 'https://gateway.example.com/parley')
})

test('the embed code contains only the options that differ from the defaults', () => {
  const plain = embedCode('https://g.example.com', 'chn_1', { position: 'right', open: false })
  assert.equal(plain, '<script src="https://g.example.com/webchat.js" data-binding="chn_1" async></script>')
  const other = embedCode('https://g.example.com', 'chn_1', { position: 'left', open: true })
  assert.match(other, / data-position="left" data-open async>/)
})
