import { type AgentFlow, parseFlow } from '@parley/definition'
import type { DryRun } from '@parley/flow'
import type { Schema } from '@parley/sdk'

export type Generation = Schema<'GeneratedFlow'>

/** The flow that was written, where it is one. */
export function flowIn(result: Generation | undefined): AgentFlow | undefined {
  const parsed = result?.flow === undefined ? undefined : parseFlow(result.flow, 'flow')
  return parsed?.ok ? parsed.flow : undefined
}

/** What the model says about it: a text, or several. */
export function notesIn({ notes }: Generation): string[] {
  return [notes].flat().filter((note): note is string => typeof note === 'string' && note.trim() !== '')
}

export const dryRunIn = ({ dryRun }: Generation): DryRun | undefined =>
  typeof dryRun === 'object' && dryRun !== null && 'turns' in dryRun ? (dryRun as DryRun) : undefined

/** Messages of findings and of errors. */
export function messagesIn(found: readonly unknown[]): string[] {
  return found.map((one) => {
    if (typeof one === 'object' && one !== null && 'message' in one) {
      const { path, field, message } = one as { path?: unknown; field?: unknown; message: unknown }
      return [path ?? field, message].filter((word) => typeof word === 'string').join(' ')
    }
    return String(one)
  })
}
