import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeImageUrl, safeLinkUrl } from './safe-urls.ts'

const addresses: [address: string, link: boolean, picture: boolean][] = [
  ['https://example.com/a', true, true],
  ['tel:+12025550143', true, false],
  ['mailto:a@example.com', true, false],
  [' JaVaScRiPt:alert(1)', false, false],
  ['java\nscript:alert(1)', false, false],
  ['data:text/html,<script>alert(1)</script>', false, false],
  ['/relative', false, false],
]
for (const [address, link, picture] of addresses) {
  test(`${JSON.stringify(address)} is ${link ? 'a link' : 'words'}`, () => {
    assert.deepEqual([safeLinkUrl(address) !== undefined, safeImageUrl(address) !== undefined], [link, picture])
  })
}
