import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import type { Desk } from '../../desk/index.ts'
import type { ActionResult, SandboxEffect } from '../deps.ts'
import { lockSandboxState, saveSandboxState } from './queries.ts'
import type { RecordedAnswer } from './recorded-calls.ts'
import type { SandboxState } from './sandbox-state.ts'

export type SandboxActionDeps = {
  db: Db
  world: World
  definitions: Definitions
  desk: Pick<Desk, 'requestHuman'>
}

export type SandboxTarget = {
  agent: AgentKey
  asid: string
  recordEffect(effect: SandboxEffect): void
  /** Stubbed responses and failures by the id of an integration or a catalog tool. */
  stubs?: Readonly<Record<string, unknown>>
  /** Tool results of the real conversation that is said again. */
  recordedCalls?: readonly RecordedAnswer[]
}

type SandboxChange<T> = { value: T; after?: SandboxState; effect?: Omit<SandboxEffect, 'at'> }

/** Locks, changes, and saves the sandbox state, then records the effect after the commit. */
export async function withSandboxState<T>(
  { agent, asid, recordEffect }: SandboxTarget,
  { db, world }: SandboxActionDeps,
  act: (sandbox: SandboxState) => Promise<SandboxChange<ActionResult<T>>> | SandboxChange<ActionResult<T>>,
): Promise<ActionResult<T>> {
  const { value, effect } = await inTransaction(db, async (tx): Promise<SandboxChange<ActionResult<T>>> => {
    const sandbox = await lockSandboxState(tx, agent, asid)
    if (!sandbox) return { value: { ok: false, reason: 'The person of this conversation no longer exists.' } }
    const changed = await act(sandbox)
    if (changed.after) await saveSandboxState(tx, agent, changed.after)
    return changed
  })
  if (effect) recordEffect({ ...effect, at: world.now().toISOString() })
  return value
}
