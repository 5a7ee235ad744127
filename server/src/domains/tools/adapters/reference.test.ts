import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeRowsOf, openGuide } from '../../../testing/guide.ts'
import { builtInCatalog } from '../../catalogs/index.ts'
import { findToolAdapter } from './index.ts'

/** Catalog, adapters and docs/tools-reference.md describe the same tools. */

const guide = openGuide('tools-reference')
const tools = builtInCatalog.list('tools')

type Schema = { properties: Record<string, { writeOnly?: boolean }>; required: string[] }

for (const tool of tools) {
  test(`${tool.name} has an adapter and a section in the guide`, () => {
    assert.equal(findToolAdapter(tool.id)?.toolId, tool.id)
    const section = guide.section(tool.name)
    const fieldsOf = (schema: unknown) => Object.keys((schema as Schema).properties)
    for (const field of [...fieldsOf(tool.parameters), ...fieldsOf(tool.configSchema)])
      assert.ok(section.includes(`\`${field}\``), `the section names ${field}`)
    for (const [name, { writeOnly }] of Object.entries((tool.configSchema as Schema).properties))
      assert.equal(section.includes(`\`${name}\` (*secret*`), writeOnly === true, `${name} is marked as a secret`)
    if (tool.id !== '@svc/tool.http-webhook') assert.match(section, /Protocol: \[.+?\]\(https:\/\//)
  })
}

test('the overview lists each tool, and whether it changes something', () => {
  const rows = [...guide.text.matchAll(/^\| \[(.+?)\]\(#.+?\) \| `(.+?)` \| (yes|no) \|/gm)]
  const listed = rows.map(([, name, id, changes]) => ({ name, id, sideEffects: changes === 'yes' }))
  assert.deepEqual(
    listed,
    tools.map(({ id, name }) => ({ name, id, sideEffects: findToolAdapter(id)?.sideEffects })),
  )
})

test('the guide explains every kind of error', () => {
  const kinds = codeRowsOf(guide.section('Errors')).map(([kind = '']) => kind.replaceAll('`', ''))
  assert.deepEqual(kinds, ['invalid', 'unauthorized', 'rateLimited', 'failed', 'timeout', 'unreachable'])
})
