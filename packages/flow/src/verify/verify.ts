import type { FlowWorld } from '../engine.ts'
import { listFindings, type VerificationFinding } from './findings.ts'
import { FlowSearch, searchBounds } from './search.ts'
import { type FlowWay, listWays, type WayLimits } from './ways.ts'

export type FlowVerification = {
  /** False if a bound was reached; then what was found is true, and more may be wrong. */
  complete: boolean
  states: number
  milliseconds: number
  findings: VerificationFinding[]
}

/** Verifies a flow in slices, so that a server or a page can do other work in between. */
export class FlowVerifier {
  private readonly search: FlowSearch | undefined
  private milliseconds = 0

  constructor(playbookId: string, world: FlowWorld) {
    this.search = world.flowOf(playbookId) && new FlowSearch(playbookId, world)
  }

  /** Searches for at most this long; returns true when the verification is done. */
  run(sliceMilliseconds: number): boolean {
    const { search } = this
    if (!search) return true
    const startedAt = performance.now()
    const end = startedAt + Math.min(sliceMilliseconds, searchBounds.milliseconds - this.milliseconds)
    while (!search.isDone && !search.isFull && performance.now() < end) search.step()
    this.milliseconds += performance.now() - startedAt
    return search.isDone || search.isFull || this.milliseconds >= searchBounds.milliseconds
  }

  report(): FlowVerification {
    const { search } = this
    if (!search) return { complete: true, states: 0, milliseconds: 0, findings: [] }
    const complete = search.isDone && !search.isFull
    return {
      complete,
      states: search.nodes.length,
      milliseconds: Math.round(this.milliseconds),
      findings: listFindings(search, complete),
    }
  }
}

/** Returns conversations that together cover a flow; none if it has more states than a search visits. */
export function coverFlow(playbookId: string, world: FlowWorld, limits: WayLimits): FlowWay[] {
  if (!world.flowOf(playbookId)) return []
  const search = new FlowSearch(playbookId, world)
  while (!search.isDone && !search.isFull) search.step()
  return listWays(search, limits)
}

/** Verifies a flow at once. */
export function verifyFlow(playbookId: string, world: FlowWorld): FlowVerification {
  const verifier = new FlowVerifier(playbookId, world)
  while (!verifier.run(Number.POSITIVE_INFINITY));
  return verifier.report()
}
