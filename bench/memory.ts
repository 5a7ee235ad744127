import type { Benchmark } from './benchmark.ts'
import { withParleyAndSink } from './deliver-messages.ts'
import { readResidentMegabytes } from './resident-memory.ts'

const amount = Number(process.env.BENCH_AMOUNT ?? 200_000)

/** Memory of Parley while it sends messages, compared with its memory after the first tenth of them. */
export async function benchMemory(url: string): Promise<Benchmark[]> {
  return withParleyAndSink(url, async (deliver, pid) => {
    const measureAfter = async (share: number) => {
      await deliver(Math.round(amount * share))
      return readResidentMegabytes(pid)
    }
    const ceiling = await measureAfter(0.1)
    const halfwayMegabytes = await measureAfter(0.4)
    const finalMegabytes = await measureAfter(0.5)
    const buildName = (progress: string) => `memory after ${progress} of ${amount} messages, compared with 10 %`
    return [
      { name: buildName('50 %'), ours: halfwayMegabytes, ceiling, unit: 'MB' },
      { name: buildName('100 %'), ours: finalMegabytes, ceiling, unit: 'MB' },
    ]
  })
}
