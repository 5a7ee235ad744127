import { useEffect, useState } from 'react'
import { type Campaign, doneOf } from '../campaign.ts'
import { type Sample, withSample } from './rate.ts'

const everyMs = 1_000

/** Looks at how far a running campaign is, once a second, for as long as the page is open. */
export function useSamples(campaign: Campaign): Sample[] {
  const [samples, setSamples] = useState<Sample[]>([])
  const done = doneOf(campaign)
  const isRunning = campaign.status === 'running'
  useEffect(() => {
    const take = () => setSamples((before) => withSample(before, { at: Date.now(), done }))
    take()
    if (!isRunning) return
    const timer = setInterval(take, everyMs)
    return () => clearInterval(timer)
  }, [done, isRunning])
  return samples
}
