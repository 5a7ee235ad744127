import { type FieldError, fieldErrorOptions, toFieldErrors } from '@parley/findings'
import type { z } from 'zod'
import { invalidRequest, Problem } from '../../../platform/http/problem.ts'
import type { ActionResult } from '../deps.ts'

/** Returns a client error of the domain as a sentence; rethrows internal errors. */
export async function catchClientProblems<T>(act: () => Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { ok: false, reason: describeProblem(error) }
  }
}

export function parseOrThrow<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, fieldErrorOptions)
  if (parsed.success) return parsed.data
  throw invalidRequest(parsed.error.issues.flatMap((issue) => toFieldErrors(issue)))
}

const maxSentences = 3

/** Rewrites an API error for readers who do not know its fields, leaving out what to send instead. */
function describeProblem({ details, message }: Problem): string {
  const errors = details.errors ?? []
  if (errors.length === 0) return toSentence(message)
  return errors.slice(0, maxSentences).map(describeFieldError).join(' ')
}

const fieldNames: Record<string, string> = {
  startUtc: 'The time',
  from: 'The first day',
  to: 'The last day',
  durationMinutes: 'The length',
  representativeId: 'The representative',
  locationId: 'The location',
}

function describeFieldError({ field, message }: FieldError): string {
  const name = fieldNames[field] ?? `The field ${field.replace(/^customFields\./, '')}`
  return toSentence(`${name} ${message.replace(/\bfrom$/, 'the first day')}`)
}

function toSentence(words: string): string {
  const sentence = (words.split(': ')[0] ?? words).trim()
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
