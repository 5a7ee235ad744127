import { hasProcessorTimes, readFamilyMilliseconds, readMachineTimes } from '../server/src/testing/processor-time.ts'

const notableShare = 0.05

/**
 * Calls `run` and prints how much of the processors other programs used meanwhile: their load lowers rates and raises
 * latencies.
 */
export async function reportOtherLoad<T>(postmaster: number, run: () => Promise<T>): Promise<T> {
  if (!hasProcessorTimes) return run()
  const readOwn = () => readFamilyMilliseconds(process.pid) + readFamilyMilliseconds(postmaster)
  const before = { ...readMachineTimes(), own: readOwn() }
  const result = await run()
  const after = { ...readMachineTimes(), own: readOwn() }
  const total = after.total - before.total
  const others = Math.max(0, after.busy - before.busy - (after.own - before.own)) / total
  const stolen = (after.stolen - before.stolen) / total
  if (others + stolen >= notableShare)
    console.log(
      `BUSY MACHINE: other programs used ${formatPercent(others)} of the processors meanwhile, and its host withheld ` +
        `${formatPercent(stolen)}; trust ratios of processor time more than rates and latencies`,
    )
  return result
}

const formatPercent = (share: number): string => `${Math.round(share * 100)} %`
