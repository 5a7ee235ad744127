import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { withParleyCarrier } from './deliver-messages.ts'
import { measurePeakMemory, readResidentMegabytes } from './resident-memory.ts'

const amount = Number(process.env.BENCH_AMOUNT ?? 200_000)

/** Long enough for everything that a process prepares after its start. */
const idleMilliseconds = 20_000
const maxIdleMegabytes = 300
const maxLoadedMegabytes = 500
const unit = 'MB (less is better)'

/** Memory of an idle process, and while it sends messages, compared with its memory after the first tenth of them. */
export async function benchMemory(url: string): Promise<Benchmark[]> {
  return withParleyCarrier(url, async ({ deliver, pids: [pid = 0] }) => {
    await sleep(idleMilliseconds)
    const idleMegabytes = readResidentMegabytes(pid)
    let peak = idleMegabytes
    const measureAfter = async (share: number) => {
      const { megabytesBefore, grownMegabytes } = await measurePeakMemory(pid, () =>
        deliver(Math.round(amount * share)),
      )
      peak = Math.max(peak, megabytesBefore + grownMegabytes)
      return readResidentMegabytes(pid)
    }
    const ceiling = await measureAfter(0.1)
    const halfwayMegabytes = await measureAfter(0.4)
    const finalMegabytes = await measureAfter(0.5)
    const buildName = (progress: string) => `memory after ${progress} of ${amount} messages, compared with 10 %`
    const target = { atMost: 1 }
    return [
      { name: 'memory of an idle process', ours: idleMegabytes, ceiling: maxIdleMegabytes, unit, target },
      { name: `peak memory during ${amount} messages`, ours: peak, ceiling: maxLoadedMegabytes, unit, target },
      { name: buildName('50 %'), ours: halfwayMegabytes, ceiling, unit: 'MB' },
      { name: buildName('100 %'), ours: finalMegabytes, ceiling, unit: 'MB' },
    ]
  })
}
