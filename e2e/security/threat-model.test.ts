import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Checks the threat model: each threat names tests, and each test exists under that name. */

const root = new URL('../../', import.meta.url)
const guide = readFileSync(new URL('docs/threat-model.md', root), 'utf8')
const [, threats = ''] = /^## Threats\n(.*?)^## /ms.exec(guide) ?? []

type NamedTest = { file: string; title: string }
const sections = threats
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    threat: section.slice(0, section.indexOf('\n')),
    tests: [...section.matchAll(/^- `([^`]+)`: (.+)$/gm)].map(
      ([, file = '', title = '']): NamedTest => ({ file, title }),
    ),
    bullets: [...section.matchAll(/^- /gm)].length,
  }))

function exists({ file, title }: NamedTest): boolean {
  const address = new URL(file, root)
  if (!existsSync(address)) return false
  const text = readFileSync(address, 'utf8')
  return ["'", '"', '`'].some((quote) => text.includes(`test(${quote}${title}${quote}`))
}

test('at least one test covers every threat, and every line under a threat names a test', () => {
  assert.ok(sections.length > 15, `${sections.length} threats`)
  for (const { threat, tests, bullets } of sections) {
    assert.ok(tests.length > 0, threat)
    assert.equal(tests.length, bullets, threat)
  }
})

test('every named test exists under exactly that name', () => {
  const missing = sections.flatMap(({ tests }) => tests).filter((namedTest) => !exists(namedTest))
  assert.deepEqual(missing, [])
})

test('every file of attacks is listed under a threat', () => {
  const namedTest = new Set(sections.flatMap(({ tests }) => tests.map(({ file }) => file)))
  const files = globSync('e2e/security/*.test.ts', { cwd: root }).filter(
    (file) => !file.endsWith('threat-model.test.ts'),
  )
  assert.deepEqual(
    files.filter((file) => !namedTest.has(file)),
    [],
  )
})
