import { type AgentDefinition, ChangeRejectedError, measureDefinition, type OpenapiOptions } from '@parley/definition'
import { runInThread, ThreadMemoryError, ThreadTimeoutError } from '../../../platform/concurrency/concurrency.ts'
import { createFairSlots, NoSlotError } from '../../../platform/fairness/slots.ts'
import { currentTenant } from '../../../platform/fairness/tenant.ts'
import { Problem, problem } from '../../../platform/http/problem.ts'
import type { CatalogTool } from '../../catalogs/index.ts'
import type { DocumentSource } from '../routes/sent-document.ts'
import type { LintFacts } from '../tools/definition-environment.ts'

/** The data that lint needs besides the definition, as plain values: functions cannot be sent to another thread. */
export type LintContext = LintFacts & { tools: readonly CatalogTool[] }

/** `definition` is JSON text: a string transfers to a thread faster than an object. */
export type DocumentTask =
  | ({ kind: 'read' } & DocumentSource)
  | ({ kind: 'lint'; definition: string } & LintContext)
  | ({ kind: 'lintDocument'; definition: string; now: string } & DocumentSource & LintContext)
  | { kind: 'print'; definition: string; format: 'yaml' | 'json' }
  | { kind: 'openapi'; bytes: Uint8Array; options: OpenapiOptions }

export type DocumentTaskResult =
  | { kind: 'done'; value: unknown }
  | ({ kind: 'problem' } & Pick<Problem, 'code' | 'status' | 'details' | 'headers'>)
  | ({ kind: 'refused' } & Pick<ChangeRejectedError, 'code' | 'details'>)

/**
 * Documents up to this size run inline. Measured: 100 KB of YAML take 80 ms to parse, and a definition of that size 20
 * ms to lint.
 */
const inlineBytes = 64 * 1024

export const isLarge = (bytes: number): boolean => bytes > inlineBytes
export const isLargeDefinition = (definition: AgentDefinition): boolean => isLarge(measureDefinition(definition))

const program = new URL('./document-thread.ts', import.meta.url)
const limits = { seconds: 15, heapMegabytes: 768 }
const slots = createFairSlots({ slots: 2, reserve: 1, maxWaiting: 10 })

/** Runs a task on a large document in a worker thread, so it does not block other requests. */
export async function runDocumentInThread<Out>(task: DocumentTask): Promise<Out> {
  const outcome = await runDocumentTask(task)
  if (outcome.kind === 'refused') throw new ChangeRejectedError(outcome.code, outcome.details)
  if (outcome.kind === 'problem') throw new Problem(outcome.code, outcome.status, outcome.details, outcome.headers)
  return outcome.value as Out
}

async function runDocumentTask(task: DocumentTask): Promise<DocumentTaskResult> {
  try {
    return await slots.run({ tenant: currentTenant() }, () => runInThread<DocumentTaskResult>(program, task, limits))
  } catch (error) {
    if (error instanceof ThreadTimeoutError || error instanceof ThreadMemoryError) throw tooLarge()
    if (error instanceof NoSlotError) throw busy()
    throw error
  }
}

const tooLarge = () => problem('request.malformed', 400, { detail: 'The document is too large to parse' })

const busy = () =>
  problem('service.unavailable', 503, { detail: 'Other large documents are being parsed' }, { 'retry-after': '5' })
