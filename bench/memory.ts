import type { Benchmark } from './benchmark.ts'
import { withParleyAndSink } from './deliver-messages.ts'
import { residentMegabytes } from './resident-memory.ts'

const amount = Number(process.env.BENCH_AMOUNT ?? 200_000)

/** Memory of Parley while it sends messages, compared with its memory after the first tenth of them. */
export async function benchMemory(url: string): Promise<Benchmark[]> {
  return withParleyAndSink(url, async (carry, pid) => {
    const heldAfter = async (share: number) => {
      await carry(Math.round(amount * share))
      return residentMegabytes(pid)
    }
    const ceiling = await heldAfter(0.1)
    const half = await heldAfter(0.4)
    const whole = await heldAfter(0.5)
    const beside = (at: string) => `memory after ${at} of ${amount} messages, compared with 10 %`
    return [
      { name: beside('50 %'), ours: half, ceiling, unit: 'MB' },
      { name: beside('100 %'), ours: whole, ceiling, unit: 'MB' },
    ]
  })
}
