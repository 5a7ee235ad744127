import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roles } from '@parley/definition/vocabulary'
import { createTestApp } from '../../../testing/app.ts'
import { firstCellsOf, openGuide, runGuide } from '../../../testing/guide.ts'
import { canBeLimited } from './member.ts'

/** Checks docs/members.md: makes its requests, and compares its table of roles with the code. */

const guide = openGuide('members')

test('the requests in the guide work as documented', async () => {
  const server = await createTestApp()
  const org = await server.org()
  await runGuide(guide.blocks('sh', 'json'), {
    call: ({ method, path, body, headers }) => org.api.call(method, path.replace(/^O/, org.path), body, headers),
  })
})

test('the guide lists every role, lowest first, and the roles that can be limited are those below admin', () => {
  assert.deepEqual(firstCellsOf(guide.section('Roles')).slice(0, roles.length), [...roles])
  assert.deepEqual(roles.filter(canBeLimited), ['frontDesk', 'viewer', 'editor'])
})
