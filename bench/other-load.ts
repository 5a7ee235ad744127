import {
  compareMachineTimes,
  readFamilySeconds,
  readMachineTimes,
  ticksPerSecond,
} from '../server/src/testing/processor-time.ts'

const notableShare = 0.05

/**
 * Calls `run` and prints how much of the processors other programs used meanwhile: their load lowers rates and raises
 * latencies.
 */
export async function reportOtherLoad<T>(postmaster: number, run: () => Promise<T>): Promise<T> {
  const readOwnTicks = () =>
    [process.pid, postmaster].reduce((sum, pid) => sum + (readFamilySeconds(pid) ?? 0) * ticksPerSecond, 0)
  const before = readMachineTimes()
  const ownBefore = readOwnTicks()
  const result = await run()
  const after = readMachineTimes()
  if (!before || !after) return result
  const { busy, stolen, total } = compareMachineTimes(before, after)
  const others = Math.max(0, busy - (readOwnTicks() - ownBefore))
  if ((others + stolen) / total >= notableShare)
    console.log(
      `BUSY MACHINE: other programs used ${formatPercent(others / total)} of the processors meanwhile, and its host withheld ` +
        `${formatPercent(stolen / total)}; trust ratios of processor time more than rates and latencies`,
    )
  return result
}

const formatPercent = (share: number): string => `${Math.round(share * 100)} %`
