import { type FieldError, fieldErrors } from '@parley/findings'
import type { z } from 'zod'
import { invalid, Problem } from '../../../platform/http/problem.ts'
import type { Done } from '../deps.ts'

/** A wish that the domain refuses, as the API would, is answered in words; trouble of our own is thrown on. */
export async function unlessRefused<T>(act: () => Promise<Done<T>>): Promise<Done<T>> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { ok: false, why: wordsOf(error) }
  }
}

export function fitting<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  throw invalid(parsed.error.issues.flatMap((issue) => fieldErrors(issue)))
}

const mostSentences = 3

/** What the API says to a caller, for somebody who knows nothing of its fields: what to send instead is left out. */
function wordsOf({ more, message }: Problem): string {
  const errors = more.errors ?? []
  if (errors.length === 0) return sentence(message)
  return errors.slice(0, mostSentences).map(sentenceAbout).join(' ')
}

const names: Record<string, string> = {
  startUtc: 'The time',
  from: 'The first day',
  to: 'The last day',
  durationMinutes: 'The length',
  representativeId: 'The representative',
}

function sentenceAbout({ field, message }: FieldError): string {
  const name = names[field] ?? `The field ${field.replace(/^customFields\./, '')}`
  return sentence(`${name} ${message.replace(/\bfrom$/, 'the first day')}`)
}

function sentence(words: string): string {
  const said = (words.split(': ')[0] ?? words).trim()
  return /[.!?]$/.test(said) ? said : `${said}.`
}
