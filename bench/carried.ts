import type { Benchmark } from './benchmark.ts'
import { type Carried, type Carry, onParley } from './carry.ts'
import { onKannel } from './kannel.ts'

const amount = Number(process.env.BENCH_AMOUNT ?? 20_000)

/** Messages accepted, rendered, handed over to a provider and reported as delivered, all by one process. */
export async function benchCarried(url: string): Promise<Benchmark[]> {
  const kannel = await onKannel(warmAndCarry)
  const ours = await onParley(url, warmAndCarry)
  return kannel ? besideKannel(ours, kannel) : [handedOver(ours, ours.accepted, 'beside accepting')]
}

async function warmAndCarry(carry: Carry): Promise<Carried> {
  await carry(3_000)
  return carry(amount)
}

const unit = 'messages/s'

/** Kannel is told of no receipts, and hands over the words as they are. */
function besideKannel(ours: Carried, kannel: Carried): Benchmark[] {
  const { accepted, reported } = ours
  return [
    { name: 'accepted, beside Kannel', ours: accepted, ceiling: kannel.accepted, unit },
    handedOver(ours, kannel.delivered, 'beside Kannel'),
    { name: 'handed over and reported, beside Kannel handing over', ours: reported, ceiling: kannel.delivered, unit },
  ]
}

function handedOver({ delivered }: Carried, ceiling: number, beside: string): Benchmark {
  return { name: `accepted and handed over, ${beside}`, ours: delivered, ceiling, unit }
}
