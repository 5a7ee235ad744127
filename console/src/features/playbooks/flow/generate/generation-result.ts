import { type AgentFlow, parseFlow } from '@parley/definition'
import type { DryRun } from '@parley/flow'
import type { Schema } from '@parley/sdk'

export type GeneratedFlow = Schema<'GeneratedFlow'>

/** Returns the generated flow, if it is valid. */
export function generatedFlowOf(result: GeneratedFlow | undefined): AgentFlow | undefined {
  const parsed = result?.flow === undefined ? undefined : parseFlow(result.flow, 'flow')
  return parsed?.ok ? parsed.flow : undefined
}

/** Returns the model's notes: the API sends one text or several. */
export function generationNotesOf({ notes }: GeneratedFlow): string[] {
  return [notes].flat().filter((note): note is string => typeof note === 'string' && note.trim() !== '')
}

export const dryRunOf = ({ dryRun }: GeneratedFlow): DryRun | undefined =>
  typeof dryRun === 'object' && dryRun !== null && 'turns' in dryRun ? (dryRun as DryRun) : undefined

export function findingMessagesOf(found: readonly unknown[]): string[] {
  return found.map((one) => {
    if (typeof one === 'object' && one !== null && 'message' in one) {
      const { path, field, message } = one as { path?: unknown; field?: unknown; message: unknown }
      return [path ?? field, message].filter((word) => typeof word === 'string').join(' ')
    }
    return String(one)
  })
}
