import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import { completeRunSkipReason } from '@parley/test-kit'
import { createEmptyResult, type FileFailure, type FileResult } from './result.ts'

type Passed = Extract<TestEvent, { type: 'test:pass' }>['data']
type Failed = Extract<TestEvent, { type: 'test:fail' }>['data']

/** Filled by worker.ts, cleared for each file. */
export const escapedErrors: string[] = []

/** A node:test reporter: collects the events of a file and sends its result to the pool when the file's suite ends. */
export default async function* reportToPool(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let result = createEmptyResult('')
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (type === 'test:pass') addPassed(result, data)
    else addFailed(result, data)
    if (data.nesting > 0) continue
    process.send?.(finished(result, data.name))
    result = createEmptyResult('')
  }
  yield ''
}

function addPassed(result: FileResult, { name, skip, todo, details }: Passed): void {
  if (details.type === 'suite') return
  if (skip === completeRunSkipReason) result.leftToCompleteRun.push(name)
  else if (skip !== undefined || todo !== undefined) result.skips.push({ name, reason: String(skip ?? todo) })
  else result.passed++
}

function addFailed(result: FileResult, { name, file, line, details }: Failed): void {
  const { error } = details
  // The nested test has reported its own failure.
  if (error && 'failureType' in error && error.failureType === 'subtestsFailed') return
  const reason = inspect(error?.cause ?? error, { depth: 20, colors: false })
  result.failures.push({ name, location: file ? `${relative(process.cwd(), file)}:${line}` : '', reason })
}

function finished(result: FileResult, file: string): FileResult {
  const escaped = escapedErrors
    .splice(0)
    .map((reason): FileFailure => ({ name: 'an uncaught error', location: file, reason }))
  // node:test fails the test that was running when the error escaped, if it can identify it.
  const failures = result.failures.length > 0 ? result.failures : escaped
  const reportedCount = result.passed + failures.length + result.skips.length + result.leftToCompleteRun.length
  if (reportedCount === 0) failures.push({ name: file, location: file, reason: 'The file declares no tests.' })
  return { ...result, file, failures }
}
