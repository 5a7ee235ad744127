import { type AgentDefinition, Refused, sizeOf } from '@parley/definition'
import { createFairSlots, NoSlot } from '../../../platform/fair/slots.ts'
import { currentTenant } from '../../../platform/fair/tenant.ts'
import { Problem, problem } from '../../../platform/http/problem.ts'
import { inThread, TookTooLong, TookTooMuchMemory } from '../../../platform/thread/in-thread.ts'
import type { Tool } from '../../catalogs/index.ts'
import type { DocumentText } from '../routes/read-value.ts'

/** What lint knows beside the definition, as values: functions cannot go to another thread. */
export type Surroundings = { tools: readonly Tool[]; mediaIds: readonly string[] }

/** `definition` is JSON: a text goes to a thread faster than an object. */
export type Task =
  | ({ kind: 'read' } & DocumentText)
  | ({ kind: 'lint'; definition: string } & Surroundings)
  | ({ kind: 'lintDocument'; definition: string; now: string } & DocumentText & Surroundings)
  | { kind: 'print'; definition: string; format: 'yaml' | 'json' }

export type Outcome =
  | { kind: 'done'; value: unknown }
  | ({ kind: 'problem' } & Pick<Problem, 'code' | 'status' | 'more' | 'headers'>)
  | ({ kind: 'refused' } & Pick<Refused, 'code' | 'told'>)

/** Measured: 100 KB of YAML take 80 ms to read, and a definition as large 20 ms to lint. */
const quickBytes = 64 * 1024

export const isLarge = (bytes: number): boolean => bytes > quickBytes
export const isLargeDefinition = (definition: AgentDefinition): boolean => isLarge(sizeOf(definition))

const program = new URL('./document-thread.ts', import.meta.url)
const limits = { seconds: 15, heapMegabytes: 768 }
const slots = createFairSlots({ slots: 2, reserve: 1, mostWaiting: 10 })

/** Performs a task on a large document in a thread, so that nobody else waits for it. */
export async function apart<Out>(task: Task): Promise<Out> {
  const outcome = await performed(task)
  if (outcome.kind === 'refused') throw new Refused(outcome.code, outcome.told)
  if (outcome.kind === 'problem') throw new Problem(outcome.code, outcome.status, outcome.more, outcome.headers)
  return outcome.value as Out
}

async function performed(task: Task): Promise<Outcome> {
  try {
    return await slots.run({ tenant: currentTenant() }, () => inThread<Outcome>(program, task, limits))
  } catch (error) {
    if (error instanceof TookTooLong || error instanceof TookTooMuchMemory) throw tooLarge()
    if (error instanceof NoSlot) throw busy()
    throw error
  }
}

const tooLarge = () => problem('request.malformed', 400, { detail: 'The document cannot be read: it is too large' })

const busy = () =>
  problem('service.unavailable', 503, { detail: 'Other large documents are being read' }, { 'retry-after': '5' })
