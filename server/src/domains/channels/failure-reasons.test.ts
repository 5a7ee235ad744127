import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { dispatchFailureReasons } from './adapter.ts'

test('the guide on the gateway explains every reason of a failed status, and no other', () => {
  const guide = readFileSync(new URL('../../../../docs/gateway.md', import.meta.url), 'utf8')
  const [, section = ''] = guide.split('### When dispatch fails')
  const [table = ''] = section.split('\n## ')
  const documented = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, reason]) => reason)
  assert.deepEqual(documented, [...dispatchFailureReasons])
})
