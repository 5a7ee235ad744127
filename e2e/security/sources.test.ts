import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Patterns that Parley's code must never contain: security holes that a later change could open. */

const root = new URL('../../', import.meta.url)
const folders = ['server/src', 'packages', 'console/src', 'webchat/src', 'cli/src']
const isProductSource = (path: string) =>
  !/\.test\.tsx?$|\/testing\/|\.testing\.ts$|\.fixture\.ts$|node_modules/.test(path)
const sources = globSync(
  folders.map((folder) => `${folder}/**/*.{ts,tsx,js}`),
  { cwd: root },
)
  .filter(isProductSource)
  .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }))

const findMatches = (pattern: RegExp, folder = ''): string[] =>
  sources.filter(({ path, text }) => path.startsWith(folder) && pattern.test(text)).map(({ path }) => path)

test('text is never executed as code', () => {
  assert.ok(sources.length > 1500, `${sources.length} files`)
  assert.deepEqual(findMatches(/\beval\(|new Function\(|node:vm'|\bsetTimeout\(\s*['"`]/), [])
})

test('text becomes markup only through our own builder', () => {
  const sinks = /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|\.srcdoc\b|DOMParser/
  assert.deepEqual(findMatches(sinks), [])
})

test('only the embedded database starts processes', () => {
  for (const path of findMatches(/node:child_process'/, 'server'))
    assert.match(path, /^server\/src\/platform\/db\/embedded\//)
  assert.deepEqual(findMatches(/node:child_process'/, 'packages'), [])
})

test('SQL text is constant: values are parameters, and interpolated parts are our own constants', () => {
  assert.deepEqual(findMatches(/\bsql\.raw\(/).toSorted(), [
    'server/src/platform/outbox.ts',
    'server/src/platform/work/result-queries.ts',
  ])
})

/** Removes everything in parentheses from a condition. */
function removeNestedParentheses(condition: string): string {
  for (let rest = condition; ; ) {
    const inner = rest.replace(/\([^()]*\)/g, '')
    if (inner === rest) return rest
    rest = inner
  }
}

test('a condition with an “or” is in parentheses: without them it would bypass the tenant condition', () => {
  const unscopedQueries = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/sql<boolean>`([^`]*)`/g)]
      .filter(([, condition = '']) =>
        /\bor\b/i.test(removeNestedParentheses(condition.replace(/\$\{[^}]*\}/g, 'value'))),
      )
      .map(([, condition]) => `${path}: ${condition}`),
  )
  assert.deepEqual(unscopedQueries, [])
})

test('unguessable values never come from Math.random', () => {
  const allowed = [
    'packages/sdk/src/client/transport.ts',
    'server/src/platform/world.ts',
    'webchat/src/transport/connection.ts',
  ]
  assert.deepEqual(findMatches(/Math\.random/).toSorted(), allowed)
})

test('secrets are compared in constant time', () => {
  const comparisonPattern =
    /(signature|secret|token|password|digest|hmac|mac)s? ?(===|!==) ?\w*(signature|secret|token|digest|expected|given)\b/i
  // Compares two of Parley's own tokens of the same grant, to find which one a call used.
  assert.deepEqual(findMatches(comparisonPattern, 'server'), ['server/src/domains/connections/grant-status.ts'])
})
