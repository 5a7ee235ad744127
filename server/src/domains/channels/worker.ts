import type { Channel } from '@parley/amf'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import {
  cancelWork,
  continueAt,
  defineWork,
  finish,
  newWorkColumns,
  nudge,
  retry,
  type WorkOutcome,
} from '../../platform/work/index.ts'
import { type AdapterTools, DispatchFailedError } from './adapter.ts'
import type { BindingStatus, LiveBinding } from './channels.ts'
import type { BindingWorkDeps } from './deps.ts'
import { type FormValues, findMissingFields } from './form-values.ts'
import { type BindingChange, readFullAgentKey } from './queries/bindings.ts'
import { type BindingCommand, transitionBinding } from './transition-binding.ts'

const work = { kind: 'channels.bindings', table: 'channel_bindings', key: ['agent_key', 'binding_key'] } as const

/** Moves bindings from request to Active and checks new credentials. */
export function bindingWork(deps: BindingWorkDeps) {
  const { fetch, call, apis, world } = deps
  return defineWork({
    ...work,
    concurrency: 8,
    // The person who binds a channel is waiting, so the first retries come soon; the last is about ten minutes later.
    retry: { waitsSeconds: [2, 8, 30, 120, 420] },
    async perform(row, { signal }) {
      const found = await deps.channels.findById(row.id)
      if (!found) return finish()
      const stepping = { ...found, deps }
      return row.mode === 'managed'
        ? provision(stepping, row.inputs as FormValues)
        : checkCredentials({ ...stepping, tools: { fetch, call, apis, world, signal } })
    },
    async giveUp(tx, row) {
      // Credentials that have worked are not treated as wrong only because the provider is unavailable.
      if (row.status === 'Active') return
      const agent = await readFullAgentKey(tx, { key: row.agent_key } as AgentKey)
      const { binding_key: key, id } = row
      const binding = { key, id, channel: row.channel as Channel, status: row.status as BindingStatus }
      const detail = 'The provider could not be reached. To retry, rotate the credentials or bind the channel again.'
      await transitionBinding(
        tx,
        agent,
        { binding, command: 'refuse', actor: 'system', now: world.now(), detail },
        deps,
      )
    },
  })
}

type ProvisioningStep = { agent: AgentKey; binding: LiveBinding; deps: BindingWorkDeps }

/** The handset lab approves at once; another carrier would be called here. */
async function provision(stepping: ProvisioningStep, inputs: FormValues): Promise<WorkOutcome> {
  const { binding, deps } = stepping
  if (binding.status === 'Provisioning') {
    const routing_id = binding.routingId ?? deps.world.newId('route')
    return finish({ write: createTransitionWrite(stepping, 'approve', { set: { routing_id } }) })
  }
  if (binding.status !== 'Requested') return finish()
  if (!deps.channels.findAdapter(binding)) {
    const detail =
      'This installation has no carrier for managed channels: set LAB=on, or bind your own provider account'
    return finish({ write: createTransitionWrite(stepping, 'lack', { detail }) })
  }
  const form = deps.catalog.find('channels', binding.channel)
  const missing = findMissingFields(form?.managed?.fields ?? [], inputs)
  if (missing.length === 0) return continueAt(deps.world.now(), { write: createTransitionWrite(stepping, 'provision') })
  const names = missing.map(({ key, label }) => `${label} (${key})`).join(', ')
  return finish({ write: createTransitionWrite(stepping, 'lack', { detail: `The carrier also needs: ${names}` }) })
}

/** If the adapter has no check, trusts the credentials. */
async function checkCredentials({
  tools,
  ...stepping
}: ProvisioningStep & { tools: AdapterTools }): Promise<WorkOutcome> {
  const { binding, deps } = stepping
  try {
    const adapter = deps.channels.requireAdapter(binding)
    const { routingId } = (await adapter.check?.(binding, tools)) ?? {}
    const set = routingId === undefined ? undefined : { routing_id: routingId }
    return finish({ write: createTransitionWrite(stepping, 'approve', { set }) })
  } catch (error) {
    // Unexpected errors go to the log instead of to the user who bound the channel.
    if (!(error instanceof DispatchFailedError))
      return retry(new Error('It could not be checked right now', { cause: error }))
    if (error.retry === 'never')
      return finish({ write: createTransitionWrite(stepping, 'refuse', { detail: `Rejected: ${error.detail}` }) })
    const wait = error.retryAfterSeconds
    return retry(error, wait === undefined ? {} : { at: new Date(deps.world.now().getTime() + wait * 1000) })
  }
}

function createTransitionWrite(
  { agent, binding, deps }: ProvisioningStep,
  verb: BindingCommand,
  more: { detail?: string; set?: BindingChange } = {},
) {
  const { bindingKey: key, id, channel, status } = binding
  const now = deps.world.now()
  return (tx: Db) =>
    transitionBinding(
      tx,
      agent,
      { binding: { key, id, channel, status }, command: verb, actor: 'system', now, ...more },
      deps,
    )
}

/** Returns the columns that queue a binding for work, and wakes the workers after the commit. */
export function enqueueBinding(tx: Db, now: Date) {
  nudge(tx, work.kind)
  return newWorkColumns(now)
}

/** Cancels the work on a binding, whichever process runs it. */
export async function cancelBindingWork(tx: Db, agent: AgentKey, key: number): Promise<void> {
  await cancelWork(tx, work, { agent_key: agent.key, binding_key: key })
}
