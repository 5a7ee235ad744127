import type { TestResultResponse, TestRunResponse } from './serializer.ts'

export type SuiteTotals = {
  suiteId: string
  tests: number
  failures: number
  errors: number
  skipped: number
  seconds: number
}

export type ReportInput = {
  run: TestRunResponse
  suites: readonly SuiteTotals[]
  /** Suite names by id; a deleted suite is reported by its id. */
  names: ReadonlyMap<string, string>
}

/** Results in run order, in which those of a suite are adjacent, in pages small enough for memory. */
export type ResultPages = AsyncIterable<readonly TestResultResponse[]>

export async function* writeJsonReport({ run }: Pick<ReportInput, 'run'>, pages: ResultPages): AsyncGenerator<string> {
  yield `{\n  "run": ${indentJson(run, 2)},\n  "results": [`
  let before = ''
  for await (const results of pages) {
    const written = results.map((result) => `\n    ${indentJson(result, 4)}`)
    if (written.length === 0) continue
    yield `${before}${written.join(',')}`
    before = ','
  }
  yield `${before && '\n  '}]\n}`
}

const indentJson = (value: unknown, by: number): string =>
  JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${' '.repeat(by)}`)

/** Writes a run as JUnit XML for CI servers: a `testsuite` for each suite, a `testcase` for each sample of a case. */
export async function* writeJunitReport(reported: ReportInput, pages: ResultPages): AsyncGenerator<string> {
  const { run, suites } = reported
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${writeOpenTag('testsuites', { name: `Test run ${run.id}`, ...sumTotals(suites) })}>`
  let open: string | undefined
  for await (const results of pages) {
    yield writeJunitChunk(reported, results, open)
    open = results.at(-1)?.suiteId ?? open
  }
  yield `${open === undefined ? '' : endOfSuite}</testsuites>\n`
}

const endOfSuite = '</testsuite>'

/** Writes one page of results and, where a new suite begins, closes the open suite and opens the next. */
function writeJunitChunk(reported: ReportInput, results: readonly TestResultResponse[], open?: string): string {
  const pieces = results.map((result, at) => {
    const before = at === 0 ? open : results[at - 1]?.suiteId
    if (before === result.suiteId) return writeCase(result)
    return `${before === undefined ? '' : endOfSuite}${writeSuiteStart(result.suiteId, reported)}${writeCase(result)}`
  })
  return pieces.join('')
}

function writeSuiteStart(suiteId: string, { run, suites, names }: ReportInput): string {
  const sums = sumTotals(suites.filter((suite) => suite.suiteId === suiteId))
  return `${writeOpenTag('testsuite', { name: names.get(suiteId) ?? suiteId, ...sums, timestamp: formatStart(run) })}>`
}

/** The schema requires a timestamp without a zone; this one is UTC. */
const formatStart = ({ startedAt, createdAt }: TestRunResponse): string => String(startedAt ?? createdAt).slice(0, 19)

function sumTotals(suites: readonly SuiteTotals[]): Record<string, string> {
  const sum = (key: Exclude<keyof SuiteTotals, 'suiteId'>) => suites.reduce((total, suite) => total + suite[key], 0)
  return {
    tests: String(sum('tests')),
    failures: String(sum('failures')),
    errors: String(sum('errors')),
    skipped: String(sum('skipped')),
    time: sum('seconds').toFixed(3),
  }
}

type JunitOutcome = 'passed' | 'failure' | 'error' | 'skipped'
const outcomeByState: Partial<Record<TestResultResponse['state'], JunitOutcome>> = {
  passed: 'passed',
  failed: 'failure',
  errored: 'error',
}
/** Results that are unfinished or never started count as skipped. */
const toJunitOutcome = ({ state }: TestResultResponse): JunitOutcome => outcomeByState[state] ?? 'skipped'

function getSeconds({ startedAt, finishedAt }: TestResultResponse): number {
  if (!startedAt || !finishedAt) return 0
  return Math.max(Date.parse(String(finishedAt)) - Date.parse(String(startedAt)), 0) / 1000
}

function writeCase(result: TestResultResponse): string {
  const { suiteId, caseId, caseKey, caseTitle, sample } = result
  const name = `${caseKey ? `${caseKey}: ` : ''}${caseTitle}${sample > 1 ? ` (sample ${sample})` : ''}`
  const attributes = { name, classname: `${suiteId}.${caseKey ?? caseId}`, time: getSeconds(result).toFixed(3) }
  return writeElement('testcase', attributes, [...writeVerdict(result), ...writeTranscript(result)])
}

function writeVerdict(result: TestResultResponse): string[] {
  const kind = toJunitOutcome(result)
  if (kind === 'passed') return []
  if (kind === 'skipped') return [writeElement('skipped', { message: `The case is ${result.state}` })]
  if (kind === 'error') {
    const { stage = 'turn', message = 'No verdict was reached' } = result.error ?? {}
    return [writeElement('error', { type: stage, message }, [escapeXml(message)])]
  }
  const reasons = listFailureReasons(result)
  const [first = 'The case failed'] = reasons
  const message = reasons.length > 1 ? `${first} (and ${reasons.length - 1} more)` : first
  return [writeElement('failure', { type: 'failed', message }, [escapeXml(reasons.join('\n'))])]
}

/** Names each failed check and criterion with a detail that a person can act on. */
function listFailureReasons({ checks = [], judge }: TestResultResponse): string[] {
  const failing = checks.filter(({ pass }) => !pass).map(({ key, detail }) => `${key}: ${detail}`)
  const unmet = (judge?.criteria ?? [])
    .filter(({ pass }) => !pass)
    .map(({ id, reason, evidence }) => `judge:${id}: ${reason}${evidence ? ` The agent said: ${evidence}` : ''}`)
  return [...failing, ...unmet]
}

/** Includes the transcript only for failures and errors. */
function writeTranscript(result: TestResultResponse): string[] {
  const { transcript = [] } = result
  if (transcript.length === 0 || !['failure', 'error'].includes(toJunitOutcome(result))) return []
  const lines = transcript.map(({ role, text }) => `${role}: ${text}`)
  return [writeElement('system-out', {}, [escapeXml(lines.join('\n'))])]
}

function writeElement(name: string, attributes: Record<string, string>, inside: readonly string[] = []): string {
  const open = writeOpenTag(name, attributes)
  return inside.length === 0 ? `${open}/>` : `${open}>${inside.join('')}</${name}>`
}

function writeOpenTag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
  return `<${name}${written.join('')}`
}

/** Characters that XML 1.0 does not allow, not even escaped. */
const invalidXmlCharacters = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const xmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes carriage returns, which XML parsers would otherwise read as line feeds. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(invalidXmlCharacters, '\ufffd')
    .replace(/[&<>"]/g, (mark) => xmlEntities[mark] ?? mark)
    .replaceAll('\r', '&#13;')
}

/** In attributes, XML parsers would read an unescaped line feed as a space. */
const escapeAttribute = (text: string): string => escapeXml(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
