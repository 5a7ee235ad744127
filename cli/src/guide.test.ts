import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Command } from './command.ts'
import { parseCommandLine } from './command-parser/parse.ts'
import { agentOptions, connectionHeading } from './connection/options.ts'
import { exitCodes } from './exit.ts'
import { rootCommand } from './parley.ts'

/** Checks the guide and the help against the declared commands. */

const guide = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8')
const sections = new Map(
  guide.split(/^#{2,3} /m).map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
)
const optionsIn = (section = '') => [...section.matchAll(/^\| `--([\w-]+)/gm)].map(([, name]) => name)

type Leaf = { path: string; declared: Extract<Command, { kind: 'command' }>['definition'] }

function leavesOf(command: Command, path: readonly string[] = []): Leaf[] {
  if (command.kind === 'command') return [{ path: path.join(' '), declared: command.definition }]
  return command.definition.commands.flatMap((one) => leavesOf(one, [...path, one.definition.name]))
}
const leaves = leavesOf(rootCommand)

test('the guide documents every command with its own options, and no other', () => {
  for (const { path, declared: definition } of leaves) {
    const section = sections.get(`\`parley ${path}\``)
    assert.ok(section, `parley ${path} has no section`)
    const own = Object.entries(definition.options).filter(
      ([name, { heading }]) => heading !== connectionHeading || !Object.hasOwn(agentOptions, name),
    )
    assert.deepEqual(
      optionsIn(section),
      own.map(([name]) => name),
      path,
    )
  }
  assert.deepEqual(optionsIn(sections.get(connectionHeading)), Object.keys(agentOptions))
  const documented = [...sections.keys()].flatMap((heading) => /^`parley (.*)`$/.exec(heading)?.[1] ?? [])
  const known = new Set([...leaves.map(({ path }) => path), ...leaves.map(({ path }) => path.split(' ')[0] ?? '')])
  assert.deepEqual(
    documented.filter((path) => !known.has(path)),
    [],
  )
})

test('the guide documents every exit code, and no other', () => {
  const codes = [...(sections.get('Exit codes') ?? '').matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
  assert.deepEqual(codes, Object.values(exitCodes))
})

test('every command has a summary, valid examples and next steps', () => {
  for (const { path, declared: definition } of leaves) {
    const { about, examples, next = [] } = definition
    assert.ok(about && examples.length >= 2 && next.length >= 1, path)
    for (const [line] of examples) takes(line)
  }
})

/** Parses a line as a shell would, up to the end of the command. */
function takes(line: string): void {
  const args = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, ...ways]) => ways.find((way) => way !== undefined) ?? '',
  )
  const typed = args.slice(args.indexOf('parley') + 1)
  const end = typed.findIndex((word) => ['|', '>', '<', '&&', ';'].includes(word))
  const own = end < 0 ? typed : typed.slice(0, end)
  const leaf = leaves
    .filter(({ path }) => `${own.join(' ')} `.startsWith(`${path} `))
    .toSorted((one, other) => other.path.length - one.path.length)[0]
  assert.ok(leaf, line)
  parseCommandLine(leaf.path, leaf.declared, own.slice(leaf.path.split(' ').length))
}
