import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseSync } from 'vite'

/** The console starts when the texts of its language have loaded, so these must not wait for the console. */

test('the texts of a language import values only from each other', () => {
  const files = globSync('{de,es,fr}/*.ts', { cwd: import.meta.dirname })
  assert.ok(files.length > 100)
  const imported = files.flatMap((file) => {
    const { program } = parseSync(file, readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
    return program.body
      .filter((statement) => statement.type === 'ImportDeclaration' && statement.importKind !== 'type')
      .map((statement) => ({ file, source: String((statement as { source?: { value: unknown } }).source?.value) }))
  })
  assert.ok(imported.length > 100)
  const others = imported.filter(({ source }) => !/^\.\/[\w-]+\.ts$|^dayjs\/locale\/\w+\.js$/.test(source))
  assert.deepEqual(others, [])
})
