import type { ShownResult, ShownRun } from './shown.ts'

/** What a suite of a run came to. */
export type SuiteSums = {
  suiteId: string
  tests: number
  failures: number
  errors: number
  skipped: number
  seconds: number
}

/** What is known of a run before its results are read. */
export type Reported = {
  run: ShownRun
  suites: readonly SuiteSums[]
  /** Of suites, by their ids; of one that is gone the id has to do. */
  names: ReadonlyMap<string, string>
}

/** Results in the order of their run, which has those of a suite together; as many at a time as can be held. */
export type Pages = AsyncIterable<readonly ShownResult[]>

export async function* jsonReport({ run }: Pick<Reported, 'run'>, pages: Pages): AsyncGenerator<string> {
  yield `{\n  "run": ${indented(run, 2)},\n  "results": [`
  let before = ''
  for await (const results of pages) {
    const written = results.map((result) => `\n    ${indented(result, 4)}`)
    if (written.length === 0) continue
    yield `${before}${written.join(',')}`
    before = ','
  }
  yield `${before && '\n  '}]\n}`
}

const indented = (value: unknown, by: number): string =>
  JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${' '.repeat(by)}`)

/** A run as JUnit XML, which CI servers read: a suite for each suite, a case for each sample of a case. */
export async function* junitReport(reported: Reported, pages: Pages): AsyncGenerator<string> {
  const { run, suites } = reported
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${opening('testsuites', { name: `Test run ${run.id}`, ...sumsOf(suites) })}>`
  let open: string | undefined
  for await (const results of pages) {
    yield junitOf(reported, results, open)
    open = results.at(-1)?.suiteId ?? open
  }
  yield `${open === undefined ? '' : endOfSuite}</testsuites>\n`
}

const endOfSuite = '</testsuite>'

/** A piece of it: cases, and where another suite than the open one begins, its beginning. */
function junitOf(reported: Reported, results: readonly ShownResult[], open?: string): string {
  const pieces = results.map((result, at) => {
    const before = at === 0 ? open : results[at - 1]?.suiteId
    if (before === result.suiteId) return caseOf(result)
    return `${before === undefined ? '' : endOfSuite}${suiteOf(result.suiteId, reported)}${caseOf(result)}`
  })
  return pieces.join('')
}

function suiteOf(suiteId: string, { run, suites, names }: Reported): string {
  const sums = sumsOf(suites.filter((suite) => suite.suiteId === suiteId))
  return `${opening('testsuite', { name: names.get(suiteId) ?? suiteId, ...sums, timestamp: startOf(run) })}>`
}

/** Without a zone, as the schema has it; UTC. */
const startOf = ({ startedAt, createdAt }: ShownRun): string => String(startedAt ?? createdAt).slice(0, 19)

function sumsOf(suites: readonly SuiteSums[]): Record<string, string> {
  const sum = (key: Exclude<keyof SuiteSums, 'suiteId'>) => suites.reduce((total, suite) => total + suite[key], 0)
  return {
    tests: String(sum('tests')),
    failures: String(sum('failures')),
    errors: String(sum('errors')),
    skipped: String(sum('skipped')),
    time: sum('seconds').toFixed(3),
  }
}

type Kind = 'passed' | 'failure' | 'error' | 'skipped'
const kinds: Partial<Record<ShownResult['state'], Kind>> = { passed: 'passed', failed: 'failure', errored: 'error' }
/** What has come to no end, or was never begun, is neither well nor wrong. */
const kindOf = ({ state }: ShownResult): Kind => kinds[state] ?? 'skipped'

function secondsOf({ startedAt, finishedAt }: ShownResult): number {
  if (!startedAt || !finishedAt) return 0
  return Math.max(Date.parse(String(finishedAt)) - Date.parse(String(startedAt)), 0) / 1000
}

function caseOf(result: ShownResult): string {
  const { suiteId, caseId, caseKey, caseTitle, sample } = result
  const name = `${caseKey ? `${caseKey}: ` : ''}${caseTitle}${sample > 1 ? ` (sample ${sample})` : ''}`
  const attributes = { name, classname: `${suiteId}.${caseKey ?? caseId}`, time: secondsOf(result).toFixed(3) }
  return element('testcase', attributes, [...verdictOf(result), ...saidIn(result)])
}

function verdictOf(result: ShownResult): string[] {
  const kind = kindOf(result)
  if (kind === 'passed') return []
  if (kind === 'skipped') return [element('skipped', { message: `The case is ${result.state}` })]
  if (kind === 'error') {
    const { stage = 'turn', message = 'No verdict was reached' } = result.error ?? {}
    return [element('error', { type: stage, message }, [escaped(message)])]
  }
  const reasons = reasonsOf(result)
  const [first = 'The case failed'] = reasons
  const message = reasons.length > 1 ? `${first} (and ${reasons.length - 1} more)` : first
  return [element('failure', { type: 'failed', message }, [escaped(reasons.join('\n'))])]
}

/** Of every check and criterion that failed: which, and what a person can act on. */
function reasonsOf({ checks = [], judge }: ShownResult): string[] {
  const failing = checks.filter(({ pass }) => !pass).map(({ key, detail }) => `${key}: ${detail}`)
  const unmet = (judge?.criteria ?? [])
    .filter(({ pass }) => !pass)
    .map(({ id, reason, evidence }) => `judge:${id}: ${reason}${evidence ? ` The agent said: ${evidence}` : ''}`)
  return [...failing, ...unmet]
}

/** What was said, where somebody has to look into it. */
function saidIn(result: ShownResult): string[] {
  const { transcript = [] } = result
  if (transcript.length === 0 || !['failure', 'error'].includes(kindOf(result))) return []
  const lines = transcript.map(({ role, text }) => `${role}: ${text}`)
  return [element('system-out', {}, [escaped(lines.join('\n'))])]
}

function element(name: string, attributes: Record<string, string>, inside: readonly string[] = []): string {
  const open = opening(name, attributes)
  return inside.length === 0 ? `${open}/>` : `${open}>${inside.join('')}</${name}>`
}

function opening(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(value)}"`)
  return `<${name}${written.join('')}`
}

/** What XML 1.0 cannot hold, not even escaped. */
const unheld = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A carriage return would be read as a line feed. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(unheld, '\ufffd')
    .replace(/[&<>"]/g, (mark) => marks[mark] ?? mark)
    .replaceAll('\r', '&#13;')
}

/** In an attribute a line feed would be read as a space. */
const attribute = (text: string): string => escaped(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
