import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CommandDefinition, CommandOptions } from '../../command.ts'
import { parseCommandLine } from '../../command-parser/parse.ts'
import { CommandError } from '../../exit.ts'
import { readTestArguments, testOptions } from './test-arguments.ts'

const definition = { options: testOptions } as unknown as CommandDefinition<CommandOptions>
const read = (args: string[]) => {
  const { options } = parseCommandLine('test', definition, args)
  return readTestArguments(options as Parameters<typeof readTestArguments>[0])
}

test('by default test runs all cases and waits for at most an hour', () => {
  assert.deepEqual(read([]), {
    suites: [],
    cases: [],
    tags: [],
    run: undefined,
    junit: undefined,
    report: undefined,
    json: false,
    wait: true,
    timeoutSeconds: 3600,
  })
})

test('suites, cases and tags can be repeated, and values follow a space or an equals sign', () => {
  const testArguments = read([
    '--suite',
    'Opening hours',
    '--suite=ste',
    '--case',
    'a',
    '--tag=x',
    '--tag',
    'y',
    '--samples=5',
    '--timeout',
    '90',
    '--json',
  ])
  assert.deepEqual(
    [
      testArguments.suites,
      testArguments.cases,
      testArguments.tags,
      testArguments.samples,
      testArguments.timeoutSeconds,
      testArguments.json,
    ],
    [['Opening hours', 'ste'], ['a'], ['x', 'y'], 5, 90, true],
  )
})

const refusals: [args: string[], says: RegExp][] = [
  [['--suites', 'x'], /Unknown option --suites\. Did you mean --suite\?.*`parley help test`/],
  [['--junit', '--json'], /--junit needs a value: --junit FILE/],
  [['--json=yes'], /--json does not take a value/],
  [['--suite'], /--suite/],
  [['smoke'], /Unexpected argument smoke/],
  [['--samples', '6'], /--samples must be a whole number from 1 to 5/],
  [['--samples', '1.5'], /--samples/],
  [['--timeout', '0'], /--timeout must be a whole number from 1 to/],
  [['--timeout', 'soon'], /--timeout/],
  [['--suite', ''], /empty value/],
  [['--run', 'run_1', '--tag', 'x'], /--run follows/],
  [['--run', 'run_1', '--no-wait'], /omit --no-wait/],
  [['--no-wait', '--junit', 'a.xml'], /omit --junit/],
]
for (const [args, says] of refusals) {
  test(`the arguments are refused: parley test ${args.join(' ')}`, () => {
    const isUsage = (error: unknown) =>
      error instanceof CommandError && error.exitCode === 2 && says.test(error.message)
    assert.throws(() => read(args), isUsage)
  })
}
