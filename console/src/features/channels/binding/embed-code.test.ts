import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embedCode, gatewayOriginOf } from './EmbedSnippet.tsx'

test('the gateway is what stands before where a binding listens', () => {
  const callbackUrl = 'https://gateway.example.com/parley/providers/chn_1'
  assert.equal(gatewayOriginOf({ id: 'chn_1', callbackUrl }), 'https://gateway.example.com/parley')
})

test('the line for a page says what is not as usual', () => {
  const plain = embedCode('https://g.example.com', 'chn_1', { position: 'right', open: false })
  assert.equal(plain, '<script src="https://g.example.com/webchat.js" data-binding="chn_1" async></script>')
  const other = embedCode('https://g.example.com', 'chn_1', { position: 'left', open: true })
  assert.match(other, / data-position="left" data-open async>/)
})
