import { relative, resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import { isGroup } from './groups.ts'
import { seconds } from './stages.ts'

type Failure = Extract<TestEvent, { type: 'test:fail' }>['data']
type Summary = Extract<TestEvent, { type: 'test:summary' }>['data']
type Skip = { name: string; file?: string; skip?: string | boolean }

/** A line for each file, failures and what their file printed in full, and node's closing counts. */
export default async function* compact(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const printed = new Map<string, string>()
  const ran = new Map<string, Ran>()
  for await (const event of events) {
    if (event.type === 'test:pass' || event.type === 'test:fail') count(event, ran)
    yield said(event, printed)
    if (event.type === 'test:summary' && event.data.file) yield* filesOf(event.data, ran)
  }
}

type Ran = { tests: number; milliseconds: number; failed: boolean }

function count({ type, data }: Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>, ran: Map<string, Ran>): void {
  const { file, nesting, details } = data
  if (!file || nesting > 0 || isGroup(file)) return
  const { tests, milliseconds, failed } = ran.get(file) ?? { tests: 0, milliseconds: 0, failed: false }
  ran.set(file, {
    tests: tests + 1,
    milliseconds: milliseconds + details.duration_ms,
    failed: failed || type === 'test:fail',
  })
}

/** Of files that shared a process each has its line, with the time of its tests alone. */
function* filesOf({ file }: Summary, ran: Map<string, Ran>): Generator<string> {
  if (isGroup(file))
    for (const [each, { tests, milliseconds, failed }] of ran)
      yield `${failed ? '✖' : '✔'} ${place(each)}  ${tests} tests, ${seconds(milliseconds)}\n`
  ran.clear()
}

function said(event: TestEvent, printed: Map<string, string>): string {
  switch (event.type) {
    case 'test:stdout':
    case 'test:stderr':
      keep(event.data, printed)
      return ''
    case 'test:fail':
      return failure(event.data, printed)
    case 'test:pass':
      return event.data.skip === undefined ? '' : skip(event.data)
    case 'test:summary':
      return event.data.file ? fileLine(event.data, printed) : ''
    case 'test:diagnostic':
      return event.data.file ? '' : `ℹ ${event.data.message}\n`
    default:
      return ''
  }
}

function keep({ file, message }: { file: string; message: string }, printed: Map<string, string>): void {
  const key = resolve(file)
  printed.set(key, (printed.get(key) ?? '') + message)
}

function failure({ name, file = '', line, details }: Failure, printed: Map<string, string>): string {
  const { error } = details
  // Said once, by the test inside that failed.
  if (error && 'failureType' in error && error.failureType === 'subtestsFailed') return ''
  const reason = inspect(error?.cause ?? error, { depth: 20, colors: false })
  const fileItself = resolve(name) === file
  return `\n✖ ${name}\n  ${place(file)}:${line}\n${indented(reason, '  ')}\n${fileItself ? output(file, printed) : ''}\n`
}

function skip({ name, file, skip: reason }: Skip): string {
  return `- skipped: ${name} (${place(file)})${typeof reason === 'string' ? `: ${reason}` : ''}\n`
}

function fileLine({ file, counts, duration_ms, success }: Summary, printed: Map<string, string>): string {
  if (isGroup(file)) return success ? '' : output(file ?? '', printed)
  const line = `${success ? '✔' : '✖'} ${place(file)}  ${counts.tests} tests, ${seconds(duration_ms)}\n`
  return success ? line : line + output(file ?? '', printed)
}

function output(file: string, printed: Map<string, string>): string {
  const text = printed.get(file)
  printed.delete(file)
  return text ? `  it printed:\n${indented(text.trimEnd(), '  | ')}\n` : ''
}

function indented(text: string, by: string): string {
  return text.replace(/^/gm, by)
}

function place(file: string | undefined): string {
  return file ? relative(process.cwd(), file) : ''
}
