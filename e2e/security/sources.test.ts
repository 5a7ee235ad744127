import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Patterns that Parley's code must never contain: security holes that a later change could open. */

const root = new URL('../../', import.meta.url)
const folders = ['server/src', 'packages', 'console/src', 'webchat/src', 'cli/src']
const isOurs = (path: string) => !/\.test\.tsx?$|\/testing\/|\.testing\.ts$|\.fixture\.ts$|node_modules/.test(path)
const sources = globSync(
  folders.map((folder) => `${folder}/**/*.{ts,tsx,js}`),
  { cwd: root },
)
  .filter(isOurs)
  .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }))

const placesOf = (pattern: RegExp, within = ''): string[] =>
  sources.filter(({ path, text }) => path.startsWith(within) && pattern.test(text)).map(({ path }) => path)

test('text is never executed as code', () => {
  assert.ok(sources.length > 1500, `${sources.length} files`)
  assert.deepEqual(placesOf(/\beval\(|new Function\(|node:vm'|\bsetTimeout\(\s*['"`]/), [])
})

test('text becomes markup only through our own builder', () => {
  const sinks = /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|\.srcdoc\b|DOMParser/
  assert.deepEqual(placesOf(sinks), [])
})

test('only the embedded database starts processes', () => {
  for (const path of placesOf(/node:child_process'/, 'server'))
    assert.match(path, /^server\/src\/platform\/db\/embedded\//)
  assert.deepEqual(placesOf(/node:child_process'/, 'packages'), [])
})

test('SQL text is constant: values are parameters, and interpolated parts are our own constants', () => {
  assert.deepEqual(placesOf(/\bsql\.raw\(/).toSorted(), [
    'server/src/platform/outbox.ts',
    'server/src/platform/work/result-queries.ts',
  ])
})

/** Removes everything in parentheses from a condition. */
function outermost(condition: string): string {
  for (let left = condition; ; ) {
    const inner = left.replace(/\([^()]*\)/g, '')
    if (inner === left) return left
    left = inner
  }
}

test('a condition with an “or” is in parentheses: without them it would bypass the tenant condition', () => {
  const loose = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/sql<boolean>`([^`]*)`/g)]
      .filter(([, condition = '']) => /\bor\b/i.test(outermost(condition.replace(/\$\{[^}]*\}/g, 'value'))))
      .map(([, condition]) => `${path}: ${condition}`),
  )
  assert.deepEqual(loose, [])
})

test('unguessable values never come from Math.random', () => {
  const allowed = [
    'packages/sdk/src/client/transport.ts',
    'server/src/platform/world.ts',
    'webchat/src/transport/connection.ts',
  ]
  assert.deepEqual(placesOf(/Math\.random/).toSorted(), allowed)
})

test('secrets are compared in constant time', () => {
  const compares =
    /(signature|secret|token|password|digest|hmac|mac)s? ?(===|!==) ?\w*(signature|secret|token|digest|expected|given)\b/i
  // Compares two of Parley's own tokens of the same grant, to find which one a call used.
  assert.deepEqual(placesOf(compares, 'server'), ['server/src/domains/connections/record-use.ts'])
})
