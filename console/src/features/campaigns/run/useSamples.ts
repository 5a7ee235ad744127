import { useEffect, useState } from 'react'
import { type Campaign, countProcessed } from '../campaign.ts'
import { addSample, type ProgressSample } from './send-rate.ts'

const everyMs = 1_000

/** Looks at how far a running campaign is, once a second, for as long as the page is open. */
export function useProgressSamples(campaign: Campaign): ProgressSample[] {
  const [samples, setSamples] = useState<ProgressSample[]>([])
  const done = countProcessed(campaign)
  const isRunning = campaign.status === 'running'
  useEffect(() => {
    const take = () => setSamples((before) => addSample(before, { at: Date.now(), done }))
    take()
    if (!isRunning) return
    const timer = setInterval(take, everyMs)
    return () => clearInterval(timer)
  }, [done, isRunning])
  return samples
}
