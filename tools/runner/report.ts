import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FileResult, formatElapsed, pluralize } from './result.ts'
import { type TestFile, type TestKind, testKinds } from './test-files.ts'

const maxSlowestFiles = 20

/** One line per file; below it, failures in full with the file's output, and the reasons of skipped tests. */
export function formatFileLines(result: FileResult): string {
  const { file, passed, failures, skips, milliseconds, output } = result
  const tests = pluralize(passed + failures.length, 'test')
  const lines = [`${failures.length > 0 ? '✖' : '✔'} ${file}  ${tests}, ${formatElapsed(milliseconds)}`]
  for (const { name, reason } of skips) lines.push(`- skipped: ${name} (${file}): ${reason}`)
  for (const { name, location, reason } of failures)
    lines.push('', `✖ ${name}`, `  ${location}`, indented(reason, '  '))
  if (failures.length > 0 && output) lines.push('  it printed:', indented(output.trimEnd(), '  | '))
  if (failures.length > 0) lines.push('')
  return lines.join('\n')
}

const maxRepeatedCharacters = 3_000

/** Repeats the failures at the end of a long run, where they are not lost among thousands of lines. */
export function formatFailures(results: readonly FileResult[]): string {
  const failed = results.filter(({ failures }) => failures.length > 0)
  if (failed.length === 0) return ''
  const sections = failed.map((result) => {
    const text = formatFileLines({ ...result, skips: [], output: result.output.slice(-maxRepeatedCharacters / 2) })
    return text.length > maxRepeatedCharacters ? `${text.slice(0, maxRepeatedCharacters)}\n  …` : text
  })
  return ['\nThe failures of this run:\n', ...sections].join('\n')
}

/** The slowest files, and the time by kind of test. */
export function formatTimeReport(results: readonly FileResult[], files: readonly TestFile[]): string {
  const kindOf = new Map(files.map(({ file, kind }) => [file, kind]))
  const slowest = results.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, maxSlowestFiles)
  const byKind = Map.groupBy(results, ({ file }): TestKind => kindOf.get(file) ?? 'the rest')
  const kindLines = testKinds.flatMap((kind) => {
    const kindTotal = byKind.get(kind)
    return kindTotal
      ? [row(total(kindTotal), `${kind} (${pluralize(kindTotal.length, 'file')})${formatProcessorSeconds(kindTotal)}`)]
      : []
  })
  return [
    `\nThe ${slowest.length} slowest files:`,
    ...slowest.map((result) => row(result.milliseconds, `${result.file}${formatProcessorSeconds([result])}`)),
    '\nTime by kind, over all processes:',
    ...kindLines,
  ].join('\n')
}

/** Lists what the quick run skipped: slow files with their number of tests, and single tests by name. */
export function formatRemaining(
  leftFiles: readonly TestFile[],
  results: readonly FileResult[],
  durations: Durations,
): string {
  const testsIn = ({ file }: TestFile) => durations[file]?.tests ?? 0
  const describeDuration = ({ file }: TestFile) =>
    durations[file] ? `${durations[file].tests}, ${durations[file].seconds} s` : 'not measured yet'
  const partialFiles = results.filter(({ leftToCompleteRun }) => leftToCompleteRun.length > 0)
  const tests = leftFiles.reduce((count, file) => count + testsIn(file), 0)
  const leftTests = partialFiles.reduce((count, { leftToCompleteRun }) => count + leftToCompleteRun.length, 0)
  if (leftFiles.length + leftTests === 0) return ''
  return [
    `\nLeft to the complete run (npm run test:all): ${pluralize(tests + leftTests, 'test')}.`,
    ...(leftFiles.length > 0
      ? [`  ${pluralize(leftFiles.length, 'slow file')} with ${pluralize(tests, 'test')}:`]
      : []),
    ...leftFiles.map((file) => `    ${file.file} (${describeDuration(file)})`),
    ...(leftTests > 0 ? [`  ${pluralize(leftTests, 'test')} of files that ran:`] : []),
    ...partialFiles.flatMap(({ file, leftToCompleteRun }) => leftToCompleteRun.map((name) => `    ${file}: ${name}`)),
  ].join('\n')
}

const total = (results: readonly FileResult[]): number => results.reduce((sum, result) => sum + result.milliseconds, 0)
const formatProcessorSeconds = (results: readonly FileResult[]): string => {
  const seconds = results.reduce((sum, { processorSeconds = 0 }) => sum + processorSeconds, 0)
  return seconds > 0 ? `, ${seconds.toFixed(1)} s of processor time` : ''
}
const row = (milliseconds: number, text: string): string => `  ${formatElapsed(milliseconds).padStart(8)}  ${text}`
const indented = (text: string, indentation: string): string => text.replace(/^/gm, indentation)

/** Duration and number of tests of each test file in a complete run; written by `npm run test:all -- --record`. */
type Durations = Record<string, { seconds: number; tests: number }>

const path = new URL('durations.json', import.meta.url)

export function readDurations(): Durations {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * The quick run skips files that take longer than this, unless the file says `// Quick run too: …`. A new file that
 * starts browsers or servers is slow until its duration is recorded.
 */
const mostQuickSeconds = 2.5

export function isSlow({ file, kind, startsServers, quickReason }: TestFile, durations: Durations): boolean {
  if (quickReason) return false
  const seconds = durations[file]?.seconds
  return seconds === undefined ? kind === 'browsers' || startsServers : seconds > mostQuickSeconds
}

/** Longest first, so that no process ends up alone with a long file; new files come first. */
export function sortLongestFirst<File extends { file: string }>(files: readonly File[], durations: Durations): File[] {
  const secondsOf = ({ file }: File) => durations[file]?.seconds ?? Number.POSITIVE_INFINITY
  return files.toSorted((a, b) => (secondsOf(b) === secondsOf(a) ? 0 : secondsOf(b) - secondsOf(a)))
}

/** Updates the files of this run and drops deleted ones. */
export function recordDurations(root: string, results: readonly FileResult[]): void {
  const measuredDurations = results.map(({ file, milliseconds, passed, failures, skips, leftToCompleteRun }) => {
    const tests = passed + failures.length + skips.length + leftToCompleteRun.length
    return [file, { seconds: Math.round(milliseconds / 100) / 10, tests }] as const
  })
  const durations = Object.entries({ ...readDurations(), ...Object.fromEntries(measuredDurations) })
  const lines = durations
    .filter(([file]) => existsSync(join(root, file)))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, { seconds, tests }]) => `  ${JSON.stringify(file)}: { "seconds": ${seconds}, "tests": ${tests} }`)
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`)
}
