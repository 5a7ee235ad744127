import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { fc } from '@parley/test-kit'
import { readPayload } from './index.ts'

const golden = fileURLToPath(new URL('../../amf/golden/', import.meta.url))
const sent = globSync('*.webchat.txt', { cwd: golden }).flatMap((name) => {
  const text = readFileSync(golden + name, 'utf8')
  const payloads: unknown[] = JSON.parse(text.slice(text.indexOf('Sent:\n') + 6))
  return payloads.map((payload) => ({ name, payload }))
})
const isNative = ({ name }: { name: string }) => name.startsWith('native')

test('every message rendered for web chat can be displayed', () => {
  const rendered = sent.filter((each) => !isNative(each))
  assert.ok(rendered.length > 20)
  for (const { name, payload } of rendered) assert.ok(readPayload(payload), name)
})

test('an invalid payload cannot be displayed', () => {
  fc.assert(fc.property(fc.anything(), (value) => assert.equal(readPayload(value), undefined)))
  for (const { payload } of sent.filter((each) => !isNative(each))) {
    assert.equal(readPayload({ ...(payload as object), extra: 1 }), undefined)
    assert.equal(readPayload({ ...(payload as object), kind: 'constructor' }), undefined)
    assert.equal(readPayload({ ...(payload as object), chips: [{}] }), undefined)
  }
})
