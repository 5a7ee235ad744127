import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CommandOptions, defineCommand, type OptionValues } from '../command.ts'
import { CommandError, exitCodes, usageError } from '../exit.ts'
import type { Io } from '../io.ts'
import { formatHelp } from './help.ts'

import { parseCommandLine } from './parse.ts'
import { runCommand } from './run.ts'

const options = {
  name: { type: 'string', short: 'n', value: 'NAME', description: 'what it is called' },
  tag: { type: 'string', multiple: true, value: 'TAG', description: 'a tag', heading: 'What is chosen' },
  loud: { type: 'boolean', description: 'says more' },
} as const satisfies CommandOptions

const greet = defineCommand({
  name: 'greet',
  aliases: ['hail'],
  summary: 'greet somebody',
  about: 'greets somebody.',
  args: [
    { name: 'WHO', description: 'whom' },
    { name: 'MORE', description: 'others', optional: true },
  ],
  options,
  exitDescriptions: { 1: 'nobody has answered' },
  examples: [['parley greet ada', 'one person']],
  next: ['Wait for an answer'],
  run: async () => exitCodes.passed,
})
const definition = greet.kind === 'command' ? greet.definition : assert.fail()
const read = (...typed: string[]) => {
  const { options: values, args } = parseCommandLine('greet', definition, typed)
  return { ...(values as OptionValues<typeof options>), args }
}

test('an option takes its value by name, equals sign or letter; an omitted option is undefined, false or an empty list', () => {
  const one = read('ada', '--name', 'x', '--tag=a', '--tag', 'b')
  assert.deepEqual([one.name, one.tag, one.loud, one.args], ['x', ['a', 'b'], false, ['ada']])
  const other = read('-n', 'y', 'ada', '--loud', '--name=-z', '--', '--loud')
  assert.deepEqual([other.name, other.tag, other.loud, other.args], ['-z', [], true, ['ada', '--loud']])
})

const refusals: [typed: string[], says: RegExp][] = [
  [['ada', '--nmae', 'x'], /Unknown option --nmae\. Did you mean --name\? See `parley help greet`/],
  [['ada', '--wholly-else'], /Unknown option --wholly-else\. See/],
  [['ada', '-x'], /Unknown option -x/],
  [['ada', '--name'], /--name needs a value: --name NAME/],
  [['ada', '--name', '--loud'], /--name needs a value/],
  [['ada', '--name', ' '], /--name has an empty value/],
  [['ada', '--loud=yes'], /--loud does not take a value/],
  [[], /WHO is missing: whom/],
  [['a', 'b', 'c'], /Unexpected argument c/],
]
for (const [typed, says] of refusals) {
  test(`the parser refuses: parley greet ${typed.join(' ')}`, () => {
    const isUsage = (error: unknown) =>
      error instanceof CommandError && error.exitCode === 2 && says.test(error.message)
    assert.throws(() => read(...typed), isUsage)
  })
}

test('the help shows a summary, the usage, arguments, options, exit codes, examples and next steps', () => {
  assert.equal(
    formatHelp(greet, 'greet'),
    `parley greet: greets somebody.
Also: parley hail

Usage: parley greet WHO [MORE] [options]

Arguments
  WHO   whom
  MORE  others

What is chosen
  --tag TAG  a tag

Options
  -n, --name NAME  what it is called
  --loud           says more
  --json           prints JSON to standard output, for programs; messages go to standard error
  -h, --help       prints this help

Exit codes
  0    done
  1    nobody has answered
  2    wrong options, arguments or settings: nothing was done
  3    the command failed: Parley is unreachable, refused the request, or the like
  130  interrupted by Ctrl-C

Examples
  parley greet ada
      one person

Next
  Wait for an answer`,
  )
})

const stops: [what: string, thrown: unknown, says: string][] = [
  ['what follows from it', usageError('The address of Parley is not set'), 'Stopped'],
  ['a call that was broken off', new DOMException('This operation was aborted', 'AbortError'), 'Stopped'],
  [
    'what tells of it',
    new CommandError(exitCodes.interrupted, 'Stopped: nothing was done'),
    'Stopped: nothing was done',
  ],
]
for (const [what, thrown, says] of stops) {
  test(`Ctrl-C ends the command with 130: ${what}`, async () => {
    const printed: string[] = []
    const io = {
      interrupted: AbortSignal.abort(),
      outColumns: () => undefined,
      err: (text: string) => printed.push(text),
    }
    const fails = { ...definition, run: () => Promise.reject(thrown) }
    assert.equal(await runCommand(fails, { path: 'greet', typed: ['ada'] }, io as unknown as Io), exitCodes.interrupted)
    assert.deepEqual(printed, [`parley: ${says}\n`])
  })
}
