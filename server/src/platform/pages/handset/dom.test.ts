import assert from 'node:assert/strict'
import { test } from 'node:test'

/** Loaded as the browser runs it, with a minimal document. */
const { element } = (await import('./dom.js' as string)) as {
  element(name: string, attributes: Record<string, string>): Map<string, string>
}
const created = () => {
  const attributes = new Map<string, string>()
  return Object.assign(attributes, {
    setAttribute: (key: string, value: string) => void attributes.set(key, value),
    append: () => {},
  })
}
Object.assign(globalThis, { document: { createElement: created } })

const addresses: [address: string, leads: boolean][] = [
  ['https://example.com/a', true],
  ['http://example.com', true],
  ['tel:+12025550143', true],
  ['mailto:a@example.com', true],
  ['javascript:alert(1)', false],
  [' JaVaScRiPt:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['blob:https://example.com/1', false],
  ['none', false],
]
for (const [address, leads] of addresses) {
  test(`a link to ${JSON.stringify(address)} leads ${leads ? 'there' : 'nowhere'}`, () => {
    assert.equal(element('a', { href: address, class: 'link' }).get('href'), leads ? address : undefined)
  })
}
