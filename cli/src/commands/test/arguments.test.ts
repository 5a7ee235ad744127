import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ending } from '../../exit.ts'
import { readArguments } from './arguments.ts'

test('without options all cases are run and waited for, an hour at most', () => {
  assert.deepEqual(
    { ...readArguments([]) },
    { suites: [], cases: [], tags: [], json: false, wait: true, timeoutSeconds: 3600 },
  )
})

test('suites, cases and tags may be repeated, and values follow a space or an equals sign', () => {
  const asked = readArguments([
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
    [asked.suites, asked.cases, asked.tags, asked.samples, asked.timeoutSeconds, asked.json],
    [['Opening hours', 'ste'], ['a'], ['x', 'y'], 5, 90, true],
  )
})

const refusals: [args: string[], says: RegExp][] = [
  [['--suites', 'x'], /Unknown option '--suites'\. `parley help test`/],
  [['--suite'], /--suite/],
  [['smoke'], /smoke is no option.*--suite, --case or --tag/],
  [['--samples', '6'], /--samples must be a whole number from 1 to 5/],
  [['--samples', '1.5'], /--samples/],
  [['--timeout', '0'], /--timeout must be a whole number from 1 to/],
  [['--timeout', 'soon'], /--timeout/],
  [['--suite', ''], /empty value/],
  [['--run', 'run_1', '--tag', 'x'], /--run watches/],
  [['--run', 'run_1', '--no-wait'], /leave out --no-wait/],
  [['--no-wait', '--junit', 'a.xml'], /leave out --junit/],
]
for (const [args, says] of refusals) {
  test(`refused: parley test ${args.join(' ')}`, () => {
    const isUsage = (error: unknown) => error instanceof Ending && error.exit === 2 && says.test(error.message)
    assert.throws(() => readArguments(args), isUsage)
  })
}
