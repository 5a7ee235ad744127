import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'

/** All text of the console is in one place, ready for translation. */

const source = join(import.meta.dirname, '..')
const displayedAttribute = /^(aria-label|alt|description|label|lead|placeholder|text|title)$/

type Node = { type: string; start: number; [key: string]: unknown }

test('every user-visible text is in i18n/, none in a component', () => {
  const components = globSync('**/*.tsx', { cwd: source, exclude: ['**/*.test.tsx'] })
  const strays = components.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    const { program } = parseSync(file, text)
    return findTexts(program as unknown as Node).map(
      ({ start, text: found }) => `${file}:${lineOf(text, start)} ${found}`,
    )
  })
  assert.deepEqual(strays, [])
})

function findTexts(node: Node): { start: number; text: string }[] {
  const own = strayIn(node)
  const below = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))
  return [...(own === undefined ? [] : [{ start: node.start, text: own }]), ...below.flatMap(findTexts)]
}

/**
 * Finds text between tags, and attributes that are displayed or read aloud. Keyboard key names are exempt: they are the
 * same in every language.
 */
function strayIn(node: Node): string | undefined {
  if (node.type === 'JSXText') return worded(node.value)
  if (node.type !== 'JSXAttribute') return undefined
  const { name, value } = node as unknown as { name: { name?: unknown }; value?: Node | null }
  if (typeof name.name !== 'string' || !displayedAttribute.test(name.name)) return undefined
  return value?.type === 'Literal' ? worded(value.value) : undefined
}

const worded = (value: unknown): string | undefined =>
  typeof value === 'string' && /\p{L}{2}/u.test(value) && !/^\s*Ctrl K\s*$/.test(value) ? value.trim() : undefined

const isNode = (value: unknown): value is Node => value instanceof Object && 'type' in value

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length
