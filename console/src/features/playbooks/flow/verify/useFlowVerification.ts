import type { AgentLocation } from '@parley/definition'
import type { FlowVerification, FlowWorld, VerificationFinding } from '@parley/flow'
import { useEffect, useRef, useState } from 'react'
import type { Finding } from '../../../../components/Findings.tsx'
import { createLocationWorld } from '../model/location-world.ts'

/** The result for the flow as it is in the editor; `report` is that of an earlier version while `isRunning`. */
export type FlowVerificationState = { isRunning: boolean; report?: FlowVerification }

export type VerifiedFlow = {
  playbookId: string
  /** Changes exactly when a flow does. */
  flowOf: FlowWorld['flowOf']
  agent: NonNullable<FlowWorld['agent']>
  locations: readonly AgentLocation[]
  timezone: string
}

const pauseMilliseconds = 400
/** Typing stays smooth while a large flow is searched. */
const sliceMilliseconds = 8

/** Verifies the flow while it is edited, in the browser, in slices between which the page can react. */
export function useFlowVerification(verified: VerifiedFlow, isReady: boolean): FlowVerificationState {
  const [state, setState] = useState<FlowVerificationState>({ isRunning: true })
  const latest = useRef(verified)
  latest.current = verified
  const { flowOf, locations, timezone } = verified
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result is needed when any of these changes
  useEffect(() => {
    if (!isReady) return
    let timer: ReturnType<typeof setTimeout>
    let isStopped = false
    const verify = async () => {
      const { FlowVerifier, readStranger } = await import('@parley/flow')
      if (isStopped) return
      const verifier = new FlowVerifier(latest.current.playbookId, {
        ...createWorld(latest.current),
        person: readStranger,
      })
      const search = () => {
        if (verifier.run(sliceMilliseconds)) setState({ isRunning: false, report: verifier.report() })
        else timer = setTimeout(search)
      }
      search()
    }
    setState(({ report }) => ({ isRunning: true, ...(report && { report }) }))
    timer = setTimeout(verify, pauseMilliseconds)
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [flowOf, locations, timezone, isReady])
  return state
}

/** The world of a person who is not on file yet, as on the server. */
const createWorld = ({ flowOf, agent, locations, timezone }: VerifiedFlow): Omit<FlowWorld, 'person'> => ({
  flowOf,
  agent,
  ...createLocationWorld(locations),
  now: new Date().toISOString(),
  timezone,
})

const severities = { error: 'warning', warning: 'advice' } as const

/** As in lint: nothing that verification finds keeps a flow from being saved. */
export const toLintFinding = ({ code, severity, path, message }: VerificationFinding): Finding => ({
  severity: severities[severity],
  code: `flow.${code}`,
  path: `flow.${path}`,
  message,
})
